"""Time a server whose list of tables many follow, while single tables of it change.

Each follower has a connection of its own. At one table after the other a seat says that it is
ready, or no longer, so that its line in the list changes. Told are the server's processor time for
each line that a follower is told, and when the last follower has it: with as many tables as a large
server has, beside a hundredth of them. What followers cost must not grow with the list.

    python -m bench.followers [--rounds N] [--seconds S] [--tables N] [--followers N]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import statistics
import tempfile
import time
from typing import NamedTuple

import uvloop

from bench.machine import busy
from bench.reporting import at_most, report
from bench.server import LONG_MATCH_OPTIONS, SERVER_ARGUMENTS, bearer, new_channel, started
from cardtui.v1 import (
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    session_service_pb2,
    session_service_pb2_grpc,
)

GAME = "truco-argentino"

PACE_SECONDS = 0.05
"""Seconds between two changes."""

BATCH_SIZE = 8
"""How many tables are made, and how many followers come, at a time."""


class Followed(NamedTuple):
    """A round: microseconds of processor time for each line told, and seconds to the last one."""

    cost: float
    last: float


class Follower:
    """Somebody who follows the list on a connection of their own."""

    def __init__(self, address: str) -> None:
        self._channel = new_channel(address)
        self.told = 0
        self.at = 0.0
        self.complete = asyncio.Event()

    async def follow(self) -> None:
        sessions = session_service_pb2_grpc.SessionServiceStub(self._channel)
        opened = await sessions.OpenSession(session_service_pb2.OpenSessionRequest(name="F"))
        lobby = lobby_service_pb2_grpc.LobbyServiceStub(self._channel)
        wanted = lobby_service_pb2.WatchTablesRequest()
        async for each in lobby.WatchTables(wanted, metadata=bearer(opened.token)):
            self.told += len(each.tables)
            self.at = time.perf_counter()
            if each.complete:
                self.complete.set()


async def followed(address: str, pid: int, tables: int, followers: int, seconds: float) -> Followed:
    """Change one table after the other while so many follow the list."""
    channel = new_channel(address)
    sessions = session_service_pb2_grpc.SessionServiceStub(channel)
    host = await sessions.OpenSession(session_service_pb2.OpenSessionRequest(name="H"))
    lobby, metadata = lobby_service_pb2_grpc.LobbyServiceStub(channel), bearer(host.token)
    turns = asyncio.Semaphore(BATCH_SIZE)

    async def made() -> str:
        async with turns:
            wanted = lobby_service_pb2.CreateTableRequest(
                game=GAME, seats=4, seat=0, options=LONG_MATCH_OPTIONS[GAME]
            )
            table: str = (await lobby.CreateTable(wanted, metadata=metadata)).table.id
            return table

    ids = await asyncio.gather(*(made() for _ in range(tables)))
    crowd = [Follower(address) for _ in range(followers)]
    tasks = []
    for number, each in enumerate(crowd, 1):
        tasks.append(asyncio.create_task(each.follow()))
        if number % BATCH_SIZE == 0:
            await each.complete.wait()
    await asyncio.gather(*(each.complete.wait() for each in crowd))
    await asyncio.sleep(1)
    for each in crowd:
        each.told = 0
    worked, last = busy(pid), []
    for number in range(round(seconds / PACE_SECONDS)):
        table, ready = ids[number // 2 % tables], number % 2 == 0
        began = time.perf_counter()
        wish = lobby_service_pb2.SetReadyRequest(table=table, ready=ready)
        await lobby.SetReady(wish, metadata=metadata)
        await asyncio.sleep(PACE_SECONDS)
        last.append(max(each.at for each in crowd) - began)
    told = sum(each.told for each in crowd)
    found = Followed(1e6 * (busy(pid) - worked) / max(1, told), statistics.median(last))
    for task in tasks:
        task.cancel()
    return found


def measure(tables: int, followers: int, seconds: float) -> Followed:
    """Measure a server of its own."""
    with (
        tempfile.TemporaryDirectory() as data,
        started(*SERVER_ARGUMENTS, "--data", data) as (address, pid),
    ):
        return uvloop.run(followed(address, pid, tables, followers, seconds))


def main() -> None:
    """Run both in turns and tell what they did."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.5)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--followers", type=int, default=200)
    chosen = parser.parse_args()
    gc.disable()
    few = max(1, chosen.tables // 100)
    pairs = [
        [measure(tables, chosen.followers, chosen.seconds) for tables in (chosen.tables, few)]
        for _ in range(chosen.rounds)
    ]
    large, small = zip(*pairs, strict=True)
    what = f"{chosen.followers} follow a list of {chosen.tables:,} tables, against one of {few}"
    costs = ([each.cost for each in of] for of in (large, small))
    cost = f"{what}: processor time for each line told"
    report(cost, *costs, unit="µs", goal=at_most(1.25))
    waits = ([1e3 * each.last for each in of] for of in (large, small))
    report("the same, until the last of them is told", *waits, unit="ms")


if __name__ == "__main__":
    main()
