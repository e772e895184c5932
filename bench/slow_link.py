"""Time what a person sees of an own act on a link of 0.9 seconds each way.

A server, somebody who plays from beside it, and the client on a pseudo-terminal of 80×24, whose
connection keeps every byte for 0.9 seconds. The client passes at each turn of Cacho. Told are
the times from its key to the first byte on the terminal, to the sign that turns, and to what the
server has answered.

    python -m bench.slow_link [--acts N] [--delay SECONDS]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.reporting import report
from bench.watched import Watched
from cardtui.v1 import actions_pb2
from tests.support.calling import Caller
from tests.support.slow_link import slow_link

PASS_KEY = b"p"
"""The key that passes at Cacho."""

READY_KEY = b"r"

AT_ONCE_SECONDS = 0.25
"""Seconds after which a byte is no longer what the key itself showed."""


async def measure(address: str, folder: str, acts: int, delay: float) -> list[list[float]]:
    """Return for each act the ms after its key at which bytes came to the terminal."""
    async with slow_link(address, delay) as here:
        return await acts_over(address, here, folder, acts, delay)


async def acts_over(
    address: str, here: str, folder: str, acts: int, delay: float
) -> list[list[float]]:
    """Have Bia play at the server, and the client from behind the link."""
    bia = Caller(address)
    await bia.open("Bia")
    table = (await bia.create(game="cacho", seats=2, seat=0, name="slow")).id
    stream = bia.play(table)
    await stream.send()
    program = str(Path(sys.executable).with_name("cardtui"))
    watched = Watched(
        program, "connect", here, "--table", table, "--seat", "2",
        env={
            "CARDTUI_CONFIG": f"{folder}/c.toml",
            "CARDTUI_DATA": folder,
            "CARDTUI_DISCOVERY": "false",
            "CARDTUI_NAME": "Ana",
            "CARDTUI_ANIMATION": "false",
        },
    )  # fmt: skip
    found: list[list[float]] = []
    shown = Shown(watched)
    try:
        await stream.next()
        await stream.until(lambda: all(seat.name for seat in stream.table.seats))
        await bia.ready(table)
        await shown.stillness(3 * delay)
        os.write(watched.master, READY_KEY)
        await stream.until(lambda: stream.view.to_act)
        bet = actions_pb2.Action(bet=actions_pb2.BetAction())
        while len(found) < acts:
            while stream.view.to_act[0] == 0:
                reply = await stream.act(bet, expected=stream.position)
                await stream.reach(reply.seq)
                await stream.until(lambda: stream.view.to_act)
            await shown.stillness(3 * delay)
            before = stream.position
            key = asyncio.create_task(shown.after(PASS_KEY, 3 * delay))
            while stream.position == before or not stream.view.to_act:
                assert await stream.next()
            found.append(await key)
    finally:
        asyncio.get_running_loop().remove_reader(watched.master)
        watched.end()
        await bia.close()
    return found


class Shown:
    """The times at which bytes come to the terminal."""

    def __init__(self, watched: Watched) -> None:
        self.times = [time.perf_counter()]
        self._master = watched.master
        asyncio.get_running_loop().add_reader(self._master, self._take)

    def _take(self) -> None:
        try:
            os.read(self._master, 65536)
        except OSError:
            asyncio.get_running_loop().remove_reader(self._master)
        self.times.append(time.perf_counter())

    async def stillness(self, seconds: float) -> None:
        """Wait until nothing has come for so long."""
        count = 0
        while count != len(self.times):
            count = len(self.times)
            await asyncio.sleep(seconds)

    async def after(self, key: bytes, seconds: float) -> list[float]:
        """Press a key, and return the ms after it at which bytes have come within that time."""
        began = time.perf_counter()
        os.write(self._master, key)
        await asyncio.sleep(seconds)
        return [(each - began) * 1e3 for each in self.times if each > began]


def main() -> None:
    """Measure as the arguments say, and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--acts", type=int, default=7)
    parser.add_argument("--delay", type=float, default=0.9, help="seconds each way")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="slow-link-") as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "cardtui_server", "--port", "0", "--data", folder],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[1]
            found = asyncio.run(measure(address, folder, chosen.acts, chosen.delay))
        finally:
            server.kill()
            server.wait()
    round_trip = 2e3 * chosen.delay
    first = [bursts[0] for bursts in found]
    turns = [next(each for each in bursts if each > AT_ONCE_SECONDS * 1e3) for bursts in found]
    answers = [next(each for each in bursts if each >= round_trip) for bursts in found]
    link = f"a link of {chosen.delay:g} s each way, from your own key until"
    for name, times in (
        ("the first byte", first),
        ("the sign turns", turns),
        ("the answer is shown", answers),
    ):
        report(f"{link} {name}", times, unit="ms", note=f"most {max(times):.0f}")


if __name__ == "__main__":
    main()
