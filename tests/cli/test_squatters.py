"""Another account of this machine takes the port of a server that is down: it hears no secret."""

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import cardtui_client
from cardtui_client.net.address import Address
from cardtui_client.net.known_servers import KnownServers, Tokens
from cardtui_server.app import RunningServer, serve
from cardtui_server.lobby.password import Password
from cardtui_server.settings import Settings
from tests.cli.conftest import Cardtui
from tests.support.lasting_port import lasting_port
from tests.support.nights import by_night
from tests.support.squatter import squatting

PASSWORD = "correct horse"


class House(NamedTuple):
    """A server that is started and stopped, and somebody who was there from a folder of their own.

    Attributes:
        data: the folder of the server.
        away: that of who comes.
        port: where it listens.
        run: runs what is awaited.
    """

    data: Path
    away: Path
    port: int
    run: Callable[[Coroutine[Any, Any, Any]], Any]

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def open(self, port: int = 0, *, note: bool = False) -> RunningServer:
        at = port or self.port
        settings = Settings(port=at, data=self.data, password=Password.of(PASSWORD), note=note)
        server: RunningServer = self.run(serve(settings))
        return server

    def secrets(self) -> list[bytes]:
        kept = json.loads((self.away / "tokens.json").read_text("utf-8"))
        return [PASSWORD.encode(), *(token.encode() for token in kept.values())]


@pytest.fixture
def house(tmp_path: Path, cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Give a server that is down, after Ana and a bot of hers have been there."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def run(work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result(60)

    house = House(tmp_path / "served", tmp_path / "away", lasting_port(), run)
    monkeypatch.setenv("CARDTUI_PASSWORD", PASSWORD)
    monkeypatch.setenv("CARDTUI_NAME", "Ana")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    try:
        server = house.open()
        came = cardtui("--data", str(house.away), "connect", house.address, "--json", "--trust")
        assert came.code == 0, came
        run(server.stop(0))
        yield house
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


WAYS = (
    ("connect", "AT", "--json"),
    ("connect", "AT", "--plain"),
    ("connect", "AT", "--plain", "--trust"),
    ("spectate", "AT", "--plain"),
    ("spectate", "AT", "--plain", "--code", "wshpk4"),
    ("tables", "--at", "AT"),
    ("tables", "--at", "AT", "close", "Mesa"),
    ("bot", "Robo", "--connect", "AT", "--", "true"),
    ("account", "code", "--at", "AT"),
    ("account", "use", "hk4mz-7wq2n", "--at", "AT"),
    ("results", "--at", "AT"),
    ("replay", "--table", "Mesa", "--at", "AT"),
)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["plain", "certificate", *by_night("outside", "closes", "junk")])
def test_who_takes_the_port_hears_nothing_and_the_person_is_told(
    house: House, cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    with squatting(kind, house.port) as heard:
        for way in WAYS:
            words = (house.address if word == "AT" else word for word in way)
            result = cardtui("--data", str(house.away), *words)
            assert result.code == 3, (way, result)
            assert house.address in result.err
            assert "Traceback" not in result.err
        for there in (("--data", str(house.away)), ()):  # a kiosk that keeps something, or nothing
            at_kiosk = cardtui("--kiosk", *there, "connect", house.address, "--plain")
            assert at_kiosk.code == 3
            monkeypatch.delenv("CARDTUI_KIOSK")
            monkeypatch.delenv("CARDTUI_DATA", raising=False)
        everything = b"\n".join(heard)
        for secret in (*house.secrets(), b"Ana", b"bot-Robo", b"hk4mz"):
            assert secret not in everything
    tokens = (house.away / "tokens.json").read_bytes()
    server = house.open()  # its restart is noticed by nobody
    assert cardtui("--data", str(house.away), "connect", house.address, "--json").code == 0
    assert (house.away / "tokens.json").read_bytes() == tokens
    house.run(server.stop(0))


@pytest.mark.slow
def test_who_leads_on_to_the_server_hears_nothing_either(house: House, cardtui: Cardtui) -> None:
    server = house.open(lasting_port())
    with squatting("relay", house.port, server.port) as heard:
        assert cardtui("--data", str(house.away), "connect", house.address, "--json").code == 0
        assert heard
        everything = b"\n".join(heard)
        for secret in (*house.secrets(), b"Ana"):
            assert secret not in everything
    house.run(server.stop(0))


@pytest.mark.slow
def test_a_new_server_of_this_machine_is_told_a_name_but_no_password_and_no_code(
    cardtui: Cardtui, house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = house.open()
    new = ("--data", str(tmp_path / "new"))
    for way in WAYS:
        if "--trust" not in way and way[0] not in ("results", "replay") and "code" not in way:
            unsure = cardtui(*new, *(house.address if word == "AT" else word for word in way))
            assert unsure.code == 3, unsure
            assert f"The server at {house.address} is new to you" in unsure.err
    # One that asks for it, too, may be anybody.
    monkeypatch.delenv("CARDTUI_PASSWORD")
    assert "is new to you" in cardtui(*new, "connect", house.address, "--json").err
    assert not (tmp_path / "new" / "servers.json").exists()
    assert json.loads((tmp_path / "new" / "tokens.json").read_text("utf-8")) == {}
    house.run(server.stop(0))


@pytest.mark.slow
def test_who_had_the_port_first_is_told_no_secret_on_a_later_visit_either(
    cardtui: Cardtui, tmp_path: Path, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    liar = house.run(serve(Settings(port=house.port, data=tmp_path / "liar")))
    new = ("--data", str(tmp_path / "new"))
    monkeypatch.delenv("CARDTUI_PASSWORD")
    for _visit in range(2):
        assert cardtui(*new, "connect", house.address, "--json").code == 0
    monkeypatch.setenv("CARDTUI_PASSWORD", PASSWORD)
    for way in WAYS:
        if "--trust" not in way and way[0] not in ("results", "replay") and "code" not in way:
            unsure = cardtui(*new, *(house.address if word == "AT" else word for word in way))
            assert unsure.code == 3, unsure
            assert f"The server at {house.address} is new to you" in unsure.err
    trusted = cardtui(*new, "connect", house.address, "--json", "--trust")
    assert trusted.code == 0, trusted
    assert cardtui(*new, "connect", house.address, "--json").code == 0
    house.run(liar.stop(0))


@pytest.mark.slow
def test_a_server_of_the_same_account_is_not_asked_about(
    house: House, cardtui: Cardtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDTUI_DATA", str(tmp_path / "data"))
    at = Address("127.0.0.1", house.port)
    KnownServers(tmp_path / "data").keep(at, "ab" * 32)  # another one of hers had that port
    server = house.open(note=True)
    came = cardtui("connect", house.address, "--json")
    assert came.code == 0, came
    assert Tokens(tmp_path / "data").get(server.certificate.fingerprint.hex(), "Ana")
    house.run(server.stop(0))


def test_the_client_opens_no_channel_on_which_nothing_is_proved() -> None:
    # The products beside the client, too.
    sources = list(Path(cardtui_client.__file__).parents[1].glob("cardtui_*/**/*.py"))
    assert any("secure_channel" in each.read_text("utf-8") for each in sources)
    assert not any("insecure_channel" in each.read_text("utf-8") for each in sources)
