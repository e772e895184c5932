"""Who comes by ssh, with OpenSSH's own client, is at the tables, and nowhere else."""

import os
import pty
import re
import select
import signal
import socket
import stat
import subprocess
import termios
import time
from pathlib import Path

import pytest

from tests.ssh.conftest import House, Open, Visit
from tests.support.programs import PROGRAM, SECONDS, Program, Script, environment


def _processes(house: House) -> set[int]:
    """Return the clients that run for visitors of that server, zombies included."""
    line = house.address.encode()
    found = set()
    for each in Path("/proc").iterdir():
        try:
            environ = (each / "environ").read_bytes() if each.name.isdigit() else b""
            if b"CARDTUI_VISIT=" in environ and line in environ:
                found.add(int(each.name))
        except OSError:
            continue
    return found


def _until(holds: object) -> None:
    until = time.monotonic() + SECONDS
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.nightly
def test_a_key_is_an_account_whatever_the_login_name_is_later(visit: Visit) -> None:
    for login in ("ana", "somebody"):
        program = visit(login, key="anas")
        program.wait_for("You are ana, in the lobby.")
        program.type("quit")
        assert program.wait() == 0


@pytest.mark.nightly
def test_two_keys_are_two_players_and_who_has_none_is_a_guest(visit: Visit, house: House) -> None:
    ana = visit("ana", key="anas")
    ana.wait_for("You are ana, in the lobby.")
    beto = visit("ana", "lines", key="betos")
    beto.wait_for("You are ana 2, in the lobby.")
    guest = visit("carla")
    guest.wait_for("You are carla, in the lobby.")
    guest.type("quit")
    assert guest.wait() == 0
    _until(lambda: len(list((house.data / "ssh").iterdir())) == 2)


@pytest.mark.nightly(reason="names of guests: above; the page: tests/cli/test_evening.py")
def test_the_page_of_an_evening_tells_of_who_came_by_ssh_without_a_key(
    visit: Visit, house: House, tmp_path: Path
) -> None:
    script = Script("tap", "play", "quiero", "son buenas", "declare 20", "waive")
    options = ("--new", "truco-argentino", "--option", "target=4")
    env = environment(tmp_path, "Ana")
    ana = Program("connect", house.address, "--plain", *options, env=env, answer=script)
    guest: Program | None = None
    try:
        ana.wait_for("The match has not started")
        guest = visit("beto", answer=script)
        guest.wait_for("in the lobby")
        guest.type("join Ana")
        guest.wait_for("You are beto, in seat 2")
        for each in (ana, guest):
            each.type("ready")
        for each in (ana, guest):
            each.wait_for("The match is over")
        for each in (ana, guest):
            each.wait_for("its record is verified")
        guest.type("quit")
        assert guest.wait() == 0
        ana.type("quit")
        assert ana.wait() == 0
    finally:
        ana.end()
    page = Program("records", "evening", "--plain", env=env)
    assert page.wait() == 0, page.text
    assert re.search(r"^beto: \d won, \d lost\.$", page.text, re.MULTILINE), page.text


def test_there_is_no_command_no_file_and_no_way_on(visit: Visit, house: House) -> None:
    shell = visit("ana", "sh -i", key="anas")
    assert shell.wait() == 2
    assert "card tables alone" in shell.text
    there = "ana@127.0.0.1"
    sftp = [each if each != "-p" else "-P" for each in house.options("anas")]
    for command in (
        ["sftp", "-b", "/dev/null", *sftp, there],
        ["ssh", *house.options("anas"), "-W", house.address, there],
        [
            "ssh",
            *house.options("anas"),
            "-o",
            "ExitOnForwardFailure=yes",
            "-NR",
            "0:127.0.0.1:9",
            there,
        ],
    ):
        refused = subprocess.run(
            command, input=b"", capture_output=True, timeout=SECONDS, check=False
        )
        assert refused.returncode != 0, command
        assert not refused.stdout


def test_nothing_of_the_environment_passes_but_language_and_colours(
    visit: Visit, house: House
) -> None:
    told = (
        "-o",
        "SetEnv=LANG=pt_BR.UTF-8 COLORTERM=truecolor PYTHONSTARTUP=/x CARDTUI_KIOSK=false",
    )
    program = visit("ana", options=told)
    program.wait_for("Você é ana")
    [process] = _processes(house)
    environ = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    said = dict(each.split(b"=", 1) for each in environ if each)
    assert said[b"COLORTERM"] == b"truecolor"
    assert said[b"CARDTUI_KIOSK"] == b"true"
    assert b"PYTHONSTARTUP" not in said
    assert b"CARDTUI_NAME" not in said


class _Screen:
    """OpenSSH on a terminal."""

    def __init__(self, *arguments: str) -> None:
        self.shown = b""
        self._ours, theirs = pty.openpty()
        self._theirs = theirs
        termios.tcsetwinsize(theirs, (24, 80))
        self.process = subprocess.Popen(
            ["ssh", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color"},
        )

    def type(self, keys: bytes) -> None:
        os.write(self._ours, keys)

    def resize(self, height: int, width: int) -> None:
        termios.tcsetwinsize(self._theirs, (height, width))
        self.process.send_signal(signal.SIGWINCH)

    def wait_for(self, wanted: str) -> None:
        until = time.monotonic() + SECONDS
        while not re.search(wanted.encode(), self.shown, re.DOTALL):
            left = until - time.monotonic()
            assert left > 0, f"{wanted!r} is not in {self.shown[-2000:]!r}"
            if select.select([self._ours], [], [], left)[0]:
                self.shown += os.read(self._ours, 1 << 16)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)
        os.close(self._theirs)


def test_on_a_terminal_there_is_the_full_screen_and_it_follows_the_window(house: House) -> None:
    screen = _Screen(*house.options("anas"), "ana@127.0.0.1")
    try:
        screen.wait_for("No tables yet")
        screen.shown = b""
        screen.resize(30, 100)
        screen.wait_for(r"\x1b\[30;1H")
        [process] = _processes(house)
        screen.type(b"\x1a")  # Ctrl-Z
        screen.type(b"n")
        screen.wait_for("Truco")
        assert _processes(house) == {process}
    finally:
        screen.end()
    _until(lambda: not _processes(house))


def test_a_killed_link_keeps_the_seat_and_the_newest_window_wins(
    visit: Visit, house: House
) -> None:
    ana = visit("ana", key="anas")
    ana.wait_for("in the lobby")
    ana.type("create cacho")
    ana.wait_for("You are ana, in seat 1.")
    ana.send(signal.SIGKILL)
    ana.wait()
    again = visit("ana", key="anas")
    again.wait_for("in the lobby")
    again.wait_for("you have a seat")
    again.type("join 1")
    again.wait_for("You are ana, in seat 1.")
    third = visit("ana", key="anas")
    third.wait_for("in the lobby")
    again.wait()
    assert "another window" in again.text
    _until(lambda: len(_processes(house)) == 1)


@pytest.mark.nightly
def test_links_that_are_killed_leave_nothing_open_and_nothing_to_say(
    visit: Visit, house: House
) -> None:
    def files() -> int:
        [door] = _doors(house)
        return len(list(Path(f"/proc/{door}/fd").iterdir()))

    before, said = files(), len(house.program.lines)
    screens = [_Screen(*house.options(f"k{number}"), f"p{number}@127.0.0.1") for number in range(5)]
    for screen in screens:
        screen.wait_for("No tables yet")
        assert files() > before
    for screen in screens:
        screen.end()
    _until(lambda: not _processes(house) and files() == before)
    visit("ana", key="anas").wait_for("in the lobby")
    assert house.program.lines[said:] == []


@pytest.mark.nightly
def test_an_account_code_joins_a_key_to_a_player_and_gives_a_guest_the_name(
    visit: Visit, house: House, tmp_path: Path
) -> None:
    def code() -> str:
        made = subprocess.run(
            [PROGRAM, "account", "code", "--at", house.address],
            env=environment(tmp_path, "Bia"),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        found = re.search(r"account use (\S+)", made)
        assert found is not None
        return found[1]

    subprocess.run(
        [PROGRAM, "connect", house.address, "--plain"],
        env=environment(tmp_path, "Bia"),
        input="quit\n",
        text=True,
        check=True,
        capture_output=True,
    )
    for key in ("bias", ""):
        program = visit("someone", "code", code(), key=key)
        program.wait_for("You are Bia, in the lobby.")
        program.type("quit")
        assert program.wait() == 0
    program = visit("someone", key="bias")
    program.wait_for("You are Bia, in the lobby.")
    wrong = visit("someone", "code", "00000-00000", key="bias")
    assert wrong.wait() == 1
    assert "Traceback" not in wrong.text


def test_friends_come_by_ssh_to_the_table_at_which_you_sit_down(tmp_path: Path) -> None:
    (tmp_path / "Ana.toml").write_text('listen = "127.0.0.2"\n')
    (tmp_path / "Ana").mkdir()
    (tmp_path / "Ana" / "server-name").write_text("kitchen\n")  # of an earlier evening
    command = ("play", "cacho", "--lan", "--ssh", "--plain")
    ana = Program(*command, env=environment(tmp_path, "Ana"))
    programs = [ana]
    try:
        ana.wait_for(r"your name for “ana”\):  ssh -p \d+ ana@127\.0\.0\.2$")
        ana.wait_for(r"^Its key, as ssh shows it: SHA256:\S{43}$")
        ana.wait_for("You are Ana, in seat 1.")
        port = re.search(r"ssh -p (\d+)", ana.text)
        assert port is not None
        there = House(ana, int(port[1]), tmp_path, tmp_path, "")
        ssh = (*there.options("betos"), "beto@127.0.0.2")
        beto = Program(*ssh, env={**os.environ, "TERM": "dumb"}, program="ssh")
        programs.append(beto)
        beto.wait_for("You are beto, in the lobby.")
        assert "kitchen" in beto.text
        beto.type("join Ana")
        ana.wait_for("beto sits down")
        ana.type("quit")
        assert ana.wait() == 0
        beto.wait()
    finally:
        for program in programs:
            program.end()


def test_newcomers_need_the_servers_password(open_house: Open) -> None:
    house = open_house(env={"CARDTUI_PASSWORD": "sesame"})
    screen = _Screen(*house.options("anas"), "-T", "ana@127.0.0.1")
    try:
        screen.wait_for("Password: ")
        screen.type(b"wrong\n")
        screen.wait_for("Password: .*Password: ")
        screen.type(b"sesame\n")
        screen.wait_for("You are ana, in the lobby.")
    finally:
        screen.end()
    silent = subprocess.run(
        ["ssh", *house.options(), "-T", "beto@127.0.0.1"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    assert silent.returncode != 0
    assert b"in the lobby" not in silent.stdout


def test_the_key_stays_is_nobody_elses_and_a_link_stays_a_link(
    open_house: Open, tmp_path: Path
) -> None:
    kept = tmp_path / "elsewhere" / "key"
    (tmp_path / "host").mkdir()
    (tmp_path / "host" / "ssh_host_key").symlink_to(kept)
    assert _fingerprint(open_house()) == _fingerprint(open_house())
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert (tmp_path / "host" / "ssh_host_key").is_symlink()


def _fingerprint(house: House) -> str:
    """Return what the host says of its key, and stop it."""
    shown = re.search(r"SHA256:\S+", house.program.text)
    assert shown is not None
    house.program.send(signal.SIGTERM)
    assert house.program.wait() == 0
    return shown[0]


@pytest.mark.nightly
def test_the_door_is_opened_again_when_it_dies_and_closed_when_the_host_does(
    house: House, visit: Visit
) -> None:
    [door] = _doors(house)
    os.kill(door, signal.SIGKILL)
    _until(lambda: bool(_doors(house) - {door}) and _listens(house.port))
    program = visit("ana", key="anas")
    program.wait_for("in the lobby")
    house.program.send(signal.SIGKILL)
    program.wait()
    _until(lambda: not _doors(house) and not _processes(house))


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def _doors(house: House) -> set[int]:
    """Return the processes that listen for that server."""
    found = set()
    for each in Path("/proc").iterdir():
        try:
            if not each.name.isdigit() or b"cardtui_ssh\0" not in (each / "cmdline").read_bytes():
                continue
            if f"CARDTUI_DATA={house.data}".encode() in (each / "environ").read_bytes():
                found.add(int(each.name))
        except OSError:
            continue
    return found


@pytest.mark.nightly
def test_twenty_play_at_once(house: House, visit: Visit) -> None:
    programs = [visit(f"p{number}", key=f"k{number}") for number in range(20)]
    for number, program in enumerate(programs):
        program.wait_for(f"You are p{number}, in the lobby.")
    assert len(_processes(house)) == 20
