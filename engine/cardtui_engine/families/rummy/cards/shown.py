"""How many throws of each seat bots remember (`REMEMBERED_THROWS`), and which cards they saw it
take.

A bot has no memory but its view. So what a person at the table could remember is part of the
position, and of the view; people are shown nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from cardtui_engine.cards import Card, CardName

REMEMBERED_THROWS: Final = 6


class RummyShown(NamedTuple):
    """What a seat has shown of its cards; it mirrors the message of the same name.

    Attributes:
        taken: the cards that it took from the discard pile and must still hold.
        thrown: of those in the discard pile, the ones that it threw last, the latest at the end.
            They are named only: everybody saw them thrown, but others may lie on them now.
        throws: how many cards it has thrown in this hand.
    """

    taken: tuple[Card, ...] = ()
    thrown: tuple[CardName, ...] = ()
    throws: int = 0


Shown = tuple[RummyShown, ...]
"""What each seat has shown; empty before anybody has."""


def with_throw(shown: Shown, seats: int, seat: int, card: Card) -> Shown:
    """Return what is shown once a seat has thrown a card.

    If it had taken such a card, it may be that one: nobody can tell two copies apart.
    """
    every = list(shown or (RummyShown(),) * seats)
    taken, thrown, throws = every[seat]
    if card in taken:
        at = taken.index(card)
        taken = taken[:at] + taken[at + 1 :]
    every[seat] = RummyShown(taken, (*thrown, CardName(card))[-REMEMBERED_THROWS:], throws + 1)
    return tuple(every)


def with_taking(shown: Shown, seats: int, seat: int, card: Card, thrower: int | None) -> Shown:
    """Return what is shown once a seat has taken the top discard, which the thrower threw."""
    every = list(shown or (RummyShown(),) * seats)
    if thrower is not None:
        every[thrower] = every[thrower]._replace(thrown=every[thrower].thrown[:-1])
    every[seat] = every[seat]._replace(taken=(*every[seat].taken, card))
    return tuple(every)


def without_throws(shown: Shown) -> Shown:
    """Return what is shown once the discard pile has become the pack: it may all come again."""
    return tuple([each._replace(thrown=()) for each in shown])


def thrown_lately(shown: Shown) -> list[Card]:
    """Return the cards that are known to lie in the discard pile, even where they are buried."""
    return [card for each in shown for card in each.thrown]


def taken_by_others(shown: Shown, seat: int) -> list[Card]:
    """Return the cards that seats other than this one are known to hold."""
    return [card for each in shown[:seat] + shown[seat + 1 :] for card in each.taken]


def shown_by_next(shown: Shown, seat: int, rivals: Iterable[int]) -> RummyShown:
    """Return what the next seat has shown of those that play against this one."""
    if not shown:
        return RummyShown()
    return shown[min(rivals, key=lambda rival: (rival - seat) % len(shown))]
