"""Odds for the bots of Truco Argentino: how good a number of envido is (`at_most`), and how likely
a score wins the match (`match_chance`), by how much a lead counts (`DECIDED_LEAD_WORTH`,
`TOLD_LEAD_WORTHS`).
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from math import exp, sqrt
from typing import Final

DECIDED_LEAD_WORTH: Final = 1.3
"""How much a lead counts in the match when bots decide, at all tables."""

TOLD_LEAD_WORTHS: Final = {2: DECIDED_LEAD_WORTH, 4: 0.8, 6: DECIDED_LEAD_WORTH}
"""How much it counts in what hints and the lab say, by the number of seats. With four, 240 matches
came to 0.89 (seed 62), and 300 to 0.70 (seed 81); docs/bots.md counts others. With six, 60 came to
0.91, too few to exclude 1.3."""

# fmt: off
_HANDS_BY_NUMBER: Final = {
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


@cache
def at_most(highest: bool) -> tuple[float, ...]:
    """Return, by number, the chance that three random cards make at most that number.

    >>> round(at_most(False)[19], 3)
    0.405
    """
    hands = _HANDS_BY_NUMBER[highest]
    return tuple(each / sum(hands) for each in accumulate(hands))


def match_chance(
    mine: int, theirs: int, target: int, lead_worth: float = DECIDED_LEAD_WORTH
) -> float:
    """Return roughly how likely a team is to win the match from this score.

    The match is modelled as a random walk: what each team still needs, against how widely the
    remaining points scatter.

    >>> match_chance(30, 12, 30), match_chance(15, 15, 30)
    (1.0, 0.5)
    """
    if mine >= target or theirs >= target:
        return 0.5 if mine == theirs else float(mine > theirs)
    need, they_need = target - mine, target - theirs
    return 1.0 / (1.0 + exp(-lead_worth * (they_need - need) / sqrt(need + they_need)))
