"""Masks: hands of two packs as bit masks, and how suits and ranks lie in them.

A card's bit says that the hand holds it, the bit 64 places higher that it holds the second
copy too. Suits lie 16 bits apart, so that shifting by one is the next rank and by 16 the
next suit; the free place above the king is where an ace stands that is high.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cardtui_engine.cards import FRENCH, Card

CARDS: Final = tuple(Card(index) for index in range(len(FRENCH.codes)))
"""Every card of one pack."""

RANKS: Final = 13
SUIT: Final = 16
"""How far apart the suits lie."""

SECOND: Final = 64
"""How far from the first copy of a card the second one lies."""

ABOVE_KING: Final = RANKS
"""Where in its suit an ace stands as the card above the king."""

FIRST_COPIES: Final = (1 << SECOND) - 1
RANK_BITS: Final = (1 << RANKS) - 1
"""The ranks of the first suit."""

ACES: Final = sum(1 << suit * SUIT for suit in range(4))
SPREAD: Final = ACES | ACES << SECOND
"""Times the bit of a rank in the first suit: all cards of that rank."""

SUIT_BITS: Final = tuple(
    (RANK_BITS << suit * SUIT) | (RANK_BITS << suit * SUIT + SECOND) for suit in range(4)
)
BIT: Final = tuple(1 << card // RANKS * SUIT + card % RANKS for card in range(len(CARDS)))
"""By card, its bit."""

AROUND: Final = tuple(
    SUIT_BITS[card // RANKS] | SPREAD << card % RANKS for card in range(len(CARDS))
)
"""By card, all cards of its suit and of its rank."""

CARD: Final = {BIT[card] << copy: card for card in CARDS for copy in (0, SECOND)}
"""By bit, its card."""


def hand_mask(cards: Iterable[Card]) -> int:
    """Return the cards as a mask; no card may be there more than twice."""
    mask = 0
    for card in cards:
        bit = BIT[card]
        mask |= bit << SECOND if mask & bit else bit
    return mask


def with_card(hand: int, card: Card) -> int:
    """Return the hand with one more card, of which it holds at most one copy."""
    bit = BIT[card]
    return hand | (bit << SECOND if hand & bit else bit)


def mask_cards(mask: int) -> tuple[Card, ...]:
    """Return the cards of a mask, in the order of the deck.

    >>> FRENCH.sorted_codes(mask_cards(hand_mask(FRENCH.cards(["7S", "KD", "7S"]))))
    ['7S', '7S', 'KD']
    """
    return tuple(sorted([CARD[bit] for bit in bits_of(mask)]))


def bits_of(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def subsets_of(mask: int) -> Iterator[int]:
    """Yield every subset but the empty one, the whole first."""
    subset = mask
    while subset:
        yield subset
        subset = (subset - 1) & mask
