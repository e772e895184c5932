"""The position of a match of Cacho, as a value; it is made here alone."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.betting import (
    Betting,
    begin_round,
    dealt_in,
    out_of_the_hand,
    with_most,
)
from cardtui_engine.games.cacho.options import LEAST_CHIPS


class Phase(StrEnum):
    """What the game waits for: a pack, or the word of a seat in one of three rounds; nothing."""

    DEAL = "deal"
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    OVER = "over"


# By these names they are found three times as fast as in their class.
DEAL: Final = Phase.DEAL
FIRST: Final = Phase.FIRST
SECOND: Final = Phase.SECOND
THIRD: Final = Phase.THIRD
OVER: Final = Phase.OVER

ROUNDS: Final = (FIRST, SECOND, THIRD)
"""The betting rounds, in which seats hold one, two and three cards."""

STAKES: Final[dict[str, int]] = {FIRST: 1, SECOND: 2}
"""CC-10, CC-12: what a bet costs where its size is fixed."""

# What a class does with its arguments, without a call in between: the hot path.
_new: Final = tuple.__new__

Hands = tuple[tuple[Card, ...], ...]


class ShownHand(NamedTuple):
    """The cards that a seat showed, sorted by code."""

    seat: int
    cards: tuple[Card, ...]


class CachoResult(NamedTuple):
    """How a hand ended; ``rank`` is empty, ``points`` ``None`` and nothing shown after passes."""

    winners: tuple[int, ...]
    pot: int
    reason: str
    rank: str = ""
    points: int | None = None
    hands: tuple[ShownHand, ...] = ()


class Terms(NamedTuple):
    """What the table chose, which no action changes."""

    hands: int
    check: bool
    chip_value: str


class State(NamedTuple):
    """A position.

    Attributes:
        terms: what the table chose.
        phase: what the game waits for.
        hand: the hand's number.
        dealer: who deals it.
        played: whether that hand has been played, so that the next pack is for another one.
        dealt: the seats dealt in, the eldest first; between hands those of the hand that ended.
        betting: chips, pot and bets, and the seats still in.
        hands: by seat, the cards in the order dealt; who passes keeps them (CC-10).
        stock: the cards not dealt, top first.
        last: how the hand that ended last ended.
    """

    terms: Terms
    phase: Phase
    hand: int
    dealer: int
    played: bool
    dealt: tuple[int, ...]
    betting: Betting
    hands: Hands
    stock: tuple[Card, ...]
    last: CachoResult | None

    @property
    def passed(self) -> tuple[int, ...]:
        """The seats dealt in that are out of the hand, sorted."""
        if self.phase not in ROUNDS:
            return ()
        return out_of_the_hand(self.dealt, self.betting.live)

    @property
    def cap(self) -> int | None:
        """What nobody may bet beyond in the third round (CC-20)."""
        return self.betting.covered if self.phase is THIRD else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the match; empty before (CC-03)."""
        if self.phase is not OVER:
            return ()
        return with_most(self.betting.chips)

    def with_betting(self, betting: Betting) -> State:
        """Return the position after a seat has spoken, in the same round."""
        terms, phase, hand, dealer, played, dealt, _, hands, stock, last = self
        return _new(State, (terms, phase, hand, dealer, played, dealt, betting, hands, stock, last))

    def begun(
        self,
        *,
        hand: int,
        dealer: int,
        dealt: tuple[int, ...],
        hands: Hands,
        stock: tuple[Card, ...],
    ) -> State:
        """Return the position in which a hand begins.

        Args:
            hand: its number.
            dealer: who deals it.
            dealt: the seats dealt in, the eldest first.
            hands: by seat, the first cards.
            stock: the cards not dealt.
        """
        betting = begin_round(self.betting.stacks, 0, dealt)
        return _new(
            State,
            (self.terms, FIRST, hand, dealer, False, dealt, betting, hands, stock, self.last),
        )

    def in_next_round(self, betting: Betting, hands: Hands, stock: tuple[Card, ...]) -> State:
        """Return the position in which the next round begins, with one card more each."""
        terms, phase, hand, dealer, played, dealt, _, _, _, last = self
        phase = SECOND if phase is FIRST else THIRD
        return _new(State, (terms, phase, hand, dealer, played, dealt, betting, hands, stock, last))

    def to_redeal(self) -> State:
        """Return the position in which the same hand waits for another pack (CC-11)."""
        return self._cleared(DEAL, self.betting.stacks, self.last, played=False)

    def ended(self, chips: tuple[int, ...], result: CachoResult, *, over: bool) -> State:
        """Return the position after a hand, or after the match."""
        return self._cleared(OVER if over else DEAL, chips, result, played=True)

    def _cleared(
        self, phase: Phase, chips: tuple[int, ...], last: CachoResult | None, *, played: bool
    ) -> State:
        """Return the position with no card out and nothing bet."""
        betting, hands = begin_round(chips, 0, ()), no_hands(len(chips))
        return _new(
            State,
            (
                self.terms,
                phase,
                self.hand,
                self.dealer,
                played,
                self.dealt,
                betting,
                hands,
                (),
                last,
            ),
        )


def before_the_match(terms: Terms, chips: tuple[int, ...], dealer: int) -> State:
    """Return the start of a match, waiting for its first pack."""
    return State(
        terms=terms,
        phase=DEAL,
        hand=1,
        dealer=dealer,
        played=False,
        dealt=dealt_in(chips, dealer, LEAST_CHIPS),
        betting=begin_round(chips, 0, ()),
        hands=no_hands(len(chips)),
        stock=(),
        last=None,
    )


def no_hands(seats: int) -> Hands:
    """Return the hands of that many seats when no card is out."""
    return ((),) * seats
