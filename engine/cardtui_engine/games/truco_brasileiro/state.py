"""The position of Brazilian truco: what only this game has, how often cards are rejected
(`MOST_REJECTIONS`), and in which order the pack is gathered after a hand (`_gather`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.truco.brazilian.cards import OLD_STRENGTH
from cardtui_engine.families.truco.brazilian.state import (
    AnyTruco,
    Hand,
    Truco,
    TrucoHandResult,
    waiting,
)
from cardtui_engine.families.truco.view import PlayedCard
from cardtui_engine.games.truco_brasileiro.options import Terms

MOST_REJECTIONS: Final = 3
"""TB-09"""


class TrucoBrasileiroResult(NamedTuple):
    """How a hand ended; ``reason`` is tricks, run, eleven_run or drawn."""

    winners: tuple[int, ...]
    points: int
    reason: str


class TrucoBrasileiroFoul(NamedTuple):
    """A foul, and the seat that made it; ``kind`` is cut, reject, pass, raise or show."""

    seat: int
    kind: str


class Brasileiro(NamedTuple):
    """What only this game has.

    Attributes:
        from_bottom: whether cards are dealt from the bottom.
        passed: the cards that the mão passed to the partner.
        rejected: the rejected cards, in the order in which they were turned up.
        shown: the cards that were shown in a foul, and the seats that showed them.
        last: how the last hand ended.
        last_foul: the last foul of the match.
        gathered: the gathered pack of the last hand, between hands; otherwise empty.
    """

    from_bottom: bool = False
    passed: Hand = ()
    rejected: Hand = ()
    shown: tuple[PlayedCard, ...] = ()
    last: TrucoBrasileiroResult | None = None
    last_foul: TrucoBrasileiroFoul | None = None
    gathered: Hand = ()

    @property
    def strength(self) -> Sequence[int]:
        """By card, how high it is (TB-02)."""
        return OLD_STRENGTH

    def after(self, state: AnyTruco, result: TrucoHandResult) -> Brasileiro:
        """Return it after a hand: the cards are gathered (TB-03)."""
        return Brasileiro(
            last=TrucoBrasileiroResult(result.winners, result.points, result.reason),
            last_foul=self.last_foul,
            gathered=self._gather(state),
        )

    def _gather(self, state: AnyTruco) -> Hand:
        """Return the gathered pack, top first."""
        laid: list[Card] = [card.card for trick in state.cards.tricks for card in trick.cards]
        laid += [card.card for card in state.cards.trick]
        held: list[Card] = [card for hand in state.cards.hands for card in hand]
        return (*laid, *self.rejected, *held, *state.stub)


State = Truco[Terms, Brasileiro]
"""The whole position."""


def before_the_match(terms: Terms, dealer: int) -> State:
    """Return the start of a match, waiting for its first pack."""
    return waiting(terms, Brasileiro(), dealer, 1)


def rejections(state: State) -> int:
    """Return how many times the mão has rejected three cards."""
    return len(state.game.rejected) // 3
