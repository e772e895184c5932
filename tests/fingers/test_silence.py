"""Silence: no screen sends a byte to the terminal while nothing changes."""

import asyncio
import json
import os
import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

import cardtui_client.tui
import cardtui_lessons
import cardtui_studio
from cardtui.v1 import lobby_service_pb2, session_service_pb2, tables_pb2
from cardtui_client.tui.lifecycle import StandingScreen
from cardtui_client.tui.server_list import LOOK_EVERY
from cardtui_client.tui.table.screen import TableScreen
from cardtui_server.lobby.password import Password
from tests.support.calling import SWIFT, Caller, running
from tests.support.door import line_of
from tests.support.films import TRANSCRIPTS
from tests.support.programs import environment
from tests.support.terminal import Size, Terminal, opened, readable

_AT_ONCE: Final = 4
_WINDOW: Final = 1.6
"""Seconds of silence: more than a cursor blinks, and a clock ticks."""
_SETTLES: Final = 60.0
"""Seconds within which they come, once the screen shows what is awaited."""
_F1, _F3, _F4, _ENTER, _ESCAPE = b"\x1bOP", b"\x1bOR", b"\x1bOS", b"\r", b"\x1b"
_CTRL_P, _CTRL_Q, _CTRL_S = b"\x10", b"\x11", b"\x13"


@dataclass(frozen=True, slots=True)
class Stop:
    """A screen on a way.

    Attributes:
        screen: the name of its class.
        steps: what to wait for, and what to type then; the last is what the screen itself shows.
        window: for how many seconds it must be silent.
        leave: what is typed afterwards, to be back where the next stop begins.
        below: what shows again there. An Esc and a key right behind it would be one Alt and key.
    """

    screen: str
    steps: Sequence[tuple[bytes, bytes]]
    window: float = _WINDOW
    leave: bytes = b""
    below: bytes = b""


@dataclass(frozen=True, slots=True)
class Way:
    """A client that goes from screen to screen.

    Attributes:
        command: what is typed at the shell, with the server's address or join line in it.
        stops: the screens.
        name: of the person.
        size: of the window.
        password: that the server wants of newcomers.
    """

    command: Sequence[str]
    stops: Sequence[Stop]
    name: str = "Ana"
    size: Size = (80, 24)
    password: str = ""


_LOBBY: Final = ("connect", "{address}")
_IN_LOBBY: Final = b"Waiting room"
_GAMES: Final = b"Truco paulista"
_STILL: Final = b"nothing more"
"""Stands for a moment in which nothing comes: the palette has found what it was asked for.

Which letters of an entry are sent anew depends on how many had come when it first looked.
"""
_MOMENT: Final = 1.5
_AT_HOME: Final = LOOK_EVERY + 0.5

WAYS: Final = (
    Way(
        ("connect",),
        (
            Stop("HomeScreen", ((_GAMES, b""),), _AT_HOME),
            Stop(
                "QuickPlay",
                ((b"", b"p"), (b"A game against bots", b"")),
                leave=_ESCAPE,
                below=_GAMES,
            ),
            Stop(
                "LessonChoice",
                ((b"", b"l"), (b"Which game would", b"")),
                leave=_ESCAPE,
                below=_GAMES,
            ),
            Stop(
                "RecordChoice",
                ((b"", b"w"), (b"Which match would", b"")),
                leave=_ESCAPE,
                below=_GAMES,
            ),
            Stop("HomeScreen", ((b"", b"/"), (b"127.0.0.1:", b"")), _AT_HOME),
        ),
    ),
    Way(
        _LOBBY,
        (
            Stop("LobbyScreen", ((_IN_LOBBY, b""),)),
            Stop(
                "SeatChoice", ((b"", _ENTER), (b"Which seat?", b"")), leave=_ESCAPE, below=_IN_LOBBY
            ),
            Stop(
                "RulesScreen",
                ((b"", b"r"), (b"This table plays", b"")),
                leave=_ESCAPE,
                below=_IN_LOBBY,
            ),
            Stop("KeyHelp", ((b"", _F1), (b"esc closes this", b""))),
        ),
    ),
    Way(
        _LOBBY,
        (
            Stop(
                "NewTable",
                ((_IN_LOBBY, b"n"), (b"The other seats", b"")),
                leave=_ESCAPE,
                below=_IN_LOBBY,
            ),
            Stop(
                "GameChoice",
                ((b"", b"m"), (b"Which game", b"")),
                leave=_ESCAPE,
                below=_IN_LOBBY,
            ),
            Stop(
                "TableCodeDialog",
                ((b"", b"p"), (b"The code of the", b"")),
                leave=_ESCAPE,
                below=_IN_LOBBY,
            ),
            Stop(
                "SettingsScreen",
                ((b"", _F3), (b"Your name, up to", b"")),
                leave=_ESCAPE,
                below=_IN_LOBBY,
            ),
            Stop("Palette", ((b"", _CTRL_P), (b"hat would you like to do?", b""))),
        ),
    ),
    Way(
        _LOBBY,
        (
            Stop(
                "TableRules",
                (
                    (_IN_LOBBY, b"n"),
                    (b"The other seats", _CTRL_S),
                    (b"seat is free", _CTRL_P),
                    (b"hat would you like to do?", b"Change the r"),
                    (_STILL, _ENTER),
                    (b"Change", b""),
                ),
            ),
        ),
    ),
    Way(
        _LOBBY,
        (
            Stop(
                "OneLine",
                (
                    (_IN_LOBBY, b"n"),
                    (b"The other seats", _CTRL_S),
                    (b"seat is free", _CTRL_P),
                    (b"hat would you like to do?", b"Announce som"),
                    (_STILL, _ENTER),
                    (b"What everybody at the", b""),
                ),
            ),
        ),
    ),
    Way(
        _LOBBY,
        (
            Stop(
                "AccountChoice",
                (
                    (_IN_LOBBY, b"n"),
                    (b"The other seats", _CTRL_S),
                    (b"seat is free", b"b"),
                    (b"Bot level", b"p"),
                    (b"bot-Robo", b""),
                ),
            ),
        ),
    ),
    Way(
        ("connect",),
        (
            Stop(
                "ResultsScreen",
                (
                    (_GAMES, _CTRL_P),
                    (b"hat would you like to do?", b"Results"),
                    (_STILL, _ENTER),
                    (b"No match has ended", b""),
                ),
            ),
            Stop("EveningScreen", ((b"", b"e"), (b"ecords", b""))),
        ),
    ),
    Way(
        _LOBBY,
        (
            Stop(
                "PersonScreen",
                (
                    (_IN_LOBBY, _CTRL_P),
                    (b"hat would you like to do?", b"About you"),
                    (_STILL, _ENTER),
                    (b"has finished no", b""),
                ),
                leave=_ESCAPE,
                below=_IN_LOBBY,
            ),
            Stop(
                "RankingScreen",
                (
                    (_IN_LOBBY, _CTRL_P),
                    (b"hat would you like to do?", b"Ranking"),
                    (_STILL, _ENTER),
                    (b"No rated match", b""),
                ),
            ),
        ),
    ),
    Way(
        _LOBBY,
        (
            Stop(
                "DeviceChoice",
                (
                    (_IN_LOBBY, _CTRL_P),
                    (b"hat would you like to do?", b"Your machines"),
                    (_STILL, _ENTER),
                    (b"You are known here from this machine alone", b""),
                ),
            ),
        ),
    ),
    Way(
        ("connect", "{address}", "--table", "Match"),
        (
            Stop(
                "Told",
                (
                    (b"Ready", b"r"),
                    (b"Pass", _CTRL_P),
                    (b"hat would you like to do?", b"Who owes"),
                    (_STILL, _ENTER),
                    (b"once this match", b""),
                ),
            ),
        ),
    ),
    Way(_LOBBY, (Stop("FirstStart", ((b"What's your name?", b""),)),), name=""),
    Way(
        ("connect",),
        (
            Stop(
                "Welcome",
                ((b"What's your name?", b"\x15Ana\r"), (b"Do you know truco?", b"")),
            ),
        ),
        name="",
    ),
    Way(_LOBBY, (Stop("TooSmall", ((b"The cards need", b""),)),), size=(60, 18)),
    Way(
        ("connect", "{line}"),
        (Stop("Invitation", ((_IN_LOBBY, _F4), (b"cardtui connect 127.0.0.2", b""))),),
    ),
    Way(
        ("connect", "{line}"),  # a password goes to a server whose pin is known
        (Stop("PasswordDialog", ((b"New players need", b""),)),),
        password="trinta",
    ),
    Way(
        ("learn", "truco-argentino"),
        (
            Stop("Briefing", ((b"Deal the cards", b""),)),
            Stop("LessonScreen", ((b"", _ENTER), (b"You put down a card", b""))),
            Stop("CardOrderScreen", ((b"", b"o"), (b"The highest card first", b""))),
        ),
    ),
    Way(("learn", "--signals"), (Stop("SignalDrill", ((b"what does it mean?", b""),)),)),
    Way(
        ("replay", str(TRANSCRIPTS / "cacho-2.txt"), "--screens"),
        (
            Stop("ReplayScreen", ((b"Next hand", b""),)),
            Stop(
                "Weighing",
                ((b"", b"w"), (b"What the choices", b"")),
                leave=_ESCAPE,
                below=b"Next hand",
            ),
            Stop("BotLevelChoice", ((b"", b"p"), (b"How strong", b""))),
        ),
    ),
    Way(
        ("spectate", "{address}", "--table", "Waiting room"),
        (Stop("TableScreen", ((b"watching", b""),)),),
    ),
    Way(
        ("connect", "{address}", "--table", "Match"),
        (
            Stop("TableScreen", ((b"Ready", b"r"), (b"Pass", b""))),
            Stop("Question", ((b"", _CTRL_Q), (b"You are in a match", b""))),
        ),
    ),
)


def test_there_is_a_way_to_every_screen() -> None:
    for package in (cardtui_client.tui, cardtui_lessons, cardtui_studio):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    assert {each.__name__ for each in _ends(StandingScreen)} == {
        stop.screen for way in WAYS for stop in way.stops
    }


def _ends(kind: type[StandingScreen[Any]]) -> set[type[StandingScreen[Any]]]:
    """Return the classes of screens that are not there for others to build on."""
    found: set[type[StandingScreen[Any]]] = set()
    for each in kind.__subclasses__():
        ours = each.__module__.startswith("cardtui_") and "[" not in each.__name__
        below = _ends(each)
        found |= below
        if ours and (not below or each is TableScreen):  # which is shown by itself, too
            found.add(each)
    return found


@pytest.mark.proof
@pytest.mark.timeout(300)
async def test_no_screen_sends_a_byte_while_nothing_changes(tmp_path: Path) -> None:
    gate = asyncio.Semaphore(_AT_ONCE)

    async def look(number: int, way: Way) -> str:
        async with gate:
            return await _noise(way, tmp_path / str(number))

    looks = (look(n, way) for n, way in enumerate(WAYS))
    found = await asyncio.gather(*looks, return_exceptions=True)
    loud = [str(each) for each in found if each]
    assert not loud, "\n".join(loud)


async def _noise(way: Way, folder: Path) -> str:
    """Go that way; tell of the screen, if there is one, that never comes to silence."""
    env = environment(folder, "ana") | {"CARDTUI_NAME": way.name}
    told = ""
    password = Password.of(way.password, cost=2) if way.password else None
    settings = replace(SWIFT, lan=("127.0.0.2",), identity=folder / "identity", password=password)
    async with running(settings) as server:
        caller, robo = Caller(server.address), Caller(server.address)
        if password is None:
            await _tables(caller)
            await _wait_in_lobby(robo)
        _note(folder / "ana" / "running", server.address)
        _keep(Path(env["CARDTUI_DATA"]) / "records")
        command = (
            each.format(address=server.address, line=line_of(server)) for each in way.command
        )
        async with opened(*command, env=env, size=way.size) as terminal:
            for stop in way.stops:
                noise = await _heard(terminal, stop)
                assert terminal.code is None, terminal.shown
                if noise:
                    told = f"{stop.screen}, after {stop.steps}: {noise[:400]!r}"
                    break
        await robo.close()
        await caller.close()
    return told


async def _heard(terminal: Terminal, stop: Stop) -> bytes:
    """Go to a screen and leave it; return what is sent last, if it never comes to silence."""
    seen = 0
    for awaited, typed in stop.steps:
        await _wait(terminal, awaited, seen)
        if typed:
            seen = len(terminal.shown)
            terminal.type(typed)
    if not await terminal.quiet(stop.window, _SETTLES):
        return bytes(terminal.shown[-2000:])
    if stop.leave:
        before = len(terminal.shown)
        terminal.type(stop.leave)
        await _wait(terminal, stop.below, before)
    return b""


async def _wait(terminal: Terminal, awaited: bytes, after: int) -> None:
    """Wait until that is shown, after so many bytes that were there before."""
    if awaited == _STILL:
        assert await terminal.quiet(_MOMENT, _SETTLES)
        return
    try:
        found = await terminal.until(lambda shown: awaited in shown[after:])
    except TimeoutError:
        found = False
    assert found, f"{awaited!r} is not in {readable(bytes(terminal.shown[after:]))[-2000:]}"


def _keep(records: Path) -> None:
    """Have the record of a match kept."""
    records.mkdir(parents=True)
    (records / "one.txt").write_bytes((TRANSCRIPTS / "cacho-2.txt").read_bytes())


def _note(running: Path, address: str) -> None:
    """Have the server found on the home screen."""
    running.mkdir(parents=True)
    text = json.dumps({"address": address, "pid": os.getpid()})
    (running / "here.json").write_text(text, encoding="utf-8")


async def _wait_in_lobby(robo: Caller) -> None:
    """Have a bot account there that may be invited."""
    request = session_service_pb2.OpenSessionRequest(name="Robo", bot_account=True)
    robo.token = (await robo.sessions.OpenSession(request)).token
    tables = robo.lobby.WatchTables(lobby_service_pb2.WatchTablesRequest(), metadata=robo.metadata)
    await tables.read()


async def _tables(caller: Caller) -> None:
    """Make a table that waits for people, and one that waits for one person only."""
    await caller.open("Host")
    await caller.create(game="truco-argentino", seats=4, name="Waiting room")
    match = await caller.create(game="cacho", seats=2, name="Match")
    bot = lobby_service_pb2.AddBotRequest(table=match.id, level=tables_pb2.BOT_LEVEL_EASY, seat=1)
    await caller.call(caller.lobby.AddBot, bot)
