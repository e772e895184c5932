"""Time a table that is played at full speed, and at a human pace, while a crowd watches it.

Four clients play as fast as they can, every move durable before it is answered; so many others, in
a process of their own, watch. The other contender is a bare echo that sends each message to the
same number of readers, one by one. Told are the processor time of the server for each update that a
watcher is told and for each move, moves a second, how many updates are in a message, and how long
acts take, beside how long they take with nobody watching. At a move a `PACE_SECONDS`, told is also
when the last of the crowd has it. With ``--draw`` the picture of moves a second is drawn anew.

    python -m bench.watchers [--rounds N] [--seconds S] [--watchers N [N ...]] [--draw]
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

from bench.chart import draw_law
from bench.reporting import at_least, at_most, p99, report
from bench.server import (
    ECHO_ARGUMENTS,
    PLAY_METHOD,
    SERVER_ARGUMENTS,
    STREAMS_PER_CONNECTION,
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

WATCH_METHOD = "/cardtui.v1.TableService/Watch"

PACE_SECONDS = 1.0
"""Seconds for which a player thinks at a human pace."""

PACED_MOVES = 3
"""How many moves at that pace are counted."""

SETTLING_SECONDS = 3.0
"""Seconds after the crowd has come until moves at that pace count: by then the table has told
everybody who came, and the server has looked at their connections."""

CROWD_WATCHERS = 100
"""As many watchers, or more, are a crowd: they have goals."""


class Crowd(NamedTuple):
    """A round: server seconds, updates told to watchers, messages they got, moves, waits of acts.

    ``last`` has the seconds from each act until the last watcher was told.
    """

    server: float
    updates: float
    messages: float
    moves: int
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
            call: Any = channel.stream_stream(f"{PLAY_METHOD}Table")()
            await call.write(table.encode())
        else:
            request = table_service_pb2.WatchRequest(table=table).SerializeToString()
            watch_table: Any = channel.unary_stream(WATCH_METHOD)
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
    for first in range(0, count, STREAMS_PER_CONNECTION):
        channel, token = new_channel(address), ""
        if not echo:
            sessions = session_service_pb2_grpc.SessionServiceStub(channel)
            name = session_service_pb2.OpenSessionRequest(name="W")
            token = (await sessions.OpenSession(name)).token
        tasks += [one(channel, token) for _ in range(min(STREAMS_PER_CONNECTION, count - first))]
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
        await asyncio.sleep(PACE_SECONDS)
        if moments[0]:
            last.append(moments[1] - moments[0])
        moments[0] = time.perf_counter()

    async def seated(table: str) -> None:
        if count:
            arguments = (Stand(address, table, count, echo), counters, moments, all_read)
            crowd.append(processes.Process(target=watch, args=arguments, daemon=True))
            crowd[0].start()
            await asyncio.to_thread(all_read.wait)
            await asyncio.sleep(SETTLING_SECONDS if paced else 0)

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
    return Crowd(tally.server, updates, messages, tally.moves, tally.waits, last)


def measure(count: int, seconds: float, *, echo: bool = False, paced: bool = False) -> Crowd:
    """Play while so many watch, on a server of its own."""
    with (
        tempfile.TemporaryDirectory() as data,
        started(*(ECHO_ARGUMENTS if echo else SERVER_ARGUMENTS), "--data", data) as (address, pid),
    ):

        async def play(**how: Any) -> Any:
            if echo:
                return await echo_table_client(address, pid, 1, seconds, **how)
            return await game_client(address, pid, 1, seconds, GAME, **how)

        return uvloop.run(watched(address, count, play, echo=echo, paced=paced))


def in_turns(count: int, rounds: int, seconds: float, *, paced: bool = False) -> list[list[Crowd]]:
    """Return our rounds, and the echo's."""
    pairs = [
        [measure(count, seconds, echo=echo, paced=paced) for echo in (False, True)]
        for _ in range(rounds)
    ]
    return [list(each) for each in zip(*pairs, strict=True)]


def tell_full_speed(count: int, found: list[list[Crowd]], seconds: float) -> None:
    """Report what a table costs that so many watch."""
    who = f"{count:,} watchers"
    if count >= CROWD_WATCHERS:
        costs = ([each.cost for each in of] for of in found)
        what = "processor time for each update and watcher, against a bare echo"
        report(f"{who}: {what}", *costs, unit="µs", goal=at_most(1))
    costs = ([1e6 * each.server / max(1, each.moves) for each in of] for of in found)
    what = f"{who}: the server's processor time for a move, against a bare echo"
    report(what, *costs, unit="µs")
    rates = ([each.moves / seconds for each in of] for of in found)
    report("the same, moves a second", *rates, unit="moves/s")
    if count >= CROWD_WATCHERS:
        burst = [each.updates / max(1, each.messages) for each in found[0]]
        report(f"{who}: updates in a message", burst, goal=at_least(5))


def tell_paced(count: int, rounds: int) -> None:
    """Measure and report what a move at a human pace costs."""
    paced = in_turns(count, rounds, PACED_MOVES * PACE_SECONDS, paced=True)
    costs = ([each.cost for each in of] for of in paced)
    pace = f"{count:,} watchers, a move each {PACE_SECONDS:g} s"
    what = "processor time for each update and watcher, against a bare echo"
    report(f"{pace}: {what}", *costs, unit="µs", goal=at_most(1.3 if count >= 1000 else 2))
    told = ([1e3 * statistics.median(each.last) for each in of] for of in paced)
    goal = at_most(100, alone=True)
    report(f"{pace}: until the last of them has a move", *told, unit="ms", goal=goal)


def main() -> None:
    """Run the contenders in turns and tell what they did."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.2)
    parser.add_argument("--watchers", type=int, nargs="+", default=[0, 100, 1000])
    parser.add_argument("--draw", action="store_true", help="draw the picture anew")
    arguments = parser.parse_args()
    counts, rounds, seconds = arguments.watchers, arguments.rounds, arguments.seconds
    gc.disable()
    found: dict[int, list[list[Crowd]]] = {}
    for count in counts:
        found[count] = in_turns(count, rounds, seconds)
        tell_full_speed(count, found[count], seconds)
    most, least = max(counts), min(counts)
    waits = ([1e3 * p99(each.waits) for each in found[count][0]] for count in (most, least))
    what = f"p99 of the players' acts, against {least or 'nobody'} watching"
    report(f"{most:,} watchers: {what}", *waits, unit="ms", goal=at_most(2))
    if arguments.draw:
        rates = [[[each.moves / seconds for each in of] for of in found[at]] for at in counts]
        draw_law("cost-of-watchers.svg", "watchers of a table", counts, rates)
    for count in counts:
        if count >= CROWD_WATCHERS:
            tell_paced(count, rounds)


if __name__ == "__main__":
    main()
