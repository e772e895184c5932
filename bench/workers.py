"""Time what several workers cost: the processor time of a move at one process, and at several.

Twelve tables of four playing clients each, as in `bench/server.py`, spread over the workers.
Clients share this machine's processors, so moves a second would tell of them; told is what all
processes of the server take together for a move. From that follows what many cores carry.

The parent writes for all of them, the more at once the more there is to write: how much that can
be, two processes find out that do nothing but append.

    python -m bench.workers [--rounds N] [--seconds S] [--tables N] [--workers N ...]
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import uvloop

from bench.machine import busy
from bench.reporting import at_least, p99, report
from bench.server import game_client, started
from bench.shared_store import appended
from cardtui_server.server_log import unprinted
from cardtui_server.store.parent import Link, ParentStore, SharedStore
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.workers import FIRST_PORT_OFFSET
from tests.support.lasting_port import lasting_port

_GAME: Final = "truco-argentino"


class Cost(NamedTuple):
    """What a move cost, in microseconds, and the p99 of the acknowledgements in milliseconds."""

    all: float
    parent: float
    wait: float


def with_children(pid: int) -> list[int]:
    """Return a process and those that it has started."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    children = [each for task in tasks for each in (task / "children").read_text().split()]
    return [pid, *map(int, children)]


async def played(address: str, pid: int, *, workers: int, tables: int, seconds: float) -> Cost:
    """Play at tables that are spread over the workers."""
    host, _, port = address.rpartition(":")
    ports = [int(port)]
    if workers > 1:
        ports = [int(port) + FIRST_PORT_OFFSET + number for number in range(workers)]
    pids = with_children(pid)

    def read() -> list[float]:
        return [busy(each) for each in pids]

    shares = [len(range(number, tables, workers)) for number in range(workers)]
    tallies = await asyncio.gather(
        *(
            game_client(f"{host}:{each}", pid, share, seconds, _GAME, read=read)
            for each, share in zip(ports, shares, strict=True)
        )
    )
    moves = sum(each.moves for each in tallies)
    parent, *_ = spent = [1e6 * each / moves for each in tallies[0].counted]
    return Cost(sum(spent), parent, 1e3 * p99([wait for each in tallies for wait in each.waits]))


async def append(number: int, seconds: float) -> None:
    """Be a worker that does nothing but append, over the socket of that number."""
    link = Link()
    store = ParentStore(link)
    await link.attach(socket.socket(fileno=number))
    rate, _ = await appended(store, number, seconds)
    print(rate, flush=True)


async def appends(processes: int, seconds: float) -> tuple[float, float]:
    """Return how many appends a second a parent writes, and the µs that each takes it."""
    with tempfile.TemporaryDirectory() as data:
        store = SqliteStore(Path(data) / "a.db")
        shared, running = SharedStore(store, unprinted()), []
        for _ in range(processes):
            link, (ours, theirs) = Link(), socket.socketpair()
            shared.serve(link)
            await link.attach(ours)
            with theirs:
                told = (str(theirs.fileno()), str(seconds))
                worker = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "bench.workers", "--append", *told),
                    pass_fds=[theirs.fileno()],
                    stdout=subprocess.PIPE,
                )
            running.append(worker.communicate())
        worked = time.process_time()
        rates = [float(out) for out, _ in await asyncio.gather(*running)]
        worked = time.process_time() - worked
        await store.close()
    return sum(rates), 1e6 * worked / (sum(rates) * seconds)


async def alone(seconds: float) -> float:
    """Return how many appends a second one process writes by itself."""
    with tempfile.TemporaryDirectory() as data:
        return (await appended(SqliteStore(Path(data) / "a.db"), 0, seconds))[0]


def main() -> None:
    """Measure one process and several in turns, and report."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.5)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--append", nargs=2, help="be a worker that does nothing else")
    arguments = parser.parse_args()
    if arguments.append:
        uvloop.run(append(int(arguments.append[0]), float(arguments.append[1])))
        return
    found: dict[int, list[Cost]] = {number: [] for number in (1, *arguments.workers)}
    for _ in range(arguments.rounds):
        for number, costs in found.items():
            with tempfile.TemporaryDirectory() as data:
                command = ("-m", "cardtui_server", "--port", str(lasting_port()), "--unlimited")
                several = ("--workers", str(number), "--data", data)
                with started(*command, *several) as (address, pid):
                    playing = partial(played, workers=number, tables=arguments.tables)
                    costs.append(uvloop.run(playing(address, pid, seconds=arguments.seconds)))
    single = [each.all for each in found.pop(1)]
    for number, costs in found.items():
        what = f"{number} workers, {arguments.tables} tables of {_GAME}"
        whole = [each.all for each in costs]
        of_move = "processor time for a move of all processes, against one process"
        report(f"{what}: {of_move}", whole, single, unit="µs")
        parents = [each.parent for each in costs]
        report(f"{what}: the same, of the parent alone", parents, unit="µs")
        carries = [number * own / each for own, each in zip(single, whole, strict=True)]
        carried = f"what {number} cores carry by these, in times of one process"
        goal = at_least(3.0, alone=True) if number == 4 else None
        report(f"{what}: {carried}", carries, goal=goal)
        report(f"{what}: p99 of an act", [each.wait for each in costs], unit="ms")
    written = [
        (*uvloop.run(appends(2, arguments.seconds)), uvloop.run(alone(arguments.seconds)))
        for _ in range(arguments.rounds)
    ]
    rates, times, lone = zip(*written, strict=True)
    what = "appends of 64 tables at each of two processes, written by their parent"
    report(f"{what}, against those of one process by itself", rates, lone, unit="/s")
    report("the same: the parent's processor time for an append", times, unit="µs")


if __name__ == "__main__":
    main()
