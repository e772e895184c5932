"""Odds for bots that bet on nine cards: who is likely to go out first, and what that is worth."""

from __future__ import annotations

from typing import Final

from cardtui_engine.bits import Bits
from cardtui_engine.views import Choice

_WEIGHTS: Final = (40.0, 9.0, 2.1, 1.1, 0.7, 0.5, 0.3)
"""By distance, how often such a hand goes out first, beside one of which nothing is known.

Counted in 1,400 deals for four bots of the normal level.
"""


def chance_to_win(distance: int, rivals: int) -> float:
    """Return how likely a hand at that distance goes out before so many unknown ones."""
    weight = _WEIGHTS[min(distance, len(_WEIGHTS) - 1)]
    return weight / (weight + rivals)


def stake(choice: Choice, chance: float, rivals: int, bits: Bits) -> int:
    """Return how much to bet: more, the further ahead the hand is."""
    assert choice.low is not None
    assert choice.high is not None
    lead = chance * (rivals + 1) - 1
    reach = int((choice.high - choice.low) * min(lead, 1.0))
    return choice.low + bits.below(reach + 1) if reach > 0 else choice.low
