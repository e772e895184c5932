"""Faults at a cluster under load (`FAULTS`, and how often each comes): nothing acknowledged is lost
or done twice, whatever fails.

Three table servers, whose clocks are `_APART` seconds apart, share three NATS servers. People play
with bots and before late spectators, rated and with shuffles of their own, while one fault after
the other begins (`FAULTS`). Then all is well again, and what everybody was told is compared with
the logs.
"""

from __future__ import annotations

import asyncio
import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import permutations
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from cardtui.v1 import lobby_service_pb2, table_service_pb2, tables_pb2
from cardtui_engine.library.registry import game_ids
from cardtui_server.match.entries import Acted, Owned, Talked
from cardtui_server.match.replay import replay, request_of, with_results
from cardtui_server.ports.log_store import Result
from cardtui_server.store.nats import NatsStore
from cardtui_server.store.nats_connection import PAGE_MESSAGES
from cardtui_server.store.nats_log import append_in, subject_of
from cardtui_server.store.nats_streams import LOG_STREAM, STREAMS, config_of
from cardtui_server.wire.journal import WireJournal
from cardtui_server.wire.table_encoder import TableFrames
from cardtui_server.wire.values import write_option
from tests.proofs.cluster.people import Person, Player, Watcher
from tests.proofs.cluster.relays import Relay
from tests.proofs.cluster.servers import SLOWER, Running, Servers, Start, servers
from tests.support.calling import Caller
from tests.support.lasting_port import lasting_port
from tests.support.nats_servers import NatsServers
from tests.support.playing import brief

_SERVERS: Final = 3
_APART: Final = 10
_STUCK: Final = 30.0
"""Seconds after which everybody must have got on, once all is well."""

_READY: Final = 60.0
"""Seconds in which a server must be ready, or have said why not."""

_LATE: Final = 1500
"""How many milliseconds later late spectators see a match."""

_WHOLE: Final = 0.7
"""How often a NATS server is cut off from both others."""

NO_ROUTES: Final[Mapping[tuple[int, int], Relay]] = MappingProxyType({})

_CALM: Final = (0.3, 1.5)
"""Between how many seconds and how many the next fault begins."""


class Room(NamedTuple):
    """A table to be made: its game, its people, and what else it has."""

    game: str
    people: int = 2
    bots: int = 0
    rated: bool = False
    bits: bool = False
    late: bool = False


_ROOMS: Final = (
    Room("truco-paulista", rated=True),
    Room("cacho", bots=1),
    Room("truco-argentino", bits=True, late=True),
    Room("pif-paf", bots=1, late=True),
)


class Place:
    """A table server, whichever process it is by now, and the relays before and behind it."""

    def __init__(self, number: int, nats: NatsServers) -> None:
        self.number = number
        self.port = lasting_port()
        self.door = Relay(self.port)
        self.ways = [Relay(port) for port in nats.ports]
        self.server: Running | None = None

    async def open(self) -> None:
        for each in (self.door, *self.ways):
            await each.start()

    async def close(self) -> None:
        for each in (self.door, *self.ways):
            await each.stop()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.door.port}"

    @property
    def start(self) -> Start:
        urls = tuple(f"nats://127.0.0.1:{each.port}" for each in self.ways)
        return Start(self.port, self.address, urls, _APART * (self.number - 1))


class Tally(NamedTuple):
    """What came of it.

    Attributes:
        faults: how often each fault began.
        acknowledged: how many acts and lines were acknowledged.
        doubtful: how often an act had to be sent again.
        matches: how many matches ended.
        moves: how often a table was opened.
        longest: the longest time in which nothing was acknowledged anywhere, in seconds.
    """

    faults: Counter[str]
    acknowledged: int
    doubtful: int
    matches: int
    moves: int
    longest: float

    def plus(self, other: Tally) -> Tally:
        """Return both together."""
        return Tally(
            self.faults + other.faults,
            self.acknowledged + other.acknowledged,
            self.doubtful + other.doubtful,
            self.matches + other.matches,
            self.moves + other.moves,
            max(self.longest, other.longest),
        )


class World:
    """A cluster, and those who play there."""

    def __init__(
        self,
        seed: int,
        nats: NatsServers,
        forked: Servers,
        *,
        longest: float = 4.0,
        longest_pause: float = 60.0,
        routes: Mapping[tuple[int, int], Relay] = NO_ROUTES,
    ) -> None:
        self.luck = random.Random(seed)
        self.nats = nats
        self.routes = routes
        self.places = [Place(number, nats) for number in range(_SERVERS)]
        self.players: list[Player] = []
        self.watchers: list[Watcher] = []
        self.faults: Counter[str] = Counter()
        self.longest_fault = longest
        self.longest_pause = longest_pause
        self.longest = 0.0
        self._forked = forked
        self._busy: set[int] = set()
        self._nats_busy = False
        self._tasks: list[asyncio.Task[None]] = []
        self._seed = seed
        self._last = time.monotonic()

    async def begin(self) -> None:
        """Start the servers, and have everybody sit down."""
        for place in self.places:
            await place.open()
            await self.start(place)
        for place in self.places:
            await self.ready(place)
        for number, room in enumerate(_ROOMS):
            await self._fill(number, room)
        everybody: list[Person] = [*self.players, *self.watchers]
        self._tasks = [asyncio.create_task(each.live()) for each in everybody]

    async def start(self, place: Place) -> None:
        place.server = await self._forked.begin(place.start)

    async def ready(self, place: Place) -> None:
        while True:
            assert place.server is not None
            try:
                await asyncio.wait_for(place.server.ready.wait(), _READY)
            except TimeoutError:
                raise AssertionError(f"server {place.number} is not ready") from None
            if place.server.name:
                return
            await self._forked.wait(place.server)  # NATS did not answer: it is started again
            await self.start(place)

    async def _fill(self, number: int, room: Room) -> None:
        addresses = [each.address for each in self.places]
        people = [
            Player(f"P{number}{chr(97 + seat)}", seat, addresses, self.luck)
            for seat in range(room.people)
        ]
        first = people[0]
        for each in people:
            each.gives_bits = room.bits
            await each.come()
        options = {name: write_option(value) for name, value in brief(room.game).items()}
        seats = room.people + room.bots
        fields: dict[str, Any] = {
            "game": room.game, "seats": seats, "seat": 0, "window_milliseconds": 0,
            "options": {} if room.rated else options, "rated": room.rated,
        }  # fmt: skip
        if room.late:
            fields["watching"] = tables_pb2.Spectators(delay_milliseconds=_LATE)
        table = (await first.asked(lambda caller: caller.create(**fields))).id
        for each in people:
            each.at = table
            if each is not first:
                await each.asked(partial(Caller.join, table=table, seat=each.seat))
        for _ in range(room.bots):
            add = lobby_service_pb2.AddBotRequest(table=table, level=tables_pb2.BOT_LEVEL_EASY)
            await first.asked(partial(_add_bot, add=add))
        watcher = Watcher(f"W{number}", addresses, self.luck)
        await watcher.come()
        watcher.at, watcher.late = table, room.late
        for each in people:
            await each.ready()
        self.players += people
        self.watchers.append(watcher)

    # --- faults ---------------------------------------------------------------------------------

    async def suffer(self, number: int) -> None:
        """Have so many faults begin, one after the other, and wait until they are over."""
        under_way: list[asyncio.Task[None]] = []
        while self.faults.total() < number:
            await self._calm()
            free = [each for each in self.places if each.number not in self._busy]
            kinds = [
                kind
                for kind, fault in FAULTS.items()
                if (not self._nats_busy if fault.of_nats else len(free) > 1)
            ]
            if not kinds:
                await self._over(under_way)
                continue
            kind = self.luck.choices(kinds, [FAULTS[each].often for each in kinds])[0]
            self.faults[kind] += 1
            begun = self._begin(FAULTS[kind], self.luck.choice(free) if free else self.places[0])
            under_way.append(asyncio.create_task(begun))
        await self._over(under_way)

    async def _over(self, under_way: Sequence[asyncio.Task[None]]) -> None:
        """Let people play until all these faults are over."""
        while not all(each.done() for each in under_way):
            await self._calm()
        await asyncio.gather(*under_way)

    async def _calm(self) -> None:
        """Let people play for a moment; note how long nobody got on."""
        end = time.monotonic() + self.luck.uniform(*_CALM)
        while time.monotonic() < end:
            await asyncio.sleep(0.05)
            self._check_people()
            self._note()

    def _check_people(self) -> None:
        for task in self._tasks:
            if task.done():
                task.result()

    def _note(self) -> None:
        latest = max(each.last for each in self.players)
        self.longest = max(self.longest, latest - self._last, time.monotonic() - latest)
        self._last = latest

    async def _begin(self, fault: Fault, place: Place) -> None:
        if fault.of_nats:
            self._nats_busy = True
            try:
                await fault.happens(self, place)
            finally:
                self._nats_busy = False
            return
        self._busy.add(place.number)
        try:
            await fault.happens(self, place)
        finally:
            self._busy.discard(place.number)

    async def last(self) -> None:
        """Let a fault last."""
        await asyncio.sleep(self.luck.uniform(0.2, self.longest_fault))

    async def kill(self, place: Place) -> None:
        """Kill a server, and start it again."""
        await self._end(place, signal.SIGKILL)
        await asyncio.sleep(self.luck.uniform(0, 2))
        await self._restart(place)

    async def roll(self, place: Place) -> None:
        """Stop a server in order, and start it again."""
        await self._end(place, signal.SIGTERM)
        await self._restart(place)

    async def _end(self, place: Place, how: signal.Signals) -> None:
        assert place.server is not None
        place.server.signal(how)
        if how is signal.SIGKILL:
            await place.door.stop()
        await self._forked.wait(place.server)
        await place.door.stop()

    async def _restart(self, place: Place) -> None:
        await self.start(place)
        await place.door.start()
        await self.ready(place)

    async def pause(self, place: Place) -> None:
        """Have a server stand still."""
        assert place.server is not None
        place.server.signal(signal.SIGSTOP)
        await self.last()
        place.server.signal(signal.SIGCONT)

    async def pause_long(self, place: Place) -> None:
        """Have a server stand still for so long that everybody has forgotten it."""
        assert place.server is not None
        place.server.signal(signal.SIGSTOP)
        await asyncio.sleep(self.luck.uniform(self.longest_fault, self.longest_pause))
        place.server.signal(signal.SIGCONT)

    async def slow_disk(self, place: Place) -> None:
        """Have what a server writes take long."""
        assert place.server is not None
        place.server.signal(SLOWER)
        await self.last()
        place.server.signal(SLOWER)

    async def cut(self, place: Place) -> None:
        """Cut a server off from its players, or from NATS, or from all."""
        chosen = self.luck.choice(([place.door], place.ways, [place.door, *place.ways]))
        for each in chosen:
            each.cut()
        await self.last()
        for each in chosen:
            each.mend()

    async def kill_nats(self, place: Place) -> None:
        """Kill a NATS server, perhaps the one that leads, and start it again."""
        del place
        number = self.luck.randrange(3)
        await asyncio.to_thread(self.nats.kill, number)
        await self.last()
        await self._nats_again(number)

    async def roll_nats(self, place: Place) -> None:
        """Stop a NATS server in order, and start it again."""
        del place
        number = self.luck.randrange(3)
        await asyncio.to_thread(self.nats.end, number)
        await self._nats_again(number)

    async def _nats_again(self, number: int) -> None:
        self.nats.start(number)
        await asyncio.to_thread(self.nats.wait)

    async def pause_nats(self, place: Place) -> None:
        """Have a NATS server stand still."""
        del place
        number = self.luck.randrange(3)
        await asyncio.to_thread(self.nats.pause, number)
        await self.last()
        self.nats.resume(number)

    async def cut_nats(self, place: Place) -> None:
        """Cut a NATS server off from the others, or two of them from each other."""
        del place
        number, other = self.luck.sample(range(3), 2)
        whole = self.luck.random() < _WHOLE
        cut = [
            relay
            for ends, relay in self.routes.items()
            if (number in ends if whole else {number, other} == {*ends})
        ]
        for each in cut:
            each.cut()
        await self.last()
        for each in cut:
            each.mend()

    async def slow_nats(self, place: Place) -> None:
        """Have a NATS server run a tenth of the time, as with a slow disk."""
        del place
        number, end = self.luck.randrange(3), time.monotonic() + self.luck.uniform(0.5, 4)
        while time.monotonic() < end:
            await asyncio.to_thread(self.nats.pause, number)
            await asyncio.sleep(0.09)
            self.nats.resume(number)
            await asyncio.sleep(0.01)

    async def fill(self, place: Place) -> None:
        """Have the stream of logs be full."""
        del place
        await self._limit(1000)
        await self.last()
        await self._limit(-1)

    async def _limit(self, most: int) -> None:
        changed = config_of(STREAMS[0], "cardtui", 3) | {"max_bytes": most}
        while True:
            try:
                found = await asyncio.to_thread(
                    self.nats.ask, f"$JS.API.STREAM.UPDATE.{LOG_STREAM}", changed
                )
            except (OSError, ValueError):
                found = {"error": "no answer"}
            if "error" not in found:
                return
            await asyncio.sleep(0.1)

    # --- what came of it ------------------------------------------------------------------------

    async def rest(self) -> None:
        """Have everybody get on once more, and then wait until all is answered."""
        async with self._in_time():
            before = {each.name: len(each.acknowledged) for each in self.players}
            while any(
                all(len(each.acknowledged) == before[each.name] for each in self.players
                    if each.at == table)
                for table in {each.at for each in self.players}
            ):  # fmt: skip
                await self._calm()
        async with self._in_time():
            await asyncio.gather(*(each.rest() for each in self.players))
            await asyncio.sleep(_LATE / 1000)
            for each in (*self.players, *self.watchers):
                await self._agrees(each)
        for each in (*self.players, *self.watchers):
            each.stopping = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @asynccontextmanager
    async def _in_time(self) -> AsyncGenerator[None]:
        """Say who is stuck, if somebody is."""
        try:
            async with asyncio.timeout(_STUCK):
                yield
        except TimeoutError:
            raise AssertionError("stuck: " + "; ".join(map(str, self.players))) from None

    async def _agrees(self, person: Person) -> None:
        """Wait until somebody has seen all, and check that it is what a view says."""
        while True:
            self._check_people()
            told = await self._view(person)
            if told.seq == person.seq:
                person.knows(told)
                return
            await asyncio.sleep(0.1)

    async def _view(self, person: Person) -> table_service_pb2.Snapshot:
        other = Person(person.name, [each.address for each in self.places], self.luck)
        other.token = other._asks.token = person.token
        try:
            return await other.asked(lambda caller: caller.view(person.at))
        finally:
            await other.leave()

    async def check(self) -> Tally:
        """Compare the logs with all that was acknowledged, seen and counted."""
        store = NatsStore(self.nats.urls, patience=30)
        await store.open()
        results: list[Result] = []
        moves = 0
        for table in dict.fromkeys(each.at for each in self.players):
            moves += await self._check_log(store, table, results)
        await self._check_results(store, results)
        await store.close()
        return Tally(
            self.faults,
            sum(len(each.acknowledged) for each in self.players),
            sum(each.doubtful for each in self.players),
            len(results),
            moves,
            round(self.longest, 1),
        )

    async def _check_log(self, store: NatsStore, table: str, results: list[Result]) -> int:
        """Check one log; return how often the table was opened."""
        rows, authors = await log_of(store, table)
        assert rows == await store.read(table)
        people = [each for each in self.players if each.at == table]
        sent = {key: one for each in people for key, one in each.sent.items()}
        done: dict[str, int] = {}
        owner, owners = "", 0
        journal = WireJournal()
        found: list[Result] = []
        last = None
        for author, replayed in zip(
            authors, with_results(table, replay(rows, journal), found), strict=True
        ):
            before, after, (_, entry) = replayed
            last = after
            if (granted := request_of(entry, before)) is not None:
                request_id, _player = granted
                assert request_id not in done, f"{request_id} was done twice"
                assert request_id in sent, f"{request_id} was never sent"
                assert isinstance(entry, Acted | Talked)
                done[request_id] = after.seq
            if isinstance(entry, Owned):
                assert author in (entry.server, owner), "somebody else has given the table away"
                owner, owners = entry.server, owners + 1
            elif owner:
                assert author == owner, f"{author} has written, but {owner} has the table"
        for each in people:
            for request_id, seq in each.acknowledged.items():
                assert done.get(request_id) == seq, f"{request_id} was acknowledged and lost"
            assert not each.refused & done.keys(), "what was refused was done"
        assert last is not None
        for each in people:
            seen = table_service_pb2.Snapshot.FromString(
                TableFrames(table, last).snapshot(last, each_id(last, each))
            )
            assert (seen.seq, seen.position) == (each.seq, each.position)
            assert seen.view == each.view, "a view is not what the log says"
            assert seen.own == each.own
        results += found
        return owners

    async def _check_results(self, store: NatsStore, results: Sequence[Result]) -> None:
        """Check that each match of the logs was counted once, and that all servers rate alike."""
        counted: list[Result] = []
        for game in game_ids():
            counted += [each.result for each in await store.results(game, most=100_000)]
        keys = [(each.table, each.match) for each in counted]
        assert len(keys) == len(set(keys)), "a match was counted twice"
        known = {(each.table, each.match): each for each in counted}
        for each in results:
            found = known.pop((each.table, each.match), None)
            assert found is not None, f"{each} was not counted"
            assert found._replace(shown=0) == each._replace(shown=0)
            # Each server counts from when it reads an entry: later, perhaps, but never sooner.
            assert found.shown >= each.shown
        assert not known, "a match was counted that no log has"
        async with self._in_time():
            rated = [await self._ranking(place) for place in self.places]
        assert all(each == rated[0] for each in rated), "servers rate differently"

    async def _ranking(self, place: Place) -> lobby_service_pb2.GetRankingResponse:
        """Return the ratings as a server tells them; on a busy machine NATS may choose a leader."""
        asks = Person("", [place.address], self.luck)
        asks._asks.token = asks.token = self.players[0].token
        request = lobby_service_pb2.GetRankingRequest()
        try:
            return await asks.asked(lambda caller: caller.call(caller.lobby.GetRanking, request))
        finally:
            await asks.leave()

    async def close(self) -> None:
        for each in (*self.players, *self.watchers):
            await each.leave()
        for place in self.places:
            await place.close()


async def _add_bot(caller: Caller, add: lobby_service_pb2.AddBotRequest) -> Any:
    return await caller.call(caller.lobby.AddBot, add)


def each_id(state: Any, player: Player) -> str:
    """Return the id of the player who holds a seat."""
    sitter = state.sitters[player.seat]
    return sitter.player if sitter is not None else ""


async def log_of(store: NatsStore, table: str) -> tuple[list[bytes], list[str]]:
    """Return the rows of a log, and which server wrote each, as its stream has them."""
    rows: list[bytes] = []
    authors: list[str] = []
    number = 1
    log = (LOG_STREAM, subject_of(table))
    head = await store._patiently(partial(store.connection.last, *log))
    assert head is not None
    while number <= head.number:
        some = await store._patiently(partial(store.connection.some, *log, number))
        for message in some[:PAGE_MESSAGES]:
            found = append_in(message)
            assert found.after == len(rows), "a gap"
            rows += found.rows
            authors += [found.append_id.partition(b" ")[0].decode()] * len(found.rows)
            number = message.number + 1
    return rows, authors


class Fault(NamedTuple):
    """Something that fails.

    Attributes:
        happens: lets it happen, and mends it.
        often: how often, among the others.
        of_nats: whether it befalls a NATS server rather than a table server.
    """

    happens: Callable[[World, Place], Awaitable[None]]
    often: int
    of_nats: bool = False


FAULTS: Final = {
    "kill": Fault(World.kill, 30),
    "pause": Fault(World.pause, 20),
    "long pause": Fault(World.pause_long, 2),
    "slow disk": Fault(World.slow_disk, 5),
    "cut": Fault(World.cut, 25),
    "roll": Fault(World.roll, 12),
    "kill nats": Fault(World.kill_nats, 3, of_nats=True),
    "roll nats": Fault(World.roll_nats, 3, of_nats=True),
    "cut nats": Fault(World.cut_nats, 3, of_nats=True),
    "pause nats": Fault(World.pause_nats, 3, of_nats=True),
    "slow nats": Fault(World.slow_nats, 3, of_nats=True),
    "full stream": Fault(World.fill, 3, of_nats=True),
}


@asynccontextmanager
async def cluster(
    seed: int, folder: Path, *, longest: float = 4.0, longest_pause: float = 60.0
) -> AsyncGenerator[World]:
    """Run a cluster at which people play."""
    async with _relayed_nats() as (nats, routes), servers(folder / "errors") as forked:
        world = World(
            seed, nats, forked, longest=longest, longest_pause=longest_pause, routes=routes
        )
        try:
            await world.begin()
            yield world
        finally:
            await world.close()


@asynccontextmanager
async def _relayed_nats() -> AsyncGenerator[tuple[NatsServers, dict[tuple[int, int], Relay]]]:
    """Run three NATS servers, with a relay on the way from each to each other."""
    with tempfile.TemporaryDirectory(prefix="cardtui-nats-") as folder:
        nats = NatsServers(Path(folder), 3)
        routes = {ends: Relay(nats.routes[ends[1]]) for ends in permutations(range(3), 2)}
        try:
            for ends, relay in routes.items():
                await relay.start()
                nats.ways[ends] = relay.port
            for number in range(3):
                nats.start(number)
            await asyncio.to_thread(nats.wait)
            yield nats, routes
        finally:
            nats.stop()
            for relay in routes.values():
                await relay.stop()


async def faulted(seed: int, number: int, folder: Path, *, longest_pause: float = 60.0) -> Tally:
    """Have so many faults befall a cluster; return what came of it."""
    async with cluster(seed, folder, longest_pause=longest_pause) as world:
        await world.suffer(number)
        await world.rest()
        return await world.check()
