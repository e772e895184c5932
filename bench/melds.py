"""Time the solver of melds against RLCard's gin meld clusters, on the same random hands.

Ten cards from two packs, hand by hand in turn, so that drift of the machine hits both alike.
Ours answers two questions: `out` (does it go out, with which melds, which cards can be
thrown) and `best` (the arrangement that melds most cards). With wild cards: the hands that
hold one, with trumps drawn at random; RLCard knows none and is timed on the same cards.

Every round has hands of its own, and every hand is looked at once, so that nothing counts that is
remembered of it, unless more looks are asked for, of which the least counts.

    python -m bench.melds [--rounds N] [--hands N] [--looks N]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from bench.reporting import at_most, missing, p99, report
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.families.rummy.cards.declaring import melder_for
from cardtui_engine.families.rummy.cards.game import PACK
from cardtui_engine.families.rummy.melding.masks import CARDS, hand_mask
from cardtui_engine.games.cacheta.melds import form_of, trumps_of
from cardtui_engine.games.pif_paf.options import form_of as pif_paf_form

QUESTIONS: Final = {"out": "goes out", "best": "best arrangement"}

Case = Callable[[], Any]


def cases(question: str, hands: list[tuple[Card, ...]], *, wild: bool) -> list[tuple[Case, Case]]:
    """Return ours and theirs for every hand that is wanted."""
    from rlcard.games.base import Card as TheirCard
    from rlcard.games.gin_rummy.utils.melding import get_meld_clusters

    plain = melder_for(pif_paf_form("low"))
    form = form_of(suits=3)
    found: list[tuple[Case, Case]] = []
    for hand in hands:
        melder = plain
        if wild:
            trumps = trumps_of(random.choice(CARDS))
            if not set(hand) & set(trumps):
                continue
            melder = melder_for(form, trumps)
        solve, mask = getattr(melder, question), hand_mask(hand)
        theirs = [TheirCard(code[1], code[0]) for code in map(FRENCH.code, hand)]
        found.append((partial(solve, mask), partial(get_meld_clusters, theirs)))
    return found


def costs(pairs: list[tuple[Case, Case]], looks: int) -> list[list[float]]:
    """Return µs of ours and theirs by hand, the least of the looks: the rest is the machine."""
    best = [[1e9] * len(pairs), [1e9] * len(pairs)]
    clock = time.perf_counter
    for _ in range(looks):
        for place, pair in enumerate(pairs):
            for side, solve in enumerate(pair):
                begin = clock()
                solve()
                best[side][place] = min(best[side][place], (clock() - begin) * 1e6)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--looks", type=int, default=1, help="at each hand")
    arguments = parser.parse_args()
    random.seed(1)
    dealt = [
        [tuple(random.sample(PACK, 10)) for _ in range(arguments.hands)]
        for _ in range(arguments.rounds)
    ]
    for wild, goal in ((False, 1 / 4), (True, 1.0)):
        for question in ("out", "best"):
            name = f"melds: {QUESTIONS[question]}, {'with' if wild else 'without'} wild cards"
            try:
                rounds = [cases(question, hands, wild=wild) for hands in dealt]
            except ModuleNotFoundError as error:
                missing(f"{name}, against RLCard", f"{error.name} is not installed")
                continue
            found = list(zip(*(costs(pairs, arguments.looks) for pairs in rounds), strict=True))
            means = ([statistics.mean(each) for each in of] for of in found)
            report(f"{name}, against RLCard: mean", *means, unit="µs", goal=at_most(goal))
            slow = ([p99(each) for each in of] for of in found)
            most = at_most(1.25 if wild else 1)
            report(f"{name}, against RLCard: p99", *slow, unit="µs", goal=most)


if __name__ == "__main__":
    main()
