"""Ratings as values: how strong a player is at a game by one preset."""

from __future__ import annotations

from typing import Final, NamedTuple

MOST_RANKED: Final = 100
"""How many players a ranking has at most."""


class Rating(NamedTuple):
    """How strong a player is.

    Attributes:
        points: the strength; 1500 is that of who has played no rated match.
        deviation: the standard deviation of the points.
        matches: how many rated matches it is made from.
        course: the points after each of the latest of them, oldest first.
        counted: as how many matches those count; see `rankings.py`.
    """

    points: int
    deviation: int
    matches: int
    course: tuple[int, ...] = ()
    counted: float = 0.0
