"""The law of cost: moves a second against how many tables play, and against how many watch one.

Tables of four at full speed, nothing written down, in turns with a bare echo that sends each
message to four readers, or to all who watch. With ``--draw`` the two pictures are drawn anew.

    python -m bench.cost [--seconds S] [--tables N [N ...]] [--watchers N [N ...]] [--draw]
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Callable, Sequence
from pathlib import Path

import uvloop

from bench.chart import OURS, THEIRS, Line, drawn
from bench.reporting import report
from bench.server import BARE, SERVER, STREAMS, echo_table_client, game_client, started
from bench.watchers import GAME, measure

PICTURES = Path(__file__).parents[1] / "docs/pictures"


def rate_of_tables(tables: int, seconds: float, *, echo: bool) -> float:
    """Return the moves a second of so many tables."""
    with started(*(BARE if echo else SERVER)) as (address, pid):
        tally = uvloop.run(
            echo_table_client(address, pid, tables, seconds, streams=STREAMS)
            if echo
            else game_client(address, pid, tables, seconds, GAME, streams=STREAMS)
        )
    return tally.moves / seconds


def rate_of_watchers(count: int, seconds: float, *, echo: bool) -> float:
    """Return the moves a second of a table that so many watch."""
    return len(measure(count, seconds, echo=echo).waits) / seconds


def law(
    what: str, file: str, steps: Sequence[int], rate: Callable[[int, bool], float], *, draw: bool
) -> None:
    """Measure a law, step by step; tell it, and draw it if that is wanted."""
    pairs = [(rate(each, False), rate(each, True)) for each in steps]
    for each, (mine, other) in zip(steps, pairs, strict=True):
        name = f"{what}: {each:,}, against a bare echo"
        report(name, [mine], [other], unit="moves/s")
    if draw:
        ours, theirs = zip(*pairs, strict=True)
        lines = [Line("cardtui", ours, *OURS), Line("a bare echo", theirs, *THEIRS)]
        picture = drawn("Moves a second", what, [f"{each:,}" for each in steps], lines)
        (PICTURES / file).write_text(picture, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the law of cost.")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 10, 100, 1000])
    parser.add_argument("--watchers", type=int, nargs="+", default=[0, 10, 100, 1000])
    parser.add_argument("--draw", action="store_true", help="draw the pictures anew")
    chosen = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, max(soft, hard)), hard))
    seconds, draw = chosen.seconds, chosen.draw
    law(
        "tables that play",
        "cost-of-tables.svg",
        chosen.tables,
        lambda tables, echo: rate_of_tables(tables, seconds, echo=echo),
        draw=draw,
    )
    law(
        "watchers of a table",
        "cost-of-watchers.svg",
        chosen.watchers,
        lambda count, echo: rate_of_watchers(count, seconds, echo=echo),
        draw=draw,
    )


if __name__ == "__main__":
    main()
