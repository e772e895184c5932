"""How many may sit at Cacho (`SEATS`), its `ROUNDS`, and the position of a match, as a value.
Only this file builds it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.betting import Betting, begin_round, out_of_the_hand
from cardtui_engine.families.chips import dealt_in, with_most
from cardtui_engine.games.cacho.options import FIXED_BETS, LEAST_CHIPS, Terms

SEATS: Final = (2, 3, 4)
"""The numbers of seats that it can be played with."""


class Phase(StrEnum):
    """What the game waits for: a pack, the word of a seat in one of three rounds, or nothing."""

    DEAL = "deal"
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    OVER = "over"


# Looking these up is three times as fast as looking up the members of the class.
DEAL: Final = Phase.DEAL
FIRST: Final = Phase.FIRST
SECOND: Final = Phase.SECOND
THIRD: Final = Phase.THIRD
OVER: Final = Phase.OVER

ROUNDS: Final = (FIRST, SECOND, THIRD)
"""The betting rounds, in which seats hold one, two and three cards."""

STAKES: Final[dict[str, int]] = dict(zip(ROUNDS, FIXED_BETS, strict=False))
"""The price of a bet in the rounds where it is fixed."""

# Builds a value without the call to its class: this is a hot path.
_new: Final = tuple.__new__

Hands = tuple[tuple[Card, ...], ...]


class ShownHand(NamedTuple):
    """The cards that a seat showed, sorted by code, and what they were worth."""

    seat: int
    cards: tuple[Card, ...]
    rank: str
    points: int


class CachoResult(NamedTuple):
    """How a hand ended; if the others passed, no cards are shown and ``rank`` is empty."""

    winners: tuple[int, ...]
    pot: int
    reason: str
    rank: str = ""
    points: int | None = None
    hands: tuple[ShownHand, ...] = ()


class State(NamedTuple):
    """A position.

    Attributes:
        terms: the options that the table chose.
        phase: what the game waits for.
        hand: the hand's number.
        dealer: the seat that deals it.
        played: whether that hand has been played; then the next pack is for another hand.
        dealt: the seats dealt in, the eldest first; between hands, those of the hand that ended.
        betting: chips, pot and bets, and the seats still in.
        hands: by seat, its cards in the order in which they were dealt; a seat that passes keeps
            them (CC-10).
        stock: the undealt cards, top first.
        last: how the last hand ended.
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
        """The seats that were dealt in and have left the hand, sorted."""
        if self.phase not in ROUNDS:
            return ()
        return out_of_the_hand(self.dealt, self.betting.live)

    @property
    def cap(self) -> int | None:
        """The most that a seat may bet in the third round; ``None`` in others (CC-20)."""
        return self.betting.covered if self.phase is THIRD else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the match; empty before its end (CC-03)."""
        if self.phase is not OVER:
            return ()
        return with_most(self.betting.chips)

    def with_betting(self, betting: Betting) -> State:
        """Return the position after a seat has spoken, still in the same round."""
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
            hand: the hand's number.
            dealer: the seat that deals it.
            dealt: the seats dealt in, the eldest first.
            hands: by seat, its first card.
            stock: the undealt cards.
        """
        betting = begin_round(self.betting.stacks, 0, dealt)
        return _new(
            State,
            (self.terms, FIRST, hand, dealer, False, dealt, betting, hands, stock, self.last),
        )

    def in_next_round(self, betting: Betting, hands: Hands, stock: tuple[Card, ...]) -> State:
        """Return the position in which the next round begins, with one more card each."""
        terms, phase, hand, dealer, played, dealt, _, _, _, last = self
        phase = SECOND if phase is FIRST else THIRD
        return _new(State, (terms, phase, hand, dealer, played, dealt, betting, hands, stock, last))

    def to_redeal(self) -> State:
        """Return the position in which the same hand waits for another pack (CC-11)."""
        return self._cleared(DEAL, self.betting.stacks, self.last, played=False)

    def ended(self, chips: tuple[int, ...], result: CachoResult, *, over: bool) -> State:
        """Return the position after a hand; ``over`` says whether the match is over, too."""
        return self._cleared(OVER if over else DEAL, chips, result, played=True)

    def _cleared(
        self, phase: Phase, chips: tuple[int, ...], last: CachoResult | None, *, played: bool
    ) -> State:
        """Return the position with no cards dealt and nothing bet."""
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
    """Return empty hands for that many seats."""
    return ((),) * seats
