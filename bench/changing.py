"""Players that change their ways: each moment one of several others decides (`Changing`).

Which one it is follows from the hand, the score, the last hand, lots, or from what the match has
shown of the others (`View.game.habits`): a few kinds, each with its numbers. They serve all trucos.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardtui_engine import Action, Bits
from cardtui_engine.bots import Bot
from cardtui_engine.views import SeatView

View = SeatView[Any, Any]
Which = Callable[[View], int]
"""Says by number which of several players decides."""

Rate = Callable[[View], tuple[int, int]]
"""Says how often something was done, and how often it could have been."""


class Changing:
    """A player that goes by others."""

    def __init__(self, which: Which, *players: Bot) -> None:
        self._which, self._players = which, players

    def decide(self, view: View, bits: Bits) -> Action | None:
        """See `cardtui_engine.bots.Bot.decide`."""
        return self._players[self._which(view)].decide(view, bits)


def every(hands: int, of: int = 2) -> Which:
    """Go on to the next player after so many hands, and begin again after the last."""
    return lambda view: (view.common.hand - 1) // hands % of


def after(hands: int) -> Which:
    """Change once, after so many hands."""
    return lambda view: int(view.common.hand > hands)


def ahead(by: int) -> Which:
    """Tell whether it is behind by so many points, neither, or ahead by as many: 0, 1, 2."""

    def which(view: View) -> int:
        lead = _lead(view)
        return (lead > -by) + (lead >= by)

    return which


def at_score(points: int) -> Which:
    """Change once either side has so many points."""
    return lambda view: int(max(view.common.scores) >= points)


class LastHand:
    """Tells whether the last hand was won: 0 in the first hand and after a lost one, then 1."""

    def __init__(self) -> None:
        self._hand = 0
        self._lead = self._won = 0

    def __call__(self, view: View) -> int:
        lead, hand = _lead(view), view.common.hand
        if hand < self._hand or hand == 1:
            self._hand, self._lead, self._won = hand, lead, 0
        elif hand > self._hand:
            self._hand, self._lead, self._won = hand, lead, int(lead > self._lead)
        return self._won


def lots(part: float) -> Which:
    """Take the second player in so many hands, as if drawn by lot from the hand and the score."""

    def which(view: View) -> int:
        common = view.common
        seed = hash((common.hand, common.scores, common.dealer, view.own.seat & 1))
        return int(Bits(seed & 0xFFFFFFFF).chance() < part)

    return which


def rated(rate: Rate, *bounds: float, few: int = 4, at_first: int = 0) -> Which:
    """Go by how often others do something: how many bounds it reaches; at first as told."""

    def which(view: View) -> int:
        times, tries = rate(view)
        if tries < few:
            return at_first
        return sum(times >= bound * tries for bound in bounds)

    return which


def of_others(view: View) -> Sequence[Any]:
    """Return the habits of the other side."""
    habits: Sequence[Any] = view.game.habits
    return habits[1 - (view.own.seat & 1) :: 2]


def of_mine(view: View) -> Sequence[Any]:
    """Return the habits of its own side."""
    habits: Sequence[Any] = view.game.habits
    return habits[view.own.seat & 1 :: 2]


def _lead(view: View) -> int:
    mine = view.own.seat & 1
    return int(view.common.scores[mine] - view.common.scores[1 - mine])
