"""Scores of two teams."""

from __future__ import annotations


def added(scores: tuple[int, int], team: int, points: int) -> tuple[int, int]:
    """Return the scores after points for a team; negative points count against it.

    >>> added((3, 1), 1, 2)
    (3, 3)
    """
    one, other = scores
    return (one, other + points) if team else (one + points, other)
