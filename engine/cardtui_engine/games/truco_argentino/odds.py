"""Odds for bots: how likely an envido is won, and what a score is worth."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from math import exp, sqrt
from typing import Final

# fmt: off
_HANDS: Final = {
    False: (
        108, 108, 148, 192, 244, 300, 364, 432, 400, 396, 376, 336, 280, 204, 112, 0, 0, 0, 0,
        0, 364, 372, 372, 504, 504, 640, 640, 780, 408, 420, 284, 292, 148, 152,
    ),
    True: (
        108, 148, 244, 364, 508, 676, 868, 1084, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 364, 372,
        372, 504, 504, 640, 640, 780, 408, 420, 284, 292, 148, 152,
    ),
}
# fmt: on
"""By number from 0, how many of the 9880 hands make it, with and without ``highest``.

The key is whether the option `envido_pair` is ``"highest"``. A test counts the hands again.
"""

_TOP: Final = 33
"""The greatest number that a hand can make."""


@cache
def at_most(highest: bool) -> tuple[float, ...]:
    """Return, by number, the chance that three random cards make at most that number.

    >>> round(at_most(False)[19], 3)
    0.405
    """
    hands = _HANDS[highest]
    return tuple(each / sum(hands) for each in accumulate(hands))


@cache
def envido_chance(
    number: int, sides: tuple[int, int], least: int, tie: float, highest: bool
) -> float:
    """Return the chance that a team's best number wins, if unknown hands are random.

    Args:
        number: the number that is known, on the team in question.
        sides: the number of its partners with unknown numbers, and of its opponents.
        least: the least number that one of the opponents is assumed to have.
        tie: the chance to win a tie.
        highest: the option `envido_pair`, as in `pair_number`.
    """
    partners, opponents = sides
    below = at_most(highest)
    least = min(least, _TOP)
    floor = below[least - 1] if least > 0 else 0.0
    room = max(1.0 - floor, 1e-9)
    theirs = [
        max(below[x] - floor, 0.0) / room * below[x] ** (opponents - 1) for x in range(_TOP + 1)
    ]
    chance = 0.0
    before = 0.0
    for x in range(number, _TOP + 1):
        ours = below[x] ** partners
        under = theirs[x - 1] if x else 0.0
        chance += (ours - before) * (under + tie * (theirs[x] - under))
        before = ours
    return chance


def folds(opponents: int, least: int, highest: bool) -> float:
    """Return the chance that none of the opponents holds at least that number."""
    return at_most(highest)[min(least, _TOP) - 1] ** opponents if least > 0 else 0.0


def match_chance(mine: int, theirs: int, target: int) -> float:
    """Return roughly how likely a team is to win the match from this score.

    The match is modelled as a random walk: what each team still needs, against how widely the
    remaining points scatter.

    >>> match_chance(30, 12, 30), match_chance(15, 15, 30)
    (1.0, 0.5)
    """
    if mine >= target or theirs >= target:
        return 0.5 if mine == theirs else float(mine > theirs)
    need, they_need = target - mine, target - theirs
    return 1.0 / (1.0 + exp(-1.3 * (they_need - need) / sqrt(need + they_need)))
