"""Time a start with tables that rest: from the start of the process to the first view of one.

Once with what is kept beside the logs; once with listings alone, as another version finds it, so
that what is opened is replayed; and once without, so that every log is. In turns, each in a process
of its own. First many tables in the middle of a match, of which a tenth is replayed, then one whose
log is long, and whose checkpoint is as old as it can be. Told are seconds, processor seconds, and
the memory that a table takes beyond that of a server without any.

    python -m bench.resting [--rounds N] [--tables N] [--entries N] [--long N]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

import grpc

from bench.machine import busy
from bench.played_logs import lobby_in_memory
from bench.reporting import at_most, report
from cardtui.v1 import (
    session_service_pb2,
    session_service_pb2_grpc,
    table_service_pb2,
    table_service_pb2_grpc,
)
from cardtui_engine.bits import Bits
from cardtui_engine.choices import ChoiceKind
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.replay import Resumable, read_back
from cardtui_server.match.requests import Act, SetReady, Sit, Start
from cardtui_server.match.state import Life
from cardtui_server.ports.log_store import Kept, append_all
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.table.table_log import FEWEST_NEW_ENTRIES
from cardtui_server.wire.checkpoints import PickledCheckpoints
from cardtui_server.wire.journal import WireJournal

_BATCH_TABLES: Final = 500


class Seen(NamedTuple):
    """A start: seconds until a table was seen, processor seconds, and memory then, in KiB."""

    seconds: float
    cpu: float
    memory: float


class Starts(NamedTuple):
    """Starts with what is kept, with listings alone, and without; and the KiB of a kept table."""

    kept: list[Seen]
    listed: list[Seen]
    replayed: list[Seen]
    each: list[float]


async def played(entries: int) -> list[bytes]:
    """Return the rows of a table in the middle of a match."""
    lobby, store = lobby_in_memory()
    wanted = NewTable.of(game="truco-argentino", seats=2, pause_milliseconds=0, seat=0)
    table = await lobby.create("p0", "Ana", wanted)
    await table.ask(Sit("p1", "Beto", seat=1))
    await table.ask(Start("p0"))
    luck = random.Random(1)
    while table.state.entries < entries:
        state = table.state
        if state.life is Life.OVER:
            for player in ("p0", "p1"):
                await table.ask(SetReady(player, ready=True))
        if state.turn is None or not state.turn.to_act:
            await asyncio.sleep(0.001)  # the next hand is about to be dealt
            continue
        seat = luck.choice(state.turn.to_act)
        choices = state.rules.legal(state.game, seat)
        mild = [choice for choice in choices if choice.kind is not ChoiceKind.GIVES_UP]
        action = luck.choice(mild or choices).sample(Bits(luck.getrandbits(64)))
        await table.ask(Act(seat, f"p{seat}", action))
    rows = await store.read(table.id)
    await lobby.stop()
    return rows


async def fill(data: Path, tables: int, rows: list[bytes]) -> None:
    """Write tables of those rows, the first with a checkpoint as old as it can be."""
    journal, checkpoints = WireJournal(), PickledCheckpoints()
    store = SqliteStore(data / "cardtui.db")
    known = read_back("", rows, journal)
    kept = Kept(checkpoints.listing(known.state))
    for first in range(0, tables, _BATCH_TABLES):
        numbers = range(first, min(first + _BATCH_TABLES, tables))
        await asyncio.gather(*(append_all(store, f"t{each}", rows, kept=kept) for each in numbers))
    entries = max(1, len(rows) - FEWEST_NEW_ENTRIES)  # the next checkpoint is about to be made
    state, replies, *_ = read_back("", rows[:entries], journal)
    await store.keep(
        "t0", entries, Kept(checkpoint=checkpoints.checkpoint(Resumable(state, replies)))
    )
    await store.close()


def start(data: Path, *, empty: bool = False) -> Seen:
    """Start a server and have a table seen, unless there is none."""
    command = ["-m", "cardtui_server", "--port", "0", "--unlimited", "--data"]
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *command, str(data)], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[1]
        with grpc.insecure_channel(address) as channel:
            sessions = session_service_pb2_grpc.SessionServiceStub(channel)
            token = sessions.OpenSession(session_service_pb2.OpenSessionRequest(name="Cora")).token
            if not empty:
                table_service_pb2_grpc.TableServiceStub(channel).GetView(
                    table_service_pb2.GetViewRequest(table="t0"),
                    metadata=(("authorization", f"Bearer {token}"),),
                )
        seconds = time.perf_counter() - began
        cpu = busy(process.pid)
        status = Path(f"/proc/{process.pid}/status").read_text()
        memory = float(status.partition("VmRSS:")[2].split()[0])
    finally:
        process.terminate()
        process.wait(30)
    return Seen(seconds, cpu, memory)


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--entries", type=int, default=54)
    parser.add_argument("--long", type=int, default=20_000)
    arguments = parser.parse_args()
    tables, rounds = arguments.tables, arguments.rounds
    few = max(1, tables // 10)
    starts = compare(rounds, tables, arguments.entries, replayed=few)
    what = f"{tables:,} tables of {arguments.entries:,} entries, a start until one is seen"
    for name, seen in (("kept", starts.kept), ("listed by another version", starts.listed)):
        seconds = [each.seconds for each in seen]
        report(f"{what}: {name}", seconds, unit="s", goal=at_most(10, alone=True))
    report("the same: memory of a table", starts.each, unit="KiB", goal=at_most(10, alone=True))
    seconds = [each.seconds for each in starts.replayed]
    report(f"{few:,} such tables of which nothing is kept: all replayed", seconds, unit="s")
    starts = compare(rounds, 1, arguments.long, replayed=1)
    what = f"one table of {arguments.long:,} entries, a start until it is seen"
    cpu, of_replay = ([each.cpu for each in of] for of in (starts.kept, starts.replayed))
    title = f"{what}: processor time, against all replayed"
    report(title, cpu, of_replay, unit="s", goal=at_most(1, alone=True))
    report("the same: the wait", [each.seconds for each in starts.kept], unit="s")


def compare(rounds: int, tables: int, entries: int, *, replayed: int) -> Starts:
    """Measure starts with what is kept, and of so many tables without, in turns."""
    with tempfile.TemporaryDirectory() as folder:
        full, other, bare, none = (
            Path(folder) / name for name in ("full", "other", "bare", "none")
        )
        rows = asyncio.run(played(entries))
        for data in (full, bare, none):
            data.mkdir()
        asyncio.run(fill(full, tables, rows))
        asyncio.run(fill(bare, replayed, rows))
        shutil.copytree(full, other)
        with sqlite3.connect(other / "cardtui.db") as connection:
            connection.execute("UPDATE kept SET body = x'00' || substr(body, 2) WHERE kind = 1")
        connection.close()
        with sqlite3.connect(bare / "cardtui.db") as connection:
            connection.execute("DELETE FROM kept")
        connection.close()
        starts, empty = Starts([], [], [], []), list[Seen]()
        for number in range(rounds):
            starts.kept.append(start(full))
            starts.listed.append(start(other))
            anew = shutil.copytree(bare, Path(folder) / f"bare-{number}")
            starts.replayed.append(start(anew))  # as it ends, it keeps what it has replayed
            empty.append(start(none, empty=True))
    without = statistics.median(each.memory for each in empty)
    starts.each.extend((each.memory - without) / tables for each in starts.kept)
    return starts


if __name__ == "__main__":
    main()
