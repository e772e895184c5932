"""Time what a cluster's store costs: appends to three NATS servers beside appends to SQLite.

64 tables wait for one append after the other, of 100 bytes. The servers share this machine's
processors and its disk, and each waits for the disk: three machines would do better, but for the
network between them. Then a server starts on 10,000 tables in the middle of a match, with listings.
At last, 1,000 such tables lose their server, and two others open them.

    python -m bench.shared_store [--rounds N] [--seconds N] [--tables N] [--orphans N]
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bench.reporting import at_least, at_most, missing, report
from bench.resting import played
from cardtui_server.match.entries import Owned, Stamped
from cardtui_server.match.replay import read_back
from cardtui_server.ports.bus import Beat, Goodbye, Message, Row
from cardtui_server.ports.log_store import Kept, LogStore, append_all
from cardtui_server.ports.peers import Place
from cardtui_server.store.nats import NatsStore
from cardtui_server.store.nats_bus import NatsBus
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.wire.checkpoints import PickledCheckpoints
from cardtui_server.wire.journal import WireJournal
from tests.support.lasting_port import lasting_port
from tests.support.nats_servers import NatsServers, nats_servers

_WRITING_TABLES: Final = 64
_LISTED_TABLES: Final = 10_000
_ORPHAN_TABLES: Final = 1_000
_ROW: Final = bytes(100)
_ENTRIES_PER_TABLE: Final = 18
_BATCH_TABLES: Final = 500
_GONE_SERVER: Final = Place("gone", "127.0.0.1:1")


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

    await asyncio.gather(*(write(f"r{round_}t{table}") for table in range(_WRITING_TABLES)))
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
    what = f"of {_WRITING_TABLES} tables to three NATS servers, against SQLite"
    report(f"appends {what}", rates, other_rates, unit="/s", goal=at_least(0.4))
    report(f"an append {what} (p50)", times, other_times, unit="ms", goal=at_most(3))


async def fill(store: LogStore, tables: int) -> bytes:
    """Write tables in the middle of a match, and return what is listed of each."""
    rows = await played(_ENTRIES_PER_TABLE)
    journal = WireJournal()
    ended = read_back("", rows, journal).time
    owned = Stamped(ended, Owned(_GONE_SERVER.server, _GONE_SERVER.address))
    rows.append(journal.write(owned, "truco-argentino"))
    listing = PickledCheckpoints().listing(read_back("", rows, journal).state)
    for first in range(0, tables, _BATCH_TABLES):
        names = [f"l{table}" for table in range(first, min(first + _BATCH_TABLES, tables))]
        await asyncio.gather(*(append_all(store, each, rows, kept=Kept(listing)) for each in names))
    return listing


@asynccontextmanager
async def serving(servers: NatsServers) -> AsyncGenerator[float]:
    """Run a table server, and say how many seconds it took to start."""
    began = time.perf_counter()
    command = ["-m", "cardtui_server", "--unlimited", "--port", str(lasting_port())]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *command, "--cluster", ",".join(servers.urls)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        assert process.stdout is not None
        assert await process.stdout.readline()
        yield time.perf_counter() - began
    finally:
        process.terminate()
        await process.wait()


async def listed(servers: NatsServers, rounds: int, tables: int) -> None:
    """Have many tables listed, and report how long that and a start took."""
    store = NatsStore(servers.urls, patience=60.0)
    await store.open()
    await fill(store, tables)
    seconds, starts = [], []
    for _ in range(rounds):
        began = time.perf_counter()
        pages = [page async for page in store.open_tables()]
        seconds.append(time.perf_counter() - began)
        assert sum(bool(each.listing) for page in pages for each in page) == tables
        async with serving(servers) as start:
            starts.append(start)
    await store.close()
    goal = at_most(5, alone=True) if tables >= _LISTED_TABLES else None
    what = f"{tables:,} tables from three NATS servers"
    report(f"{what}: listed", seconds, unit="s")
    report(f"{what}: a server started", starts, unit="s", goal=goal)


async def orphaned(servers: NatsServers, tables: int) -> float:
    """Return in how many seconds two servers open the tables of one that is gone."""
    store = NatsStore(servers.urls, patience=60.0)
    await store.open()
    listing = await fill(store, tables)
    bus, opened, all_open = NatsBus(store.connection), set[str](), asyncio.Event()

    def hear(message: Message) -> None:
        if isinstance(message, Row) and message.server != _GONE_SERVER.server:
            opened.add(message.table)
        if len(opened) == tables:
            all_open.set()

    end = bus.listen(hear)
    async with serving(servers), serving(servers):
        for table in range(tables):
            if table % 64 == 0:
                bus.send(Beat(*_GONE_SERVER))
                await asyncio.sleep(0.05)
            bus.send(Row(_GONE_SERVER.server, f"l{table}", listing))
        await asyncio.sleep(0.3)
        assert not opened
        bus.send(Goodbye(_GONE_SERVER.server))
        began = time.perf_counter()
        await asyncio.wait_for(all_open.wait(), 120)
        seconds = time.perf_counter() - began
    end()
    await store.close()
    return seconds


async def measured(rounds: int, seconds: float, tables: int, orphans: int) -> None:
    """Measure all."""
    with nats_servers(3) as servers:
        await appends(servers, rounds, seconds)
    with nats_servers(3) as servers:
        await listed(servers, rounds, tables)
    taken = []
    for _ in range(rounds):
        with nats_servers(3) as servers:
            taken.append(await orphaned(servers, orphans))
    goal = at_most(5, alone=True) if orphans >= _ORPHAN_TABLES else None
    report(
        f"{orphans:,} tables of a server that is gone: open at two others",
        taken,
        unit="s",
        goal=goal,
    )


def main() -> None:
    """Measure, if there is a NATS server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--tables", type=int, default=_LISTED_TABLES)
    parser.add_argument("--orphans", type=int, default=_ORPHAN_TABLES)
    args = parser.parse_args()
    if not (Path(sys.executable).with_name("nats-server").exists() or shutil.which("nats-server")):
        missing("appends to NATS", "there is no nats-server here")
        return
    asyncio.run(measured(args.rounds, args.seconds, args.tables, args.orphans))


if __name__ == "__main__":
    main()
