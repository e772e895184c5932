"""Time ten tables of four against servers of other kinds: boardgame.io and Colyseus, under Node.

Each has tables of the same shape, in memory: four clients, one act under way at each table, told to
all four. Ours applies the rules of truco, boardgame.io those of a game that counts moves, Colyseus
none. Servers and clients run in processes of their own, in turns. `make bench` installs them where
there is npm (`peers/package.json`).

    python -m bench.peers [--rounds N] [--seconds S] [--tables N]
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import socket
import subprocess
from collections.abc import Generator
from pathlib import Path
from typing import Final

import uvloop

from bench.reporting import missing, p99, report
from bench.server import SERVER_ARGUMENTS, Tally, game_client, started

FOLDER: Final = Path(__file__).with_name("peers")
PEERS: Final = {"boardgame.io": "boardgame", "Colyseus": "colyseus"}
GAME: Final = "truco-argentino"


def why_not() -> str:
    """Return what keeps the peers from being measured; empty if nothing does."""
    if shutil.which("node") is None:
        return "there is no node here"
    if not (FOLDER / "node_modules").is_dir():
        return "not installed; in bench/peers: npm ci"
    return ""


@contextlib.contextmanager
def serving(peer: str) -> Generator[tuple[str, str]]:
    """Run a peer's server in a process of its own; gives its port and its process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    env = {**os.environ, "NODE_ENV": "production"}
    command = ["node", f"{peer}_server.js", port]
    process = subprocess.Popen(command, cwd=FOLDER, env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        while not (line := process.stdout.readline()).startswith("ready "):
            assert line, f"{peer} has not started"
        yield port, str(process.pid)
    finally:
        process.kill()
        process.wait()


def theirs(peer: str, tables: int, seconds: float) -> Tally:
    """Return what a peer's clients have counted."""
    with serving(peer) as (port, pid):
        command = ["node", f"{peer}_clients.js", port, pid, str(tables), str(seconds)]
        done = subprocess.run(
            command, cwd=FOLDER, check=True, capture_output=True, text=True, timeout=60 + seconds
        )
    counted = json.loads(done.stdout.splitlines()[-1])
    tally = Tally()
    tally.moves, tally.server = counted["moves"], counted["server"]
    tally.waits = [wait / 1e3 for wait in counted["waits"]]
    return tally


def ours(tables: int, seconds: float) -> Tally:
    """Return what our clients have counted."""
    with started(*SERVER_ARGUMENTS) as (address, pid):
        return uvloop.run(game_client(address, pid, tables, seconds, GAME))


def main() -> None:
    """Run the contenders in turns and tell what they did."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.5)
    parser.add_argument("--tables", type=int, default=10)
    chosen = parser.parse_args()
    tables, seconds = chosen.tables, chosen.seconds
    reason = why_not()
    what = f"{tables} tables of four, nothing written down, against"
    found: dict[str, list[tuple[Tally, Tally]]] = {peer: [] for peer in PEERS}
    for _ in range(0 if reason else chosen.rounds):
        mine = ours(tables, seconds)
        for peer, pairs in found.items():
            pairs.append((mine, theirs(PEERS[peer], tables, seconds)))
    for peer, pairs in found.items():
        if reason:
            missing(f"{what} {peer}", reason)
            continue
        contenders = list(zip(*pairs, strict=True))
        costs = ([each.cost() for each in of] for of in contenders)
        report(f"{what} {peer}, the server's processor time for a move", *costs, unit="µs")
        rates = ([each.moves / seconds for each in of] for of in contenders)
        report("the same, moves a second", *rates, unit="moves/s")
        waits = ([1e3 * p99(each.waits) for each in of] for of in contenders)
        report("the same, until the mover has the move back: p99", *waits, unit="ms")


if __name__ == "__main__":
    main()
