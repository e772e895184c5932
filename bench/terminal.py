"""Measure what a table sends to a terminal: bytes and times on a pseudo-terminal of 80×24.

A change of one card, a key of one's own, a whole hand with and without motion, and silence;
beside a bare Textual app with one line that changes, and beside one of six widgets in which as many
cells change as with a card. The table is told a match of bots by the
rules, without a server, so that nothing else is measured. First frames are those of the
installed program, which shows the servers it knows, beside that bare app.

    python bench/terminal.py [--game G] [--changes N] [--hands N] [--idle SECONDS] [--starts N]
"""

from __future__ import annotations

import argparse
import asyncio
import fcntl
import json
import os
import pty
import select
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from textual.app import App, ComposeResult
from textual.widgets import Static

SIZE = (80, 24)
QUIET = 0.06
"""Seconds without a byte after which a change has been sent."""
STARTS_AT = b"\x1b[?1049h"
RIGHT, LEFT = b"\x1b[C", b"\x1b[D"


# --- in the terminal -------------------------------------------------------------------------


class Bare(App[None]):
    """One line that changes."""

    def compose(self) -> ComposeResult:
        yield Static("number 0", id="line")

    def on_mount(self) -> None:
        control = open_control()
        asyncio.get_running_loop().add_reader(control, self.take, control)

    def take(self, control: socket.socket) -> None:
        asked = control.recv(64).decode()
        if not asked:
            self.exit()
            return
        self.query_one(Static).update(f"number {asked.split()[-1]}")
        control.send(b"{}\n")


class Six(App[None]):
    """Six widgets that change about 300 cells in all, as a card does, and have nothing to paint."""

    HEIGHTS = (1, 11, 1, 9, 1, 1)
    CHANGED = 13

    def compose(self) -> ComposeResult:
        for height in self.HEIGHTS:
            line = Static(self.text(0, height), markup=False)
            line.styles.height = height
            yield line

    def text(self, number: int, height: int) -> str:
        line = "." * 20 + str(number % 10) * self.CHANGED + "." * 40
        return "\n".join([line] * height)

    def on_mount(self) -> None:
        control = open_control()
        asyncio.get_running_loop().add_reader(control, self.take, control)

    def take(self, control: socket.socket) -> None:
        asked = control.recv(64).decode()
        if not asked:
            self.exit()
            return
        number = int(asked.split()[-1])
        for line, height in zip(self.query(Static), self.HEIGHTS, strict=True):
            line.update(self.text(number, height), layout=False)
        control.send(b"{}\n")


def open_control() -> socket.socket:
    """Return the socket by which one is told what to do."""
    return socket.socket(fileno=int(os.environ["BENCH_CONTROL"]))


def table(game: str, *, animation: bool) -> App[None]:
    """Return the client with nothing but a table, which is told a match of bots step by step."""
    from cardtui.v1 import tables_pb2
    from cardtui_client.settings import Settings
    from cardtui_client.tui.table.screen import TableScreen
    from cardtui_client.tui.terminal_app import TerminalApp
    from cardtui_client.tui.themes import DEFAULTS, THEMES
    from cardtui_engine import Bits, Level, get_bot_maker, get_rules, play
    from cardtui_engine.events import Acted
    from tests.screens.table_driver import (
        ScriptedFeed,
        ScriptedTable,
        TableApp,
        connection_to,
    )

    rules = get_rules(game)
    seats = rules.seats[0]
    options = rules.options({}, seats)
    bots = [get_bot_maker(game)(options, seats, Level.EASY) for _ in range(seats)]
    steps = play(rules, options, bots, Bits(7))
    scripted = ScriptedTable(game, seats)
    scripted.table.state = tables_pb2.TABLE_STATE_PLAYING
    scripted.state = next(iter(steps)).state
    coming = [next(steps)]
    """The next step, which the bots make beforehand: their thinking is not measured."""

    class Shown(TerminalApp):
        CSS_PATH = TableApp.CSS_PATH

        def __init__(self) -> None:
            super().__init__(None)
            settings = Settings(name="Ana", animation=animation, bell=False)
            for theme in THEMES.values():
                self.register_theme(theme)
            self.theme = settings.theme
            self.table_screen = TableScreen(
                connection_to(scripted, "Ana"), "t1", True, settings, feed=ScriptedFeed(scripted)
            )

        def get_theme_variable_defaults(self) -> dict[str, str]:
            return DEFAULTS

        def on_mount(self) -> None:
            self.push_screen(self.table_screen)
            control = open_control()
            asyncio.get_running_loop().add_reader(control, self.take, control)

        def take(self, control: socket.socket) -> None:
            asked = control.recv(64).decode().split()
            if not asked:
                self.exit()
                return
            told: dict[str, Any] = {}
            if asked[0] == "step":
                step = coming.pop() if coming else next(steps)  # a slow machine has none yet
                scripted.advance(step.state, step.events)
                told["events"] = [type(event).__name__ for event in step.events]
                told["verbs"] = [
                    each.action.verb for each in step.events if isinstance(each, Acted)
                ]
                told["mine"] = 0 in rules.turn(step.state).to_act
                self.set_timer(QUIET / 2, lambda: coming.append(next(steps)))
            else:
                pacer = self.table_screen.controller.pacer
                told["rests"] = pacer.rests
            control.send(json.dumps(told).encode() + b"\n")

    return Shown()


# --- beside it -------------------------------------------------------------------------------


class Watched:
    """A program on a pseudo-terminal, all of whose bytes are counted."""

    def __init__(self, *arguments: str, env: dict[str, str] | None = None) -> None:
        ours, theirs = socket.socketpair()
        self.began = time.perf_counter()
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))
        self.process = subprocess.Popen(
            arguments,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            pass_fds=[theirs.fileno()],
            env={
                **os.environ,
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "BENCH_CONTROL": str(theirs.fileno()),
                **(env or {}),
            },
        )
        os.close(slave)
        theirs.close()
        self.control = ours
        self.sent = 0

    def until(self, awaited: bytes) -> float:
        """Wait for those bytes; return the seconds since the program was started."""
        shown = b""
        while awaited not in shown:
            shown += os.read(self.master, 65536)
        return time.perf_counter() - self.began

    def read(self, quiet: float = QUIET) -> tuple[int, float, float]:
        """Return how many bytes come until it is quiet, and when the first and the last came."""
        count, first, last = 0, 0.0, 0.0
        while select.select([self.master], [], [], quiet)[0]:
            came = len(os.read(self.master, 65536))
            last = time.perf_counter()
            first = first or last
            count += came
        self.sent += count
        return count, first, last

    def ask(self, words: str) -> dict[str, Any]:
        """Have something done, and return what is told of it."""
        self.control.send(words.encode())
        told: dict[str, Any] = json.loads(self.control.recv(65536).splitlines()[-1])
        return told

    def processor(self) -> float:
        """Return the seconds of processor time that it has taken."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        self.control.close()
        self.process.terminate()
        while True:
            try:
                if not os.read(self.master, 65536):
                    break
            except OSError:
                break
        self.process.wait(10)
        os.close(self.master)


def child(*words: str) -> Watched:
    """Return this script, on a terminal, as one of the programs above."""
    watched = Watched(sys.executable, __file__, "--child", *words)
    watched.until(STARTS_AT)
    watched.read(1.0)
    return watched


def changes(watched: Watched, asked: Callable[[int], str], number: int) -> Iterator[Any]:
    """Yield for each change what is told of it, its bytes, and ms to the last of them."""
    for at in range(number):
        began = time.perf_counter()
        told = watched.ask(asked(at))
        count, _first, last = watched.read()
        yield told, count, (last - began) * 1e3


def told_of_cards(game: str, number: int) -> None:
    bare, six, ours = child("bare"), child("six"), child("still", game)
    theirs = list(changes(bare, lambda at: f"line {at % 10}", number))
    as_many = list(changes(six, lambda at: f"line {at % 10}", number))
    mine = list(changes(ours, lambda _at: "step", number))
    for each in (bare, six, ours):
        each.end()
    cards = [each for each in mine if each[0]["verbs"] in (["play"], ["discard"]) and each[1]]
    cards = [each for each in cards if len(each[0]["events"]) == 1] or mine
    sizes = [count for _told, count, _ms in cards]
    times = statistics.median(ms for _told, _count, ms in cards)
    bytes_, other = (statistics.median(column) for column in list(zip(*theirs, strict=True))[1:])
    print(
        f"{game}: a card: {statistics.median(sizes):.0f} bytes (most {max(sizes)}), {times:.1f} ms"
        f" to the last; bare: {bytes_:.0f} bytes, {other:.1f} ms, ratio {times / other:.2f}"
    )
    bytes_, other = (statistics.median(column) for column in list(zip(*as_many, strict=True))[1:])
    print(
        f"as many cells in six bare widgets: {bytes_:.0f} bytes, {other:.1f} ms,"
        f" ratio {times / other:.2f}"
    )
    every = [count for _told, count, _ms in mine]
    print(f"{game}: any change: {statistics.median(every):.0f} bytes, most {max(every)}")


def told_of_keys(game: str, number: int) -> None:
    watched = child("still", game)
    while not watched.ask("step").get("mine"):
        watched.read()
    watched.read(0.3)
    first_byte, last_byte = [], []
    for at in range(number):
        began = time.perf_counter()
        os.write(watched.master, LEFT if at % 2 else RIGHT)
        count, first, last = watched.read()
        if count:
            first_byte.append((first - began) * 1e3)
            last_byte.append((last - began) * 1e3)
    watched.end()
    print(
        f"{game}: own key: {statistics.median(first_byte):.1f} ms to the first byte,"
        f" {statistics.median(last_byte):.1f} to the last ({len(first_byte)} keys)"
    )


def bytes_of_hands(game: str, mode: str, hands: int) -> list[int]:
    """Return the bytes of each hand of a match, each change shown to its end."""
    watched = child(mode, game)
    sums: list[int] = []
    before = 0
    while len(sums) < hands:
        told = watched.ask("step")
        if "HandStarted" in told["events"]:
            before = watched.sent
        watched.read(0.15)
        while not watched.ask("rests?")["rests"]:
            watched.read(0.15)
        watched.read(0.15)
        if "HandEnded" in told["events"]:
            sums.append(watched.sent - before)
    watched.end()
    return sums


def told_of_hands(game: str, hands: int) -> None:
    moving, still = (bytes_of_hands(game, mode, hands) for mode in ("moving", "still"))
    extra = [more - less for more, less in zip(moving, still, strict=True)]
    print(
        f"{game}: a hand's motion: {statistics.median(extra) / 1e3:.1f} kB, most"
        f" {max(extra) / 1e3:.1f} ({hands} hands; without motion"
        f" {statistics.median(still) / 1e3:.1f} kB)"
    )


def told_of_silence(game: str, seconds: float) -> None:
    watched = child("moving", game)
    while not watched.ask("step").get("mine"):
        watched.read(0.5)
    watched.read(2.5)
    before, began = watched.processor(), time.perf_counter()
    count = 0
    while time.perf_counter() - began < seconds:
        if select.select([watched.master], [], [], 0.2)[0]:
            count += len(os.read(watched.master, 65536))
    spent = watched.processor() - before
    watched.end()
    print(f"{game}: {seconds:.0f} s of waiting: {count} bytes, {spent / seconds:.2%} of a core")


def told_of_starts(number: int) -> None:
    program = str(Path(sys.executable).with_name("cardtui"))
    pairs = []
    with tempfile.TemporaryDirectory() as folder:
        env = {
            "CARDTUI_CONFIG": f"{folder}/c.toml",
            "CARDTUI_DATA": folder,
            "CARDTUI_DISCOVERY": "false",
            "CARDTUI_NAME": "Ana",
        }
        for _number in range(number):
            bare = Watched(sys.executable, __file__, "--child", "bare")
            other = bare.until(b"number")
            bare.end()
            ours = Watched(program, "connect", env=env)
            pairs.append((ours.until(b"Play now"), other))
            ours.end()
    mine, other = (statistics.median(column) * 1e3 for column in zip(*pairs, strict=True))
    print(f"first frame: {mine:.0f} ms, bare app {other:.0f} ms, ratio {mine / other:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what a table sends to a terminal.")
    parser.add_argument("--child", nargs="+", help=argparse.SUPPRESS)
    parser.add_argument("--game", default="truco-argentino", help="which game")
    parser.add_argument("--changes", type=int, default=60, help="changes and keys")
    parser.add_argument("--hands", type=int, default=3, help="hands with and without motion")
    parser.add_argument("--idle", type=float, default=5.0, help="seconds of silence")
    parser.add_argument("--starts", type=int, default=7, help="fresh processes of each")
    args = parser.parse_args()
    sys.path.insert(0, ".")
    match args.child:
        case ["bare"]:
            Bare().run()
        case ["six"]:
            Six().run()
        case [mode, game]:
            table(game, animation=mode == "moving").run()
        case _:
            told_of_cards(args.game, args.changes)
            told_of_keys(args.game, args.changes)
            told_of_hands(args.game, args.hands)
            told_of_silence(args.game, args.idle)
            if args.starts:
                told_of_starts(args.starts)


if __name__ == "__main__":
    main()
