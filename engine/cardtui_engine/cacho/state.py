"""The position of a match of Cacho, as a value."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from cardtui_engine.betting import Betting, seats_after
from cardtui_engine.cacho.options import LEAST_CHIPS
from cardtui_engine.cards import Card

ROUNDS: Final = ("first", "second", "third")
"""The betting rounds' phases, in which seats hold one, two and three cards."""

STAKES: Final = {"first": 1, "second": 2}
"""CC-10, CC-12: what a bet costs where its size is fixed."""


class ShownHand(NamedTuple):
    """The cards that a seat showed, sorted by code."""

    seat: int
    cards: tuple[Card, ...]


class CachoResult(NamedTuple):
    """How a hand ended; ``rank`` is empty, ``points`` ``None`` and nothing shown after passes."""

    winners: tuple[int, ...]
    pot: int
    reason: str
    rank: str
    points: int | None
    hands: tuple[ShownHand, ...]


class Table(NamedTuple):
    """What the table chose, which no action changes."""

    hands: int
    check: bool
    chip_value: str


class State(NamedTuple):
    """A position.

    Attributes:
        table: what the table chose.
        phase: ``"deal"``, a round, or ``"over"``.
        hand: the hand's number.
        dealer: who deals it.
        played: whether that hand has been played, so that the next pack is for another one.
        dealt: the seats dealt in, the eldest first; between hands those of the hand that ended.
        betting: chips, pot and bets, and the seats still in.
        hands: by seat, the cards in the order dealt; who passes keeps them (CC-10).
        stock: the cards not dealt, top first.
        last: how the hand that ended last ended.
    """

    table: Table
    phase: str
    hand: int
    dealer: int
    played: bool
    dealt: tuple[int, ...]
    betting: Betting
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    last: CachoResult | None

    @property
    def passed(self) -> tuple[int, ...]:
        """The seats dealt in that are out of the hand, sorted."""
        if self.phase not in ROUNDS:
            return ()
        live = self.betting.live
        return tuple(sorted([seat for seat in self.dealt if seat not in live]))

    @property
    def cap(self) -> int | None:
        """What nobody may bet beyond in the third round (CC-20)."""
        return self.betting.covered if self.phase == "third" else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the match; empty before (CC-03)."""
        if self.phase != "over":
            return ()
        chips = self.betting.chips
        most = max(chips)
        return tuple([seat for seat, each in enumerate(chips) if each == most])


def with_betting(state: State, betting: Betting) -> State:
    """Return the position with other betting, in the same round."""
    table, phase, hand, dealer, played, dealt, _, hands, stock, last = state
    return _state((table, phase, hand, dealer, played, dealt, betting, hands, stock, last))


# What `State` does with its arguments, without a call in between: the hot path.
_state: Final[
    Callable[
        [
            tuple[
                Table,
                str,
                int,
                int,
                bool,
                tuple[int, ...],
                Betting,
                tuple[tuple[Card, ...], ...],
                tuple[Card, ...],
                CachoResult | None,
            ]
        ],
        State,
    ]
] = partial(tuple.__new__, State)


def no_hands(seats: int) -> tuple[tuple[Card, ...], ...]:
    """Return the hands of that many seats when no card is out."""
    return ((),) * seats


def dealt_in(chips: tuple[int, ...], dealer: int) -> tuple[int, ...]:
    """Return the seats that a dealer deals to, in that order (CC-02, CC-03)."""
    return tuple(
        [seat for seat in (*seats_after(dealer, len(chips)), dealer) if chips[seat] >= LEAST_CHIPS]
    )
