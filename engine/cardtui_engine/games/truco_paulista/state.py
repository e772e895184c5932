"""The position of Truco Paulista: what every Brazilian truco has, and the card turned up."""

from __future__ import annotations

from typing import NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.truco.brazilian.cards import OLD_STRENGTH
from cardtui_engine.families.truco.brazilian.state import AnyTruco, Truco, TrucoHandResult, waiting
from cardtui_engine.games.truco_paulista.options import Terms


class Paulista(NamedTuple):
    """What only this game has.

    Attributes:
        flip: the card turned up; ``None`` before the cut, and where none is.
        manilha: the rank that it makes the highest.
        strength: by card, how high it is in this hand.
        last: how the last hand ended.
    """

    flip: Card | None = None
    manilha: str | None = None
    strength: tuple[int, ...] = OLD_STRENGTH
    last: TrucoHandResult | None = None

    def turned(self, flip: Card, terms: Terms) -> Paulista:
        """Return it after the next card of the pack was turned up (TP-03)."""
        manilhas = terms.manilhas
        return Paulista(flip, manilhas.rank(flip), manilhas.strength(flip), self.last)

    def after(self, state: AnyTruco, result: TrucoHandResult) -> Paulista:  # noqa: ARG002 - part of the contract; other games use it
        """Return it after a hand that ended so."""
        return Paulista(last=result)


State = Truco[Terms, Paulista]
"""The whole position."""


def before_the_match(terms: Terms, dealer: int) -> State:
    """Return the start of a match, waiting for its first pack."""
    return waiting(terms, Paulista(), dealer, 1)
