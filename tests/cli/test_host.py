"""``cardtui host`` says why it cannot start, and keeps the name that it was given."""

import json
import socket
from pathlib import Path

import click
import pytest

import cardtui_server
from cardtui_client.command_line.errors import Failed
from cardtui_client.commands import host
from cardtui_client.commands.host import LOG_SENTENCES, log_sentence, server_called
from cardtui_client.hosting.opening import chosen_limits, chosen_rules
from cardtui_client.settings import CHOICES, Settings
from cardtui_client.settings.config_file import read_settings
from cardtui_server.limits import MEANINGS, PROFILES, Limits, shown
from cardtui_server.server_log import printed
from cardtui_server.store.data_folder import FolderLock
from tests.cli.conftest import Cardtui


def test_a_folder_that_another_server_holds_is_refused(cardtui: Cardtui, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with FolderLock.take(data):
        result = cardtui("host", "--port", "0")
    assert (result.code, result.out) == (3, "")
    assert f"{data} is in use by another server" in result.err
    assert list(data.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told(cardtui: Cardtui, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    result = cardtui("host", "--port", "0")
    assert (result.code, result.out) == (3, "")
    assert "cannot be made" in result.err
    assert "--data" in result.err


@pytest.mark.parametrize(
    ("flag", "value", "told"),
    [
        ("--limit", "tabels=3", "--limit: there is no limit “tabels”. Did you mean “tables”?"),
        ("--limit", "zzz=3", "--limit: there is no limit “zzz”; choose from actions_rate, "),
        ("--limit", "tables", "--limit takes NAME=NUMBER"),
        ("--limit", "tables=0", "tables takes a number above 0"),
        ("--limit", "tables=1.5", "tables takes a whole number"),
        ("--limit", "talk_rate=often", "talk_rate takes a rate, such as 5/min"),
        ("--allow", "10.0.0.0/40", "--allow: “10.0.0.0/40” is no address or network"),
        ("--proxy", "nginx", "--proxy: “nginx” is no address or network"),
        ("--cluster", "http://alpha", "“http://alpha” is not the address of a NATS server"),
        ("--cluster", "nats://alpha:port", "“nats://alpha:port” is not the address of a"),
        ("--advertise", "alpha", "--advertise says where people reach a server of a --cluster"),
    ],
)
def test_what_is_no_limit_no_network_and_no_address_is_told(
    cardtui: Cardtui, flag: str, value: str, told: str
) -> None:
    result = cardtui("host", "--port", "0", flag, value)
    assert (result.code, result.out) == (2, "")
    assert told in result.err


@pytest.mark.parametrize("number", ["0", "-1", "65"])
def test_there_are_one_to_sixty_four_workers(cardtui: Cardtui, number: str) -> None:
    result = cardtui("host", "--port", "0", "--workers", number)
    assert (result.code, result.out) == (2, "")
    assert f"{number} is not in the range 1 to 64" in result.err


def test_workers_are_no_cluster(cardtui: Cardtui) -> None:
    result = cardtui("host", "--workers", "2", "--cluster", "nats://alpha")
    assert (result.code, result.out) == (2, "")
    assert "Give either --workers or --cluster." in result.err


@pytest.mark.parametrize("reads_along", [True, False])
def test_who_reads_the_log_in_a_terminal_reads_sentences_and_a_program_reads_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *, reads_along: bool
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: reads_along, raising=False)
    log = printed(log_sentence)
    log.warning("so many connect that newcomers wait", a_second=300)
    log.warning("table damaged", table="t1", error="entry 7")
    log.error("bot failed", game="cacho", exc_info=ValueError("trouble {inside}"))
    said = capsys.readouterr().err.splitlines()
    if reads_along:
        many, damaged, other = said
        assert many == "So many connect at once that newcomers wait a little."
        assert damaged.startswith("Table t1 stays closed")
        assert other.startswith("Something went wrong in the server: bot failed.")
    else:
        events = [json.loads(line)["event"] for line in said]
        assert events == ["so many connect that newcomers wait", "table damaged", "bot failed"]


def test_the_profiles_are_those_of_the_server() -> None:
    assert CHOICES["profile"] == tuple(PROFILES)
    [profile] = [each for each in host.command.params if each.name == "profile"]
    assert isinstance(profile.type, click.Choice)
    assert tuple(profile.type.choices) == tuple(PROFILES)


def test_every_limit_is_a_setting_and_a_flag(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    values = {name: "7/min" if name.endswith("_rate") else "7" for name in MEANINGS}
    lines = [f'{name} = "{value}"' for name, value in values.items()]
    file.write_text("\n".join(["[limits]", *lines]), encoding="utf-8")
    settings = read_settings({"CARDTUI_CONFIG": str(file)})
    flags = [f"{name}={value}" for name, value in values.items()]
    for limits in (chosen_limits(settings), chosen_limits(Settings(), limits=flags)):
        assert {name: shown(name, limits) for name in MEANINGS} == values


def test_a_flag_beats_the_settings_file(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('profile = "club"\nallow = "10.0.0.0/8"\n[limits]\ntables = 3\n')
    settings = read_settings({"CARDTUI_CONFIG": str(file)})
    assert chosen_limits(settings).tables == 3
    assert chosen_limits(settings).joins_burst == Limits.club().joins_burst
    assert chosen_limits(settings, limits=["tables=4"]).tables == 4
    assert chosen_limits(settings, "home") == Limits()
    assert not chosen_rules(settings).admits("192.168.0.1")
    assert chosen_rules(settings, allow=["192.168.0.1"]).admits("192.168.0.1")


def test_a_name_that_was_given_is_kept_until_another_one_is(tmp_path: Path) -> None:
    settings, folder = Settings(), tmp_path / "data"
    machine = server_called(settings, None, folder)
    assert server_called(settings, "Ana's kitchen", folder) == "Ana's kitchen"
    assert server_called(settings, None, folder) == "Ana's kitchen"
    assert server_called(Settings(server_name="Den"), None, folder) == "Den"
    with pytest.raises(Failed, match="at most 40 letters"):
        server_called(settings, "x" * 41, folder)
    assert server_called(settings, None, folder) == "Ana's kitchen"
    assert server_called(settings, "", folder) == machine
    assert server_called(settings, None, folder) == machine


def test_a_name_that_cannot_be_read_or_kept_stops_nothing(tmp_path: Path) -> None:
    settings = Settings()
    (tmp_path / "server-name").write_bytes(b"\xff")
    assert server_called(settings, None, tmp_path) == server_called(settings, "", tmp_path / "no")
    blocked = tmp_path / "server-name"
    assert server_called(settings, "Den", blocked) == "Den"


def test_the_first_start_at_a_terminal_asks_for_a_name_and_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: list[str] = []

    def prompt(_question: str, *, default: str, err: bool) -> str:
        assert err
        offered.append(default)
        return default

    monkeypatch.setattr("click.prompt", prompt)
    settings = Settings(name="Ana")
    called = server_called(settings, None, tmp_path, ask=True)  # nobody is at a terminal here
    assert not offered
    monkeypatch.setattr(host, "can_ask", lambda: True)
    assert server_called(settings, None, tmp_path, ask=True) == "Ana’s place" == called
    assert server_called(settings, None, tmp_path, ask=True) == "Ana’s place"
    assert offered == ["Ana’s place"]


def test_each_sentence_is_of_something_that_the_server_logs() -> None:
    """What is said of nothing would never be read."""
    sources = [
        path.read_text("utf-8") for path in Path(cardtui_server.__file__).parent.rglob("*.py")
    ]
    for event in LOG_SENTENCES:
        assert any(f'"{event}"' in source for source in sources), event


@pytest.mark.parametrize("place", ["0.0.0.0:9464", "192.168.1.7:9464", "example.org:9464"])
def test_what_it_counts_is_shown_to_its_own_machine_alone(cardtui: Cardtui, place: str) -> None:
    result = cardtui("host", "--port", "0", "--metrics", place)
    assert (result.code, result.out) == (2, "")
    assert "is shown to this machine alone: give --metrics a port" in result.err


@pytest.mark.parametrize("place", ["x", "70000", "127.0.0.1:", ""])
def test_what_is_no_port_for_metrics_is_told(cardtui: Cardtui, place: str) -> None:
    result = cardtui("host", "--port", "0", "--metrics", place)
    assert (result.code, result.out) == (2, "")
    assert "--metrics takes a port, from 0 (any free one) to 65535." in result.err


def test_a_port_for_metrics_that_is_in_use_is_told(cardtui: Cardtui) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = cardtui("host", "--port", "0", "--metrics", f"localhost:{port}")
    assert (result.code, result.out) == (3, "")
    assert f"cannot be shown at port {port} (Address already in use): choose another" in result.err
