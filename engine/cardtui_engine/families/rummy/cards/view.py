"""What a seat sees of its own hand in rummy: its melds and ways to go out (`RummyOwn`)."""

from __future__ import annotations

from typing import NamedTuple

from cardtui_engine.cards import Card, CardName, Deck
from cardtui_engine.families.rummy.cards.declaring import (
    Cards,
    GoingOut,
    best_melds,
    completing,
    thrown_cards,
    ways_out,
)
from cardtui_engine.families.rummy.cards.play import HAND_SIZE
from cardtui_engine.families.rummy.melding.melder import Melder


class Meld(NamedTuple):
    """Cards in the order in which they are laid; it mirrors the message of the same name."""

    cards: tuple[Card, ...]


class WayOut(NamedTuple):
    """How a hand goes out; it mirrors the message of the same name.

    Attributes:
        verb: the verb that lays it down on its seat's own turn.
        ten: whether all ten cards may be melded; if not, one is always thrown.
    """

    verb: str
    ten: bool


class RummyOwn(NamedTuple):
    """The own part of a seat's view; it mirrors the message of the same name.

    Attributes:
        melds: an arrangement that melds as much of the hand as possible.
        throws: with ten cards, those that can be thrown so that the other nine are melded.
        ten: with ten cards, whether all ten can be melded to go out.
        outs: with nine cards, those that would each let the hand go out.
    """

    melds: tuple[Meld, ...]
    throws: tuple[Card, ...]
    ten: bool
    outs: tuple[CardName, ...]


def meld_codes(meld: Meld, deck: Deck) -> list[str]:
    """Return a meld as facts show it: a sorted list of codes."""
    return deck.sorted_codes(meld.cards)


def as_melds(melds: tuple[Cards, ...]) -> tuple[Meld, ...]:
    """Return the melds as a view shows them."""
    return tuple([Meld(cards) for cards in melds])


def own_part(melder: Melder, going_out: GoingOut, hand: Cards) -> RummyOwn:
    """Return what the hand makes, with the cards that would help it."""
    melds = as_melds(best_melds(melder, hand))
    if len(hand) > HAND_SIZE:
        ways = ways_out(melder, going_out, hand)
        return RummyOwn(melds, thrown_cards(ways), None in ways, ())
    outs = completing(melder, hand) if hand else ()
    return RummyOwn(melds, (), False, tuple([CardName(card) for card in outs]))
