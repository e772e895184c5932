"""A kiosk: one server, and nothing else of the machine."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardtui_client.command_line import profile
from cardtui_client.commands.main import cli
from cardtui_client.commands.session import open_connection
from cardtui_client.settings import Settings
from cardtui_server.app import serve
from cardtui_server.settings import Settings as ServerSettings
from tests.cli.conftest import Cardtui

OTHERS = [name for name in cli.list_commands(None) if name not in ("connect", "spectate")]  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def suspending() -> Iterator[None]:
    before = signal.getsignal(signal.SIGTSTP)
    yield
    signal.signal(signal.SIGTSTP, before)


@pytest.mark.parametrize("command", [[], *([name] for name in OTHERS)])
def test_a_kiosk_has_no_command_but_its_own(cardtui: Cardtui, command: list[str]) -> None:
    result = cardtui("--kiosk", *command)
    assert result.code == 2
    assert (
        result.err == "cardtui: This is a kiosk: it has cardtui connect, cardtui spectate alone.\n"
    )
    assert result.out == ""


def test_the_setting_makes_a_kiosk_as_well_as_the_flag(cardtui: Cardtui, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("kiosk = true\n")
    assert cardtui("config", "edit").code == 2
    assert "kiosk" in cardtui("connect", "--plain").err


@pytest.mark.parametrize("command", ["connect", "spectate"])
@pytest.mark.parametrize("how", ["--plain", "--screens"])
def test_a_kiosk_goes_nowhere_without_being_told(cardtui: Cardtui, command: str, how: str) -> None:
    result = cardtui(command, "--kiosk", how)
    assert result.code == 2
    assert result.err == "cardtui: A kiosk needs the address of its server.\n"


def test_a_kiosk_cannot_be_suspended_in_lines() -> None:
    profile.enter_kiosk(Settings(), None)
    assert signal.getsignal(signal.SIGTSTP) != signal.SIG_IGN
    profile.enter_kiosk(Settings(kiosk=True), "127.0.0.1")
    assert signal.getsignal(signal.SIGTSTP) == signal.SIG_IGN


@pytest.mark.parametrize(("told", "kept"), [(False, False), (True, True)])
def test_a_kiosk_keeps_no_tokens_unless_it_is_told_where_and_has_guests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: bool, kept: bool
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "usual"))
    folder = tmp_path / "told"
    settings = Settings(kiosk=True, name="Ana", data=str(folder) if told else "")

    async def visit() -> None:
        server = await serve(ServerSettings(port=0, data=None, note=False))
        try:
            connection = await open_connection(settings, server.address)
            person = await connection.get_person()
            assert person.player.startswith("guest-") is not kept
            await connection.close()
        finally:
            await server.stop(grace=0)

    asyncio.run(visit())
    assert list(tmp_path.rglob("tokens.json")) == ([folder / "tokens.json"] if kept else [])
