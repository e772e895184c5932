"""Have a bot of Truco argentino play against strategies, and against its levels.

Printed are the part of the matches that the bot wins, with the bounds of 95 % (Wilson's), and what
it wins in points a hand; `duels` plays them.

    python -m bench.argentino_probes [--seats S] [--matches N] [--target T] [--level L] [NAME ...]

Names are those of `bench.argentino_fixed` (`FIXED_STRATEGIES`, `ADAPTIVE_STRATEGIES`),
``beginner``, and levels; without names, all strategies play. Programs play in `cardtui arena`: they
speak the line protocol.
"""

from __future__ import annotations

import argparse
from typing import Final

from bench.argentino_fixed import ADAPTIVE_STRATEGIES, BEGINNER, FIXED_STRATEGIES
from bench.duels import bot_named, setting_of, tell
from cardtui_engine import Level
from cardtui_engine.bots import Bot

GAME: Final = "truco-argentino"


def main() -> None:
    """Play, and print a line for each opponent."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--from", type=int, default=1, dest="first", help="the first pack")
    parser.add_argument("--seats", type=int, choices=(2, 4, 6), default=2)
    parser.add_argument("--target", type=int, default=15)
    parser.add_argument("--preset", default="tradicional")
    parser.add_argument("--level", choices=[each.name.lower() for each in Level], default="hard")
    args = parser.parse_args()
    setting = setting_of(GAME, args.preset, args.seats, target=args.target)
    bot = bot_named(args.level, setting)
    players: dict[str, Bot] = {**FIXED_STRATEGIES, **ADAPTIVE_STRATEGIES, "beginner": BEGINNER}
    for name in args.names or [*FIXED_STRATEGIES, *ADAPTIVE_STRATEGIES]:
        other = players.get(name) or bot_named(name, setting)
        tell(name, setting, bot, other, matches=args.matches, first=args.first)


if __name__ == "__main__":
    main()
