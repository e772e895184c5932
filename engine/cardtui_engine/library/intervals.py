"""How sure a mean is, and when an arena knows enough: it looks up to `MOST_LOOKS` times, with
`FEWEST_GROUPS` groups or more between two looks, and an interval misses in `ERROR_RATE` of all
cases. Also how long decisions took (`Times`).

Results are looked at a few times while they come in, and the first look at which they are clear
ends it. To look ten times at the usual bound is wrong far more often than one time in twenty,
so the bounds are those of O'Brien and Fleming: strict at first, and at the last look hardly above
the usual one. The same bounds make the intervals (*repeated* confidence intervals), which therefore
hold whenever it was that one stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from math import erf, exp, expm1, inf, log, sqrt
from typing import Final, NamedTuple

ERROR_RATE: Final = 0.05
"""How often an interval misses."""

MOST_LOOKS: Final = 10
FEWEST_GROUPS: Final = 10
"""How many groups there are from one look to the next, at least: fewer tell too little."""

_LAST_LOOK_BOUNDS: Final = (1.960, 1.977, 2.004, 2.024, 2.040, 2.053, 2.063, 2.072, 2.080, 2.087)
"""By the number of looks, the bound at the last one, for 5 % (Jennison and Turnbull, table 2.3)."""

_MADE_UP_GROUPS: Final = 4.0
"""So many groups are made up: where all results are alike, few would seem to make us certain."""

_MADE_UP_EXTREMES: Final = 2
"""So many are made up for what a hand brings."""


class Estimate(NamedTuple):
    """A mean, and the interval that holds the true one 19 times in 20."""

    mean: float
    low: float
    high: float


def looks_at(groups: int, *, early: bool) -> tuple[int, ...]:
    """Return after how many groups the results are looked at; the last look is after all.

    >>> looks_at(200, early=True)
    (20, 40, 60, 80, 100, 120, 140, 160, 180, 200)
    >>> looks_at(25, early=True), looks_at(200, early=False)
    ((12, 25), (200,))
    """
    looks = min(MOST_LOOKS, max(1, groups // FEWEST_GROUPS)) if early else 1
    return tuple([groups * look // looks for look in range(1, looks + 1)])


def bound_at(look: float, looks: int, *, comparisons: int = 1) -> float:
    """Return how many standard errors away from its mean an interval ends, at that look.

    >>> round(bound_at(1, 1), 2), round(bound_at(10, 10), 3), round(bound_at(1, 10), 1)
    (1.96, 2.087, 6.6)

    Args:
        look: which look it is, from 1; a moment between two looks lies between their numbers.
        comparisons: how many intervals must hold all at once.
    """
    usual = _usual_bound(ERROR_RATE / comparisons)
    return usual * _LAST_LOOK_BOUNDS[looks - 1] / _LAST_LOOK_BOUNDS[0] * sqrt(looks / look)


def bound_after(groups: int, looks: Sequence[int]) -> float:
    """Return how many standard errors away from its mean an interval ends after so many groups.

    At a look it is that look's bound. Between looks it falls as the bounds of looks do; where
    results are looked at once, it is the usual one all the way.

    >>> [round(bound_after(groups, looks_at(200, early=True)), 2) for groups in (20, 30, 200)]
    [6.6, 5.39, 2.09]
    >>> [round(bound_after(groups, (200,)), 2) for groups in (20, 200)]
    [1.96, 1.96]

    Args:
        groups: how many groups there are; at least one.
        looks: after how many groups the results are looked at.
    """
    if len(looks) == 1:
        return bound_at(1, 1)
    if groups in looks:
        return bound_at(looks.index(groups) + 1, len(looks))
    return bound_at(len(looks) * groups / looks[-1], len(looks))


def share_of(shares: Sequence[float], bots: int, bound: float) -> Estimate:
    """Return what part of all matches a bot wins.

    Args:
        shares: what it has won of each group, from 0 to 1.
        bots: how many share a match.
        bound: see `bound_at`.
    """
    return _bounded(shares, 0.0, 1.0, 1 / bots, bound)


def per_hand(
    brought: Sequence[float], hands: Sequence[int], bound: float, *, most: float = 0.0
) -> Estimate:
    """Return what a bot wins in a hand.

    Two groups are made up, one that brought the most and one that cost as much: what is rare and
    dear may not have happened yet.

    Args:
        brought: what it has won in all hands of each group.
        hands: how many these were.
        bound: see `bound_at`.
        most: the most that a group can bring; the most that any has brought, if that is more.
    """
    groups, count = len(hands), sum(hands)
    if not count:
        return Estimate(0.0, 0.0, 0.0)
    limit = most * groups / count or inf
    most = max(most, *map(abs, brought))
    size, usual = groups + _MADE_UP_EXTREMES, count / groups
    centre = sum(brought) / (size * usual)
    off = [won - centre * played for won, played in zip(brought, hands, strict=True)]
    off += [most - centre * usual, -most - centre * usual]
    spread = sum([each * each for each in off]) / (size - 1)
    margin = _student(bound, size - 1) * sqrt(spread / size) / usual
    mean = sum(brought) / count
    low, high = max(centre - margin, -limit), min(centre + margin, limit)
    return Estimate(mean, min(mean, low), max(mean, high))


def is_decided(shares: Sequence[Sequence[float]], look: int, looks: int) -> bool:
    """Return whether every two bots of a meeting are told apart.

    Args:
        shares: by group, what part of it each bot has won.
        look: which look it is, from 1.
    """
    pairs = list(combinations(range(len(shares[0])), 2))
    bound = bound_at(look, looks, comparisons=len(pairs))
    for one, other in pairs:
        found = _bounded([each[one] - each[other] for each in shares], -1.0, 1.0, 0.0, bound)
        if found.low <= 0.0 <= found.high:
            return False
    return True


def _bounded(
    values: Sequence[float], least: float, most: float, even: float, bound: float
) -> Estimate:
    """Return the mean of values between two limits.

    A few groups are made up (as Agresti and Coull do for parts of a whole), with the limits as
    their values, in the proportion at which nobody is better.
    """
    high = _MADE_UP_GROUPS * (even - least) / (most - least)
    count = len(values) + _MADE_UP_GROUPS
    centre = (sum(values) + _MADE_UP_GROUPS * even) / count
    squares = sum([(each - centre) ** 2 for each in values])
    squares += high * (most - centre) ** 2 + (_MADE_UP_GROUPS - high) * (least - centre) ** 2
    margin = _student(bound, count - 1) * sqrt(squares / (count - 1) / count)
    mean = sum(values) / len(values)
    return Estimate(
        mean, max(least, min(mean, centre - margin)), min(most, max(mean, centre + margin))
    )


@cache
def _usual_bound(error: float) -> float:
    """Return the bound that a normal deviate passes as rarely as that, on either side.

    >>> round(_usual_bound(0.05), 3), round(_usual_bound(0.01), 3)
    (1.96, 2.576)
    """
    low, high = 0.0, 40.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if 1 - erf(middle / sqrt(2)) > error else (low, middle)
    return low


def _student(bound: float, freedom: float) -> float:
    """Return the bound of Student's distribution that is as rarely passed (after Wallace).

    >>> round(_student(1.96, 9), 2), round(_student(1.96, 1000), 2)
    (2.26, 1.96)
    """
    if freedom < 1:
        return bound * 1e6
    narrower = bound * (8 * freedom + 3) / (8 * freedom + 1)
    return sqrt(freedom * expm1(min(narrower * narrower / freedom, 500.0)))


class Times:
    """How long decisions took: their mean, and how long all but a part of them took at most.

    Times are counted in classes that are 4 % wide, so that any number of them takes no room.
    """

    def __init__(self, counts: Iterable[tuple[int, int]] = (), total: float = 0.0) -> None:
        self.counts = dict(counts)
        self.total = total

    def note(self, seconds: float) -> None:
        """Count a decision."""
        self.total += seconds
        number = _class_of(seconds)
        self.counts[number] = self.counts.get(number, 0) + 1

    def add(self, other: Times) -> None:
        """Count all that another one has counted."""
        self.total += other.total
        for number, count in other.counts.items():
            self.counts[number] = self.counts.get(number, 0) + count

    @property
    def count(self) -> int:
        """How many decisions there were."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """The mean in seconds; 0 where there were none."""
        return self.total / self.count if self.counts else 0.0

    def below(self, part: float) -> float:
        """Return in how many seconds such a part of the decisions was made.

        >>> times = Times()
        >>> for number in range(100):
        ...     times.note(0.001 if number < 99 else 1.0)
        >>> round(times.below(0.99), 3), round(times.below(1.0), 1)
        (0.001, 1.0)
        """
        left = part * self.count
        for number, count in sorted(self.counts.items()):
            left -= count
            if left <= 0:
                return exp(number * _CLASS_WIDTH)
        return 0.0


_CLASS_WIDTH: Final = 0.04
"""How wide a class of times is, as a logarithm."""


def _class_of(seconds: float) -> int:
    return round(log(max(seconds, 1e-7)) / _CLASS_WIDTH)
