"""Time people at tables with bots: how long acts take among hard bots, beside easy ones.

At each table one person plays against one bot, which answers at once. People think for a
`PACE_SECONDS` before each act, so that decisions of bots and acts of people meet at random. Told is
the time from an act to its acknowledgement; a decision of a hard bot must not hold anybody up.

    python -m bench.among_bots [--rounds N] [--seconds S] [--tables N] [--game GAME]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import statistics
import tempfile

import uvloop

from bench.reporting import at_most, p99, report
from bench.server import (
    LONG_MATCH_OPTIONS,
    SERVER_ARGUMENTS,
    STREAMS_PER_CONNECTION,
    Tally,
    game_client,
    started,
)
from cardtui.v1 import tables_pb2

PACE_SECONDS = 1.0
"""Seconds that a person thinks, on average."""

LEVELS = {"hard": tables_pb2.BOT_LEVEL_HARD, "easy": tables_pb2.BOT_LEVEL_EASY}


async def think() -> None:
    await asyncio.sleep(2 * PACE_SECONDS * random.random())


def _slow(each: Tally) -> float:
    return 1e3 * p99(each.waits)


def _median(each: Tally) -> float:
    return 1e3 * statistics.median(each.waits)


def measure(level: str, tables: int, seconds: float, game: str) -> Tally:
    """Play at so many tables of a server of its own."""

    async def play(address: str, pid: int) -> Tally:
        return await game_client(
            address,
            pid,
            tables,
            seconds,
            game,
            bots=LEVELS[level],
            people=1,
            streams=STREAMS_PER_CONNECTION,
            think=think,
        )

    with (
        tempfile.TemporaryDirectory() as data,
        started(*SERVER_ARGUMENTS, "--data", data) as (address, pid),
    ):
        return uvloop.run(play(address, pid))


def main() -> None:
    """Run both in turns and tell what they did."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--game", default=next(iter(LONG_MATCH_OPTIONS)))
    chosen = parser.parse_args()
    gc.disable()
    found: dict[str, list[Tally]] = {level: [] for level in LEVELS}
    for _ in range(chosen.rounds):
        for level, tallies in found.items():
            tallies.append(measure(level, chosen.tables, chosen.seconds, chosen.game))
    what = (
        f"{chosen.tables} tables of {chosen.game}, a person and a hard bot each, against easy bots"
    )
    slow, half, costs = (
        [[figure(each) for each in found[level]] for level in LEVELS]
        for figure in (_slow, _median, Tally.cost)
    )
    report(f"{what}: the server's processor time for an act", *costs, unit="µs")
    report("the same, p99 until an act is acknowledged", *slow, unit="ms")
    longer = [hard - easy for hard, easy in zip(*slow, strict=True)]
    report("the same, how much longer it is", longer, unit="ms", goal=at_most(5, alone=True))
    report("the same, median", *half, unit="ms")


if __name__ == "__main__":
    main()
