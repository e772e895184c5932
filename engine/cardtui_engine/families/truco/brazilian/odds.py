"""What scores are worth: the chance to win the game from them, between equal sides."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from cardtui_engine.families.truco.brazilian.stakes import TARGET, Stakes

_ENDS: Final = (0.62, 0.27, 0.08, 0.03)
"""How often a hand is won at each stake from the lowest on; counted, as in docs/bots.md."""

_PLAYS_ON: Final = 0.55
"""How often a side at eleven plays on."""

_WINS: Final = 0.62
"""How often it then wins."""


def game_odds(stakes: Stakes) -> Callable[[int, int], float]:
    """Return a function from a side's score and the other's to its chance of winning the game.

    >>> from cardtui_engine.families.truco.brazilian.stakes import stakes_of
    >>> odds = game_odds(stakes_of(1, 3, 6, 9, 12))
    >>> odds(12, 3), odds(0, 12), odds(7, 7), odds(11, 11)
    (1.0, 0.0, 0.5, 0.5)
    """
    values, eleven = stakes.ladder.stakes, stakes.eleven
    first, second = values[:2]

    @cache
    def chance(mine: int, theirs: int) -> float:
        if mine >= TARGET:
            return 1.0
        if theirs >= TARGET:
            return 0.0
        if mine == theirs or min(mine, theirs) >= eleven:
            return 0.5
        if mine >= eleven:
            lost = chance(mine, theirs + second)
            played = _WINS + (1 - _WINS) * lost
            return _PLAYS_ON * played + (1 - _PLAYS_ON) * chance(mine, theirs + first)
        if theirs >= eleven:
            return 1 - chance(theirs, mine)
        return sum(
            often * (chance(mine + stake, theirs) + chance(mine, theirs + stake)) / 2
            for stake, often in zip(values, _ENDS, strict=False)
        )

    return chance
