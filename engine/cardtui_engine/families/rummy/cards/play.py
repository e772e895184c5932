"""Where the cards of a rummy hand are: how many are dealt (`HAND_SIZE`), draws and throws, when
the discard pile becomes the stock (`draw`), and who gets a discard that several want (`nearer`).

Nine cards are dealt to each. The same play with other cards that a viewer cannot see is `redrawn`:
a card is there twice, so that it is places that exchange what lies in them. What was thrown has
been seen by everybody, and stays, whether or not it still is in view; so does what a seat took from
the discard pile and must still hold.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.domains import RandomBits
from cardtui_engine.events import CardsDealt, CardTaken, ContestOpened, Event, PackRenewed, Viewer
from cardtui_engine.families.rummy.cards.declaring import Declared
from cardtui_engine.families.rummy.cards.shown import Shown, with_taking, with_throw, without_throws
from cardtui_engine.hidden import shuffle


class Contest(NamedTuple):
    """A claim that waits while seats nearer to the thrower are asked (PP-43, CA-44).

    Attributes:
        claimant: the seat that claims.
        declared: its melds and discard, as they were when it claimed.
        asked: the other seats that could go out with the card, nearest first; the first is asked
            now.
    """

    claimant: int
    declared: Declared
    asked: tuple[int, ...]

    @property
    def after_waiver(self) -> Contest | None:
        """The contest after the asked seat waives; ``None`` when the claimant gets the card."""
        return self._replace(asked=self.asked[1:]) if len(self.asked) > 1 else None


def nearer(claimant: int, thrower: int, order: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats between the thrower and the claimant, nearest to the thrower first.

    >>> nearer(0, 2, (0, 1, 2, 3))
    (3,)
    """
    first = order.index(thrower) + 1
    after = (*order[first:], *order[: first - 1])
    return after[: after.index(claimant)]


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


class Phase(StrEnum):
    """What the game waits for."""

    DEAL = "deal"
    CUT = "cut"
    BETTING = "betting"
    MATCHING = "matching"
    STAYING = "staying"
    DRAW = "draw"
    DISCARD = "discard"
    CONTEST = "contest"
    OVER = "over"


# Looking these up is three times as fast as looking up the members of the class.
DEAL: Final = Phase.DEAL
CUT: Final = Phase.CUT
BETTING: Final = Phase.BETTING
MATCHING: Final = Phase.MATCHING
STAYING: Final = Phase.STAYING
DRAW: Final = Phase.DRAW
DISCARD: Final = Phase.DISCARD
CONTEST: Final = Phase.CONTEST
OVER: Final = Phase.OVER


def redrawn(play: Play, viewer: Viewer, bits: RandomBits) -> Play:
    """Return the play with the cards that the viewer cannot see exchanged at random."""
    hands, contest = [*play.hands], play.contest
    others = [seat for seat in range(len(hands)) if seat != viewer]
    hidden = [_hidden(play, seat) for seat in others]
    cards = [
        card
        for seat, places in zip(others, hidden, strict=True)
        for card, moves in zip(hands[seat], places, strict=True)
        if moves
    ]
    cards += play.stock
    shuffle(cards, bits)
    drawn = iter(cards)
    for seat, places in zip(others, hidden, strict=True):
        hands[seat] = tuple(
            [
                next(drawn) if moves else card
                for card, moves in zip(hands[seat], places, strict=True)
            ]
        )
    if contest is not None and contest.claimant != viewer:
        old, new = play.hands[contest.claimant], hands[contest.claimant]
        contest = _with_cards(contest, old, new)
    return play._replace(hands=tuple(hands), stock=tuple(drawn), contest=contest)


def _hidden(play: Play, seat: int) -> list[bool]:
    """Return, by place in a seat's hand, whether nobody has seen what lies there."""
    known = [*play.shown[seat].taken] if play.shown else []
    places = []
    for card in play.hands[seat]:
        places.append(card not in known)
        if not places[-1]:
            known.remove(card)
    return places


def _with_cards(contest: Contest, old: tuple[Card, ...], new: tuple[Card, ...]) -> Contest:
    """Return the claim with the claimant's other cards in the places of those that it laid out."""
    left = [*zip(old, new, strict=True)]

    def stands_for(card: Card) -> Card:
        for at, (before, after) in enumerate(left):
            if before == card:
                del left[at]
                return after
        return card  # the one that is claimed

    declared = contest.declared
    melds = tuple([tuple([stands_for(card) for card in meld]) for meld in declared.melds])
    thrown = None if declared.thrown is None else stands_for(declared.thrown)
    return contest._replace(declared=declared._replace(melds=melds, thrown=thrown))
