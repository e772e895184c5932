"""Have each character play against the plain bot of the same level, and count what it wins.

Two sides take every second seat; each pack is played twice, with the sides changed over. Printed is
the part of the matches that the character wins, with the bounds of 95 %. One half is even.

    python -m bench.characters [--level L] [--matches N] [--game G ...]
"""

from __future__ import annotations

import argparse
import math
import statistics
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, Final

from cardtui_engine import Bits, Level, Manner, game_ids, get_bot_maker, get_rules, play
from cardtui_server.match.characters import NATURES

SHORT: Final[dict[str, dict[str, Any]]] = {
    "cacheta": {"points": 5},
    "pif-paf": {"hands": 12},
    "pif-paf-tradicional": {"hands": 12},
}
"""Where a match would last until somebody is bankrupt, or takes long, a shorter one."""

SEATS: Final = {"pif-paf": 4}


def share(game: str, level: Level, manner: Manner, number: int) -> float:
    """Return what the bots with that manner win of a match; every other match changes the sides."""
    rules, bits = get_rules(game), Bits(number // 2)
    seats = SEATS.get(game, rules.seats[0])
    options = rules.options(SHORT.get(game, {}), seats)
    make = get_bot_maker(game)
    own, plain = make(options, seats, level, manner), make(options, seats, level)
    ours = [(seat ^ number) & 1 == 0 for seat in range(seats)]
    dealer = bits.below(seats)
    *_, last = play(rules, options, [own if each else plain for each in ours], bits, dealer)
    winners = rules.view(last.state, None).common.winners
    return sum(ours[seat] for seat in winners) / len(winners)


def main() -> None:
    parser = argparse.ArgumentParser(description="Characters against the plain bots of a level.")
    parser.add_argument("--level", choices=[each.name.lower() for each in Level], default="hard")
    parser.add_argument("--matches", type=int, default=600)
    parser.add_argument("--game", action="append", choices=game_ids())
    args = parser.parse_args()
    level = Level[args.level.upper()]
    # Nothing can be bluffed or raised at Cacheta.
    games = args.game or [game for game in game_ids() if game != "cacheta"]
    with ProcessPoolExecutor() as pool:
        for game in games:
            for nature in NATURES.values():
                won = list(
                    pool.map(
                        partial(share, game, level, nature.manner), range(args.matches), chunksize=8
                    )
                )
                off = 1.96 * statistics.pstdev(won) / math.sqrt(len(won))
                print(
                    f"{game:20} {nature.name:6} {statistics.mean(won):.3f} ± {off:.3f}", flush=True
                )


if __name__ == "__main__":
    main()
