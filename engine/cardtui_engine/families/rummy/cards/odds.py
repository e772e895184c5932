"""Odds for bots that bet on nine cards: who is likely to go out first, and what that is worth."""

from __future__ import annotations

from math import comb
from typing import Final

from cardtui_engine.bits import Bits
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Range

_WEIGHTS: Final = (40.0, 6.5, 2.6, 1.08, 0.62, 0.4, 0.3)
"""By distance, how often such a hand goes out first, beside an unknown one, among four.

Counted, like the sharpness, in 5,000 deals for two, four and eight bots of the hard level.
"""

_COMES_IN: Final = 0.6
"""How often a player who has not spoken yet is believed to stay in."""


def chance_to_win(distance: int, rivals: int) -> float:
    """Return how likely a hand at that distance goes out before that many unknown ones.

    The more players, the sooner the hand ends, and the more it says to be near at its start.
    """
    sharpness = 0.5 + 0.13 * rivals
    weight: float = _WEIGHTS[min(distance, len(_WEIGHTS) - 1)] ** sharpness
    return weight / (weight + rivals)


def gain(distance: int, rivals: int, silent: int, *, pot: int, price: int, trust: float) -> float:
    """Return what staying in is worth, when those who have not spoken may stay or go.

    Args:
        distance: of the own hand.
        rivals: how many others are in.
        silent: how many of them have not spoken; who stays pays the same.
        pot: the chips in the pot.
        price: what staying costs.
        trust: what the chance is multiplied with: 1 for who knows the odds.
    """
    worth = 0.0
    for stays in range(silent + 1):
        likely: float = comb(silent, stays) * _COMES_IN**stays * (1 - _COMES_IN) ** (silent - stays)
        against = rivals - silent + stays
        chance = min(chance_to_win(distance, against) * trust, 1.0) if against else 1.0
        worth += likely * chance * (pot + price * (1 + stays))
    return worth - price


def stake(choice: Choice, chance: float, rivals: int, bits: Bits) -> int:
    """Return how much to bet: more, the further ahead the hand is."""
    amounts = choice.domain(Range)
    lead = chance * (rivals + 1) - 1
    reach = int((amounts.high - amounts.low) * min(lead, 1.0))
    return amounts.low + bits.below(reach + 1) if reach > 0 else amounts.low
