"""What scores are worth: the chance to win the match from them, between equal sides."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

Swings = tuple[tuple[int, float], ...]
"""What hands are played for, about, and how often."""


def match_odds(target: int, swings: Swings) -> Callable[[int, int], float]:
    """Return a function from a side's score and the other's to its chance of winning the match.

    >>> odds = match_odds(12, ((1, 0.5), (3, 0.5)))
    >>> odds(12, 3), odds(0, 12), odds(7, 7)
    (1.0, 0.0, 0.5)
    """

    @cache
    def chance(mine: int, theirs: int) -> float:
        if mine >= target:
            return 1.0
        if theirs >= target:
            return 0.0
        return sum(
            often * (chance(mine + stake, theirs) + chance(mine, theirs + stake)) / 2
            for stake, often in swings
        )

    return chance
