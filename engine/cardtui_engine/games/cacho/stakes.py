"""The fixed bets of the first two rounds, and the chips that a player needs to be dealt in."""

from __future__ import annotations

from itertools import accumulate
from typing import Final

FIXED_BETS: Final = (1, 2)
"""CC-10, CC-12: the price of a bet in the first round and in the second."""

PAID: Final = tuple(accumulate(FIXED_BETS, initial=0))
"""What each seat still in has put in before the round of one, two or three cards."""

LEAST_CHIPS: Final = sum(FIXED_BETS)
"""CC-03: with fewer chips a player is not dealt in."""
