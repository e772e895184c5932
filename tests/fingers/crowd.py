"""A busy server: tables of bots in play (`GAMES`, with their seats), tables that come and go, and
seats kept free.
"""

import asyncio
import itertools
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Final

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_server.app import RunningServer
from cardtui_server.limits import Limits
from cardtui_server.settings import Settings
from tests.support.calling import Caller, running

GAMES: Final = {
    "truco-argentino": 2,
    "truco-brasileiro": 4,
    "cacheta": 4,
    "pif-paf": 3,
    "pif-paf-tradicional": 2,
    "cacho": 4,
}
"""Each game, with the seats of its tables here."""

_EASY: Final = tables_pb2.BOT_LEVEL_EASY
_EVERY: Final = 0.15
"""Seconds between two changes in the lobby besides those of the matches."""


class Crowd:
    """The people who fill the server; makes a table with a free seat for another player.

    Attributes:
        address: the server's.
    """

    def __init__(self, server: RunningServer) -> None:
        self.address = server.address
        self._caller = Caller(server.address)
        self._number = itertools.count(1)
        self._in_play: dict[str, str] = {}

    async def open(self, tables: int) -> None:
        """Come, and have bots play at so many tables."""
        await self._caller.open("Crowd")
        for game, _table in zip(itertools.cycle(GAMES), range(tables), strict=False):
            table = await self._make(game, seats=GAMES[game], bots=_EASY)
            await self._caller.start(table.id)
            self._in_play[game] = table.name

    def watched(self, game: str) -> str:
        """Return the name of a table at which bots play that game."""
        return self._in_play[game]

    async def seat(self, game: str) -> str:
        """Make a table with one free seat; return its name."""
        table = await self._make(game, seats=GAMES[game])
        for seat in range(1, GAMES[game]):
            request = lobby_service_pb2.AddBotRequest(table=table.id, level=_EASY, seat=seat)
            await self._caller.call(self._caller.lobby.AddBot, request)
        return table.name

    async def bustle(self) -> None:
        """Make tables and close them, and begin anew what is over, for ever."""
        mine: list[str] = []
        chance = random.Random(1)
        while True:
            await asyncio.sleep(_EVERY)
            if len(mine) > 5:
                request: Any = lobby_service_pb2.CloseTableRequest(table=mine.pop(0))
                await self._caller.call(self._caller.lobby.CloseTable, request)
            else:
                game = chance.choice(list(GAMES))
                mine.append((await self._make(game, seats=GAMES[game], seat=0)).id)
            if next(self._number) % 40 == 0:
                await self._begin_anew()

    async def close(self) -> None:
        await self._caller.close()

    async def _make(self, game: str, **fields: Any) -> tables_pb2.Table:
        name = f"{game[:10]} {next(self._number)}"
        return await self._caller.create(
            game=game, name=name, thinking_milliseconds=100, pause_milliseconds=1000, **fields
        )

    async def _begin_anew(self) -> None:
        request = lobby_service_pb2.ListTablesRequest()
        listed = await self._caller.call(self._caller.lobby.ListTables, request)
        for table in listed.tables:
            if table.state == tables_pb2.TABLE_STATE_OVER:
                await self._caller.start(table.id)


@asynccontextmanager
async def busy(tables: int = 18) -> AsyncGenerator[Crowd]:
    """Run a server with so many tables of bots in play, and more that come and go."""
    settings = Settings(port=0, thinking=0.1, limits=Limits.open())
    async with running(settings) as server:
        crowd = Crowd(server)
        await crowd.open(tables)
        bustling = asyncio.create_task(crowd.bustle())
        try:
            yield crowd
            assert not bustling.done(), bustling.exception()
        finally:
            bustling.cancel()
            await asyncio.gather(bustling, return_exceptions=True)
            await crowd.close()
