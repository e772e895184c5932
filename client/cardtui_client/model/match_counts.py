"""Numbers that a match has come to, by side: by team, or by seat where each plays alone."""

from __future__ import annotations

from collections.abc import Sequence

Numbers = Sequence[int]
"""How many of something each side has."""


def count_of(numbers: Numbers, side: int) -> int:
    """Return how many a side has, whatever a server has sent."""
    return numbers[side] if side < len(numbers) else 0
