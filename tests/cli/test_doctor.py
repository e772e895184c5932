"""``cardtui doctor`` says what is wrong with this machine, and what to do about it."""

import json
import os
import pty
import re
import resource
import select
import shutil
import socket
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Cardtui

PROGRAM = Path(sys.executable).with_name("cardtui")


def found(cardtui: Cardtui, *arguments: str) -> dict[str, tuple[str, str]]:
    """Return the state of everything that was looked at, and what is said of it."""
    result = cardtui("doctor", "--json", *arguments)
    told = json.loads(result.out)
    states = {each["name"]: (each["state"], each["said"]) for each in told["findings"]}
    wrong = any(state == "wrong" for state, _ in states.values())
    assert (result.code, told["good"]) == (int(wrong), not wrong)
    return states


@pytest.fixture
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Call no disk too slow: that of a busy machine is now and then."""
    monkeypatch.setattr("cardtui_client.commands.doctor._TOO_SLOW_WRITE_MILLISECONDS", float("inf"))


@pytest.mark.usefixtures("_patient")
def test_where_all_is_well_nothing_is_wrong(cardtui: Cardtui) -> None:
    for arguments in ((), ("--server",)):
        result = cardtui("doctor", *arguments)
        assert (result.code, result.err) == (0, "")
        *lines, last = result.out.splitlines()
        assert last == "Nothing is wrong."
        assert all(each.startswith(("good: ", "note: ")) for each in lines)


@pytest.mark.usefixtures("_patient")
def test_nothing_is_changed_by_looking(cardtui: Cardtui, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    assert cardtui("doctor").code == 0
    assert cardtui("doctor", "--server").code == 0
    assert not [*(tmp_path / "data").iterdir()]
    assert cardtui("doctor", "--server", str(tmp_path / "none")).code == 0
    assert not (tmp_path / "none").exists()


def test_settings_and_keys_that_cannot_be_used_are_told_with_their_line(
    cardtui: Cardtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtui_client.net.discovery.LISTEN_SECONDS", 0.05)
    file = tmp_path / "config.toml"
    file.write_text('name = "Ana"\nthem = "dark"\n')
    state, said = found(cardtui)["settings"]
    assert state == "wrong"
    assert f"{file}:2: there is no setting “them”" in said
    file.write_text('name = "Ana"\n')
    (tmp_path / "keys.toml").write_text('nothing = "x"\n')
    assert found(cardtui)["settings"][0] == "wrong"
    (tmp_path / "keys.toml").unlink()
    assert found(cardtui)["settings"] == ("good", f"The settings file {file} can be read.")


def test_a_clock_before_the_installation_is_wrong(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 86_400.0)
    state, said = found(cardtui)["clock"]
    assert state == "wrong"
    assert "1970-01-02" in said
    assert "set it" in said


def test_a_damaged_log_of_bans_is_told(
    cardtui: Cardtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readable = ("good", "The log of reports and bans can be read.")
    assert found(cardtui, "--server")["club"] == readable
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "data" / "cardtui.db").write_bytes(b"no database, and long enough" * 99)
    state, said = found(cardtui, "--server")["club"]
    assert state == "wrong"
    assert "cannot be read" in said

    def broken(_: Path) -> int:
        return 7

    monkeypatch.setattr("cardtui_server.store.watched.broken_entry", broken)
    state, said = found(cardtui, "--server")["club"]
    assert state == "wrong"
    assert "Entry 7" in said
    assert "cardtui recover" in said


def test_a_time_zone_that_is_not_there_is_wrong(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "America/Nowhere")
    assert found(cardtui, "--server")["zone"][0] == "wrong"
    monkeypatch.setenv("TZ", "UTC-3")
    assert found(cardtui, "--server")["zone"][0] == "good"


def test_a_server_that_runs_is_told_with_its_address(cardtui: Cardtui, address: str) -> None:
    assert found(cardtui)["port"] == ("good", f"A server runs on this machine: {address}.")
    assert address in found(cardtui, "--server")["port"][1]


def test_a_port_of_another_program_is_told(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        monkeypatch.setenv("CARDTUI_PORT", str(port))
        state, said = found(cardtui)["port"]
    assert state == "note"
    assert f"port {port} (Address already in use)" in said
    assert "--port 9000" in said


def test_what_hinders_finding_servers_is_told_as_the_lobby_tells_it(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDTUI_DISCOVERY", "true")
    monkeypatch.setattr("cardtui_client.net.discovery.own_interfaces", list)
    state, said = found(cardtui)["network"]
    assert state == "wrong"
    assert said.startswith("This machine is in no network: connect it to one")


def test_a_damaged_certificate_is_told_with_what_to_do(cardtui: Cardtui, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "data" / "certificate.pem").write_text("spoilt")
    state, said = found(cardtui)["certificate"]
    assert state == "wrong"
    assert "is damaged: restore the file from a backup" in said


def test_a_folder_without_room_is_wrong(cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage("/")._replace(free=10_000_000)

    def used(_path: object) -> object:
        return usage

    monkeypatch.setattr(shutil, "disk_usage", used)
    state, said = found(cardtui)["room"]
    assert state == "wrong"
    assert "Only 10 MB are free for" in said


def test_a_folder_into_which_others_may_write_is_wrong(cardtui: Cardtui, tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o777)
    state, said = found(cardtui, "--server", str(folder))["folder"]
    assert state == "wrong"
    assert f"chmod go-w {folder}" in said


@pytest.mark.parametrize(
    ("seconds", "state"), [(0.0, "note"), (0.001, "good"), (0.05, "note"), (0.2, "wrong")]
)
def test_the_disk_is_measured_and_judged(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch, seconds: float, state: str
) -> None:
    now = [0.0]

    def sync(_descriptor: int) -> None:
        now[0] += seconds

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    found_state, said = found(cardtui, "--server")["disk"]
    assert found_state == state
    assert f"Writes take {seconds * 1000:.2f} ms" in said


def test_a_limit_on_open_files_below_that_on_connections_is_wrong(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def limits(_which: int) -> tuple[int, int]:
        return 256, 1024

    monkeypatch.setattr(resource, "getrlimit", limits)
    state, said = found(cardtui, "--server")["files"]
    assert state == "wrong"
    assert "1024 files may be open at once, too few for 1024 connections: allow 1365" in said
    (tmp_path / "config.toml").write_text("[limits]\nconnections = 100\n")
    assert found(cardtui, "--server")["files"][0] == "good"


def test_the_age_of_the_last_copy_is_known(cardtui: Cardtui, address: str, tmp_path: Path) -> None:
    assert address
    assert found(cardtui, "--server")["backup"][0] == "note"
    assert cardtui("backup", str(tmp_path / "copy.db")).code == 0
    assert found(cardtui, "--server")["backup"] == (
        "good",
        "The last copy by “cardtui backup” is 0 days old.",
    )
    noted = tmp_path / "data" / "last-backup"
    assert noted.read_text() == f"{tmp_path / 'copy.db'}\n"
    old = time.time() - 9 * 86_400
    os.utime(noted, (old, old))
    state, said = found(cardtui, "--server")["backup"]
    assert state == "wrong"
    assert said == "The last copy by “cardtui backup” is 9 days old: make one each week."


def on_a_terminal(
    tmp_path: Path, *, wide: str = "", silent: bool = False, columns: int = 80, **env: str
) -> dict[str, tuple[str, str]]:
    """Run it on a terminal, which answers where its cursor is, and return what was found.

    Args:
        wide: the signs that the terminal draws two cells wide.
    """
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    process = subprocess.Popen(
        [PROGRAM, "doctor", "--json"],
        env={
            "PATH": os.environ["PATH"],
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "CARDTUI_DATA": str(tmp_path),
            "CARDTUI_CONFIG": str(tmp_path / "config.toml"),
            "CARDTUI_DISCOVERY": "false",
            "CARDTUI_PORT": "0",
            **env,
        },
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    said = b""
    try:
        while select.select([ours], [], [], 60)[0]:
            try:
                said += os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            asked = re.compile(rb"\r([^\r\x1b]+)\x1b\[6n")
            while not silent and (at := asked.search(said)):
                cells = 2 if at[1].decode() in wide else 1
                os.write(ours, b"\x1b[1;%dR" % (cells + 1))
                said = said[at.end() :]
        process.wait(10)
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    told = json.loads(said[said.index(b"{") :])
    return {each["name"]: (each["state"], each["said"]) for each in told["findings"]}


@pytest.mark.slow
def test_a_terminal_as_it_should_be_is_good(tmp_path: Path) -> None:
    states = on_a_terminal(tmp_path)
    assert states["terminal"] == ("good", "The terminal (TERM=xterm-256color) can show screens.")
    assert states["size"] == ("good", "The window is large enough: 80 by 24.")
    assert states["colours"] == ("good", "The terminal shows 256 colours.")
    assert states["signs"] == ("good", "The signs of cards are as wide as they should be.")


@pytest.mark.nightly
def test_signs_that_a_terminal_draws_too_wide_are_named(tmp_path: Path) -> None:
    state, said = on_a_terminal(tmp_path, wide="♠●")["signs"]
    assert state == "wrong"
    assert "The terminal draws ♠ ● wider than others do" in said


@pytest.mark.nightly
def test_a_terminal_that_does_not_answer_is_not_waited_for(tmp_path: Path) -> None:
    assert on_a_terminal(tmp_path, silent=True)["signs"][0] == "note"


@pytest.mark.slow
def test_a_terminal_that_is_small_poor_or_plain_is_told(tmp_path: Path) -> None:
    states = on_a_terminal(tmp_path, columns=40, LC_ALL="C", TERM="vt100")
    assert states["size"][0] == "wrong"
    assert "a table needs 60 and 20, or 46 and 30" in states["size"][1]
    assert states["colours"][0] == "note"
    assert states["signs"][0] == "note"
    assert states["signs"][1].startswith("The locale is not UTF-8, so cards are drawn in plain")
    states = on_a_terminal(tmp_path, TERM="dumb", NO_COLOR="1")
    assert states["terminal"][0] == "wrong"
    assert "--plain" in states["terminal"][1]
    assert states["colours"] == ("note", "NO_COLOR is set: cards have no colours.")


def test_an_account_without_a_home_is_told_to_name_a_folder(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CARDTUI_DATA")
    monkeypatch.setattr("cardtui_client.settings.values.data_path", lambda: None)
    state, said = found(cardtui)["folder"]
    assert (state, said) == ("wrong", "This account has no home: choose a folder with --data.")
