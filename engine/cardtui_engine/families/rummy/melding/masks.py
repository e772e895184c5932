"""Masks: hands of two packs as bit masks, and how suits and ranks lie in them.

A card's bit says that the hand holds the card; the bit 64 places higher says that it holds the
second copy, too. Suits lie 16 bits apart, so that a shift by 1 gives the next rank and a shift by
16 the next suit. A high ace uses the free place above the king. Up to four jokers have the two
places above that in the first suit, which no run of cards reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cardtui_engine.cards import FRENCH, JOKER, Card

CARDS: Final = tuple(Card(index) for index in range(len(FRENCH.codes)) if index != JOKER)
"""Every card of one pack, without jokers."""

RANKS: Final = 13
SUIT_SHIFT: Final = 16
"""The number of bits from one suit to the next."""

COPY_SHIFT: Final = 64
"""The number of bits from the first copy of a card to the second."""

ABOVE_KING: Final = RANKS
"""The place of a high ace in its suit: the one above the king."""

FIRST_COPIES: Final = (1 << COPY_SHIFT) - 1
RANK_BITS: Final = (1 << RANKS) - 1
"""The bits of all ranks in the first suit."""

ACES: Final = sum(1 << suit * SUIT_SHIFT for suit in range(4))
RANK_SPREAD: Final = ACES | ACES << COPY_SHIFT
"""Multiplied by a rank's bit in the first suit, this gives all cards of that rank."""

SUIT_BITS: Final = tuple(
    (RANK_BITS << suit * SUIT_SHIFT) | (RANK_BITS << suit * SUIT_SHIFT + COPY_SHIFT)
    for suit in range(4)
)
_JOKERS: Final = tuple(1 << RANKS + 1 + copy // 2 + copy % 2 * COPY_SHIFT for copy in range(4))
"""The bits of the first joker of a hand, of the second, and so on."""

BIT_OF_CARD: Final = (
    *[1 << card // RANKS * SUIT_SHIFT + card % RANKS for card in CARDS],
    _JOKERS[0],
)
"""The joker's is the last."""

SAME_SUIT_OR_RANK: Final = tuple(
    SUIT_BITS[card // RANKS] | RANK_SPREAD << card % RANKS for card in range(len(CARDS))
)
"""By card, all cards of the same suit or rank."""

CARD_OF_BIT: Final = {
    BIT_OF_CARD[card] << copy: card for card in CARDS for copy in (0, COPY_SHIFT)
} | dict.fromkeys(_JOKERS, JOKER)
"""All copies are included."""


def jokers_mask(count: int) -> int:
    """Return the mask of so many jokers."""
    return sum(_JOKERS[:count])


JOKERS: Final = jokers_mask(4)
"""The bits of all jokers."""


def both(cards: Iterable[Card]) -> int:
    """Return both copies of those cards, or all four of the joker, as a mask."""
    mask = 0
    for card in cards:
        mask |= JOKERS if card == JOKER else BIT_OF_CARD[card] | BIT_OF_CARD[card] << COPY_SHIFT
    return mask


def hand_mask(cards: Iterable[Card]) -> int:
    """Return the cards as a mask; no card may occur more than twice, or four times the joker."""
    mask = 0
    for card in cards:
        bit = BIT_OF_CARD[card]
        if mask & bit:
            bit = _next_joker(mask) if card == JOKER else bit << COPY_SHIFT
        mask |= bit
    return mask


def _next_joker(hand: int) -> int:
    return _JOKERS[(hand & JOKERS).bit_count()]


def with_card(hand: int, card: Card) -> int:
    """Return the hand with one more card, of which it may hold one copy already."""
    if card == JOKER:
        return hand | _next_joker(hand)
    bit = BIT_OF_CARD[card]
    return hand | (bit << COPY_SHIFT if hand & bit else bit)


def without_card(hand: int, card: Card) -> int:
    """Return the hand without one copy of a card that it holds."""
    if card == JOKER:
        return hand ^ _JOKERS[(hand & JOKERS).bit_count() - 1]
    bit = BIT_OF_CARD[card]
    second = bit << COPY_SHIFT
    return hand ^ (second if hand & second else bit)


def mask_cards(mask: int) -> tuple[Card, ...]:
    """Return the cards of a mask, in the order of the deck.

    >>> FRENCH.sorted_codes(mask_cards(hand_mask(FRENCH.cards(["7S", "KD", "7S"]))))
    ['7S', '7S', 'KD']
    """
    return tuple(sorted([CARD_OF_BIT[bit] for bit in bits_of(mask)]))


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
