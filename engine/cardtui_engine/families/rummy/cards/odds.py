"""Odds for bots that bet on nine cards: how likely a hand goes out first, and what that gains."""

from __future__ import annotations

from math import comb
from typing import Final

from cardtui_engine.bits import Bits
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Range

_WEIGHTS: Final = (40.0, 6.5, 2.6, 1.08, 0.62, 0.4, 0.3)
"""By distance, how many times as often such a hand goes out first as an unknown one, of four.

Like the sharpness, they were counted in 5,000 deals each for two, four and eight hard bots.
"""

_COMES_IN: Final = 0.6
"""How likely a player who has not spoken yet is assumed to stay in."""


def chance_to_win(distance: int, rivals: int) -> float:
    """Return the chance that a hand at that distance goes out before ``rivals`` unknown ones.

    The more players there are, the sooner the hand ends, and the more an early lead counts.
    """
    sharpness = 0.5 + 0.13 * rivals
    weight: float = _WEIGHTS[min(distance, len(_WEIGHTS) - 1)] ** sharpness
    return weight / (weight + rivals)


def gain(distance: int, rivals: int, silent: int, *, pot: int, price: int, trust: float) -> float:
    """Return the chips that staying in gains on average; silent rivals may stay or leave.

    Args:
        distance: the number of cards that the hand lacks.
        rivals: how many other seats are in.
        silent: how many of them have not spoken; each that stays pays the same price.
        pot: the chips in the pot.
        price: what staying costs.
        trust: the factor applied to the chance: 1 for a bot that knows the odds.
    """
    worth = 0.0
    for stays in range(silent + 1):
        likely: float = comb(silent, stays) * _COMES_IN**stays * (1 - _COMES_IN) ** (silent - stays)
        against = rivals - silent + stays
        chance = min(chance_to_win(distance, against) * trust, 1.0) if against else 1.0
        worth += likely * chance * (pot + price * (1 + stays))
    return worth - price


def stake(choice: Choice, chance: float, rivals: int, bits: Bits) -> int:
    """Return how much to bet: the better the hand's chances, the more."""
    amounts = choice.domain(Range)
    lead = chance * (rivals + 1) - 1
    reach = int((amounts.high - amounts.low) * min(lead, 1.0))
    return amounts.low + bits.below(reach + 1) if reach > 0 else amounts.low
