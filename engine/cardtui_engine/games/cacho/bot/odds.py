"""How likely cards of Cacho are to win, computed over all the cards that a seat cannot see."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from functools import lru_cache
from itertools import accumulate, combinations
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.games.cacho.ranking import PACK, RANKINGS, card_mask

_FULL_HAND = 3
_FINAL_HANDS = tuple(
    [
        (mask, ranking.strength)
        for mask, ranking in RANKINGS.items()
        if mask.bit_count() == _FULL_HAND
    ]
)

STRENGTHS: Final = tuple(sorted({strength for _, strength in _FINAL_HANDS}))
"""What three cards may be worth, the lowest first."""

_HANDS_BY_STRENGTH = Counter(strength for _, strength in _FINAL_HANDS)
_CHANCES: Final = tuple(
    [
        (below - _HANDS_BY_STRENGTH[strength] / 2) / len(_FINAL_HANDS)
        for strength, below in zip(
            STRENGTHS,
            accumulate([_HANDS_BY_STRENGTH[strength] for strength in STRENGTHS]),
            strict=True,
        )
    ]
)
"""By strength, the chance to beat any hand; half of the equal ones count."""


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
    others = sorted([strength for mask, strength in _FINAL_HANDS if not mask & own])
    unseen = [card for card in PACK if not own >> card & 1]
    odds = []
    for more in combinations(unseen, _FULL_HAND - len(hand)):
        strength = RANKINGS[own | card_mask(more)].strength
        worse = bisect_left(others, strength)
        equal = bisect_right(others, strength) - worse
        odds.append(Odds(worse / len(others), equal / len(others)))
    return tuple(odds)


@lru_cache(maxsize=len(PACK) * len(PACK))
def chance_of_first(hand: tuple[Card, ...], others: int) -> float:
    """Return the chance of a first card to beat so many hands in the end; half of ties count."""
    ways = outcomes(hand)
    return sum([(odds.worse + odds.equal / 2) ** others for odds in ways]) / len(ways)


def strength_place(hand: tuple[Card, ...]) -> int:
    """Return the place in `STRENGTHS` of what three cards are worth."""
    return bisect_left(STRENGTHS, RANKINGS[card_mask(hand)].strength)


def place_of_chance(chance: float) -> int:
    """Return the place in `STRENGTHS` of what beats any hand with about that chance."""
    above = bisect_left(_CHANCES, chance)
    if above == len(_CHANCES):
        return above - 1
    return above - (above > 0 and chance - _CHANCES[above - 1] < _CHANCES[above] - chance)


def chance_of_place(place: int) -> float:
    """Return the chance to beat any hand with what stands at that place in `STRENGTHS`."""
    return _CHANCES[place]
