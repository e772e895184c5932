"""Streams through a bad network: the same events in order, each once, and each act done once.

At each table everybody, two who play and one who watches, comes through a proxy that spoils what
passes, with the feed of the real client. Then it grows calm, and all must know what the table
knows.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtui.store.v1 import log_pb2
from cardtui.v1 import errors_pb2, lobby_service_pb2
from cardtui_client.faces.arguments import plainest, verb_of
from cardtui_client.net.call_errors import Patience
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_server.app import RunningServer
from cardtui_server.match.requests import Start
from cardtui_server.match.state import Life
from cardtui_server.rpc.listening import DOOR_HOST
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.actor import Table
from tests.support.calling import running
from tests.support.playing import Onlooker, attach, frames, player_in, snapshot
from tests.support.proxy import Proxy, proxy

_ACTS: Final = 20
"""How many acts are done at a table in bad weather."""
_TOGETHER: Final = 6
"""Tables side by side."""
_PATIENCE: Final = Patience(first=0.02, longest=0.1, silence=1, doubts=1_000)
_BOUND: Final = 60.0
_FINAL: Final = {"resign", "falta_envido"}
_GAMES: Final = [game for game in game_ids() if get_rules(game).seats[0] == 2]


class Tally(NamedTuple):
    """What came of it.

    Attributes:
        runs: how many clients went through it.
        updates: how many updates they were told.
        acts: how many acts were acknowledged.
        faults: how often something passed with a fault.
        streams: how many streams were opened, the first ones included.
    """

    runs: int = 0
    updates: int = 0
    acts: int = 0
    faults: int = 0
    streams: int = 0

    def plus(self, other: Tally) -> Tally:
        """Return both together."""
        return Tally(*(one + two for one, two in zip(self, other, strict=True)))


class Guest(Onlooker):
    """Somebody who plays or watches through a proxy.

    Attributes:
        began: the number of the first snapshot.
        acknowledged: by request id, the number that was acknowledged.
        streams: how many streams were opened.
        calm: whether to begin no new act.
        acting: whether an act is under way.
        changed: set whenever something has come.
    """

    def __init__(self, connection: Connection, seat: int | None, luck: random.Random) -> None:
        super().__init__()
        self.connection, self.seat = connection, seat
        self.began = -1
        self.acknowledged: dict[str, int] = {}
        self.streams = 0
        self.calm = self.acting = False
        self.changed = asyncio.Event()
        self._luck = luck

    async def stay(self, table: str) -> None:
        """Follow the table and play, until cancelled."""
        feed = TableFeed(self.connection, table, self.seat is not None, patience=_PATIENCE)
        acting = asyncio.create_task(self._act(feed))
        try:
            async for item in feed.frames():
                if isinstance(item, FeedStatus):
                    assert not item.useless, item.sentence
                    self.streams += item.status.name == "LIVE"
                    continue
                self.fold([item])
                if self.began < 0 and self.seq >= 0:
                    self.began = self.seq
                self.changed.set()
        finally:
            acting.cancel()
            (end,) = await asyncio.gather(acting, return_exceptions=True)
            await feed.close()
            if isinstance(end, Exception):
                raise end

    async def until(self, true: Any) -> None:
        """Wait until it is so; it is looked at whenever something has come."""
        async with asyncio.timeout(_BOUND):
            while not true():
                self.changed.clear()
                await self.changed.wait()

    async def _act(self, feed: TableFeed) -> None:
        """Act whenever it is this seat's turn, until it is calm."""
        while self.seat is not None:
            await self.until(lambda: self.seat in self.view.to_act and self.own.choices)
            if self.calm:
                return
            mild = [each for each in self.own.choices if verb_of(each) not in _FINAL]
            position, self.acting = self.position, True
            reply = await feed.act(plainest(self._luck.choice(mild)), position)
            self.acting = False
            self.changed.set()
            if not reply.HasField("refusal"):
                assert reply.request_id not in self.acknowledged
                self.acknowledged[reply.request_id] = reply.seq
                await self.until(lambda: self.seq >= reply.seq)  # noqa: B023
            elif reply.refusal.reason == errors_pb2.REASON_STALE:
                await self.until(lambda: self.position != position)  # noqa: B023


async def weather(seed: int, runs: int, _: Path | None = None) -> Tally:
    """Have so many clients come through bad weather; return what came of it."""
    store, tally = MemoryStore(), Tally()
    async with running(store=store) as server:
        places = asyncio.Semaphore(_TOGETHER)

        async def one(number: int) -> Tally:
            async with places:
                return await _table(server, store, random.Random(f"{seed} {number}"), number)

        for each in await asyncio.gather(*(one(number) for number in range((runs + 2) // 3))):
            tally = tally.plus(each)
    return tally


async def _table(
    server: RunningServer, store: MemoryStore, luck: random.Random, number: int
) -> Tally:
    async with AsyncExitStack() as ends:
        proxies: list[Proxy] = []
        guests: list[Guest] = []
        for seat, name in ((0, "Ana"), (1, "Bea"), (None, "Eva")):
            made = await ends.enter_async_context(proxy(DOOR_HOST, server.port, luck))
            connection = await Connection.open(made.address, f"{name}{number}", timeout=_BOUND)
            ends.push_async_callback(connection.close)
            proxies.append(made)
            guests.append(Guest(connection, seat, luck))
        ana, bea, _ = (each.connection for each in guests)
        request = lobby_service_pb2.CreateTableRequest(
            game=_GAMES[number % len(_GAMES)], seats=2, seat=0,
            pause_milliseconds=0, window_milliseconds=0,
        )  # fmt: skip
        table = server.tables[(await ana.create_table(request)).table.id]
        await bea.join(table.id)
        for each in proxies:  # the first snapshot may be spoiled, too
            each.calm = False
        staying = [asyncio.create_task(each.stay(table.id)) for each in guests]
        try:
            for guest in guests:
                await guest.until(lambda: guest.seq >= 0)  # noqa: B023
            await table.ask(Start(player=_player(table, 0)))
            while sum(len(each.acknowledged) for each in guests) < _ACTS:
                if table.state.life is not Life.PLAYING:
                    break
                await _any_change(guests)
            for each in proxies:
                each.calm = True
            for guest in guests:
                guest.calm = True
            for guest in guests:
                await guest.until(lambda: not guest.acting)  # noqa: B023
            for guest in guests:
                await guest.until(lambda: guest.seq == table.state.seq)  # noqa: B023
        finally:
            for task in staying:
                task.cancel()
            ends_of = await asyncio.gather(*staying, return_exceptions=True)
        for end in ends_of:
            if isinstance(end, Exception):
                raise end
        _compare(guests, table)
        _look_for_acts(guests, await store.read(table.id))
        return Tally(
            runs=len(guests),
            updates=sum(each.seq - each.began for each in guests),
            acts=sum(len(each.acknowledged) for each in guests),
            faults=sum(each.faults.total() for each in proxies),
            streams=sum(each.streams for each in guests),
        )


async def _any_change(guests: list[Guest]) -> None:
    """Wait until somebody has been told something."""
    waiting = [asyncio.create_task(each.changed.wait()) for each in guests]
    try:
        async with asyncio.timeout(_BOUND):
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()


def _compare(guests: list[Guest], table: Table) -> None:
    """Hold what each was told against what the table tells who has always been there."""
    for guest in guests:
        assert guest.snapshots == 1, "a snapshot came, although no update was missing"
        guest.knows(snapshot(table, guest.seat))
        reader = attach(table, guest.seat, guest.began)
        told: list[Any] = []
        while found := frames(reader):
            told += [each.update for each in found if each.HasField("update")]
        table.detach(reader)
        assert [each.seq for each in told] == list(range(guest.began + 1, guest.seq + 1))
        assert [event for update in told for event in update.events] == guest.events


def _look_for_acts(guests: list[Guest], rows: list[bytes]) -> None:
    """See that each act that was acknowledged was done once, and no other."""
    done: dict[str, int] = {}
    for seq, row in enumerate(rows, 1):
        entry = log_pb2.Entry.FromString(row)
        if entry.WhichOneof("entry") == "acted":
            assert entry.acted.request_id not in done, "an act was done twice"
            done[entry.acted.request_id] = seq
    assert done == {key: seq for each in guests for key, seq in each.acknowledged.items()}


def _player(table: Table, seat: int) -> str:
    found = player_in(table, seat)
    assert found is not None
    return found
