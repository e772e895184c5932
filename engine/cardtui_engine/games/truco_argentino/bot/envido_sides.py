"""A side of several players at envido: what its best number may be, and which it beats.

Ranges say by class of numbers (`envido_game`) how likely a seat, or the best of a side, has it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple

from cardtui_engine.games.truco_argentino.bot.envido_game import CLASS_SHARES, CLASSES

Range = Sequence[float]

_CUMULATIVE_SHARES: Final = tuple(accumulate(CLASS_SHARES))

_TIE_CHANCES: Final = (0.35, 0.65)
"""The chance to win a tie, without the mano and with it: nobody knows who of the others has it."""


class Sides(NamedTuple):
    """Both sides, as somebody sees them.

    Attributes:
        ours: by class, how likely the best number of the own side is of it.
        others: by class, how likely no opponent except the one looked at has more.
        tie: the chance to win a tie.
        likes: by class of an opponent's number, the class that wins as often between two.
    """

    ours: tuple[float, ...]
    others: tuple[float, ...]
    tie: float
    likes: tuple[int, ...]

    def beats(self, theirs: Range) -> float:
        """Return how likely the own side has the best number, if an opponent's is in that range."""
        total = sum(theirs)
        if total <= 0:
            return 0.5
        won = before = up_to = 0.0
        for ours, likely, others in zip(self.ours, theirs, self.others, strict=True):
            up_to += likely
            below = up_to / total * others
            won += ours * (before + self.tie * (below - before))
            before = below
        return min(won, 1.0)

    @property
    def like(self) -> int:
        """The class that wins as often between two as the own side does now."""
        return _class_with(self.beats(CLASS_SHARES))


def sides_of(own: int, partners: Sequence[Range], others: Sequence[Range], mano: bool) -> Sides:
    """Return both sides.

    Args:
        own: the class of the own number.
        partners: the partners' ranges.
        others: the ranges of all opponents except the one looked at.
        mano: whether the own side has the mano.
    """
    likes = _likes(len(others), len(partners) + 1, not mano)
    return Sides(_best(own, partners), _up_to(others), _TIE_CHANCES[mano], likes)


@cache
def _likes(partners: int, opponents: int, mano: bool) -> tuple[int, ...]:
    """Return by class which class wins as often between two, if nothing is known of the others."""
    others = _up_to([CLASS_SHARES] * (opponents - 1))
    found = []
    for own in range(CLASSES):
        sides = Sides(_best(own, [CLASS_SHARES] * partners), others, _TIE_CHANCES[mano], ())
        found.append(sides.like)
    return tuple(found)


def _class_with(chance: float) -> int:
    return min(bisect_left(_CUMULATIVE_SHARES, chance), CLASSES - 1)


def _best(own: int, partners: Sequence[Range]) -> tuple[float, ...]:
    """Return the range of the best number of a side."""
    up_to = [each if at >= own else 0.0 for at, each in enumerate(_up_to(partners))]
    return tuple([each - before for each, before in zip(up_to, [0.0, *up_to], strict=False)])


def _up_to(ranges: Sequence[Range]) -> tuple[float, ...]:
    """Return by class how likely none of several numbers is above it."""
    found = [1.0] * CLASSES
    for each in ranges:
        total = sum(each)
        found = [a * b / total for a, b in zip(found, accumulate(each), strict=True)]
    return tuple(found)
