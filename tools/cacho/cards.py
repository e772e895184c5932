"""Hands of Cacho up to renaming suits, and how many of one kind meet how many of another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui_engine.cards import Card
from cardtui_engine.games.cacho.bot.odds import STRENGTHS
from cardtui_engine.games.cacho.bot.solved import PAIRS, pair_kind
from cardtui_engine.games.cacho.ranking import PACK, card_mask, card_rank, rank_hand

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]

RANKS: Final = 6
"""How many ranks there are."""

_SUIT_SIZE: Final = 13
_SUITS: Final = range(4)

DEALS: Final = 22 * 3990
"""How often a pair of cards gets a third one, and the other seat its three, two of them first."""

THIRDS: Final = 20 * 19
"""How often two pairs get a third card each."""


class Cards(NamedTuple):
    """All hands of two and of three cards, by kind.

    Attributes:
        pair_count: by kind of two cards, how many there are.
        pair_meets: by two such kinds, with how many of the second one of the first can be dealt.
        firsts: by kind of two cards and rank, how often such a card is the first of them.
        number: by kind of three cards, how many there are.
        meets: as ``pair_meets``, of three cards.
        strength: by kind of three, the place in `STRENGTHS` of what they are worth.
        parts: by kind of three and of two, how many of its pairs are such.
        grows: by kind of two and of three, with how many cards the one becomes the other.
    """

    pair_count: Numbers
    pair_meets: Numbers
    firsts: Numbers
    number: Numbers
    meets: Numbers
    strength: Places
    parts: Numbers
    grows: Numbers

    def wins(self, *, ties: bool) -> Numbers:
        """Return by two kinds of three: ``meets`` where the first wins, less where it loses."""
        own, other = self.strength[:, None], self.strength[None, :]
        return self.meets * np.where((own > other) | ((own == other) & ties), 1.0, -1.0)


Hand = tuple[Card, ...]


def _renamed(hand: Hand) -> Hand:
    """Return the first of all hands that are the same but for the names of the suits."""
    cards = [divmod(card, _SUIT_SIZE) for card in hand]
    return min(
        tuple(sorted([Card(order[suit] * _SUIT_SIZE + rank) for suit, rank in cards]))
        for order in permutations(_SUITS)
    )


def _meets(samples: Sequence[Hand], kinds: dict[Hand, int]) -> Numbers:
    masks = [(card_mask(hand), kind) for hand, kind in kinds.items()]
    meets = np.zeros((len(samples), len(samples)))
    for row, hand in enumerate(samples):
        own = card_mask(hand)
        for mask, kind in masks:
            if not own & mask:
                meets[row, kind] += 1
    return meets


def read_cards() -> Cards:
    """Return all of it; that takes a fifth of a second."""
    pack = sorted(PACK)
    pair_kinds: dict[Hand, int] = {hand: pair_kind(hand) for hand in combinations(pack, 2)}
    pairs = [
        next(hand for hand, kind in pair_kinds.items() if kind == each) for each in range(PAIRS)
    ]
    names: dict[Hand, Hand] = {hand: _renamed(hand) for hand in combinations(pack, 3)}
    hands = sorted(set(names.values()))
    numbers = {hand: number for number, hand in enumerate(hands)}
    kinds = {hand: numbers[name] for hand, name in names.items()}
    firsts = np.zeros((PAIRS, RANKS))
    for row, held in enumerate(pairs):
        for card in held:
            firsts[row, card_rank(card) - 1] += 1 / 2
    parts = np.zeros((len(hands), PAIRS))
    for row, hand in enumerate(hands):
        for pair in combinations(hand, 2):
            parts[row, pair_kinds[pair]] += 1
    grows = np.zeros((PAIRS, len(hands)))
    for row, held in enumerate(pairs):
        for card in set(pack) - set(held):
            grows[row, kinds[tuple(sorted((*held, card)))]] += 1
    return Cards(
        pair_count=_counts(pair_kinds),
        pair_meets=_meets(pairs, pair_kinds),
        firsts=firsts,
        number=_counts(kinds),
        meets=_meets(hands, kinds),
        strength=np.array([STRENGTHS.index(rank_hand(hand).strength) for hand in hands]),
        parts=parts,
        grows=grows,
    )


def _counts(kinds: dict[Any, int]) -> Numbers:
    return np.bincount([*kinds.values()]).astype(np.float64)
