"""Time what a cluster's store costs: appends to three NATS servers beside appends to SQLite.

64 tables wait for one append after the other, of 100 bytes. The servers share this machine's
processors and its disk, and each waits for the disk: three machines would do better, but for the
network between them. Then 10,000 tables with listings are listed as at a start.

    python -m bench.shared_store [--rounds N] [--seconds N] [--tables N]
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from bench.reporting import at_least, at_most, missing, report
from cardtui_server.ports.log_store import Kept, LogStore
from cardtui_server.store.nats import NatsStore
from cardtui_server.store.sqlite import SqliteStore
from tests.support.nats_servers import NatsServers, nats_servers

_WRITING: Final = 64
_LISTED: Final = 10_000
_ROW: Final = bytes(100)
_LISTING: Final = bytes(300)


async def appended(store: LogStore, round_: int, seconds: float) -> tuple[float, float]:
    """Return how many appends were written in a second, and the median of their times in ms."""
    await store.open()
    taken: list[float] = []
    end = time.perf_counter() + seconds

    async def write(table: str) -> None:
        number = 0
        while (began := time.perf_counter()) < end:
            await store.append(table, number, [_ROW])
            taken.append(1e3 * (time.perf_counter() - began))
            number += 1

    await asyncio.gather(*(write(f"r{round_}t{table}") for table in range(_WRITING)))
    await store.close()
    return len(taken) / seconds, statistics.median(taken)


async def appends(servers: NatsServers, rounds: int, seconds: float) -> None:
    """Append in turns to both stores, and report how fast."""
    nats, sqlite = [], []
    for round_ in range(rounds):
        nats.append(await appended(NatsStore(servers.urls), round_, seconds))
        with tempfile.TemporaryDirectory() as folder:
            sqlite.append(await appended(SqliteStore(Path(folder) / "a.db"), round_, seconds))
    ours, theirs = zip(*nats, strict=True), zip(*sqlite, strict=True)
    (rates, times), (other_rates, other_times) = ours, theirs
    what = f"of {_WRITING} tables to three NATS servers, against SQLite"
    report(f"appends {what}", rates, other_rates, unit="/s", goal=at_least(0.4))
    report(f"an append {what} (p50)", times, other_times, unit="ms", goal=at_most(3))


async def listed(servers: NatsServers, rounds: int, tables: int) -> None:
    """List many tables, and report how long it took."""
    store = NatsStore(servers.urls, patience=60.0)
    await store.open()
    for first in range(0, tables, 500):
        names = [f"l{table}" for table in range(first, min(first + 500, tables))]
        await asyncio.gather(
            *(store.append(each, 0, [_ROW], kept=Kept(_LISTING)) for each in names)
        )
    await store.close()
    seconds = []
    for _ in range(rounds):
        store = NatsStore(servers.urls, patience=60.0)
        await store.open()
        began = time.perf_counter()
        pages = [page async for page in store.open_tables()]
        seconds.append(time.perf_counter() - began)
        assert sum(bool(each.listing) for page in pages for each in page) == tables
        await store.close()
    goal = at_most(5, alone=True) if tables >= _LISTED else None
    report(f"{tables:,} tables listed from three NATS servers", seconds, unit="s", goal=goal)


async def measured(rounds: int, seconds: float, tables: int) -> None:
    """Measure both."""
    with nats_servers(3) as servers:
        await appends(servers, rounds, seconds)
    with nats_servers(3) as servers:
        await listed(servers, rounds, tables)


def main() -> None:
    """Measure, if there is a NATS server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--tables", type=int, default=_LISTED)
    args = parser.parse_args()
    if not (Path(sys.executable).with_name("nats-server").exists() or shutil.which("nats-server")):
        missing("appends to NATS", "there is no nats-server here")
        return
    asyncio.run(measured(args.rounds, args.seconds, args.tables))


if __name__ == "__main__":
    main()
