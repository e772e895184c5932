"""What the cards of a hand make, whatever may still come: its melds, and what it begins.

It is kept from one decision to the next, as a hand changes by a card at a time. Hands are masks;
cards that are looked for are masks, too, with both copies of each card.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from cardtui_engine.cards import JOKER, Card
from cardtui_engine.families.rummy.cards.play import HAND_SIZE
from cardtui_engine.families.rummy.melding.forms import SHORTEST_MELD, Form
from cardtui_engine.families.rummy.melding.masks import (
    CARDS,
    JOKERS,
    RANKS,
    both,
    hand_mask,
    mask_cards,
)
from cardtui_engine.families.rummy.melding.melder import Melder

MOST_MELDS: Final = HAND_SIZE // SHORTEST_MELD
"""Nine cards make three melds, or fewer that are longer."""

_CACHE_SIZE: Final = 1 << 13
"""Of how many hands it is kept what they make."""

_MOST_RANKS_APART: Final = 2
"""Two cards of a suit are in one meld of three if they are no farther apart."""


def _can_meld(card: Card, other: Card) -> bool:
    """Return whether two cards could lie in one meld of three; the ace lies at both ends."""
    if card % RANKS == other % RANKS:
        return True
    apart = (card - other) % RANKS
    return card // RANKS == other // RANKS and min(apart, RANKS - apart) <= _MOST_RANKS_APART


BOTH_COPIES: Final = tuple([both((card,)) for card in (*CARDS, JOKER)])
"""By card, the mask of all its copies."""

PACK: Final = both(CARDS)
"""Two packs without jokers."""

MELD_NEIGHBOURS: Final = (
    *[both([other for other in CARDS if _can_meld(card, other)]) for card in CARDS],
    0,  # the joker's: it is wild, and waits for no other card
)
"""By card, those that could lie in a meld of three with it."""


class Made(NamedTuple):
    """What a hand makes at best, while its wild cards wait for any meld that lacks a card.

    Attributes:
        missing: how many melds it lacks.
        loose: the cards that are in no meld and not wild, sorted.
        jokers: how many wild cards it has.
        begun: the melds that two loose cards begin: the places of the two, as a mask, and the cards
            that would complete it, as a mask of both copies.
    """

    missing: int
    loose: tuple[Card, ...]
    jokers: int
    begun: tuple[tuple[int, int], ...]


@lru_cache(maxsize=64)
def starts_of(form: Form) -> tuple[tuple[int, ...], ...]:
    """Return, by two cards, those that would complete a meld with them, as a mask of both copies.

    Where two cards are not one short of a meld, there are none.
    """
    melder = Melder(form)
    found = [[0] * (len(CARDS) + 1) for _ in range(len(CARDS) + 1)]  # with the joker
    for first, second in combinations_with_replacement(CARDS, 2):
        same_rank = first % RANKS == second % RANKS
        if not same_rank and first // RANKS != second // RANKS:
            continue
        found[first][second] = found[second][first] = both(
            [
                third
                for third in CARDS
                if (third % RANKS == first % RANKS) == same_rank
                and not first == second == third
                and melder.is_meld(hand_mask((first, second, third)))
            ]
        )
    return tuple([tuple(row) for row in found])


@lru_cache(maxsize=64)
def partners_of(form: Form) -> tuple[int, ...]:
    """Return, by card, those that begin a meld with it, as a mask of both copies."""
    return tuple([both([other for other in CARDS if row[other]]) for row in starts_of(form)])


@lru_cache(maxsize=_CACHE_SIZE)
def made_by(melder: Melder, hand: int) -> Made:
    """Return what a hand makes at best, whatever may still come."""
    jokers = hand & both(melder.trumps)
    left = hand ^ jokers
    melds = melder.best(left)
    for meld in melds:
        left ^= meld
    loose, starts = mask_cards(left), starts_of(melder.form)
    begun = []
    for place, first in enumerate(loose):
        row = starts[first]
        begun += [
            (1 << place | 1 << other, row[loose[other]])
            for other in range(place + 1, len(loose))
            if row[loose[other]]
        ]
    return Made(MOST_MELDS - len(melds), loose, jokers.bit_count(), tuple(begun))


@lru_cache(maxsize=_CACHE_SIZE)
def completed_by(melder: Melder, hand: int) -> int:
    """Return the cards that complete a meld with two of a hand, as a mask of both copies."""
    cards, starts = mask_cards(hand & ~JOKERS), starts_of(melder.form)
    mask = 0
    for place, first in enumerate(cards):
        row = starts[first]
        for second in cards[place + 1 :]:
            mask |= row[second]
    return mask


def with_loose(melder: Melder, hand: int, card: Card) -> Made:
    """Return what a hand makes with one more card that is in no meld with any of its cards."""
    missing, loose, jokers, begun = made_by(melder, hand)
    row, place = starts_of(melder.form)[card], 1 << len(loose)
    more = [(place | 1 << at, row[other]) for at, other in enumerate(loose) if row[other]]
    return Made(missing, (*loose, card), jokers, (*begun, *more))


@lru_cache(maxsize=_CACHE_SIZE)
def completions(melder: Melder, hand: int) -> int:
    """Return the cards that would each let a hand of nine go out, as a mask of both copies."""
    return both(melder.completing(hand))


@lru_cache(maxsize=_CACHE_SIZE)
def melds_all(melder: Melder, hand: int) -> bool:
    """Return whether all cards of a hand can lie in melds."""
    return None in melder.out(hand)
