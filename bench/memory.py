"""Weigh the client while it shows 2,500 moves, beside a bare Textual app.

Two people play truco to 120 points and say nothing, so that each hand is worth one; when one match
is over they play the next. The installed program watches them on a pseudo-terminal of 80×24. Told
are its memory at the end, beside that of a bare app whose line has changed as often, and how much
it has grown since the first 500 moves, and what gRPC and the messages alone would take.

    python -m bench.memory [--moves N] [--pace SECONDS]
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

TARGET = 120
NAMES = ("Alba", "Beto")

SETTLED = 500
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
                far = {"target": tables_pb2.OptionValue(number=TARGET)}
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


async def weighed(address: str, folder: str, moves: int, pace: float) -> tuple[float, float]:
    """Return the MiB of the client after the first `SETTLED` moves, and after all of them."""
    match = Match()
    await match.begin(address)
    watched = Watched(PROGRAM, "spectate", address, "--table", match.table, env=environment(folder))
    try:
        await asyncio.to_thread(watched.until, NAMES[1].encode())
        settled = 0.0
        for move in range(moves):
            await match.act()
            await asyncio.to_thread(watched.drain, pace)
            if move == SETTLED:
                settled = watched.memory()
        return settled, watched.memory()
    finally:
        watched.end()
        await match.end()


def bare(changes: int, *words: str) -> float:
    """Return the MiB of a bare app after so many changes of its line."""
    watched = app(*words)
    for number in range(changes):
        watched.ask(f"line {number}")
        watched.read(0.01)
    try:
        return watched.memory()
    finally:
        watched.end()


def main() -> None:
    parser = argparse.ArgumentParser(description="Weigh the client while it shows a long match.")
    parser.add_argument("--moves", type=int, default=2500, help=f"more than {SETTLED}")
    parser.add_argument("--pace", type=float, default=0.02, help="seconds after each card")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="memory-") as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "cardtui_server", "--port", "0", "--unlimited"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[1]
            settled, whole = asyncio.run(weighed(address, folder, chosen.moves, chosen.pace))
            connected = bare(chosen.moves, "connected", address)
        finally:
            server.terminate()
            server.wait()
    what = f"memory of the client after {chosen.moves:,} moves, against a bare app"
    line = bare(chosen.moves, "bare")
    report(what, [whole], [line], unit="MiB", goal=at_most(1.3))
    what = "a bare app that has connected to the server, against one that has not"
    report(what, [connected], [line], unit="MiB")
    grown = [whole / settled - 1]
    what = f"the same: growth since the first {SETTLED} moves"
    report(what, grown, unit="%", goal=at_most(0.05, alone=True))


if __name__ == "__main__":
    main()
