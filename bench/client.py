"""Time the client: how soon its first module is there, and what a picture of a table costs.

Start: fresh processes load the full-screen client, and Textual alone, in turns. A picture: a
table of bots is told over the wire's messages, and at every step the model is folded, put on
stage and painted at 80×24, beside Rich rendering a table of text of the same size.

    python -m bench.client [--starts N] [--steps N]
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from bench.reporting import report
from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_client.faces.offers import Keys
from cardtui_client.model.table import TableModel
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.hand import paint_hand
from cardtui_client.tui.table.picture import Seen, shot_of
from cardtui_client.tui.themes import DEFAULT_COLOURS
from cardtui_client.tui.widgets.painted import palette_of
from cardtui_engine import Bits, Level, game_ids, get_bot_maker, get_rules, play
from tests.support.table_driver import ScriptedTable

OUR_IMPORT = "import cardtui_client.tui.app"
BARE_IMPORT = "import textual.app"
WIDTH, FELT, HAND = 80, 13, 9


def start(statement: str) -> float:
    """Return the ms of processor time that a fresh process takes for a statement."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", statement], check=True)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (spent.ru_utime + spent.ru_stime - before.ru_utime - before.ru_stime)


def told(game: str, steps: int) -> Iterator[table_service_pb2.Frame]:
    """Yield what a seat is told of a match of bots: a snapshot, then updates."""
    rules = get_rules(game)
    seats = rules.seats[0]
    options = rules.options({}, seats)
    maker = get_bot_maker(game)
    bots = [maker(options, seats, Level.EASY) for _ in range(seats)]
    table = ScriptedTable(game, seats)
    table.table.state = tables_pb2.TABLE_STATE_PLAYING
    for number, step in enumerate(play(rules, options, bots, Bits(7))):
        if number == steps:
            break
        if table.state is None:
            table.state = step.state
            yield table.snapshot()
            continue
        table.advance(step.state, step.events)
        while not table.queue.empty():
            frame: Any = table.queue.get_nowait()
            yield frame


def ours(model: TableModel, frame: table_service_pb2.Frame, seen: Seen) -> None:
    """Fold a frame, put the table on stage, and paint both sides of the felt."""
    shot = shot_of(model, seen, model.fold(frame))
    paint_felt(Canvas(WIDTH, FELT, PALETTE), shot.scene, shot.fresh.spoke)
    paint_hand(Canvas(WIDTH, HAND, PALETTE), shot.scene)


def theirs() -> None:
    """Let Rich render a table of text that fills as much of the screen."""
    from rich.console import Console
    from rich.table import Table

    console = Console(width=WIDTH, height=FELT + HAND, color_system="truecolor")
    table = Table(show_lines=False)
    for column in range(8):
        table.add_column(f"c{column}", style="#e8e4d8 on #15201b")
    for row in range(FELT + HAND - 4):
        table.add_row(*(f"{row}:{column}" for column in range(8)))
    console.render_lines(table)


PALETTE = palette_of(DEFAULT_COLOURS, dark=True, four_colours=True)


async def main() -> None:
    parser = argparse.ArgumentParser(description="Time the full-screen client.")
    parser.add_argument("--starts", type=int, default=15, help="fresh processes of each")
    parser.add_argument("--steps", type=int, default=150, help="steps of each game")
    args = parser.parse_args()

    starts = [(start(OUR_IMPORT), start(BARE_IMPORT)) for _ in range(args.starts)]
    loading = "loading the full-screen client, against loading Textual alone"
    report(loading, *zip(*starts, strict=True), unit="ms")

    seen, pictures = Seen(Keys({})), list[tuple[float, ...]]()
    for game in game_ids():
        model = TableModel()
        costs: list[tuple[float, float]] = []
        for frame in told(game, args.steps):
            began = time.process_time()
            ours(model, frame, seen)
            between = time.process_time()
            theirs()
            costs.append((1e3 * (between - began), 1e3 * (time.process_time() - between)))
        pictures.append(tuple(map(statistics.median, zip(*costs, strict=True))))
    what = "a picture of a table, by game, against a table of text by Rich"
    report(what, *zip(*pictures, strict=True), unit="ms")


if __name__ == "__main__":
    asyncio.run(main())
