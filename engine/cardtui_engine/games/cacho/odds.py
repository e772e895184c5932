"""How likely cards of Cacho are to win, computed over all the cards that a seat cannot see."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.games.cacho.ranking import PACK, RANKINGS, card_mask

_FULL = 3
_FINAL = tuple(
    [(mask, ranking.strength) for mask, ranking in RANKINGS.items() if mask.bit_count() == _FULL]
)


class Odds(NamedTuple):
    """The parts of all random hands that are worse than ours, and that are equal to it."""

    worse: float
    equal: float

    def against(self, *, elder: bool) -> float:
        """Return the chance to win; ties go to the elder (CC-33)."""
        return self.worse + self.equal if elder else self.worse


@lru_cache(maxsize=len(RANKINGS))
def outcomes(hand: tuple[Card, ...]) -> tuple[Odds, ...]:
    """Return the odds for every way to complete the hand to three cards.

    With three cards there is one, and it is exact. With fewer, the other hand may also hold the
    cards that are still to come.
    """
    own = card_mask(hand)
    others = sorted([strength for mask, strength in _FINAL if not mask & own])
    unseen = [card for card in PACK if not own >> card & 1]
    odds = []
    for more in combinations(unseen, _FULL - len(hand)):
        strength = RANKINGS[own | card_mask(more)].strength
        worse = bisect_left(others, strength)
        equal = bisect_right(others, strength) - worse
        odds.append(Odds(worse / len(others), equal / len(others)))
    return tuple(odds)
