"""Play with stock and discards: the deal of nine to each, draws and throws, whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.events import CardsDealt, CardTaken, ContestOpened, Event, PackRenewed
from cardtui_engine.families.rummy.cards.claims import Contest, nearer
from cardtui_engine.families.rummy.cards.declaring import Declared
from cardtui_engine.families.rummy.cards.shown import Shown, with_taking, with_throw, without_throws

HAND_SIZE: Final = 9
STOCK: Final = "stock"
DISCARDS: Final = "discards"
"""The two sources of a draw."""


class Play(NamedTuple):
    """Where the cards of a hand are, and whose turn it is.

    Attributes:
        hands: by seat, its cards in the order in which they came.
        stock: the cards left to draw, top first.
        discards: the discard pile, top last, as the cards were thrown.
        order: the seats in play in the order of turns.
        seat: the seat whose turn it is; ``None`` when nobody plays.
        thrower: the seat that threw the top discard, while it may be taken out of turn.
        contest: the claim that waits.
        shown: what each seat has taken and thrown before all eyes.
    """

    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    order: tuple[int, ...] = ()
    seat: int | None = None
    thrower: int | None = None
    contest: Contest | None = None
    shown: Shown = ()

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources from which the seat whose turn it is may draw (PP-21, PP-22).

        On the first turn there are no discards yet, so it must draw from the stock.
        """
        if self.discards:
            return STOCK, DISCARDS
        return (STOCK,) if self.stock else ()

    @property
    def top(self) -> Card | None:
        """The top discard."""
        return self.discards[-1] if self.discards else None

    def begin(self, order: tuple[int, ...]) -> Play:
        """Give the first turn to the first of those seats."""
        return self._replace(order=order, seat=order[0])

    def draw(self, source: str, events: list[Event]) -> Play:
        """Draw a card for the seat whose turn it is; the top discard can no longer be claimed."""
        seat, stock, discards, shown = self.seat, self.stock, self.discards, self.shown
        assert seat is not None
        if source == DISCARDS:
            *left, card = discards
            discards = tuple(left)
            shown = with_taking(shown, len(self.hands), seat, card, self.thrower)
            events.append(CardTaken(seat, card))
        else:
            if not stock:  # PP-22: turned over, so that the oldest discard is on top.
                stock, discards, shown = discards, (), without_throws(shown)
                events.append(PackRenewed(len(stock)))
            card, *rest = stock
            stock = tuple(rest)
            events.append(CardsDealt(seat, (card,)))
        hands = list(self.hands)
        hands[seat] = (*hands[seat], card)
        return Play(tuple(hands), stock, discards, self.order, seat, shown=shown)

    def throw(self, card: Card) -> Play:
        """Throw a card for the seat whose turn it is, and end its turn."""
        seat, order = self.seat, self.order
        assert seat is not None
        hands = list(self.hands)
        hands[seat] = without(hands[seat], card)
        following = order[(order.index(seat) + 1) % len(order)]
        shown = with_throw(self.shown, len(hands), seat, card)
        discards = (*self.discards, card)
        return Play(tuple(hands), self.stock, discards, order, following, seat, shown=shown)

    def contested(
        self, claimant: int, declared: Declared, could: Callable[[int], bool], events: list[Event]
    ) -> Play | None:
        """Return the play in which nearer seats are asked first; ``None`` if there are none to ask.

        Args:
            claimant: the seat that wants the discard.
            declared: how it would go out.
            could: returns whether a seat could go out with the discard, too.
            events: `ContestOpened` is appended if a seat is asked.
        """
        assert self.thrower is not None
        between = nearer(claimant, self.thrower, self.order)
        asked = tuple([seat for seat in between if could(seat)])
        return self._ask(Contest(claimant, declared, asked), events) if asked else None

    def waived(self, events: list[Event]) -> Play | None:
        """Return the play in which the next seat is asked; ``None`` if the claimant gets it."""
        assert self.contest is not None
        left = self.contest.after_waiver
        return None if left is None else self._ask(left, events)

    def _ask(self, contest: Contest, events: list[Event]) -> Play:
        """Ask the first of the seats that come before the claimant; meanwhile nobody else acts."""
        events.append(ContestOpened(contest.asked[0], contest.claimant))
        return self._replace(contest=contest)


def no_play(seats: int) -> Play:
    """Return the play between hands, when nobody holds cards."""
    return Play(((),) * seats)


def deal_out(
    seats: int, order: tuple[int, ...], pack: tuple[Card, ...], events: list[Event]
) -> Play:
    """Deal nine cards to each seat, one at a time in that order; the rest is the stock."""
    hands: list[tuple[Card, ...]] = [()] * seats
    dealt = HAND_SIZE * len(order)
    for place, seat in enumerate(order):
        hands[seat] = pack[place : dealt : len(order)]
        events.append(CardsDealt(seat, hands[seat]))
    return Play(tuple(hands), pack[dealt:])


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the hand without one copy of a card, the one that came last."""
    left = list(hand)
    left.reverse()
    left.remove(card)
    left.reverse()
    return tuple(left)
