"""What scores are worth: the chance to win the match from them, between equal sides."""

from __future__ import annotations

from functools import cache
from typing import Final

from cardtui_engine.games.truco_brasileiro.state import TARGET

_STAKES: Final = ((1, 0.5), (3, 0.4), (6, 0.1))
"""What hands are played for, about, and how often."""


@cache
def match_chance(mine: int, theirs: int) -> float:
    """Return how likely a side with these scores wins the match."""
    if mine >= TARGET:
        return 1.0
    if theirs >= TARGET:
        return 0.0
    return sum(
        often * (match_chance(mine + stake, theirs) + match_chance(mine, theirs + stake)) / 2
        for stake, often in _STAKES
    )
