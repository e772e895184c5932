"""The screens in a real terminal: opened, left, and the terminal as it was before."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.programs import PROGRAM, SECONDS, environment

ENTER_SCREEN = b"\x1b[?1049h"
LEAVE_SCREEN = b"\x1b[?1049l"
KEEP_TITLE, TITLE_BACK = b"\x1b[22;2t", b"\x1b[23;2t"
SHOW_CURSOR, HIDE_CURSOR = b"\x1b[?25h", b"\x1b[?25l"


class Terminal:
    """A pseudo-terminal of 80 by 24 with `cardtui` in it."""

    def __init__(self, *arguments: str, env: dict[str, str]) -> None:
        self.shown = b""
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
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
        while self._read(0):
            pass
        return code

    def settings(self) -> list[object]:
        return termios.tcgetattr(self._theirs)

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

    def open_terminal(*arguments: str, **more: str) -> Terminal:
        env = {**environment(tmp_path, "Ana"), **more}
        terminals.append(Terminal(*arguments, env=env))
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


def wait_until_no_server(tmp_path: Path) -> None:
    until = time.monotonic() + SECONDS
    while servers(tmp_path):
        assert time.monotonic() < until, "the server outlived its player"
        time.sleep(0.02)  # another process's files give no event to wait for


def test_leaving_gives_the_terminal_back_and_ends_the_server(
    terminal: Terminal, tmp_path: Path
) -> None:
    assert len(servers(tmp_path)) == 1
    terminal.type(b"\x11")
    terminal.wait_for(b"Quit?")
    terminal.type(b"\r")
    assert terminal.wait() == 0
    assert LEAVE_SCREEN in terminal.shown
    assert terminal.shown.rfind(TITLE_BACK) > terminal.shown.rfind(KEEP_TITLE) > 0
    assert terminal.shown.rfind(SHOW_CURSOR) > terminal.shown.rfind(HIDE_CURSOR)
    assert terminal.settings() == terminal.before
    wait_until_no_server(tmp_path)


def test_who_is_told_to_end_leaves_the_terminal_as_it_was(
    terminal: Terminal, tmp_path: Path
) -> None:
    terminal.process.send_signal(signal.SIGTERM)
    terminal.wait()
    assert LEAVE_SCREEN in terminal.shown
    assert terminal.settings() == terminal.before
    wait_until_no_server(tmp_path)


def test_the_server_ends_even_if_its_player_is_killed(terminal: Terminal, tmp_path: Path) -> None:
    terminal.process.kill()
    terminal.process.wait()
    wait_until_no_server(tmp_path)


def test_who_has_no_name_yet_is_asked_and_then_plays(open_terminal: Open) -> None:
    terminal = open_terminal("play", "cacho", CARDTUI_NAME="")
    terminal.wait_for(b"What's your name?")
    terminal.type(b"\r")
    terminal.wait_for(b"Alba")


def test_options_are_kept_also_by_who_has_no_name_yet(open_terminal: Open) -> None:
    terminal = open_terminal("play", "cacho", "--option", "buy_in=77", CARDTUI_NAME="")
    terminal.wait_for(b"77")


def test_others_find_a_game_in_the_lobby_and_watch_it(
    terminal: Terminal, open_terminal: Open, tmp_path: Path
) -> None:
    home = open_terminal("connect", CARDTUI_NAME="Bia")
    home.wait_for(b"127.0.0.1:")
    address = json.loads(servers(tmp_path)[0].read_text(encoding="utf-8"))["address"]
    lobby = open_terminal("connect", address, CARDTUI_NAME="Bia")
    lobby.wait_for(b"Ana, 1 bot")
    watcher = open_terminal("spectate", CARDTUI_NAME="Caio")
    watcher.wait_for(b"You are watching")
    direct = open_terminal("spectate", address, "--table", "Ana", CARDTUI_NAME="Dora")
    direct.wait_for(b"You are watching")


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
    terminal.wait_for(b"Another server")
    terminal.type(b"q")
    assert terminal.wait() == 0


ASKED = {"LC_ALL": "C", "CARDTUI_LANGUAGE": "pt_BR"}
"""A terminal that shows no more than ASCII, and a language that has more."""


def test_a_terminal_of_another_encoding_is_sent_nothing_but_ascii(open_terminal: Open) -> None:
    screens = open_terminal(**ASKED)
    screens.wait_for(b"Servidores")
    screens.type(b"s")
    screens.wait_for(b"Ajustes")
    screens.type(b"\t\t\t\t")  # to the cards, the fourth field
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


@pytest.mark.parametrize("said", ["chosen", "unset"])
def test_signs_are_drawn_where_they_were_asked_for_and_where_no_locale_is_set(
    open_terminal: Open, said: str
) -> None:
    asked = ASKED | {"CARDTUI_CARD_STYLE": "unicode"}
    terminal = open_terminal(**(asked if said == "chosen" else {"LANG": "", "LC_ALL": ""}))
    terminal.wait_for("A♠".encode())


def test_pictures_that_are_chosen_later_are_drawn_at_once(open_terminal: Open) -> None:
    terminal = open_terminal(LC_ALL="C")
    terminal.wait_for(b"Servers")
    terminal.type(b"s")
    terminal.wait_for(b"Looks")
    terminal.type(b"\t\t\t\t")  # to the cards, the fourth field
    terminal.wait_for(b"ASCII, because")
    assert terminal.shown.isascii()
    terminal.type(b"\r")
    terminal.wait_for(b"pictures")
    terminal.type(b"\x1b[B")
    terminal.type(b"\r")
    terminal.wait_for("♠".encode())
