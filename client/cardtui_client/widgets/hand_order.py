"""The order in which one holds one's cards: one's own, or sorted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import Final

from cardtui_client.cards import face
from cardtui_client.widgets.scene import HandScene

_RANKS: Final = "A23456789TJQK"
_SUITS: Final = "SHCD"
"""Black and red by turns, so that neighbours are told apart."""


class Sorting(Enum):
    """By what a hand is sorted, in the order in which the key goes through them."""

    SUIT = "suit"
    RANK = "rank"
    MELDS = "melds"

    @property
    def following(self) -> Sorting:
        """What the key sorts by next."""
        every = list(Sorting)
        return every[(every.index(self) + 1) % len(every)]


class HandOrder:
    """Keeps the order of a hand while cards come and go; new ones come at the right."""

    def __init__(self) -> None:
        self._cards: list[int] = []
        self._last = Sorting.MELDS

    def arranged(self, hand: HandScene) -> HandScene:
        """Return the hand in its order."""
        left = Counter(hand.cards)
        kept: list[int] = []
        for card in self._cards:
            if left[card] > 0:
                left[card] -= 1
                kept.append(card)
        for card in hand.cards:
            if left[card] > 0:
                left[card] -= 1
                kept.append(card)
        self._cards = kept
        return hand._replace(cards=tuple(kept))

    def move(self, index: int, step: int) -> int:
        """Move a card, and return its new place."""
        to = index + step
        if 0 <= index < len(self._cards) and 0 <= to < len(self._cards):
            self._cards.insert(to, self._cards.pop(index))
            return to
        return index

    def sort(self, melds: Sequence[Sequence[int]]) -> None:
        """Sort by what comes next: suit, rank, melds, and suit again."""
        self._last = self._last.following
        match self._last:
            case Sorting.SUIT:
                self._cards.sort(key=_by_suit)
            case Sorting.RANK:
                self._cards.sort(key=_by_rank)
            case Sorting.MELDS:
                left = Counter(self._cards)
                first: list[int] = []
                for meld in melds:
                    there = [card for card in meld if left[card] > 0]
                    left.subtract(there)
                    first += there
                self._cards = [*first, *sorted((+left).elements(), key=_by_suit)]


def _by_suit(card: int) -> tuple[int, int]:
    shown = face(card)
    return _SUITS.find(shown.suit), _RANKS.find(shown.rank)


def _by_rank(card: int) -> tuple[int, int]:
    return _by_suit(card)[::-1]
