"""Silence: no screen sends a byte to the terminal while nothing changes."""

from __future__ import annotations

import asyncio
import json
import os
import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

import cardtui_client.tui
from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.tui.home.server_list import LOOK_EVERY
from cardtui_client.tui.lifecycle import StandingScreen
from tests.e2e.programs import environment
from tests.fingers.terminal import Size, Terminal, opened, readable
from tests.server.calling import Caller, running

_AT_ONCE: Final = 4
_WINDOW: Final = 1.6
"""Seconds of silence: more than a cursor blinks, and a clock ticks."""
_SETTLES: Final = 25.0
"""Seconds within which they come, once the screen shows what is awaited."""
_F1, _F3, _ENTER = b"\x1bOP", b"\x1bOR", b"\r"
_CTRL_P, _CTRL_Q = b"\x10", b"\x11"


@dataclass(frozen=True, slots=True)
class Way:
    """How one comes to a screen.

    Attributes:
        screen: the name of its class.
        command: what is typed at the shell, with the server's address in it.
        steps: what to wait for, and what to type then; the last is what the screen itself shows.
        name: of the person.
        size: of the window.
        window: for how many seconds it must be silent.
    """

    screen: str
    command: Sequence[str]
    steps: Sequence[tuple[bytes, bytes]]
    name: str = "Ana"
    size: Size = (80, 24)
    window: float = _WINDOW


_LOBBY: Final = ("connect", "{address}")
_HOME: Final = ("connect",)
_IN_LOBBY: Final = b"Waiting room"
_AT_HOME: Final = b"127.0.0.1:"
_PLAY: Final = ("connect", "{address}", "--table", "Match")

WAYS: Final = (
    Way("HomeScreen", _HOME, ((_AT_HOME, b""),), window=LOOK_EVERY + 0.5),
    Way("HomeScreen", _HOME, ((_AT_HOME, b"/"), (b"", b"")), window=LOOK_EVERY + 0.5),
    Way("FirstStart", _LOBBY, ((b"What's your name?", b""),), name=""),
    Way("LobbyScreen", _LOBBY, ((_IN_LOBBY, b""),)),
    Way("NewTable", _LOBBY, ((_IN_LOBBY, b"n"), (b"Create table", b""))),
    Way("SeatChoice", _LOBBY, ((_IN_LOBBY, _ENTER), (b"Which seat?", b""))),
    Way("RulesScreen", _LOBBY, ((_IN_LOBBY, b"r"), (b"This table plays", b""))),
    Way("SettingsScreen", _LOBBY, ((_IN_LOBBY, _F3), (b"Four colours", b""))),
    Way("KeyHelp", _LOBBY, ((_IN_LOBBY, _F1), (b"esc closes this", b""))),
    Way("Palette", _LOBBY, ((_IN_LOBBY, _CTRL_P), (b"hat would you like to do?", b""))),
    Way("QuickPlay", _HOME, ((_AT_HOME, b"p"), (b"A game against bots", b""))),
    Way("TooSmall", _LOBBY, ((b"The cards need", b""),), size=(60, 18)),
    Way("TableScreen", ("spectate", "{address}", "--table", "Waiting room"), ((b"watching", b""),)),
    Way("TableScreen", _PLAY, ((b"Ready", b"r"), (b"Pass", b""))),
    Way("Question", _PLAY, ((b"Ready", b"r"), (b"Pass", _CTRL_Q), (b"You are in a match", b""))),
)


def test_there_is_a_way_to_every_screen() -> None:
    for module in pkgutil.walk_packages(cardtui_client.tui.__path__, "cardtui_client.tui."):
        import_module(module.name)
    assert {each.__name__ for each in _ends(StandingScreen)} == {way.screen for way in WAYS}


def _ends(kind: type[StandingScreen[Any]]) -> set[type[StandingScreen[Any]]]:
    """Return the classes of screens that are not there for others to build on."""
    found: set[type[StandingScreen[Any]]] = set()
    for each in kind.__subclasses__():
        ours = each.__module__.startswith("cardtui_client.") and "[" not in each.__name__
        below = _ends(each)
        found |= below or ({each} if ours else set())
    return found


@pytest.mark.timeout(240)
async def test_no_screen_sends_a_byte_while_nothing_changes(tmp_path: Path) -> None:
    gate = asyncio.Semaphore(_AT_ONCE)

    async def look(number: int, way: Way) -> str:
        async with gate:
            sent = await _sent(way, tmp_path / str(number))
            return f"{way.screen}, after {way.steps}: {sent[:400]!r}" if sent else ""

    looks = (look(n, way) for n, way in enumerate(WAYS))
    found = await asyncio.gather(*looks, return_exceptions=True)
    loud = [str(each) for each in found if each]
    assert not loud, "\n".join(loud)


async def _sent(way: Way, folder: Path) -> bytes:
    """Go there; return what is sent last, if it never comes to silence."""
    env = environment(folder, "ana") | {"CARDTUI_NAME": way.name}
    async with running() as server:
        caller = Caller(server.address)
        await _tables(caller)
        _note(folder / "ana" / "running", server.address)
        command = (each.format(address=server.address) for each in way.command)
        async with opened(*command, env=env, size=way.size) as terminal:
            for awaited, typed in way.steps:
                await _wait(terminal, awaited)
                terminal.type(typed)
            quiet = await terminal.quiet(way.window, _SETTLES)
            assert terminal.code is None, terminal.shown
            sent = b"" if quiet else bytes(terminal.shown[-2000:])
        await caller.close()
    return sent


async def _wait(terminal: Terminal, awaited: bytes) -> None:
    try:
        seen = await terminal.until(lambda shown: awaited in shown)
    except TimeoutError:
        seen = False
    assert seen, f"{awaited!r} is not in {readable(bytes(terminal.shown))[-2000:]}"


def _note(running: Path, address: str) -> None:
    """Have the server found on the home screen."""
    running.mkdir(parents=True)
    text = json.dumps({"address": address, "pid": os.getpid()})
    (running / "here.json").write_text(text, encoding="utf-8")


async def _tables(caller: Caller) -> None:
    """Make a table that waits for people, and one that waits for one person only."""
    await caller.open("Host")
    await caller.create(game="truco-argentino", seats=4, name="Waiting room")
    match = await caller.create(game="cacho", seats=2, name="Match")
    bot = lobby_service_pb2.AddBotRequest(table=match.id, level=tables_pb2.BOT_LEVEL_EASY, seat=1)
    await caller.call(caller.lobby.AddBot, bot)
