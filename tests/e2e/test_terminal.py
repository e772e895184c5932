"""The screens in a real terminal: opened, left, and the terminal as it was before."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.leftovers import ENTER_SCREEN, leftovers
from tests.support.nights import by_night
from tests.support.programs import PROGRAM, SECONDS, environment

LEAVE_SCREEN = b"\x1b[?1049l"
CLEAR = b"\x1b[m\x1b[2J\x1b[H"
KEEP_TITLE, TITLE_BACK = b"\x1b[22;2t", b"\x1b[23;2t"
PLACE = re.compile(rb"\x1b\[(\d+);(\d+)H")
SHOW_CURSOR, HIDE_CURSOR = b"\x1b[?25h", b"\x1b[?25l"


class Terminal:
    """A pseudo-terminal of 80 by 24 with `cardtui` in it."""

    def __init__(
        self, *arguments: str, env: dict[str, str], size: tuple[int, int] = (24, 80)
    ) -> None:
        self.shown = b""
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        self.before = termios.tcgetattr(theirs)
        self._theirs = theirs
        self.process = subprocess.Popen(
            [PROGRAM, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**env, "TERM": "xterm-256color"},
        )

    def type(self, keys: bytes) -> None:
        os.write(self._ours, keys)

    def wait_for(self, wanted: bytes) -> None:
        until = time.monotonic() + SECONDS
        while wanted not in self.shown:
            left = until - time.monotonic()
            assert left > 0, f"{wanted!r} is not in {self.shown[-2000:]!r}"
            self._read(left)

    def wait(self) -> int:
        """Return the exit code, reading on until then."""
        until = time.monotonic() + SECONDS
        while self.process.poll() is None and time.monotonic() < until:
            self._read(0.05)
        code = self.process.wait(0)
        self.read_all()
        return code

    def read_all(self) -> None:
        while self._read(0):
            pass

    def read_for(self, seconds: float) -> None:
        self._read(seconds)

    def settings(self) -> list[Any]:
        return termios.tcgetattr(self._theirs)

    def set(self, settings: list[Any]) -> None:
        termios.tcsetattr(self._theirs, termios.TCSANOW, settings)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._ours)
        os.close(self._theirs)

    def _read(self, seconds: float) -> bool:
        readable, _, _ = select.select([self._ours], [], [], seconds)
        if readable:
            self.shown += os.read(self._ours, 65536)
        return bool(readable)


Open = Callable[..., Terminal]


@pytest.fixture
def open_terminal(tmp_path: Path) -> Iterator[Open]:
    """Open a terminal with a command in it; all share Ana's folders."""
    terminals: list[Terminal] = []

    def open_terminal(*arguments: str, size: tuple[int, int] = (24, 80), **more: str) -> Terminal:
        env = {**environment(tmp_path, "Ana"), **more}
        terminals.append(Terminal(*arguments, env=env, size=size))
        return terminals[-1]

    yield open_terminal
    for each in reversed(terminals):
        each.end()


@pytest.fixture
def terminal(open_terminal: Open) -> Terminal:
    """A game against a bot, waiting for us."""
    terminal = open_terminal("play", "cacho")
    terminal.wait_for(ENTER_SCREEN)
    terminal.wait_for(b"Alba")
    return terminal


def servers(tmp_path: Path) -> list[Path]:
    """Return the notes of the servers that run."""
    return list((tmp_path / "Ana" / "running").glob("*.json"))


def wait_until(holds: Callable[[], object], otherwise: str) -> None:
    until = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < until, otherwise
        time.sleep(0.02)  # another process's files give no event to wait for


def wait_until_no_server(tmp_path: Path) -> None:
    wait_until(lambda: not servers(tmp_path), "the server outlived its player")


def on_screen(shown: bytes) -> bytes:
    return shown[shown.index(ENTER_SCREEN) : shown.rindex(LEAVE_SCREEN)]


def is_stopped(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "T"


@pytest.mark.parametrize(
    ("first", "end"),
    [
        ("end", signal.SIGTERM),
        *by_night(("end", signal.SIGHUP), ("wake", signal.SIGHUP), ("wake", signal.SIGTERM)),
    ],
)
def test_who_is_woken_as_they_are_told_to_end_leaves_the_terminal_as_it_was(
    terminal: Terminal, tmp_path: Path, end: signal.Signals, first: str
) -> None:
    """As systemd and shells do it, at any moment of the end."""
    both = [end, signal.SIGCONT] if first == "end" else [signal.SIGCONT, end]
    for each in both:
        terminal.process.send_signal(each)
    while terminal.process.poll() is None:
        terminal.process.send_signal(signal.SIGCONT)
        terminal.read_for(0.01)
    terminal.wait()
    assert leftovers(terminal.shown) == []
    assert terminal.settings() == terminal.before
    assert not list((tmp_path / "Ana").rglob("late-*"))


@pytest.mark.parametrize(
    ("end", "stopped"),
    [("quit", True), *by_night(("quit", False), ("told", True), ("told", False))],
)
def test_who_is_woken_on_a_screen_draws_it_anew_and_leaves_the_terminal_as_it_was(
    terminal: Terminal, tmp_path: Path, end: str, *, stopped: bool
) -> None:
    assert len(servers(tmp_path)) == 1
    title = terminal.shown.rfind(KEEP_TITLE)
    assert title > terminal.shown.rfind(TITLE_BACK)
    taken = terminal.settings()
    assert taken != terminal.before
    for _time in range(2):
        if stopped:
            terminal.process.send_signal(signal.SIGSTOP)
            wait_until(lambda: is_stopped(terminal.process.pid), "it was not stopped")
            terminal.read_all()
            terminal.set(terminal.before)  # by the shell
        terminal.shown = b""
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait_for(CLEAR)  # what was being drawn when it was stopped may come before
        terminal.shown = terminal.shown.partition(CLEAR)[2]
        terminal.wait_for(b"Alba")
        assert terminal.settings() == taken
    terminal.shown = ENTER_SCREEN
    if end == "told":
        terminal.process.send_signal(signal.SIGTERM)
        terminal.wait()
    else:
        terminal.type(b"\x11")
        terminal.wait_for(b"Quit?")
        terminal.type(b"\r")
        assert terminal.wait() == 0
    assert LEAVE_SCREEN in terminal.shown
    assert leftovers(terminal.shown) == []
    assert terminal.shown.rfind(TITLE_BACK) > terminal.shown.rfind(KEEP_TITLE)
    assert terminal.shown.rfind(SHOW_CURSOR) > terminal.shown.rfind(HIDE_CURSOR)
    assert terminal.settings() == terminal.before
    assert not list((tmp_path / "Ana").rglob("late-*"))
    wait_until_no_server(tmp_path)


def test_who_suspends_the_program_finds_the_terminal_free_and_the_picture_whole_again(
    terminal: Terminal,
) -> None:
    assert CLEAR in terminal.shown  # before the first picture
    for _time in range(2):
        terminal.type(b"\x1a")
        terminal.wait_for(LEAVE_SCREEN)
        wait_until(lambda: is_stopped(terminal.process.pid), "it was not suspended")
        terminal.read_all()
        assert leftovers(terminal.shown) == []
        assert terminal.settings() == terminal.before
        terminal.shown = b""
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait_for(CLEAR)  # what was being drawn when it was stopped may come before
        terminal.shown = terminal.shown.partition(CLEAR)[2]
        terminal.wait_for(b"Alba")


@pytest.mark.parametrize(
    ("columns", "lines"), [*by_night(("100", "40"), ("40", "10"), ("x", "-1"), ("0", ""))]
)
def test_the_terminal_knows_better_how_large_it_is_than_the_environment(
    open_terminal: Open, columns: str, lines: str
) -> None:
    terminal = open_terminal("play", "cacho", COLUMNS=columns, LINES=lines)
    terminal.wait_for(b"Alba")
    terminal.wait_for(b"\x1b[24;")
    terminal.type(b"\x11\r")
    assert terminal.wait() == 0
    places = [tuple(map(int, each)) for each in PLACE.findall(terminal.shown)]
    assert max(line for line, _column in places if line != 999) == 24
    assert max(column for _line, column in places) <= 80
    shown = open_terminal("--help", COLUMNS="40")
    assert shown.wait() == 0
    assert max(len(line) for line in shown.shown.splitlines()) > 60
    # A terminal that does not know is told by them, until it does.
    blind = open_terminal("play", "cacho", size=(0, 0), COLUMNS="90", LINES="30")
    blind.wait_for(b"\x1b[30;")


def test_what_others_write_goes_into_a_file_while_a_screen_stands(
    open_terminal: Open, tmp_path: Path
) -> None:
    log = tmp_path / "Ana" / "client.log"
    log.parent.mkdir(exist_ok=True)
    log.write_bytes(b"x" * 300_000)
    log.chmod(0o644)
    debugging = {"GRPC_VERBOSITY": "DEBUG", "GRPC_TRACE": "http"}
    terminal = open_terminal("play", "cacho", **debugging)
    terminal.wait_for(b"Alba")
    terminal.type(b"\x11")
    terminal.wait_for(b"Quit?")
    terminal.type(b"\r")
    assert terminal.wait() == 0
    assert b"chttp2" not in on_screen(terminal.shown)
    written = log.read_bytes()
    assert b"chttp2" in written
    assert b"xxx" not in written  # it had become too large
    assert log.stat().st_mode & 0o777 == 0o600


@pytest.mark.nightly
@pytest.mark.parametrize("there", ["pipe", "folder"])
def test_where_there_can_be_no_such_file_it_is_lost(
    open_terminal: Open, tmp_path: Path, there: str
) -> None:
    log = tmp_path / "Ana" / "client.log"
    log.parent.mkdir()
    log.mkdir() if there == "folder" else os.mkfifo(log)
    terminal = open_terminal("play", "cacho", GRPC_VERBOSITY="DEBUG", GRPC_TRACE="http")
    terminal.wait_for(b"Alba")
    terminal.process.send_signal(signal.SIGTERM)
    terminal.wait()
    assert b"chttp2" not in on_screen(terminal.shown)


@pytest.mark.nightly(reason="tests/screens/test_pasting.py")
def test_a_book_that_is_pasted_without_a_word_is_no_hindrance(terminal: Terminal) -> None:
    terminal.type(b"/")
    terminal.wait_for(b"ay something")
    shown = len(terminal.shown)
    book = b"all the letters of a book \xff " * 3_000
    for at in range(0, len(book), 4096):
        terminal.type(book[at : at + 4096])
    terminal.type(b"\x11")
    terminal.wait_for(b"Quit?")
    assert len(terminal.shown) - shown < 50_000  # some pictures, not thousands
    while terminal.process.poll() is None:
        terminal.type(b"\r")  # part of the text until that has ended
        terminal.read_for(1)
    assert terminal.wait() == 0


def test_the_server_ends_even_if_its_player_is_killed(terminal: Terminal, tmp_path: Path) -> None:
    terminal.process.kill()
    terminal.process.wait()
    wait_until_no_server(tmp_path)


@pytest.mark.nightly
def test_who_has_no_name_yet_is_asked_in_lines_before_the_deal_of_the_day(
    open_terminal: Open,
) -> None:
    terminal = open_terminal("play", "cacho", "--today", "--plain", CARDTUI_NAME="", LOGNAME="root")
    terminal.wait_for("What’s your name?".encode())
    terminal.type(b"Ana\r")
    terminal.wait_for(b"You are Ana")


def test_who_comes_first_and_names_no_game_is_asked_once_whether_to_play_or_learn(
    open_terminal: Open,
) -> None:
    terminal = open_terminal("play", CARDTUI_NAME="")
    terminal.wait_for("What’s your name?".encode())
    terminal.type(b"Ana\r")
    terminal.wait_for(b"Do you know truco?")
    terminal.type(b"\r")
    terminal.wait_for(b", traditional")


@pytest.mark.nightly
def test_who_has_no_name_yet_is_asked_and_then_plays_as_was_wished(open_terminal: Open) -> None:
    option = "--option", "buy_in=77"
    terminal = open_terminal("play", "cacho", *option, CARDTUI_NAME="", LOGNAME="root")
    terminal.wait_for("What’s your name?".encode())
    terminal.type(b"Ana\r")
    terminal.wait_for(b"77")


@pytest.mark.nightly
def test_a_table_for_friends_shows_how_they_come_there(open_terminal: Open, tmp_path: Path) -> None:
    (tmp_path / "Ana.toml").write_text('listen = "127.0.0.2"\n', encoding="utf-8")
    terminal = open_terminal("play", "cacho", "--lan")
    terminal.wait_for(b"cardtui connect")


def test_the_settings_open_in_the_persons_editor(open_terminal: Open, tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho \'theme = "plaid"\' > "$1"\n', encoding="utf-8")
    editor.chmod(0o755)
    terminal = open_terminal("config", "edit", EDITOR=str(editor), VISUAL="")
    assert terminal.wait() == 2
    assert b"Ana.toml:1: " in terminal.shown


def test_without_a_command_a_terminal_has_the_home_screen(open_terminal: Open) -> None:
    terminal = open_terminal()
    terminal.wait_for(ENTER_SCREEN)
    terminal.wait_for(b"Truco paulista")
    terminal.type(b"q")
    assert terminal.wait() == 0


ASKED = {"LC_ALL": "C", "CARDTUI_LANGUAGE": "pt_BR"}
"""A terminal that shows no more than ASCII, and a language that has more."""


def test_a_terminal_of_another_encoding_is_sent_nothing_but_ascii(open_terminal: Open) -> None:
    screens = open_terminal(**ASKED)
    screens.wait_for(b"Amigos")
    screens.type(b"s")
    screens.wait_for(b"Ajustes")
    screens.type(b"\t\t")  # from the language to the cards
    screens.wait_for(b"ASCII, porque")
    screens.type(b"\x11")
    assert screens.wait() == 0
    lines = open_terminal("rules", "cacho", "--no-pager", **ASKED)
    assert lines.wait() == 0
    words = open_terminal("rules", "brísca", **ASKED)
    assert words.wait() != 0
    assert b"brisca" in words.shown
    for each in (screens, lines, words):
        assert each.shown.isascii()


@pytest.mark.parametrize("said", ["chosen", *by_night("unset")])
def test_signs_are_drawn_where_they_were_asked_for_and_where_no_locale_is_set(
    open_terminal: Open, said: str
) -> None:
    asked = ASKED | {"CARDTUI_CARD_STYLE": "unicode"}
    terminal = open_terminal(**(asked if said == "chosen" else {"LANG": "", "LC_ALL": ""}))
    terminal.wait_for("A♠".encode())


@pytest.mark.nightly
def test_pictures_that_are_chosen_later_are_drawn_at_once(open_terminal: Open) -> None:
    terminal = open_terminal(LC_ALL="C")
    terminal.wait_for(b"Friends")
    terminal.type(b"s")
    terminal.wait_for(b"Looks")
    terminal.type(b"\t\t")  # from the language to the cards
    terminal.wait_for(b"ASCII, because")
    assert terminal.shown.isascii()
    terminal.type(b"\r")
    terminal.wait_for(b"pictures")
    terminal.type(b"\x1b[B")
    terminal.type(b"\r")
    terminal.wait_for("♠".encode())
