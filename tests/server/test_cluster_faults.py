"""Three servers on one store while answers get lost, messages too, and servers stand still or stop.

Each seed is another course. What players were told is compared with the logs.
"""

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, cast

import pytest

from cardtui_engine.bits import Bits
from cardtui_server.lobby.cluster import BEAT_SECONDS
from cardtui_server.lobby.tables import Lobby
from cardtui_server.match.entries import Acted, Owned
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.replay import read_back
from cardtui_server.match.requests import Act
from cardtui_server.match.state import Life
from cardtui_server.ports.bus import Message
from cardtui_server.ports.log_store import LogStore
from cardtui_server.store.memory import MemoryStore
from cardtui_server.wire.journal import WireJournal
from tests.support.playing import House, brief, quiet
from tests.support.unreliable import FATES, Unreliable

GAME = "truco-paulista"
SERVERS, TABLES, STEPS = 3, 3, 150


class Unsafe(Unreliable, MemoryStore):
    """Loses answers, where the test says so."""


class Door:
    """The door of one server to the store, which notes who has written each entry."""

    def __init__(self, store: MemoryStore, name: str, authors: dict[tuple[str, int], str]) -> None:
        self._store, self._name, self._authors = store, name, authors

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, table: str, expected: int, rows: Sequence[bytes], **named: Any) -> None:
        try:
            await self._store.append(table, expected, rows, **named)
        finally:
            found = (await self._store.read(table))[expected : expected + len(rows)]
            if rows and found == list(rows):
                for number in range(expected + 1, expected + len(rows) + 1):
                    self._authors.setdefault((table, number), self._name)


class Lossy:
    """A bus that loses messages, and carries none to servers that stand still."""

    def __init__(self, luck: random.Random) -> None:
        self._luck = luck
        self._listeners: list[Callable[[Message], None]] = []
        self.still: set[int] = set()
        self.loses = 0.0

    def send(self, message: Message) -> None:
        for number, heard in enumerate(list(self._listeners)):
            if number not in self.still and self._luck.random() >= self.loses:
                heard(message)

    def listen(self, heard: Callable[[Message], None]) -> Callable[[], None]:
        self._listeners.append(heard)
        return lambda: None


class Told(NamedTuple):
    """What a player was told of an act."""

    table: str
    request_id: str
    seq: int


class Course:
    """One course of play and of faults."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.store = Unsafe()
        self.store.fates = iter(lambda: "whole", None)
        self.bus = Lossy(self.luck)
        self.authors: dict[tuple[str, int], str] = {}
        self.houses: list[House] = []
        for number in range(SERVERS):
            door = cast("LogStore", Door(self.store, str(number), self.authors))
            self.houses.append(House(door, 1000 * number, bus=self.bus))
        self.told: list[Told] = []
        self.tables: list[str] = []
        self.again: dict[str, Act] = {}
        self.at: dict[str, int] = {}
        self.asked = 0
        self.now = 0
        self.since: dict[int, int] = {}
        self.moving: set[asyncio.Task[None]] = set()
        self.open: dict[str, tuple[Act, asyncio.Task[None]]] = {}

    @property
    def awake(self) -> list[int]:
        return [number for number in range(SERVERS) if number not in self.bus.still]

    async def begin(self) -> None:
        for house in self.houses:
            await house.lobby.load()
        for number in range(TABLES):
            table = await self.houses[number % SERVERS].table(GAME, options=brief(GAME))
            self.tables.append(table.id)
            self.at[table.id] = number % SERVERS
        await self.pass_time(1)
        self.store.fates = iter(lambda: self.luck.choice((*FATES, *["whole"] * 6)), None)
        self.bus.loses = 0.2

    def wake(self, number: int) -> None:
        """Let a server go on that has stood still."""
        self.bus.still.discard(number)
        self.houses[number].clock.stall(BEAT_SECONDS * (self.now - self.since[number]))

    async def pass_time(self, beats: int) -> None:
        for _ in range(beats):
            self.now += 1
            for number in self.awake:
                self.houses[number].clock.advance(BEAT_SECONDS)
            await quiet()

    async def step(self) -> None:
        """Let something happen: an act, a fault, or time."""
        event = self.luck.random()
        if event < 0.04 and len(self.bus.still) < SERVERS - 1:
            number = self.luck.choice(self.awake)
            self.bus.still.add(number)
            self.since[number] = self.now
        elif event < 0.1 and self.bus.still:
            self.wake(self.luck.choice([*self.bus.still]))
        elif event < 0.12:
            await self.houses[self.luck.choice(self.awake)].lobby.drain()
        elif event < 0.14:
            self.houses[self.luck.choice(self.awake)].lobby.cluster.take(tables=True)
        elif event < 0.17:  # its operator moves a table there, or on to another server
            to = self.houses[self.luck.choice(self.awake)].lobby.cluster.own.address
            lobby = self.houses[self.luck.choice(self.awake)].lobby
            self.moving.add(asyncio.ensure_future(self.move(lobby, to)))
        elif event < 0.7:
            await self.act(self.luck.choice(self.tables))
        await self.pass_time(self.luck.randrange(3))

    async def move(self, lobby: Lobby, address: str) -> None:
        with suppress(Refused):
            await lobby.move(self.luck.choice(self.tables), address)

    async def act(self, table_id: str) -> None:
        """Have somebody act at a table, wherever it is; what has no answer is asked again."""
        if table_id in self.open and not self.open[table_id][1].done():
            return
        number = self.at[table_id]
        if number in self.bus.still:
            number = self.at[table_id] = self.luck.choice(self.awake)
        try:
            table = await asyncio.wait_for(self.houses[number].lobby.find(table_id), 5)
        except Refused as refused:
            self.go(table_id, refused)
            return
        wanted = self.open.pop(table_id, (None, None))[0]
        turn = table.state.turn
        if wanted is None:
            if table.state.life is not Life.PLAYING or turn is None or not turn.to_act:
                return
            seat = turn.to_act[0]
            state = table.state
            choice = self.luck.choice(state.rules.legal(state.game, seat))
            action = choice.sample(Bits(self.luck.getrandbits(64)))
            self.asked += 1
            wanted = Act(seat, f"p{seat}", action, None, f"act {self.asked}")

        async def ask(wanted: Act) -> None:
            try:
                seq = await table.ask(wanted)
            except Refused as refused:
                if refused.reason in (Reason.MOVED, Reason.READ_ONLY, Reason.REOPENING):
                    self.go(table_id, refused)
                    self.again[table_id] = wanted
            else:
                self.told.append(Told(table_id, wanted.request_id, seq))

        task = asyncio.ensure_future(ask(wanted))
        self.open[table_id] = wanted, task
        await quiet()
        if task.done():
            del self.open[table_id]
            if table_id in self.again:
                self.open[table_id] = self.again.pop(table_id), task

    def go(self, table_id: str, refused: Refused) -> None:
        """Go where a table is, or to another server."""
        address = refused.arguments.get("address", "")
        places = [each.peers.own.address for each in self.houses if each.peers is not None]
        self.at[table_id] = (
            places.index(address) if address in places else self.luck.randrange(SERVERS)
        )

    async def end(self) -> None:
        """Let all go well again, and wait until nobody waits any more."""
        for number in [*self.bus.still]:
            self.wake(number)
        self.bus.loses = 0.0
        self.store.fates = iter(lambda: "whole", None)
        for _ in range(40):
            await self.pass_time(2)
            for table_id in self.tables:
                if table_id in self.open:
                    await self.act(table_id)
        assert not self.open
        assert all(each.done() for each in self.moving)

    async def check(self) -> None:
        """Compare what was told with the logs."""
        journal = WireJournal()
        for table_id in self.tables:
            rows = await self.store.read(table_id)
            entries = [journal.read(row, GAME).entry for row in rows]
            ids = [each.request_id for each in entries if isinstance(each, Acted)]
            ids = [each for each in ids if each]
            assert len(ids) == len(set(ids)), "something was done twice"
            owner = ""
            for number, entry in enumerate(entries, 1):
                author = self.authors[table_id, number]
                if isinstance(entry, Owned):
                    own = [each.peers.own.server for each in self.houses if each.peers]
                    assert author in (str(own.index(entry.server)), owner)
                    owner = str(own.index(entry.server))
                elif owner:
                    assert author == owner, "a former owner has written"
            whole = read_back(table_id, rows, journal)
            for told in self.told:
                if told.table == table_id:
                    reply = whole.replies.get(told.request_id)
                    assert reply is not None, "what was acknowledged is lost"
                    assert reply.result == told.seq
            has_it = [house for house in self.houses if table_id in house.lobby.tables]
            for house in has_it:
                assert house.lobby.tables[table_id].state == whole.state
            assert len(has_it) <= 1


async def run(seed: int) -> Course:
    course = Course(seed)
    await course.begin()
    for _ in range(STEPS):
        await course.step()
    await course.end()
    await course.check()
    for house in course.houses:
        await house.stop()
    return course


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for nothing that needs time of the clock, which stands still meanwhile."""
    for name in ("tables._WRITE_SECONDS", "supervisor._STOP_SECONDS"):
        monkeypatch.setattr(f"cardtui_server.lobby.{name}", 0.2)


@pytest.mark.parametrize("seed", range(2))
async def test_nothing_is_lost_or_done_twice_whatever_fails(seed: int) -> None:
    course = await run(seed)
    assert len(course.told) > 10


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(100, 150))
async def test_nothing_is_lost_or_done_twice_in_many_courses(seed: int) -> None:
    await run(seed)
