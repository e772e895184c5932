"""Which cards Cacho has (`PACK`), and what they are worth (`Ranking`): sixes, cacho, flush, high;
two or three cards of one suit count 20 more. Who wins among equals is in `hand`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final, NamedTuple

from cardtui_engine.cards import FRENCH, Card

PACK: Final = FRENCH.cards(f"{rank}{suit}" for suit in "SHDC" for rank in "A23456")
"""CC-01: ace to six of each suit."""

_SUIT_SIZE: Final = 13
"""The number of cards in a suit of the French deck, where a card's index gives suit and rank."""


class Ranking(NamedTuple):
    """What cards are worth.

    Attributes:
        strength: the value to compare; the greater one wins.
        name: ``"sixes"``, ``"cacho"``, ``"flush"`` or ``"high"``.
        points: the points of CC-31, or the rank of the high card; 0 for sixes.
    """

    strength: int
    name: str
    points: int


def card_rank(card: Card) -> int:
    """Return the rank of a card; the ace is 1 (CC-01)."""
    return card % _SUIT_SIZE + 1


def _ranking(cards: tuple[Card, ...]) -> Ranking:
    ranks = [card_rank(card) for card in cards]
    if ranks == [6, 6, 6]:
        return Ranking(3000, "sixes", 0)
    suits = [card // _SUIT_SIZE for card in cards]
    for suit in set(suits):
        count = suits.count(suit)
        if count > 1:
            # CC-31: the odd card of a two-card flush does not count.
            points = 20 + sum(r for r, s in zip(ranks, suits, strict=True) if s == suit)
            if count == 3:
                return Ranking(2000 + points, "cacho", points)
            return Ranking(1000 + points, "flush", points)
    high = max(ranks)
    return Ranking(high, "high", high)


def card_mask(cards: Iterable[Card]) -> int:
    """Return the set of cards as a bit mask."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


RANKINGS: Final = {
    card_mask(cards): _ranking(cards) for count in (1, 2, 3) for cards in combinations(PACK, count)
}
"""Every hand of one, two or three cards, by its mask."""


def rank_hand(cards: Iterable[Card]) -> Ranking:
    """Return what one, two or three cards are worth."""
    return RANKINGS[card_mask(cards)]
