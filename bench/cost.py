"""The law of cost: what a move costs, and moves a second, against how many tables play.

Tables of four at full speed, nothing written down, in turns with a bare echo that sends each
message to four readers. With ``--draw`` the picture of moves a second is drawn anew.

    python -m bench.cost [--rounds N] [--seconds S] [--tables N [N ...]] [--draw]
"""

from __future__ import annotations

import argparse
import resource

import uvloop

from bench.chart import draw_law
from bench.reporting import report
from bench.server import (
    ECHO_ARGUMENTS,
    SERVER_ARGUMENTS,
    STREAMS_PER_CONNECTION,
    Tally,
    echo_table_client,
    game_client,
    started,
)
from bench.watchers import GAME


def played(tables: int, seconds: float, *, echo: bool) -> Tally:
    """Return what the clients of so many tables have counted."""
    with started(*(ECHO_ARGUMENTS if echo else SERVER_ARGUMENTS)) as (address, pid):
        return uvloop.run(
            echo_table_client(address, pid, tables, seconds, streams=STREAMS_PER_CONNECTION)
            if echo
            else game_client(address, pid, tables, seconds, GAME, streams=STREAMS_PER_CONNECTION)
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the law of cost.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 30, 300])
    parser.add_argument("--draw", action="store_true", help="draw the picture anew")
    chosen = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, max(soft, hard)), hard))
    law = []
    for tables in chosen.tables:
        pairs = [
            [played(tables, chosen.seconds, echo=echo) for echo in (False, True)]
            for _ in range(chosen.rounds)
        ]
        found = list(zip(*pairs, strict=True))
        what = f"tables that play: {tables:,}, the server's processor time for a move"
        costs = ([each.cost() for each in of] for of in found)
        report(f"{what}, against a bare echo", *costs, unit="µs")
        rates = [[each.moves / chosen.seconds for each in of] for of in found]
        report("the same, moves a second", *rates, unit="moves/s")
        law.append(rates)
    if chosen.draw:
        draw_law("cost-of-tables.svg", "tables that play", chosen.tables, law)


if __name__ == "__main__":
    main()
