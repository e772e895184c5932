"""Whole matches on the screen, to their end: with the keyboard alone, and with the mouse alone.

A few of them are part of every run; all of them (`make nightly-tests ARGS=tests/screens`) take
minutes.
"""

from collections.abc import AsyncIterator
from typing import Any, Final

import pytest

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.net.connection import Connection
from cardtui_client.settings import read_settings
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.launch import AtTable
from cardtui_server.app import RunningServer, serve
from cardtui_server.limits import Limits
from cardtui_server.settings import Settings as ServerSettings
from tests.screens.opening import opened
from tests.screens.whole_match import Hands, WholeMatch
from tests.support.screen import lines

GAMES: Final[dict[str, dict[str, int]]] = {
    "truco-argentino": {"target": 4},
    "truco-brasileiro": {},
    "truco-paulista": {},
    "cacheta": {"points": 2},
    "pif-paf": {"hands": 3},
    "pif-paf-tradicional": {"hands": 3},
    "cacho": {"hands": 3},
}
"""Each game, with what makes its match a short one; truco, of twelve points, is long.

A hand is over when all others fold before your turn: three hands are not.
"""

LANGUAGES: Final = ("en", "pt_BR", "es_AR")
SIZES: Final = ((80, 24), (120, 40))


@pytest.fixture
async def server() -> AsyncIterator[RunningServer]:
    running = await serve(ServerSettings(port=0, thinking=0, limits=Limits.open()))
    yield running
    await running.stop(grace=0)


async def play(
    server: RunningServer, game: str, hands: Hands, size: tuple[int, int], language: str
) -> None:
    """Play a match against bots to its end."""
    connection = await Connection.open(server.address, "Ana")
    found = next(each for each in (await connection.list_games()).games if each.id == game)
    request = lobby_service_pb2.CreateTableRequest(
        game=game,
        seats=found.seats[0],
        seat=0,
        bots=tables_pb2.BOT_LEVEL_EASY,
        thinking_milliseconds=0,
        window_milliseconds=0,
        pause_milliseconds=0,
    )
    for option, number in GAMES[game].items():
        request.options[option].number = number
    table = (await connection.create_table(request)).table.id
    await connection.start(table)

    async def connect(*_arguments: Any) -> Connection:
        return connection

    settings = read_settings()
    settings.name, settings.language, settings.animation = "Ana", language, False
    app = CardtuiApp(settings, start=AtTable(server.address, table, seat=True), connect=connect)
    async with opened(app, size) as pilot:
        match = WholeMatch(pilot, app, hands, seed=len(game))
        await match.play()
        assert match.moves
        assert "Ana" in "\n".join(lines(app))


@pytest.mark.once
@pytest.mark.parametrize(
    ("game", "hands", "size", "language"),
    [
        ("truco-argentino", Hands.KEYBOARD, (80, 24), "es_AR"),
        ("cacho", Hands.MOUSE, (120, 40), "pt_BR"),
    ],
)
async def test_a_match_is_played_to_its_end(
    server: RunningServer, game: str, hands: Hands, size: tuple[int, int], language: str
) -> None:
    await play(server, game, hands, size, language)


@pytest.mark.nightly
@pytest.mark.timeout(300)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
@pytest.mark.parametrize("hands", Hands, ids=[each.value for each in Hands])
@pytest.mark.parametrize("game", GAMES)
async def test_every_match_is_played_to_its_end_in_every_way(
    server: RunningServer, game: str, hands: Hands, size: tuple[int, int], language: str
) -> None:
    await play(server, game, hands, size, language)
