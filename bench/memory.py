"""Weigh the client while it shows 1,500 moves, beside a bare app that has connected.

Two people play truco to 120 points and say nothing, so that each hand is worth one; when one match
is over they play the next. Three installed programs watch them, each on a pseudo-terminal of 80×24.
Told are the memory of each at the end, beside that of a bare Textual app with a channel to the
server and the messages, whose line has changed 500 times; how much it has grown since the first 500
moves; and what such an app holds without a channel.

    python -m bench.memory [--moves N] [--pace SECONDS] [--rounds N]
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile

from bench.reporting import at_most, report
from bench.starts import PROGRAM, environment
from bench.watched import Watched, app
from cardtui.v1 import tables_pb2
from cardtui_client.faces.arguments import plainest, verb_of
from tests.support.calling import Caller, Stream

TARGET_POINTS = 120
NAMES = ("Alba", "Beto")

SETTLED_MOVES = 500
"""Moves after which the client holds what it is going to hold, but for its log."""


class Match:
    """Two people at a table of a server, who play cards and say nothing."""

    def __init__(self) -> None:
        self._streams: list[Stream] = []
        self._callers: list[Caller] = []
        self.table = ""

    async def begin(self, address: str) -> None:
        self._callers = [Caller(address), Caller(address)]
        for seat, caller in enumerate(self._callers):
            await caller.open(NAMES[seat])
            if self.table:
                await caller.join(self.table, seat)
            else:
                far = {"target": tables_pb2.OptionValue(number=TARGET_POINTS)}
                made = await caller.create(game="truco-argentino", seat=0, options=far)
                self.table = made.id
        self._streams = [caller.play(self.table) for caller in self._callers]
        for stream in self._streams:
            await stream.send()
        await self._get_ready()

    async def act(self) -> None:
        """Play the first card that may be played, or cut the pack."""
        first = self._streams[0]
        if first.table.state == tables_pb2.TABLE_STATE_OVER:
            await self._get_ready()
        await first.until(lambda: first.view.to_act)
        stream = self._streams[first.view.to_act[0]]
        await stream.reach(first.seq)
        first_card = min(stream.own.choices, key=lambda each: verb_of(each) != "play")
        reply = await stream.act(plainest(first_card), expected=stream.position)
        for each in self._streams:
            await each.reach(reply.seq)

    async def end(self) -> None:
        for caller in self._callers:
            await caller.close()

    async def _get_ready(self) -> None:
        for caller in self._callers:
            await caller.ready(self.table)


async def weighed(
    address: str, folder: str, moves: int, pace: float, rounds: int
) -> tuple[list[float], list[float]]:
    """Return the MiB of each client after the first `SETTLED_MOVES`, and after all."""
    match = Match()
    await match.begin(address)
    command = (PROGRAM, "spectate", address, "--table", match.table)
    clients = [Watched(*command, env=environment(f"{folder}/{each}")) for each in range(rounds)]
    try:
        for client in clients:
            await asyncio.to_thread(client.until, NAMES[1].encode())
        settled: list[float] = []
        for move in range(moves):
            await match.act()
            for client in clients:
                await asyncio.to_thread(client.drain, pace / rounds)
            if move == SETTLED_MOVES:
                settled = [client.memory() for client in clients]
        return settled, [client.memory() for client in clients]
    finally:
        for client in clients:
            client.end()
        await match.end()


def bare(rounds: int, *words: str) -> list[float]:
    """Return the MiB of each of some bare apps after `SETTLED_MOVES` changes of its line."""
    apps = [app(*words) for _ in range(rounds)]
    try:
        for number in range(SETTLED_MOVES):
            for each in apps:
                each.ask(f"line {number}")
            for each in apps:
                each.drain(0.01 / rounds)
        return [each.memory() for each in apps]
    finally:
        for each in apps:
            each.end()


def main() -> None:
    parser = argparse.ArgumentParser(description="Weigh the client while it shows a long match.")
    parser.add_argument("--moves", type=int, default=1500, help=f"more than {SETTLED_MOVES}")
    parser.add_argument("--pace", type=float, default=0.02, help="seconds after each card")
    parser.add_argument("--rounds", type=int, default=3, help="clients and apps side by side")
    chosen = parser.parse_args()
    moves, rounds = chosen.moves, chosen.rounds
    with tempfile.TemporaryDirectory(prefix="memory-") as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "cardtui_server", "--port", "0", "--unlimited"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[1]
            settled, whole = asyncio.run(weighed(address, folder, moves, chosen.pace, rounds))
            connected = bare(rounds, "connected", address)
        finally:
            server.terminate()
            server.wait()
    what = f"memory of the client after {moves:,} moves, against a bare app that has connected"
    report(what, whole, connected, unit="MiB", goal=at_most(1.6))
    what = "a bare app that has connected to the server, against one that has not"
    report(what, connected, bare(rounds, "bare"), unit="MiB")
    grown = [after / before - 1 for before, after in zip(settled, whole, strict=True)]
    what = f"the client: growth since the first {SETTLED_MOVES} moves"
    report(what, grown, unit="%", goal=at_most(0.04, alone=True))


if __name__ == "__main__":
    main()
