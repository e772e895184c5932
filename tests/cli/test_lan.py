"""Opening a server to other machines, and going to one: what the command line says of bad input."""

import json
import re
from pathlib import Path
from unittest.mock import Mock

import pytest

from cardtui_client.command_line import profile
from cardtui_client.command_line.errors import Failed
from cardtui_client.commands import lookup
from cardtui_client.hosting import opening
from cardtui_client.hosting.opening import Place, folded, how_to_join, lan_place, with_code
from cardtui_client.hosting.own_server import OwnServer
from cardtui_client.i18n import set_language
from cardtui_client.net import discovery as local_servers
from cardtui_client.net.address import Address, Ways, parse_join_line, pin_of
from cardtui_client.net.discovery import Announced
from cardtui_client.net.known_servers import KnownServers
from cardtui_client.settings import Settings, read_settings
from cardtui_client.text import cell_width
from cardtui_server.failures import StartError
from cardtui_server.lobby.password import Password, keep_password, kept_password
from cardtui_server.network import interfaces
from tests.cli.conftest import Cardtui

PIN = "000G4-0R40M-30E20-91842"


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["host", "--lan", "--listen", "10.0.0.7"], 2, "Give either --lan or --listen."),
        (["host", "--listen", "kitchen"], 2, "“kitchen” is neither lan nor the address"),
        (["host", "--listen", "10.0.0.7:x"], 2, "is not a port"),
        (["host", "--listen", "192.0.2.77", "--port", "0"], 3, "is not an address of this machine"),
        (["host", "--cluster", "alpha", "--advertise", "alpha:"], 2, "“” is not a port"),
        (["host", "--name", "x" * 41], 2, "at most 40 letters"),
        (["host", "--name", "a\x1b[31m"], 2, "that others can read"),
        (["host", "--password"], 2, "give the password with --password-file FILE"),
        (["host", "--password-file", "/nowhere"], 2, "/nowhere cannot be read"),
        (["host", "--no-password", "--password"], 2, "--no-password takes the password away"),
        (["play", "--plain", "--password"], 2, "add --lan"),
        (["connect", "--forget"], 2, "Say which server to forget"),
        (["connect", "--forget", "10.0.0.7"], 1, "No server at 10.0.0.7:8782 is known here."),
        (["connect", "--forget", "a b"], 2, "is not the name of a machine"),
        (["connect", "--plain", f"127.0.0.1:1/{PIN[:-1]}"], 2, "copy the whole join line"),
        (["connect", "--plain", f"127.0.0.1:1/{PIN}"], 3, "No table server answers"),
        (["connect", "--plain", "127.0.0.2:1"], 3, "No table server answers"),
    ],
)
def test_bad_input_is_answered_with_what_to_do(
    cardtui: Cardtui, arguments: list[str], code: int, sentence: str
) -> None:
    result = cardtui(*arguments)
    assert (result.code, result.out) == (code, "")
    assert result.err.startswith("cardtui: ")
    assert sentence in result.err
    assert result.err.count("\n") == 1


def test_a_name_that_nobody_announces_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hears_nothing(*, network: bool) -> tuple[list[Announced], str]:
        assert network
        return [], ""

    monkeypatch.setattr(lookup, "_listen", hears_nothing)
    with pytest.raises(Failed, match="No server called “Nobody's kitchen” is announced here"):
        lookup.server_meant(Settings(discovery=True), "Nobody's kitchen")
    assert lookup.server_meant(Settings(discovery=True), "kitchen") == "kitchen"


def test_a_name_is_that_of_the_server_that_one_knows(
    cardtui: Cardtui,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    own, liar = (
        Announced(parse_join_line(f"10.0.0.{host}/~{pin_of(bytes([host]) * 32)}"), "Kitchen", 1, 2)
        for host in (7, 9)
    )
    heard = [liar, own]

    async def listen(*, network: bool) -> tuple[list[Announced], str]:
        assert network
        return heard, ""

    monkeypatch.setattr(lookup, "_listen", listen)
    monkeypatch.setattr(local_servers, "running_servers", Mock(return_value=[]))
    monkeypatch.setenv("CARDTUI_DISCOVERY", "true")
    known = KnownServers(tmp_path / "data")
    known.keep(own.line.addresses[0], (bytes([7]) * 32).hex())
    known.call(own.line.addresses[0], "kitchen")
    known.call(liar.line.addresses[0], "kitchen")  # nobody knows it
    several = cardtui("connect", "kitchen", "--plain")
    assert several.code == 2
    order = "(10.0.0.7:8782 (you know it), 10.0.0.9:8782 (not the one that you know))"
    assert order in several.err
    first, second = cardtui("connect", "--plain").out.splitlines()
    assert first.endswith(f"pin {own.line.pin}; you know it")
    assert second.endswith(f"pin {liar.line.pin}; not the one that you know")
    told = json.loads(cardtui("connect", "--json").out)["announced"]
    assert [each["knowing"] for each in told] == ["other", "known"]
    # Alone, too, it is told to be another one, before anything is asked.
    heard.remove(own)
    there = Settings(discovery=True, data=str(tmp_path / "data"))
    assert lookup.server_meant(there, "KITCHEN") == str(liar.line)
    said = "“Kitchen” at 10.0.0.9:8782 is not the “Kitchen” that you know: that one has the pin"
    assert f"{said} {own.line.pin}." in capfd.readouterr().err


def test_a_machine_without_a_network_is_told(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none() -> list[str]:
        raise StartError("This machine has no address in a network: connect it to one.")

    monkeypatch.setattr(interfaces, "private_addresses", none)
    result = cardtui("web", "--lan")
    assert (result.code, result.out) == (3, "")
    assert "connect it to one" in result.err
    # A server may start before the network is there.
    assert lan_place("lan", later=True) == Place((), look=none)


@pytest.mark.parametrize(
    ("wanted", "place"),
    [
        ("", Place()),
        ("127.0.0.1", Place()),
        ("127.0.0.1:9000", Place((), 9000)),
        ("10.0.0.7", Place(("10.0.0.7",))),
        ("10.0.0.7:9000", Place(("10.0.0.7",), 9000)),
        ("[fd00::7]", Place(("fd00::7",))),
        ("[fd00::7]:9000", Place(("fd00::7",), 9000)),
        ("fd00::7", Place(("fd00::7",))),
    ],
)
def test_where_to_listen_is_an_address_with_or_without_a_port(wanted: str, place: Place) -> None:
    assert lan_place(wanted) == place


def test_a_code_is_drawn_only_where_it_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = how_to_join("cardtui connect 10.0.0.7")

    def drawn(*, columns: int = 80) -> bool:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("LINES", "40")
        return with_code(lines, "cardtui connect 10.0.0.7") != lines

    assert not drawn()  # no terminal
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert drawn()
    assert not drawn(columns=20)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not drawn()


WAYS = Ways("https://192.168.178.23:8784/", "ssh -p 8783 ana@192.168.178.23", f"SHA256:{'x' * 43}")


def test_no_word_of_what_a_host_reads_is_broken_in_a_narrow_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [
        "“Sala” listens at 127.0.0.1:8798, 192.0.2.2:8798, [fd00::2]:8798.",
        f"Join from another machine:  cardtui connect 192.168.178.23/{PIN}",
        "Short.",
    ]
    monkeypatch.setenv("COLUMNS", "60")
    assert folded(lines) == lines, "no terminal"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert folded(lines) == [
        "“Sala” listens at 127.0.0.1:8798, 192.0.2.2:8798,",
        "[fd00::2]:8798.",
        "Join from another machine:",
        f"  cardtui connect 192.168.178.23/{PIN}",
        "Short.",
    ]


@pytest.mark.parametrize("language", ["en", "es_AR", "pt_BR"])
def test_what_is_printed_first_stays_in_a_usual_window(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    set_language(language)
    line = f"cardtui connect 192.168.178.23:8782/{PIN}"
    said = ["listens at", "Join from this machine", *how_to_join(line, WAYS), "Ctrl-C stops it."]
    shown = with_code(said, WAYS.page)
    page = said.index(next(each for each in said if each.endswith(WAYS.page)))
    assert shown[: page + 1] == said[: page + 1]
    code = shown[page + 1 : -1]
    assert len(code) == 15
    assert shown[-1] == said[-1]
    rows = len(code) + sum(-(-cell_width(each) // 80) for each in said)
    assert rows < 24
    for printed in range(24 - rows, 26 - rows):
        assert with_code(said, WAYS.page, others=printed) == said


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        (("host", "--lan", "--ssh"), "asyncssh"),
        (("host", "--lan", "--web"), "aiohttp"),
        (("play", "--lan", "--ssh"), "asyncssh"),
        (("play", "--lan", "--web"), "textual_serve"),
        (("web",), "textual_serve"),
    ],
)
def test_what_is_not_installed_is_told_before_anything_is_asked(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], missing: str
) -> None:
    def find_spec(name: str) -> bool:
        return name != missing

    monkeypatch.setattr("cardtui_client.hosting.opening.find_spec", find_spec)
    monkeypatch.setattr("click.prompt", None)
    result = cardtui(*command, *(() if command == ("web",) else ("--password",)))
    assert (result.code, result.out) == (3, "")
    assert re.search(f"needs more: .*{missing.replace('_', '-')}", result.err)


@pytest.mark.parametrize(("login", "proposed"), [("beto", "beto"), ("root", "")])
def test_a_table_for_others_asks_who_you_are_once(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, login: str, proposed: str
) -> None:
    offered: list[str] = []

    def prompt(_question: str, *, default: str, **_how: object) -> str:
        offered.append(default)
        return "Bia"

    def begin(_own: OwnServer) -> None:
        raise Failed("stopped here", 3)

    monkeypatch.setattr("getpass.getuser", lambda: login)
    monkeypatch.setattr("click.prompt", prompt)
    monkeypatch.setattr("cardtui_client.command_line.profile.can_ask", lambda: True)
    monkeypatch.setattr(OwnServer, "begin", begin)
    for _ in range(2):
        assert "stopped here" in cardtui("play", "--lan", "--plain").err
    assert offered == [proposed]
    assert read_settings().name == "Bia"


@pytest.mark.parametrize("option", ["--web", "--ssh"])
def test_a_door_for_others_needs_a_server_that_is_open_to_them(
    cardtui: Cardtui, option: str
) -> None:
    result = cardtui("play", option)
    assert (result.code, result.out) == (2, "")
    assert f"{option} lets other machines in: add --lan" in result.err


def test_a_known_server_is_forgotten(cardtui: Cardtui, tmp_path: Path) -> None:
    known = KnownServers(tmp_path / "data")
    known.keep(Address("192.168.1.7", 9000), "00" * 32)
    known.keep(Address("127.0.0.1", 9000), "00" * 32)
    result = cardtui("connect", "--forget", f"192.168.1.7:9000/{PIN}")
    told = "Forgotten: the server at 192.168.1.7:9000, 127.0.0.1:9000.\n"
    assert (result.code, result.out) == (0, told)
    assert not known.get(Address("192.168.1.7", 9000))
    again = cardtui("connect", "--forget", "192.168.1.7:9000")
    assert (again.code, again.out) == (1, "")
    assert "No server at 192.168.1.7:9000 is known here" in again.err
    (tmp_path / "data" / "servers.json").unlink()
    (tmp_path / "data" / "servers.json").mkdir()
    unread = cardtui("connect", "--forget", "192.168.1.7:9000")
    assert (unread.code, unread.out) == (2, "")
    assert "servers.json cannot be read: Is a directory." in unread.err


def test_a_damaged_password_is_told(cardtui: Cardtui, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "password").write_text("?")
    result = cardtui("host", "--port", "0")
    assert result.code == 3
    assert "set it again with --password" in result.err


def set_password(folder: Path, **wanted: bool | str | None) -> str:
    asked: dict[str, bool | str | None] = {"ask": False, "file": None, "remove": False, **wanted}
    return opening.set_password(folder, **asked)  # type: ignore[arg-type] # of the right kind each


@pytest.mark.slow
def test_a_password_is_set_by_a_file_or_a_variable_kept_and_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret").write_text("trinta e três\nsecond line\n")
    assert set_password(tmp_path, file=str(tmp_path / "secret")) == "trinta e três"
    kept = kept_password(tmp_path)
    assert kept is not None
    assert kept.matches("trinta e três")
    assert set_password(tmp_path) == ""
    assert kept_password(tmp_path) == kept
    monkeypatch.setenv("CARDTUI_PASSWORD", "other")
    assert set_password(tmp_path) == "other"
    assert kept_password(tmp_path) != kept
    monkeypatch.delenv("CARDTUI_PASSWORD")
    set_password(tmp_path, remove=True)
    assert kept_password(tmp_path) is None


def test_a_new_password_is_asked_for_twice(
    cardtui: Cardtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_password(tmp_path / "data", Password.of("old", cost=16))
    typed = iter(["new", "knew", "", ""])
    monkeypatch.setattr(profile, "can_ask", lambda: True)

    def prompt(*_words: object, **_more: object) -> str:
        return next(typed)

    monkeypatch.setattr("click.prompt", prompt)
    assert "The two passwords differ" in cardtui("host", "--password").err
    assert "A password has at least one letter" in cardtui("host", "--password").err
    kept = kept_password(tmp_path / "data")
    assert kept is not None
    assert kept.matches("old")


def test_a_server_is_called_after_its_host_or_its_machine_unless_it_is_told_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from cardtui_client.settings import Settings

    monkeypatch.setattr("socket.gethostname", lambda: "kitchen.example.org")
    assert opening.server_name(Settings()) == "kitchen"
    assert opening.server_name(Settings(name="Ana")) == "Ana’s place"
    assert opening.server_name(Settings(server_name="Café")) == "Café"
    assert opening.server_name(Settings(server_name="Café"), "Ana's") == "Ana's"
    monkeypatch.setattr("socket.gethostname", lambda: "")
    assert opening.server_name(Settings()) == "cardtui"
