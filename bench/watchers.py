"""Time a table that is played at full speed, and at a human pace, while a crowd watches it.

Four clients play as fast as they can, every move durable before it is answered; so many others, in
a process of their own, watch. The other contender is a bare echo that sends each message to the
same number of readers, one by one. Told are how many updates a watcher is told in one message,
the processor time of the server for each update that a watcher is told, and how long acts take,
beside how long they take with nobody watching. At a move a `PACE`, told is also when the last of
the crowd has it.

    python -m bench.watchers [--rounds N] [--seconds S] [--watchers N [N ...]]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import grpc
import uvloop

from bench.reporting import at_least, at_most, p99, report
from bench.server import (
    BARE,
    PLAY,
    SERVER,
    STREAMS,
    bearer,
    echo_table_client,
    game_client,
    new_channel,
    started,
)
from cardtui.v1 import (
    session_service_pb2,
    session_service_pb2_grpc,
    table_service_pb2,
)

GAME = "truco-argentino"

WATCH = "/cardtui.v1.TableService/Watch"

PACE = 1.0
"""Seconds for which a player thinks at a human pace."""


class Crowd(NamedTuple):
    """A round: server seconds, updates told to watchers, messages they got, waits of acts.

    ``last`` has the seconds from each act until the last watcher was told.
    """

    server: float
    updates: int
    messages: int
    waits: list[float]
    last: list[float]

    @property
    def cost(self) -> float:
        """Microseconds of processor time for each update that a watcher is told."""
        return 1e6 * self.server / max(1, self.updates)


class Stand(NamedTuple):
    """Where a crowd watches, and how many they are; ``echo`` where it is the bare echo."""

    address: str
    table: str
    readers: int
    echo: bool


async def follow(stand: Stand, counters: Any, moments: Any, all_read: Any) -> None:
    """Watch a table so many times: count the messages that come, and the updates in them.

    Of the moments, the first is when the last act was sent, the second when a message came last.
    """
    address, table, count, echo = stand
    reading = 0

    async def one(channel: grpc.aio.Channel, token: str) -> None:
        nonlocal reading
        seq = 0
        if echo:
            call: Any = channel.stream_stream(f"{PLAY}Table")()
            await call.write(table.encode())
        else:
            request = table_service_pb2.WatchRequest(table=table).SerializeToString()
            watch_table: Any = channel.unary_stream(WATCH)
            call = watch_table(request, metadata=bearer(token))
            seq = latest(await call.read(), 0)
        reading += 1
        if reading == count:
            all_read.set()
        while (data := await call.read()) is not grpc.aio.EOF:
            counters[0] += 1
            moments[1] = time.perf_counter()
            if echo:
                counters[1] += 1
            else:
                before, seq = seq, latest(data, seq)
                counters[1] += seq - before

    tasks = []
    for first in range(0, count, STREAMS):
        channel, token = new_channel(address), ""
        if not echo:
            sessions = session_service_pb2_grpc.SessionServiceStub(channel)
            name = session_service_pb2.OpenSessionRequest(name="W")
            token = (await sessions.OpenSession(name)).token
        tasks += [one(channel, token) for _ in range(min(STREAMS, count - first))]
    await asyncio.gather(*tasks)


def latest(data: bytes, seq: int) -> int:
    """Return the number of the last update of which a message tells; ``seq`` if of none.

    A watcher who is told a snapshot is told all updates until then: where more of them came in a
    rush than the server keeps, it tells one.
    """
    for frame in table_service_pb2.WatchResponse.FromString(data).frames:
        kind = frame.WhichOneof("frame")
        if kind in ("update", "snapshot"):
            seq = getattr(frame, kind).seq
    return seq


def watch(stand: Stand, counters: Any, moments: Any, all_read: Any) -> None:
    """Do so in a process of its own."""
    gc.disable()
    uvloop.run(follow(stand, counters, moments, all_read))


async def watched(
    address: str, count: int, play: Callable[..., Awaitable[Any]], *, echo: bool, paced: bool
) -> Crowd:
    """Play while so many watch."""
    processes = multiprocessing.get_context("spawn")
    counters, all_read = processes.Array("q", 2, lock=False), processes.Event()
    moments = processes.Array("d", 2, lock=False)
    crowd: list[Any] = []
    last: list[float] = []

    async def think() -> None:
        await asyncio.sleep(PACE)
        if moments[0]:
            last.append(moments[1] - moments[0])
        moments[0] = time.perf_counter()

    async def seated(table: str) -> None:
        if count:
            arguments = (Stand(address, table, count, echo), counters, moments, all_read)
            crowd.append(processes.Process(target=watch, args=arguments, daemon=True))
            crowd[0].start()
            await asyncio.to_thread(all_read.wait)

    def read() -> Sequence[int]:
        return counters[0], counters[1]

    how: dict[str, Any] = {"read": read, "think": think if paced else None}
    try:
        if echo:
            await seated("0")
            tally = await play(**how)
        else:
            tally = await play(**how, seated=seated)
    finally:
        for each in crowd:
            each.kill()
            each.join()
    messages, updates = tally.counted
    return Crowd(tally.server, updates, messages, tally.waits, last)


def measure(
    count: int, seconds: float, *, echo: bool = False, durable: bool = False, paced: bool = False
) -> Crowd:
    """Play while so many watch, on a server of its own."""
    with tempfile.TemporaryDirectory() as data:
        kept = ("--data", data) if durable else ()
        with started(*(BARE if echo else SERVER), *kept) as (address, pid):

            async def play(**how: Any) -> Any:
                if echo:
                    return await echo_table_client(address, pid, 1, seconds, **how)
                return await game_client(address, pid, 1, seconds, GAME, **how)

            return uvloop.run(watched(address, count, play, echo=echo, paced=paced))


def main() -> None:
    """Run the contenders in turns and tell what they did."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--watchers", type=int, nargs="+", default=[100, 1000])
    arguments = parser.parse_args()
    rounds, seconds = range(arguments.rounds), arguments.seconds
    gc.disable()
    for count in arguments.watchers:
        who = f"{count:,} watchers"
        pairs = [(measure(count, seconds), measure(count, seconds, echo=True)) for _ in rounds]
        ours, theirs = zip(*pairs, strict=True)
        burst = [each.updates / max(1, each.messages) for each in ours]
        report(f"{who}: updates in a message", burst, goal=at_least(5))
        costs = ([each.cost for each in of] for of in (ours, theirs))
        what = "processor time for each update and watcher, against a bare echo"
        report(f"{who}: {what}", *costs, unit="µs", goal=at_most(1))
        paced = [
            [measure(count, 10 * PACE, echo=echo, durable=True, paced=True) for _ in rounds]
            for echo in (False, True)
        ]
        costs = ([each.cost for each in of] for of in paced)
        pace = f"{who}, a move each {PACE:g} s"
        what = "processor time for each update and watcher, against a bare echo"
        report(f"{pace}: {what}", *costs, unit="µs", goal=at_most(1.3))
        told = ([1e3 * statistics.median(each.last) for each in of] for of in paced)
        goal = at_most(100, alone=True)
        report(f"{pace}: until the last of them has a move", *told, unit="ms", goal=goal)
    most = max(arguments.watchers)
    pairs = [
        (measure(most, seconds, durable=True), measure(0, seconds, durable=True)) for _ in rounds
    ]
    waits = ([1e3 * p99(each.waits) for each in of] for of in zip(*pairs, strict=True))
    what = "p99 of the players' acts, against nobody watching"
    report(f"{most:,} watchers: {what}", *waits, unit="ms", goal=at_most(2))


if __name__ == "__main__":
    main()
