"""Masks: hands of two packs as bit masks, and how suits and ranks lie in them.

A card's bit says that the hand holds the card; the bit 64 places higher says that it holds the
second copy, too. Suits lie 16 bits apart, so that a shift by 1 gives the next rank and a shift by
16 the next suit. A high ace uses the free place above the king.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cardtui_engine.cards import FRENCH, Card

CARDS: Final = tuple(Card(index) for index in range(len(FRENCH.codes)))
"""Every card of one pack."""

RANKS: Final = 13
SUIT: Final = 16
"""The number of bits from one suit to the next."""

SECOND: Final = 64
"""The number of bits from the first copy of a card to the second."""

ABOVE_KING: Final = RANKS
"""The place of a high ace in its suit: the one above the king."""

FIRST_COPIES: Final = (1 << SECOND) - 1
RANK_BITS: Final = (1 << RANKS) - 1
"""The bits of all ranks in the first suit."""

ACES: Final = sum(1 << suit * SUIT for suit in range(4))
SPREAD: Final = ACES | ACES << SECOND
"""Multiplied by a rank's bit in the first suit, this gives all cards of that rank."""

SUIT_BITS: Final = tuple(
    (RANK_BITS << suit * SUIT) | (RANK_BITS << suit * SUIT + SECOND) for suit in range(4)
)
BIT: Final = tuple(1 << card // RANKS * SUIT + card % RANKS for card in range(len(CARDS)))
"""By card, its bit."""

AROUND: Final = tuple(
    SUIT_BITS[card // RANKS] | SPREAD << card % RANKS for card in range(len(CARDS))
)
"""By card, all cards of the same suit or rank."""

CARD: Final = {BIT[card] << copy: card for card in CARDS for copy in (0, SECOND)}
"""By bit, its card; both copies are included."""


def hand_mask(cards: Iterable[Card]) -> int:
    """Return the cards as a mask; no card may occur more than twice."""
    mask = 0
    for card in cards:
        bit = BIT[card]
        mask |= bit << SECOND if mask & bit else bit
    return mask


def with_card(hand: int, card: Card) -> int:
    """Return the hand with one more card, of which it may hold one copy already."""
    bit = BIT[card]
    return hand | (bit << SECOND if hand & bit else bit)


def without_card(hand: int, card: Card) -> int:
    """Return the hand without one copy of a card that it holds."""
    bit = BIT[card]
    second = bit << SECOND
    return hand ^ (second if hand & second else bit)


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
    """Yield every subset except the empty one, starting with the whole mask."""
    subset = mask
    while subset:
        yield subset
        subset = (subset - 1) & mask
