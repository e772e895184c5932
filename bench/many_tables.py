"""Time a server with many tables: what silence costs, and what a move costs among many.

First tables of four at which nothing happens, each with a stream for every seat: the memory of a
table before and after its streams are open, and, once, the processor time while nothing is done,
from one heartbeat to the next, since heartbeats are most of it. Then some of them play at a move a
second each: the time from an act until the other three seats have it. These are absolute, so on a
busy machine they say little; the bare echo to tables of four, at the same pace, is measured in
turns for comparison. At last fewer tables play, whose players have a connection each, and then
share some.

    python -m bench.many_tables [--rounds N] [--seconds S] [--silence S] [--tables N] [--busy N]
        [--alone N]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import uvloop

from bench.machine import busy
from bench.reporting import at_most, p99, report
from bench.server import (
    ECHO_ARGUMENTS,
    LONG_MATCH_OPTIONS,
    MOVE_REQUEST,
    PLAY_METHOD,
    SERVER_ARGUMENTS,
    STREAMS_PER_CONNECTION,
    Channels,
    Player,
    Tally,
    bearer,
    new_channel,
    started,
)
from cardtui.v1 import (
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    session_service_pb2,
    session_service_pb2_grpc,
    table_service_pb2,
)

GAME = "truco-argentino"

PACE_SECONDS = 1.0
"""Seconds between two acts at a table."""

SETTLING_SECONDS = 1.5
"""Seconds at most until what was begun goes its way."""

QUIET_LOAD = 0.05
"""Part of a processor that a server takes at most that has little to do."""

BATCH_TABLES = 8


class Idle(NamedTuple):
    """What tables cost at which nothing happens: KiB of each, and the part of a processor.

    ``share`` is ``None`` where it was not measured.
    """

    made: float
    read: float
    share: float | None


class Paced(NamedTuple):
    """What moves cost at that pace: microseconds of the server's processor time, and the waits."""

    cost: float
    waits: list[float]


class Seats:
    """The streams of one table, and how long each act took to reach the others."""

    def __init__(self, calls: list[Any]) -> None:
        self._calls = calls
        self._players = [Player(Tally(), seat) for seat in range(len(calls))]
        self._mover = -1
        self._began = 0.0
        self._position = -1
        self.waits: list[float] = []

    def readers(self) -> list[Any]:
        """Return what takes in all that comes."""
        return [self._read(seat) for seat in range(len(self._calls))]

    async def play(self) -> None:
        """Act once a pace; a match is long enough never to end."""
        await asyncio.sleep(random.random() * PACE_SECONDS)
        while True:
            for seat, player in enumerate(self._players):
                if (act := player.next()) is not None:
                    self._mover, self._position = seat, player.position
                    self._began = time.perf_counter()
                    await self._calls[seat].write(act)
                    break
            await asyncio.sleep(PACE_SECONDS)

    async def _read(self, seat: int) -> None:
        player, call = self._players[seat], self._calls[seat]
        while (data := await call.read()) is not grpc.aio.EOF:
            came, before = time.perf_counter(), player.position
            player.fold(data)
            if before == self._position < player.position and seat != self._mover:
                self.waits.append(came - self._began)


async def seated(address: str, tables: int) -> list[tuple[str, list[str]]]:
    """Make tables at which four people sit and play; return their ids and the people's tokens."""
    channel = new_channel(address)
    sessions = session_service_pb2_grpc.SessionServiceStub(channel)
    lobby = lobby_service_pb2_grpc.LobbyServiceStub(channel)
    people = [
        (await sessions.OpenSession(session_service_pb2.OpenSessionRequest(name=f"P{seat}"))).token
        for seat in range(4)
    ]
    turns = asyncio.Semaphore(BATCH_TABLES)

    async def one() -> str:
        async with turns:
            wanted = lobby_service_pb2.CreateTableRequest(
                game=GAME, seats=4, seat=0, pause_milliseconds=0, options=LONG_MATCH_OPTIONS[GAME]
            )
            made = await lobby.CreateTable(wanted, metadata=bearer(people[0]))
            table: str = made.table.id
            for seat in range(1, 4):
                join = lobby_service_pb2.JoinTableRequest(table=table, seat=seat)
                await lobby.JoinTable(join, metadata=bearer(people[seat]))
            for token in people:
                ready = lobby_service_pb2.SetReadyRequest(table=table, ready=True)
                await lobby.SetReady(ready, metadata=bearer(token))
            return table

    found = await asyncio.gather(*(one() for _ in range(tables)))
    await channel.close()
    return [(table, people) for table in found]


async def joined(
    address: str, tables: list[tuple[str, list[str]]], streams: int = STREAMS_PER_CONNECTION
) -> list[Seats]:
    """Open a stream for every seat, and a connection for so many streams."""
    channels = Channels(address, streams)
    opened = []
    for table, people in tables:
        calls: list[Any] = []
        for token in people:
            call: Any = next(channels).stream_stream(PLAY_METHOD)(metadata=bearer(token))
            join = table_service_pb2.PlayRequest(join=table_service_pb2.PlayJoin(table=table))
            await call.write(join.SerializeToString())
            calls.append(call)
        opened.append(Seats(calls))
    return opened


def memory(pid: int) -> float:
    """Return the KiB of memory that a process holds."""
    return float(Path(f"/proc/{pid}/status").read_text().partition("VmRSS:")[2].split()[0])


async def ours(
    address: str, pid: int, tables: int, playing: int, seconds: float, *, silence: float
) -> tuple[Idle, Paced]:
    """Measure the tables while nothing happens for so long, then while some of them play."""
    empty = memory(pid)
    made = await seated(address, tables)
    bare_tables = memory(pid)
    all_seats = await joined(address, made)
    tasks = [asyncio.create_task(each) for seats in all_seats for each in seats.readers()]
    await rested(pid)
    full, worked = memory(pid), busy(pid)
    await asyncio.sleep(silence)
    share = (busy(pid) - worked) / silence if silence else None
    idle = Idle((bare_tables - empty) / tables, (full - empty) / tables, share)
    paced = await played(all_seats[:playing], pid, seconds)
    for task in tasks:
        task.cancel()
    return idle, paced


async def rested(pid: int) -> None:
    """Wait until a server has little more to do, or for ten seconds."""
    for _ in range(10):
        worked = busy(pid)
        await asyncio.sleep(1)
        if busy(pid) - worked < QUIET_LOAD:
            return


async def played(chosen: list[Seats], pid: int, seconds: float) -> Paced:
    """Measure what moves cost, and how long they take."""
    tasks = [asyncio.create_task(seats.play()) for seats in chosen]
    await asyncio.sleep(min(SETTLING_SECONDS, seconds))
    for seats in chosen:
        seats.waits.clear()
    worked = busy(pid)
    await asyncio.sleep(seconds)
    waits = [each for seats in chosen for each in seats.waits]
    paced = Paced(3e6 * (busy(pid) - worked) / max(1, len(waits)), waits)
    for task in tasks:
        task.cancel()
    return paced


async def connected(address: str, pid: int, tables: int, seconds: float, streams: int) -> Paced:
    """Measure tables that all play, with a connection for so many streams."""
    all_seats = await joined(address, await seated(address, tables), streams)
    tasks = [asyncio.create_task(each) for seats in all_seats for each in seats.readers()]
    paced = await played(all_seats, pid, seconds)
    for task in tasks:
        task.cancel()
    return paced


async def theirs(address: str, pid: int, tables: int, seconds: float) -> tuple[float, Paced]:
    """Send a move's bytes round so many tables of four at the same pace.

    Returns:
        The KiB of memory that four streams take, and what the moves cost.
    """
    settling, empty = min(SETTLING_SECONDS, seconds), memory(pid)
    waits: list[float] = []
    tasks: list[asyncio.Task[None]] = []

    async def read(call: Any, began: list[float], seat: int) -> None:
        while await call.read() is not grpc.aio.EOF:
            if began[1] != seat:
                waits.append(time.perf_counter() - began[0])

    async def play(calls: list[Any], began: list[float]) -> None:
        await asyncio.sleep(settling + random.random() * PACE_SECONDS)
        while True:
            for seat, call in enumerate(calls):
                began[:] = [time.perf_counter(), seat]
                await call.write(MOVE_REQUEST)
                await asyncio.sleep(PACE_SECONDS)

    channels = Channels(address, STREAMS_PER_CONNECTION)
    for table in range(tables):
        calls: list[Any] = []
        began = [0.0, 0.0]
        for seat in range(4):
            call: Any = next(channels).stream_stream(f"{PLAY_METHOD}Table")()
            await call.write(str(table).encode())
            calls.append(call)
            tasks.append(asyncio.create_task(read(call, began, seat)))
        tasks.append(asyncio.create_task(play(calls, began)))
    await asyncio.sleep(settling)
    full = memory(pid)
    await asyncio.sleep(settling)
    waits.clear()
    worked = busy(pid)
    await asyncio.sleep(seconds)
    paced = Paced(3e6 * (busy(pid) - worked) / max(1, len(waits)), list(waits))
    for task in tasks:
        task.cancel()
    return (full - empty) / tables, paced


def main() -> None:
    """Run the contenders in turns and print what they did."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.5)
    parser.add_argument("--silence", type=float, default=20, help="seconds between two heartbeats")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--busy", type=int, default=500)
    parser.add_argument("--alone", type=int, default=100)
    arguments = parser.parse_args()
    idle: list[Idle] = []
    paced: list[Paced] = []
    bare: list[tuple[float, Paced]] = []
    gc.disable()  # this process lives for a few minutes; its pauses are not the server's
    tables, playing, seconds = arguments.tables, arguments.busy, arguments.seconds
    for each in range(arguments.rounds):
        silence = 0 if each else arguments.silence
        with tempfile.TemporaryDirectory() as data:
            with started(*SERVER_ARGUMENTS, "--data", data) as (address, pid):
                silent, moved = uvloop.run(
                    ours(address, pid, tables, playing, seconds, silence=silence)
                )
            idle.append(silent)
            paced.append(moved)
            with started(*ECHO_ARGUMENTS, "--data", data) as (address, pid):
                bare.append(uvloop.run(theirs(address, pid, arguments.busy, arguments.seconds)))
    made, read, share = zip(*idle, strict=True)
    streams, echoed = zip(*bare, strict=True)
    silent_tables = f"{arguments.tables:,} silent tables"
    report(f"{silent_tables}: memory of each, nobody listening", made, unit="KiB")
    full = f"{silent_tables}: memory of each with four streams, against four bare streams"
    report(full, read, streams, unit="KiB", goal=at_most(1.5))
    processor = f"{silent_tables}: processor time"
    shares = [each for each in share if each is not None]
    report(processor, shares, unit="%", goal=at_most(0.02, alone=True))
    pace = f"{arguments.busy} tables at a move each {PACE_SECONDS:g} s, against a bare echo"
    costs = ([each.cost for each in of] for of in (paced, echoed))
    report(f"{pace}: the server's processor time for a move", *costs, unit="µs")
    slow = ([1e3 * p99(each.waits) for each in of] for of in (paced, echoed))
    goal = at_most(15, alone=True)
    report("the same, p99 until the others have an act", *slow, unit="ms", goal=goal)
    half = ([1e3 * statistics.median(each.waits) for each in of] for of in (paced, echoed))
    report("the same, median", *half, unit="ms")
    found: dict[int, list[Paced]] = {1: [], STREAMS_PER_CONNECTION: []}
    for _ in range(arguments.rounds):
        for many, rounds in found.items():
            with (
                tempfile.TemporaryDirectory() as data,
                started(*SERVER_ARGUMENTS, "--data", data) as (address, pid),
            ):
                rounds.append(
                    uvloop.run(connected(address, pid, arguments.alone, arguments.seconds, many))
                )
    alone = f"{arguments.alone} tables, each player on a connection"
    alone += f", against {STREAMS_PER_CONNECTION} on each"
    costs = ([each.cost for each in of] for of in found.values())
    report(f"{alone}: the server's processor time for a move", *costs, unit="µs")
    slow = ([1e3 * p99(each.waits) for each in of] for of in found.values())
    report("the same, p99 until the others have an act", *slow, unit="ms")


if __name__ == "__main__":
    main()
