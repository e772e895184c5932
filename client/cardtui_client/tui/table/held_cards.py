"""One's own cards as one holds them: in which order, which is picked, which are laid down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from cardtui_client.faces.laying import Laid
from cardtui_client.i18n import _
from cardtui_client.model.cards import face
from cardtui_client.scene.middle import LOOSE, SELECTED, HandScene

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

    @property
    def sentence(self) -> str:
        """By what the hand has been sorted, as a sentence."""
        match self:
            case Sorting.SUIT:
                return _("Sorted by suit.")
            case Sorting.RANK:
                return _("Sorted by rank.")
            case Sorting.MELDS:
                return _("Sorted by meld.")


class Held(NamedTuple):
    """A card in the hand.

    Attributes:
        card: the card.
        mark: `LOOSE`, `SELECTED`, or the number of the meld that it was laid in, from 1.
    """

    card: int
    mark: int = LOOSE


class HeldCards(NamedTuple):
    """What one has done with one's cards.

    Where a hand has an order of its own, cards keep theirs while others come and go; new
    ones come at the right. What is selected and melded stays so until the cards change.

    Attributes:
        given: the hand as the table last gave it.
        held: its cards in one's own order; empty where that has no place.
        picked: the place of the picked card.
        laying: whether cards are being laid down by hand.
        sorting: by what they were sorted last.
        drawn: the card that came to them last, until they change again; or ``None``.
    """

    given: HandScene = HandScene()
    held: tuple[Held, ...] = ()
    picked: int | None = None
    laying: bool = False
    sorting: Sorting = Sorting.MELDS
    drawn: int | None = None

    @property
    def hand(self) -> HandScene:
        """The hand to be seen."""
        if not self.given.own_order:
            return self.given
        marks = tuple(held.mark for held in self.held) if self.laying else ()
        return self.given._replace(cards=self.cards, marks=marks, drawn=self.drawn)

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards in the order in which they are held."""
        return tuple(held.card for held in self.held) if self.given.own_order else self.given.cards

    @property
    def picked_card(self) -> int | None:
        """The picked card."""
        return None if self.picked is None else self.cards[self.picked]

    @property
    def laid(self) -> Laid | None:
        """What has been selected and melded; ``None`` while nothing is laid down by hand."""
        if not self.laying:
            return None
        melds = tuple(self._marked(meld) for meld in range(1, self._last_meld + 1))
        return Laid(melds, self._marked(SELECTED), self._marked(LOOSE))

    def given_anew(self, new: HandScene) -> HeldCards:
        """Return what is held after the table gave that hand."""
        old = self.given
        if new == old:
            return self
        changed = (new.lays, new.taken, sorted(new.cards)) != (
            old.lays,
            old.taken,
            sorted(old.cards),
        )
        same = sorted(new.cards) == sorted(old.cards)
        drawn = self.drawn if same else _drawn(old, new)
        after = self._replace(given=new, laying=self.laying and not changed, drawn=drawn).arranged()
        if self.picked is None or after.cards == self.cards:
            return after
        # A card that comes from the stock leaves the picked one where it is.
        kept = new.own_order and len(after.cards) > len(self.cards)
        return after if kept else after._replace(picked=None)

    def pick(self, index: int | None) -> HeldCards:
        """Return it with the card at that place picked, if one is there that can be played yet."""
        if self.given.unplayed:
            return self
        if index is not None and not 0 <= index < len(self.cards):
            return self
        return self._replace(picked=index)

    def step(self, by: int) -> HeldCards:
        """Return it with the next card picked, or the one before."""
        if not self.cards:
            return self
        start = self.picked
        if start is None:
            start = -1 if by > 0 else 0
        return self.pick((start + by) % len(self.cards))

    def shift(self, by: int) -> HeldCards:
        """Return it with the picked card moved among the others."""
        at = self.picked
        if at is None or not 0 <= at + by < len(self.held):
            return self
        held = list(self.held)
        held.insert(at + by, held.pop(at))
        return self._replace(held=tuple(held), picked=at + by)

    def sort(self) -> HeldCards:
        """Return it sorted by what comes next: suit, rank, melds, and suit again."""
        if not self.given.own_order:
            return self
        by = self.sorting.following
        match by:
            case Sorting.SUIT:
                held = sorted(self.held, key=lambda each: _by_suit(each.card))
            case Sorting.RANK:
                held = sorted(self.held, key=lambda each: _by_rank(each.card))
            case Sorting.MELDS:
                held = _by_melds(self.held, self.given.melds)
        return self._replace(held=tuple(held), picked=None, sorting=by)

    # --- laying down ---------------------------------------------------------------------

    def begin_laying(self) -> HeldCards:
        """Return it with cards being laid down by hand, where that has a place."""
        if not self.given.lays or self.laying:
            return self
        return self._replace(laying=True).arranged()

    def stop_laying(self) -> HeldCards:
        """Return it with everything taken back into the hand."""
        after = self._replace(laying=False).arranged()
        if after.picked is not None and after.picked >= len(after.cards):
            return after._replace(picked=None)
        return after

    def toggle(self, index: int) -> HeldCards:
        """Return it with that card selected, or put back; a meld it was in comes apart."""
        if not self.laying or not 0 <= index < len(self.held):
            return self
        pressed = self.held[index]
        held = list(self.held)
        if pressed.mark > LOOSE:
            for place, each in enumerate(self.held):
                if each.mark == pressed.mark:
                    held[place] = Held(each.card, SELECTED)
                elif each.mark > pressed.mark:
                    held[place] = Held(each.card, each.mark - 1)
        held[index] = Held(pressed.card, SELECTED if pressed.mark == LOOSE else LOOSE)
        return self._replace(held=tuple(held))

    def meld(self) -> HeldCards:
        """Return it with the selected cards as a meld, and the next one in none picked."""
        new = self._last_meld + 1
        held = tuple(Held(each.card, new) if each.mark == SELECTED else each for each in self.held)
        loose = (place for place, each in enumerate(held) if each.mark == LOOSE)
        return self._replace(held=held, picked=next(loose, None))

    def step_back(self) -> HeldCards:
        """Return it without the selection, else the last meld; else laying no more."""
        if self._marked(SELECTED):
            return self._unmarked(SELECTED)
        return self._unmarked(self._last_meld) if self._last_meld else self.stop_laying()

    @property
    def _last_meld(self) -> int:
        return max((each.mark for each in self.held if each.mark > LOOSE), default=0)

    def _marked(self, mark: int) -> tuple[int, ...]:
        return tuple(each.card for each in self.held if each.mark == mark)

    def _unmarked(self, mark: int | None = None) -> HeldCards:
        """Return it with the cards of that mark put back, or all."""
        held = tuple(Held(each.card) if mark in (None, each.mark) else each for each in self.held)
        return self._replace(held=held)

    def arranged(self) -> HeldCards:
        """Return it holding just the cards that were given, and the one it would take along."""
        given = self.given
        if not given.own_order:
            return self  # the order is kept for the next hand that has one
        taken = () if given.taken is None or not self.laying else (given.taken,)
        cards = (*given.cards, *taken)
        same = sorted(cards) == sorted(each.card for each in self.held)
        before = self if self.laying and same else self._unmarked()
        left = Counter(cards)
        kept: list[Held] = []
        for held in (*before.held, *map(Held, cards)):
            if left[held.card] > 0:
                left[held.card] -= 1
                kept.append(held)
        return self._replace(held=tuple(kept))


def _by_melds(held: Sequence[Held], melds: Sequence[Sequence[int]]) -> list[Held]:
    rest = sorted(held, key=lambda each: _by_suit(each.card))
    first: list[Held] = []
    for card in (card for meld in melds for card in meld):
        place = next((at for at, each in enumerate(rest) if each.card == card), None)
        if place is not None:
            first.append(rest.pop(place))
    return [*first, *rest]


def _drawn(old: HandScene, new: HandScene) -> int | None:
    """Return the one card that came to a hand of an order of its own; ``None`` for any other."""
    came = Counter(new.cards) - Counter(old.cards)
    joined = old.cards and new.own_order and len(new.cards) == len(old.cards) + 1
    return next(iter(came)) if joined and came.total() == 1 else None


def _by_suit(card: int) -> tuple[int, int]:
    shown = face(card)
    return _SUITS.find(shown.suit), _RANKS.find(shown.rank)


def _by_rank(card: int) -> tuple[int, int]:
    return _by_suit(card)[::-1]
