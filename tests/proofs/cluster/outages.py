"""How long players wait when a machine of a cluster fails, each outage by itself (`OUTAGES`).

Three table servers share three NATS servers. Players with our own client, at `_TABLES` tables, act
as soon as it is their turn; what is measured is the longest time without an answer at a table that
the outage concerns. Nothing is compared with the goals: a busy machine misses them. Only who has no
answer for `BOUND` seconds fails.

`python -m tests.proofs.cluster.outages NUMBER BRIDGE MACHINE MACHINE MACHINE` runs in a network
namespace, and each table server in one of its own: so often the cable of one is pulled.
"""

from __future__ import annotations

import asyncio
import random
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from cardtui.v1 import errors_pb2, lobby_service_pb2, tables_pb2
from cardtui_client.faces.arguments import plainest, verb_of
from cardtui_client.net.address import Address, JoinLine, parse_join_line
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_client.net.trust import look_at
from cardtui_server.store.nats_streams import LOG_STREAM, STREAMS
from tests.proofs.cluster.servers import OPERATOR, Running, Servers, Start, servers
from tests.support.lasting_port import lasting_port
from tests.support.namespaces import House, house, inside
from tests.support.nats_servers import NatsServers, nats_servers
from tests.support.playing import Onlooker

BOUND: Final = 60.0
"""Seconds after which somebody who has no answer is stuck."""

_TABLES: Final = 6
_FEW: Final = 5
_AGAIN: Final = 0.2
"""Seconds after which a player tries again what cannot be written down now."""

_BEFORE: Final = 1.5
"""Seconds of play before an outage."""

_AFTER: Final = 3.0
"""Seconds for which all must get on again before it counts as over."""


class Guest(Onlooker):
    """Somebody who plays against a bot, and goes where the table is.

    Attributes:
        answered: when each act was answered.
        trail: what happened to the stream, and when.
    """

    def __init__(self, connection: Connection, table: str, luck: random.Random) -> None:
        super().__init__()
        self.connection = connection
        self.answered = [time.monotonic()]
        self.trail: list[tuple[float, str]] = []
        self._feed = TableFeed(connection, table, True)
        self._table = table
        self._luck = luck
        self._stale = -1
        self._changed = asyncio.Event()
        self._tasks = [asyncio.create_task(each) for each in (self._follow(), self._play())]

    @property
    def at(self) -> str:
        """The address of the server where the table is."""
        return str(self.connection.server.address)

    def __str__(self) -> str:
        state = tables_pb2.TableState.Name(self.table.state)
        told = f"turn {0 in self.view.to_act}, {self.seq}, stale {self._stale == self.position}"
        trail = [f"{time.monotonic() - at:.1f} s ago {what}" for at, what in self.trail[-6:]]
        return f"{self._table} at {self.at}: {state}, {told}, {', '.join(trail)}"

    def gets_on(self, since: float) -> bool:
        """Return whether a few acts have been answered from then on."""
        return sum(each > since for each in self.answered[-_FEW:]) == _FEW

    def longest(self, since: float) -> float:
        """Return the longest time without an answer from then on, or from the answer before."""
        begins = max((each for each in self.answered if each <= since), default=since)
        times = [begins, *(each for each in self.answered if each > since), time.monotonic()]
        return max(after - before for before, after in pairwise(times))

    async def leave(self) -> None:
        for each in self._tasks:
            each.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._feed.close()
        await self.connection.close()

    def check(self) -> None:
        """Fail if this guest has failed."""
        for each in self._tasks:
            if each.done():
                each.result()

    async def _follow(self) -> None:
        async for item in self._feed.frames():
            if isinstance(item, FeedStatus):
                self.trail.append((time.monotonic(), f"{item.status.name} {item.sentence}"))
            else:
                self.fold([item])
            self._changed.set()

    async def _play(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self.table.state == tables_pb2.TABLE_STATE_OVER and not self.table.seats[0].ready:
                with suppress(Refused, Unreachable):
                    await self.connection.set_ready(self._table)
            if 0 not in self.view.to_act or not self.own.choices or self.position == self._stale:
                continue
            mild = [each for each in self.own.choices if verb_of(each) != "resign"]
            expected = self.position
            with suppress(Unreachable):
                reply = await self._feed.act(plainest(self._luck.choice(mild)), expected)
                if not reply.HasField("refusal"):
                    self.answered.append(time.monotonic())
                if reply.refusal.reason != errors_pb2.REASON_READ_ONLY:
                    self._stale = expected
                    continue
                await asyncio.sleep(_AGAIN)
                self._changed.set()


class Cluster:
    """Three servers of each kind, and guests."""

    def __init__(
        self, seed: int, nats: NatsServers, forked: Servers, folder: Path, home: House | None
    ) -> None:
        self.nats = nats
        self.home = home
        self.luck = random.Random(seed)
        self.ports = [lasting_port() for _ in range(3)]
        hosts = ["127.0.0.1"] * 3 if home is None else home.hosts
        self.addresses = dict(zip(self.ports, map(Address, hosts, self.ports), strict=True))
        self.running: dict[int, Running] = {}
        self.guests: list[Guest] = []
        self.line = ""
        self._forked = forked
        self._folder = folder

    async def begin(self) -> None:
        for port in self.ports:
            await self.start(port)
        addresses = tuple(self.addresses.values())
        found = await look_at(JoinLine(addresses[:1], ""), BOUND)
        self.line = str(JoinLine(addresses, found.pin))
        for number in range(_TABLES):
            await self._welcome(f"G{number}", self.ports[number % 3])

    async def start(self, port: int) -> None:
        """Start a table server, and wait until it is ready."""
        folder = self._folder / str(port)
        folder.mkdir(exist_ok=True)
        address, urls = str(self.addresses[port]), tuple(self.nats.urls)
        start = Start(port, address, urls, 0, str(folder), self.machine(port))
        self.running[port] = await self._forked.begin(start)
        await asyncio.wait_for(self.running[port].ready.wait(), BOUND)
        assert self.running[port].name, "it has not started"

    def machine(self, port: int) -> str:
        """Return the namespace of a table server; ``-`` where all are on one machine."""
        return "-" if self.home is None else self.home.machines[self.ports.index(port)]

    async def end(self, port: int, how: signal.Signals) -> None:
        """End a table server."""
        self.running[port].signal(how)
        await self._forked.wait(self.running[port])

    async def _welcome(self, name: str, port: int) -> None:
        connection = await Connection.open(self.line, name)
        if connection.server.address.port != port:
            await connection.go_where(str(self.addresses[port]))
        request = lobby_service_pb2.CreateTableRequest(
            game="truco-paulista", seats=2, seat=0, pause_milliseconds=0, thinking_milliseconds=0
        )
        table = (await connection.create_table(request)).table.id
        await connection.add_bot(table, tables_pb2.BOT_LEVEL_EASY)
        await connection.set_ready(table)
        self.guests.append(Guest(connection, table, self.luck))

    def busiest(self) -> int:
        """Return the port of the server that has the most tables."""
        at = [guest.connection.server.address.port for guest in self.guests]
        return max(self.ports, key=at.count)

    async def measured(self, outage: Outage) -> list[float]:
        """Have an outage; return how long each guest whom it concerns had to wait."""
        await asyncio.sleep(_BEFORE)
        port, began = self.busiest(), time.monotonic()
        concerned = [
            each
            for each in self.guests
            if outage.of_nats or each.connection.server.address.port == port
        ]
        mend = await outage.begins(self, port)
        ended = time.monotonic()
        stuck = self.guests
        while stuck := [each for each in stuck if not each.gets_on(ended)]:
            for each in stuck:
                each.check()
            assert time.monotonic() < ended + BOUND, "stuck: " + "; ".join(map(str, stuck))
            await asyncio.sleep(0.05)
        await asyncio.sleep(_AFTER)
        found = [each.longest(began) for each in concerned]
        await mend()
        for each in self.guests:
            each.check()
        return found

    async def close(self) -> None:
        for each in self.guests:
            await each.leave()


Mend = Callable[[], Awaitable[None]]


async def _killed(cluster: Cluster, port: int) -> Mend:
    await cluster.end(port, signal.SIGKILL)
    return lambda: cluster.start(port)


async def _stopped(cluster: Cluster, port: int) -> Mend:
    await cluster.end(port, signal.SIGTERM)
    return lambda: cluster.start(port)


async def _paused(cluster: Cluster, port: int) -> Mend:
    cluster.running[port].signal(signal.SIGSTOP)

    async def mend() -> None:
        cluster.running[port].signal(signal.SIGCONT)

    return mend


async def _drained(cluster: Cluster, port: int) -> Mend:
    pin = parse_join_line(cluster.line).pin
    line = str(JoinLine((cluster.addresses[port],), pin))
    operator = await Connection.as_operator(line, OPERATOR)
    await operator.drain()

    async def mend() -> None:
        await operator.drain(end=True)
        await operator.close()

    return mend


async def _vanished(cluster: Cluster, port: int) -> Mend:
    home = cluster.home
    assert home is not None
    home.cable(cluster.machine(port), plugged=False)

    async def mend() -> None:
        home.cable(cluster.machine(port), plugged=True)
        # Its own tables then learn, one after the other, that they are elsewhere.
        await asyncio.sleep(_AFTER)

    return mend


async def _nats_killed(cluster: Cluster, _: int) -> Mend:
    return await _without_leader(cluster, cluster.nats.kill)


async def _nats_stopped(cluster: Cluster, _: int) -> Mend:
    return await _without_leader(cluster, cluster.nats.end)


async def _without_leader(cluster: Cluster, end: Callable[[int], None]) -> Mend:
    leader = await asyncio.to_thread(cluster.nats.leader, LOG_STREAM)
    await asyncio.to_thread(end, leader)

    async def mend() -> None:
        cluster.nats.start(leader)
        await asyncio.to_thread(cluster.nats.wait)
        await asyncio.to_thread(cluster.nats.whole, [each.name for each in STREAMS])

    return mend


class Outage(NamedTuple):
    """Something that fails.

    Attributes:
        begins: has it fail; returns what mends it.
        goal: for how many seconds players may have to wait.
        of_nats: whether it is the NATS server that leads, which concerns all tables.
    """

    begins: Callable[[Cluster, int], Awaitable[Mend]]
    goal: float
    of_nats: bool = False


OUTAGES: Final = {
    "server killed": Outage(_killed, 1.0),
    "server stopped": Outage(_stopped, 1.0),
    "server drained": Outage(_drained, 1.0),
    "server paused": Outage(_paused, 3.5),
    "NATS leader killed": Outage(_nats_killed, 12.0, of_nats=True),
    "NATS leader stopped": Outage(_nats_stopped, 1.0, of_nats=True),
}


VANISHED: Final = Outage(_vanished, 3.5)
"""A machine that answers nothing any more, as one whose cable is pulled."""


class Tally(NamedTuple):
    """By outage, how long each table stood still, in seconds."""

    waits: dict[str, list[float]]

    def plus(self, other: Tally) -> Tally:
        """Return both together."""
        return Tally({name: [*self.waits[name], *other.waits[name]] for name in OUTAGES})

    def __str__(self) -> str:
        rows = [""]
        for name, found in self.waits.items():
            if found:
                goal = OUTAGES[name].goal
                kept = sum(each <= goal for each in found)
                rows.append(
                    f"{name}: median {statistics.median(found):.2f} s, longest {max(found):.2f} s;"
                    f" {kept} of {len(found)} tables within {goal:g} s"
                )
        return "\n  ".join(rows)


@asynccontextmanager
async def playing(seed: int, folder: Path, home: House | None = None) -> AsyncGenerator[Cluster]:
    """Run a cluster with guests, each table server on a machine of a house, if there is one."""
    with nats_servers(3, host="127.0.0.1" if home is None else home.host) as nats:
        async with servers(folder / "errors") as forked:
            cluster = Cluster(seed, nats, forked, folder, home)
            try:
                await cluster.begin()
                yield cluster
            finally:
                await cluster.close()


async def run(seed: int, number: int, folder: Path) -> Tally:
    """Have so many outages, of each kind in turn."""
    waits: dict[str, list[float]] = {name: [] for name in OUTAGES}
    async with playing(seed, folder) as cluster:
        for turn in range(number):
            name = [*OUTAGES][turn % len(OUTAGES)]
            waits[name] += await cluster.measured(OUTAGES[name])
    return Tally(waits)


async def _vanish(home: House, number: int) -> list[float]:
    with TemporaryDirectory() as folder:
        async with playing(1, Path(folder), home) as cluster:
            return [each for _ in range(number) for each in await cluster.measured(VANISHED)]


def vanishing(number: int) -> list[float]:
    """Have a machine vanish so many times; return how long each of its tables stood still.

    Where no network namespace can be made, the test is skipped.
    """
    with house(3) as home:
        module = [sys.executable, "-m", "tests.proofs.cluster.outages", str(number)]
        command = ["ip", *inside(home.server), *module, home.server, *home.machines]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return list(map(float, told.stdout.split()))


if __name__ == "__main__":
    _, _number, _bridge, *_machines = sys.argv
    print(*asyncio.run(_vanish(House(_bridge, tuple(_machines)), int(_number))))
