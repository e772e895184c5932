"""Have characters play against the plain bot of the same level, and tell what that costs them. Who
plays by default: `EXTREME_CHARACTERS`; how many matches of which games: `FARES`.

It is an arena for each game and character: two sides take every second seat, and each deal is
played with the sides changed over. Printed are the part of the matches that the character wins, and
what it wins in a hand, in points or chips, with the bounds of 95 %. One half and nothing are even.

Those four play by default who bluff and dare most and least; what the others do lies between. All
games take about ten minutes of a processor.

    python -m bench.characters [--level L] [--part P] [--game G ...] [--character C ...]
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Final, NamedTuple

from cardtui_engine import Level, get_rules
from cardtui_engine.library.bot_lines import Clock
from cardtui_engine.options import OptionValue
from cardtui_server.characters import NATURES
from cardtui_studio.arena_matches import Workers
from cardtui_studio.arena_players import Setting, entrants_of
from cardtui_studio.arena_results import BotResult, meeting_result

SEED: Final = 1
CLOCK: Final = Clock(60_000, 60_000)


class Fare(NamedTuple):
    """What is played of a game.

    Attributes:
        seats: the number of seats.
        options: what is other than in the usual preset, so that matches are short.
        matches: how many matches each character plays; they take half a minute at most.
    """

    seats: int
    options: Mapping[str, OptionValue]
    matches: int


# Nothing can be bluffed or raised at Cacheta.
FARES: Final = {
    "cacho": Fare(2, {"hands": 40}, 600),
    "pif-paf": Fare(4, {"hands": 6}, 40),
    "pif-paf-tradicional": Fare(2, {"hands": 6}, 60),
    "truco-argentino": Fare(2, {"target": 15}, 240),
    "truco-brasileiro": Fare(4, {}, 240),
    "truco-paulista": Fare(2, {}, 240),
}

EXTREME_CHARACTERS: Final = ("beto", "dino", "fito", "hugo")


def result(game: str, character: str, level: Level, matches: int) -> BotResult:
    """Return what a character wins against the plain bot of its level."""
    rules, fare = get_rules(game), FARES[game]
    usual = next((each.values for each in rules.presets if each.usual), {})
    options = rules.options({**usual, **fare.options}, fare.seats)
    plain = level.name.lower()
    bots = entrants_of((f"{character}:{plain}", plain))
    setting = Setting(game, fare.seats, options, bots, SEED, CLOCK)
    with Workers(setting, 1) as workers:
        meeting = meeting_result(
            workers, setting, (0, 1), matches, early=False, advance=lambda _matches: None
        )
    return meeting.bots[0]


def main() -> None:
    parser = argparse.ArgumentParser(description="Characters against the plain bots of a level.")
    names = [nature.name.lower() for nature in NATURES.values()]
    parser.add_argument("--level", choices=[each.name.lower() for each in Level], default="hard")
    parser.add_argument(
        "--part", type=float, default=1.0, help="how many of the matches are played"
    )
    parser.add_argument("--game", action="append", choices=[*FARES])
    parser.add_argument("--character", action="append", choices=names)
    args = parser.parse_args()
    for game in args.game or FARES:
        matches = max(2, round(FARES[game].matches * args.part))
        for character in args.character or EXTREME_CHARACTERS:
            found = result(game, character, Level[args.level.upper()], matches)
            won, brought = found.share, found.brought
            print(
                f"{game:20} {character:6} wins {won.mean:5.1%} [{won.low:.1%}, {won.high:.1%}] of"
                f" {matches}, {brought.mean:+.3f} [{brought.low:+.3f}, {brought.high:+.3f}] a hand",
                flush=True,
            )


if __name__ == "__main__":
    main()
