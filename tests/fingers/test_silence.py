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
from cardtui.v1 import (
    lobby_service_pb2,
    session_service_pb2,
    tables_pb2,
    tournament_service_pb2,
    tournament_service_pb2_grpc,
)
from cardtui_client.tui.lifecycle import StandingScreen
from cardtui_client.tui.projector import _PAGE_SECONDS
from cardtui_client.tui.server_list import LOOK_SECONDS
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


Step = tuple[bytes, bytes]
"""What to wait for, and what to type then."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A screen on a way.

    Attributes:
        screen: the name of its class.
        steps: the way there; the last waits for what the screen itself shows.
        window: for how many seconds it must be silent.
        leave: what is typed afterwards, to be back where the next stop begins.
        below: what shows again there. An Esc and a key right behind it would be one Alt and key.
    """

    screen: str
    steps: Sequence[Step]
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
_AT_HOME: Final = LOOK_SECONDS + 0.5


def beside(below: bytes, key: bytes, screen: str, shown: bytes) -> Stop:
    """A screen that a key opens over another one, to which Esc leads back."""
    return Stop(screen, ((below, key), (shown, b"")), leave=_ESCAPE, below=below)


def by_palette(before: bytes, wish: bytes, screen: str, shown: bytes, *ahead: Step) -> Stop:
    """A screen that the palette leads to, once that is shown, after some steps ahead."""
    palette = ((before, _CTRL_P), (b"hat would you like to do?", wish), (_STILL, _ENTER))
    return Stop(screen, (*ahead, *palette, (shown, b"")))


_MADE: Final[Sequence[Step]] = ((_IN_LOBBY, b"n"), (b"The other seats", _CTRL_S))
"""The steps to your own table."""

WAYS: Final = (
    Way(
        ("connect",),
        (
            Stop("HomeScreen", ((_GAMES, b""),), _AT_HOME),
            beside(_GAMES, b"p", "QuickPlay", b"A match against bots"),
            beside(_GAMES, b"l", "LessonChoice", b"Which game would"),
            beside(_GAMES, b"w", "RecordChoice", b"Which replay would"),
            Stop("HomeScreen", ((b"", b"/"), (b"or a join line", b"")), _AT_HOME),
        ),
    ),
    Way(
        _LOBBY,
        (
            Stop("LobbyScreen", ((_IN_LOBBY, b""),)),
            beside(_IN_LOBBY, _ENTER, "SeatChoice", b"Which seat?"),
            beside(_IN_LOBBY, b"r", "RulesScreen", b"This table plays"),
            Stop("KeyHelp", ((b"", _F1), (b"esc closes this", b""))),
        ),
    ),
    Way(
        _LOBBY,
        (
            beside(_IN_LOBBY, b"n", "NewTable", b"The other seats"),
            beside(_IN_LOBBY, b"m", "GameChoice", b"Which game"),
            beside(_IN_LOBBY, b"p", "TableCodeDialog", b"The code of the"),
            beside(_IN_LOBBY, _F3, "SettingsScreen", b"Size of your cards"),
            Stop("Palette", ((b"", _CTRL_P), (b"hat would you like to do?", b""))),
        ),
    ),
    Way(_LOBBY, (by_palette(b"seat is free", b"Change the r", "TableRules", b"Change", *_MADE),)),
    Way(
        _LOBBY,
        (
            by_palette(
                b"seat is free", b"Announce som", "OneLine", b"What everybody at the", *_MADE
            ),
        ),
    ),
    Way(
        _LOBBY,
        (
            Stop(
                "AccountChoice",
                (*_MADE, (b"seat is free", b"b"), (b"Bot level", b"p"), (b"bot-Robo", b"")),
            ),
        ),
    ),
    Way(
        ("connect",),
        (
            by_palette(_GAMES, b"Results", "ResultsScreen", b"No match has ended"),
            Stop("EveningScreen", ((b"", b"e"), (b"ecords", b""))),
        ),
    ),
    Way(
        _LOBBY,
        (
            replace(
                by_palette(_IN_LOBBY, b"About you", "PersonScreen", b"has finished no"),
                leave=_ESCAPE,
                below=_IN_LOBBY,
            ),
            by_palette(_IN_LOBBY, b"Ranking", "RankingScreen", b"No rated match"),
        ),
    ),
    Way(
        _LOBBY,
        (
            by_palette(
                _IN_LOBBY,
                b"Your machines",
                "DeviceChoice",
                b"You are known here from this machine alone",
            ),
        ),
    ),
    Way(
        ("connect", "{address}", "--table", "Match"),
        (by_palette(b"Pass", b"Who owes", "Told", b"once this match", (b"Ready", b"r")),),
    ),
    Way(_LOBBY, (Stop("FirstStart", (("What’s your name?".encode(), b""),)),), name=""),
    Way(
        ("connect",),
        (
            Stop(
                "Welcome",
                (("What’s your name?".encode(), b"\x15Ana\r"), (b"Do you know truco?", b"")),
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
            Stop("ReplayScreen", ((b"Mistakes", b""),)),
            beside(b"Mistakes", b"w", "Weighing", b"What the choices"),
            Stop("BotLevelChoice", ((b"", b"p"), (b"How strong", b""))),
        ),
    ),
    Way(
        ("tournament", "play", "Cup", "--at", "{address}"),
        (Stop("TournamentScreen", ((b"Sit out", b""),)),),
    ),
    Way(
        _LOBBY,
        (by_palette(_IN_LOBBY, b"Tournaments", "TournamentChoice", b"Which tournament"),),
    ),
    Way(
        ("spectate", "{address}", "--standings", "Cup"),
        (Stop("ProjectorScreen", ((b"players enter it", b""),), _PAGE_SECONDS + 1.0),),
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
    """Make a table that waits for people, one that waits for one person only, and tournaments."""
    await caller.open("Host")
    await caller.create(game="truco-argentino", seats=4, name="Waiting room")
    match = await caller.create(game="cacho", seats=2, name="Match")
    bot = lobby_service_pb2.AddBotRequest(table=match.id, level=tables_pb2.BOT_LEVEL_EASY, seat=1)
    await caller.call(caller.lobby.AddBot, bot)
    stub = tournament_service_pb2_grpc.TournamentServiceStub(caller.channel)
    for name in ("Cup", "Plate"):
        terms = tournament_service_pb2.TournamentTerms(
            name=name,
            form=tournament_service_pb2.TOURNAMENT_FORM_SWISS,
            table=lobby_service_pb2.CreateTableRequest(
                game="cacho", seats=2, clock_milliseconds=30_000
            ),
        )
        made = tournament_service_pb2.CreateTournamentRequest(terms=terms)
        await caller.call(stub.CreateTournament, made)
