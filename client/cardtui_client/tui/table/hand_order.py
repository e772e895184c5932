"""The order in which one holds one's cards, and which of them one has selected to lay down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from cardtui_client.games.laying import Laid
from cardtui_client.i18n import _
from cardtui_client.model.cards import face
from cardtui_client.scene.hand import LOOSE, SELECTED, HandScene

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


def sorted_by(order: Sorting) -> str:
    """Return by what a hand has been sorted, as a sentence."""
    match order:
        case Sorting.SUIT:
            return _("Your cards are sorted by suits.")
        case Sorting.RANK:
            return _("Your cards are sorted by ranks.")
        case Sorting.MELDS:
            return _("Your cards are sorted by melds.")


class Held(NamedTuple):
    """A card in the hand.

    Attributes:
        card: the card.
        mark: `LOOSE`, `SELECTED`, or the number of the meld that it was laid in, from 1.
    """

    card: int
    mark: int = LOOSE


class HandOrder:
    """Keeps the order of a hand while cards come and go; new ones come at the right.

    What is selected and melded by hand is kept with it, as long as the cards stay the same.
    """

    def __init__(self) -> None:
        self._held: list[Held] = []
        self._last = Sorting.MELDS

    def arranged(self, hand: HandScene, *, laying: bool = False) -> HandScene:
        """Return the hand in its order; ``laying`` adds the card that it would take along."""
        taken = () if hand.taken is None or not laying else (hand.taken,)
        cards = (*hand.cards, *taken)
        if not laying or sorted(cards) != sorted(held.card for held in self._held):
            self.unmark()
        left = Counter(cards)
        kept: list[Held] = []
        for held in (*self._held, *map(Held, cards)):
            if left[held.card] > 0:
                left[held.card] -= 1
                kept.append(held)
        self._held = kept
        return hand._replace(
            cards=tuple(held.card for held in kept),
            marks=tuple(held.mark for held in kept) if laying else (),
        )

    @property
    def laid(self) -> Laid:
        """What is melded and selected."""
        last = max((held.mark for held in self._held), default=LOOSE)
        return Laid(
            tuple(self._marked(meld) for meld in range(1, last + 1)),
            self._marked(SELECTED),
            self._marked(LOOSE),
        )

    def toggle(self, index: int) -> None:
        """Select a card, or put it back; taken out of a meld, its others stay selected."""
        if not 0 <= index < len(self._held):
            return
        mark = self._held[index].mark
        if mark > LOOSE:
            for place, held in enumerate(self._held):
                if held.mark == mark:
                    self._held[place] = Held(held.card, SELECTED)
                elif held.mark > mark:
                    self._held[place] = Held(held.card, held.mark - 1)
        card = self._held[index].card
        self._held[index] = Held(card, SELECTED if mark == LOOSE else LOOSE)

    def meld(self) -> None:
        """Make the selected cards a meld."""
        new = max((held.mark for held in self._held), default=LOOSE)
        new = max(new, LOOSE) + 1
        self._held = [
            Held(held.card, new) if held.mark == SELECTED else held for held in self._held
        ]

    def unmark(self, mark: int | None = None) -> None:
        """Put the cards with that mark back, or all."""
        self._held = [Held(held.card) if mark in (None, held.mark) else held for held in self._held]

    def move(self, index: int, step: int) -> int:
        """Move a card, and return its new place."""
        to = index + step
        if 0 <= index < len(self._held) and 0 <= to < len(self._held):
            self._held.insert(to, self._held.pop(index))
            return to
        return index

    def sort(self, melds: Sequence[Sequence[int]]) -> Sorting:
        """Sort by what comes next: suit, rank, melds, and suit again; return which it is."""
        self._last = self._last.following
        match self._last:
            case Sorting.SUIT:
                self._held.sort(key=lambda held: _by_suit(held.card))
            case Sorting.RANK:
                self._held.sort(key=lambda held: _by_rank(held.card))
            case Sorting.MELDS:
                rest = sorted(self._held, key=lambda held: _by_suit(held.card))
                first: list[Held] = []
                for card in (card for meld in melds for card in meld):
                    place = next((at for at, held in enumerate(rest) if held.card == card), None)
                    if place is not None:
                        first.append(rest.pop(place))
                self._held = [*first, *rest]
        return self._last

    def _marked(self, mark: int) -> tuple[int, ...]:
        return tuple(held.card for held in self._held if held.mark == mark)


def _by_suit(card: int) -> tuple[int, int]:
    shown = face(card)
    return _SUITS.find(shown.suit), _RANKS.find(shown.rank)


def _by_rank(card: int) -> tuple[int, int]:
    return _by_suit(card)[::-1]
