"""The programs that are measured on a terminal: bare apps, and the client with nothing but a table.

    python -m bench.apps bare
    python -m bench.apps connected ADDRESS
    python -m bench.apps six
    python -m bench.apps still GAME
    python -m bench.apps moving GAME
    python -m bench.apps calling GAME

The last is the one before with a match in which bots call soon and raise each other. Each does what
it is told over a socket of its own, whose number is in ``BENCH_CONTROL``.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
import time
from typing import Any

from textual.app import App, ComposeResult
from textual.widgets import Static

SPENT_QUESTION = "spent?"
NEXT_STEP_SECONDS = 0.03
"""Seconds after a step in which the bots make the next one: their thinking is not measured."""


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
        if asked != SPENT_QUESTION:
            self.query_one(Static).update(f"number {asked.split()[-1]}")
        control.send(spent())


class Connected(Bare):
    """The same with what no client of this server can do without: a channel to it, and messages."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address

    async def on_load(self) -> None:
        from cardtui_client.net.connection import Connection

        self.connection = await Connection.open(self._address, "Bare")


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
        if asked != SPENT_QUESTION:
            number = int(asked.split()[-1])
            for line, height in zip(self.query(Static), self.HEIGHTS, strict=True):
                line.update(self.text(number, height), layout=False)
        control.send(spent())


def spent(elsewhere: float = 0.0) -> bytes:
    """Return the answer: ms of processor time that this process has taken, but for what else."""
    return json.dumps({"spent": 1e3 * (time.process_time() - elsewhere)}).encode() + b"\n"


def open_control() -> socket.socket:
    """Return the socket by which one is told what to do."""
    return socket.socket(fileno=int(os.environ["BENCH_CONTROL"]))


def table(game: str, *, animation: bool, calling: bool) -> App[None]:
    """Return the client with nothing but a table, which is told a match of bots step by step."""
    from cardtui.v1 import tables_pb2
    from cardtui_client.settings import Settings
    from cardtui_client.tui.table.screen import TableScreen
    from cardtui_client.tui.terminal_app import TerminalApp
    from cardtui_client.tui.themes import DEFAULT_COLOURS, THEMES
    from cardtui_engine import Bits, Level, get_bot_maker, get_rules, play
    from cardtui_engine.events import Acted
    from tests.support.table_driver import ScriptedFeed, ScriptedTable, TableApp, connection_to

    rules = get_rules(game)
    seats = rules.seats[0]
    options = rules.options({}, seats)
    level, seed = (Level.NORMAL, 19) if calling else (Level.EASY, 7)
    bots = [get_bot_maker(game)(options, seats, level) for _ in range(seats)]
    steps = play(rules, options, bots, Bits(seed))
    scripted = ScriptedTable(game, seats)
    scripted.table.state = tables_pb2.TABLE_STATE_PLAYING
    scripted.state = next(iter(steps)).state
    coming = [next(steps)]
    """The next step, which the bots have made beforehand."""
    thought = 0.0

    def think() -> None:
        nonlocal thought
        began = time.process_time()
        coming.append(next(steps))
        thought += time.process_time() - began

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
            return DEFAULT_COLOURS

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
                self.set_timer(NEXT_STEP_SECONDS, think)
            elif asked == [SPENT_QUESTION]:
                control.send(spent(thought))
                return
            else:
                pacer = self.table_screen.controller.pacer
                told["rests"] = pacer.rests
            control.send(json.dumps(told).encode() + b"\n")

    return Shown()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["bare"]:
            Bare().run()
        case ["six"]:
            Six().run()
        case ["connected", address]:
            Connected(address).run()
        case [mode, game]:
            table(game, animation=mode != "still", calling=mode == "calling").run()
        case _:
            sys.exit(__doc__)
