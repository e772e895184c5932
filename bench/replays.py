"""Time the replay: a match of 200 hands from its file to the screen, and a step in it.

The record is read, played through and shown at 120×40 by the full-screen client, without a
terminal; then it is wound one step on, and one back. A step is done when the screen has been laid
out and drawn. It is processor time, as others may work on the machine.

    python -m bench.replays [--rounds N] [--steps N]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from typing import Final

from bench.reporting import at_most, report
from cardtui_client.scene.commands import Eyes, Way
from cardtui_client.settings import Settings
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.launch import AtScreen
from cardtui_engine import Bits, Level, get_bot_maker, get_rules, play
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Act, Entry, Pack, Record
from cardtui_studio.match_film import film_of
from cardtui_studio.replay_screen import ReplayScreen
from cardtui_studio.screens import replay_of

HANDS: Final = 200
SIZE: Final = (120, 40)
GAMES: Final = {
    "truco-argentino": {"target": 120},
    "cacho": {"hands": HANDS},
    "pif-paf-tradicional": {"hands": HANDS},
}
"""Each with options that make its matches long; of several short ones as much is read."""


def record_of(game: str) -> Record:
    """Return a match that bots have played, or its first hands."""
    rules = get_rules(game)
    seats = rules.seats[0]
    options = rules.options(GAMES[game], seats)
    maker = get_bot_maker(game)
    bots = [maker(options, seats, Level.EASY) for _ in range(seats)]
    entries: list[Entry] = []
    hands = 0
    for step in play(rules, options, bots, Bits(7)):
        if isinstance(step.entry, Pack):
            hands += 1
        if hands > HANDS:
            break
        if isinstance(step.entry, Pack | Act):
            entries.append(step.entry)
    return Record(game, seats, options, 0, ("Ana", "Beto"), tuple(entries))


def opened(path: Path) -> float:
    """Return the ms that it takes to read a record and to play it through."""
    began = time.process_time()
    film_of(path)
    return 1e3 * (time.process_time() - began)


async def stepped(path: Path, steps: int) -> tuple[list[float], list[float]]:
    """Return the ms of steps on, and of steps back, from the middle of a match."""
    film = film_of(path)
    settings = Settings(name="Ana", language="en", animation=False)
    middle = AtScreen(replay_of(film, Eyes(0), max(len(film.hands) // 2, 1)))
    app = CardtuiApp(settings, start=middle, running=list)
    found: dict[Way, list[float]] = {Way.ON: [], Way.BACK: []}
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        for way in (Way.ON, Way.BACK):
            for _ in range(steps):
                began = time.process_time()
                screen.press(way)
                await pilot.pause()
                found[way].append(1e3 * (time.process_time() - began))
    return found[Way.ON], found[Way.BACK]


async def main() -> None:
    parser = argparse.ArgumentParser(description="Time the replay.")
    parser.add_argument("--rounds", type=int, default=5, help="times that each record is opened")
    parser.add_argument("--steps", type=int, default=100, help="steps each way in each")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            path = Path(folder) / f"{game}.txt"
            record = record_of(game)
            path.write_text(write(record), encoding="utf-8")
            hands = sum(isinstance(each, Pack) for each in record.entries)
            opening = [opened(path) for _ in range(args.rounds + 1)][1:]
            what = f"{game}: a record of {hands} hands and {len(record.entries)} lines, opened"
            report(what, opening, unit="ms", goal=at_most(300, alone=True))
            on, back = await stepped(path, args.steps)
            for way, times in (("on", on), ("back", back)):
                most = f"most {max(times):.1f}"
                report(
                    f"{game}: a step {way}, until it is drawn",
                    times,
                    unit="ms",
                    goal=at_most(16, alone=True),
                    note=most,
                )


if __name__ == "__main__":
    asyncio.run(main())
