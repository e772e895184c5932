"""Outcomes: why a match is over (`Ending`), and what it was worth to each winner and loser
(`outcome_of`). What some hands were worth is in `library/research/episodes.py`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Ending(StrEnum):
    """Why a match is over."""

    POINTS = "points"
    """A team or seat reached the points that the match was played for."""

    LAST = "last"
    """Nobody else could go on: the others have no points, or too few chips, left."""

    LIMIT = "limit"
    """The agreed number of hands has been played."""


class Outcome(NamedTuple):
    """How a match ended.

    Attributes:
        winners: the winning seats, sorted; several where a team won, or where seats are level.
        reason: why it is over.
        returns: by seat, what a stake of 1 won or lost. The winners share what the others staked,
            so that the sum is 0.
    """

    winners: tuple[int, ...]
    reason: Ending
    returns: tuple[float, ...]


def outcome_of(winners: tuple[int, ...], seats: int, reason: Ending) -> Outcome:
    """Return the outcome of a match with those winners.

    >>> outcome_of((1,), 3, Ending.LAST).returns
    (-1.0, 2.0, -1.0)
    """
    share = (seats - len(winners)) / len(winners)
    returns = tuple([share if seat in winners else -1.0 for seat in range(seats)])
    return Outcome(winners, reason, returns)
