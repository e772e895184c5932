"""Melder: what melds a hand can make in one game, each with at most one wild card: the best ones,
how it goes out (`out`), and which cards complete it (`completing`).

A meld is a mask of the hand's own bits (`masks`). An arrangement is a tuple of melds that share no
bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui_engine.cards import JOKER, Card
from cardtui_engine.families.rummy.melding.candidates import Finder
from cardtui_engine.families.rummy.melding.forms import Form
from cardtui_engine.families.rummy.melding.masks import (
    BIT_OF_CARD,
    CARD_OF_BIT,
    CARDS,
    COPY_SHIFT,
    FIRST_COPIES,
    JOKERS,
    SAME_SUIT_OR_RANK,
    bits_of,
    both,
    with_card,
)
from cardtui_engine.families.rummy.melding.search import (
    A_JOKER,
    Chosen,
    Coverable,
    Laid,
    most,
    partitions,
    ways_out,
    without,
)

Arrangement = tuple[int, ...]
"""Melds that share no card, as masks."""

_ANY_CARD: Final = 1 << 126
"""Stands for any card, like a joker; no card has this bit."""


class Melder:
    """Answers every question about melds in one game, for one choice of trumps.

    Args:
        form: which melds the game allows.
        trumps: the wild cards: each may stand for another card, at most one in each meld.
        natural: whether a trump in its own place is an ordinary card; otherwise it is wild wherever
            it stands (CA-14). A joker has no place of its own.
        jokers: how many jokers the pack has.

    Attributes:
        form: which melds the game allows.
        trumps: the wild cards.
        jokers: how many jokers the pack has.
        wild: the trumps that are never ordinary cards, as a mask.
    """

    __slots__ = ("_cards", "_finder", "_trumps", "form", "jokers", "trumps", "wild")

    def __init__(
        self, form: Form, trumps: Sequence[Card] = (), *, natural: bool = False, jokers: int = 0
    ) -> None:
        self.trumps = tuple(trumps)
        self.form = form
        self.jokers = jokers
        self._cards = (*CARDS, JOKER) if jokers else CARDS
        self._finder = Finder(form)
        self._trumps = both(trumps)
        self.wild = self._trumps & JOKERS if natural else self._trumps

    def __repr__(self) -> str:
        return f"Melder({self.form}, {self.trumps}, jokers={self.jokers})"

    def is_meld(self, cards: int) -> bool:
        """Return whether these cards are one meld."""
        melds, lacking, jokers = self._melds(cards)
        if jokers:
            return jokers.bit_count() == 1 and cards ^ jokers in lacking
        return cards in melds

    def best(self, hand: int) -> Arrangement:
        """Return an arrangement that melds the most cards, and does so in the fewest melds.

        >>> from cardtui_engine.cards import FRENCH
        >>> from cardtui_engine.families.rummy.melding.masks import hand_mask, mask_cards
        >>> melder = Melder(Form(aces_high=False, least_suits=3, most_suits=3, longest=6))
        >>> hand = hand_mask(FRENCH.cards(["4S", "5S", "6S", "7S", "7H", "7D", "KC"]))
        >>> [FRENCH.sorted_codes(mask_cards(meld)) for meld in melder.best(hand)]
        [['4S', '5S', '6S'], ['7D', '7H', '7S']]
        """
        if not hand & self._trumps:
            melds = self._finder.melds(hand)
            if not melds:
                return ()
            chosen = most(melds, [], hand, 0)
            return _laid(chosen, 0) if hand >> COPY_SHIFT else chosen[1]
        melds, lacking, jokers = self._melds(hand)
        if not melds and not lacking:
            return ()
        return _laid(most(melds, lacking, hand ^ jokers, jokers.bit_count()), jokers)

    def out(self, hand: int) -> dict[Card | None, Arrangement]:
        """Return how the hand can go out: arrangements by the card thrown, ``None`` for none.

        Every card that can be thrown is a key; its arrangement has the fewest melds possible.
        """
        trumps = hand & self._trumps
        if self._finder.hopeless(hand & ~self.wild, trumps):
            return {}
        melds, lacking, jokers = self._melds(hand)
        ways: dict[Card | None, Arrangement] = {}
        for thrown, chosen in ways_out(melds, lacking, hand ^ jokers, jokers.bit_count()).items():
            if thrown == A_JOKER:
                for bit in bits_of(jokers):
                    ways[CARD_OF_BIT[bit]] = _laid(chosen, jokers ^ bit)
            else:
                ways[CARD_OF_BIT[thrown] if thrown else None] = _laid(chosen, jokers)
        return ways

    def partitions(self, hand: int) -> tuple[Laid, ...]:
        """Return every way to meld the whole hand.

        >>> from cardtui_engine.cards import FRENCH
        >>> from cardtui_engine.families.rummy.melding.masks import hand_mask
        >>> melder = Melder(Form(aces_high=False, least_suits=3, most_suits=3, longest=6))
        >>> hand = hand_mask(FRENCH.cards(["4S", "5S", "6S", "7S", "8S", "9S"]))
        >>> ways = melder.partitions(hand)
        >>> [[" ".join(map(FRENCH.code, meld)) for meld in laid] for laid in ways]
        [['4S 5S 6S', '7S 8S 9S'], ['4S 5S 6S 7S 8S 9S']]
        """
        melds, lacking, jokers = self._melds(hand)
        return partitions(melds, lacking, hand ^ jokers, jokers)

    def completing(self, hand: int) -> tuple[Card, ...]:
        """Return the cards that would each let the hand go out.

        Cards of which the hand holds all copies are left out (CA-40).
        """
        trumps = hand & self._trumps
        if not hand or (not trumps and self._finder.hopeless(hand, _ANY_CARD)):
            return ()
        naturals = hand & ~self.wild
        jokers = (hand & self.wild).bit_count()
        melds, lacking, _ = self._melds(hand)
        if self.wild and not lacking:
            lacking = self._finder.lacking_joker(naturals)
        rests = Coverable(melds, lacking)
        cards = [card for card in self._cards if not self._holds_all(hand, card)]
        if rests.melded(naturals, jokers, but_one=False):
            return tuple(cards)  # whichever card comes is thrown
        return tuple(
            [
                card
                for card in cards
                if (
                    rests.melded(naturals, jokers + 1, but_one=True)
                    if BIT_OF_CARD[card] & self.wild
                    else self._completes(card, hand, jokers, rests)
                )
            ]
        )

    def _holds_all(self, hand: int, card: Card) -> bool:
        if card == JOKER:
            return (hand & JOKERS).bit_count() >= self.jokers
        return hand >> COPY_SHIFT & BIT_OF_CARD[card] != 0

    def _completes(self, card: Card, hand: int, jokers: int, rests: Coverable) -> bool:
        """Return whether the hand goes out with that card, which is not wild, in a meld."""
        bit = BIT_OF_CARD[card]
        more = with_card(hand, card)
        naturals = more & ~self.wild
        if self._finder.hopeless(naturals, more & self._trumps):
            return False
        # A trump can meld with any card, another card only with those of its suit or rank.
        near = more if bit & self._trumps else more & (SAME_SUIT_OR_RANK[card] | self._trumps)
        melds, lacking, _ = self._melds(near)
        return any(
            meld & bit and rests.melded(without(naturals, meld), jokers, but_one=True)
            for meld in melds
        ) or any(
            meld & bit and rests.melded(without(naturals, meld), jokers - 1, but_one=True)
            for meld in lacking
        )

    def _melds(self, hand: int) -> tuple[list[int], list[int], int]:
        """Return the melds in the hand, those that need a joker, and the mask of the jokers.

        Where trumps in their own place are ordinary cards, any trump may stand for a card of any
        meld. Then the first list holds every meld, with its trump if it has one; only the jokers
        of the pack are left to the second.
        """
        finder = self._finder
        jokers = hand & self.wild
        naturals = hand ^ jokers
        melds, trumps = finder.melds(naturals), naturals & self._trumps
        if not jokers and not trumps:
            return melds, [], 0
        lacking = finder.lacking_joker(naturals)
        if trumps:
            melds = _with_natural_trumps(melds, lacking, trumps)
        return melds, lacking if jokers else [], jokers


def _with_natural_trumps(melds: list[int], lacking: list[int], trumps: int) -> list[int]:
    """Return the melds, and those in which one of the trumps stands for another card."""
    found = dict.fromkeys(melds)
    for meld in lacking:
        for bit in bits_of(trumps & FIRST_COPIES):
            joker = bit << COPY_SHIFT if meld & bit else bit
            if joker & trumps & ~meld:
                found[meld | joker] = None
    return sorted(found, key=int.bit_count, reverse=True)


def _laid(chosen: Chosen, jokers: int) -> Arrangement:
    """Return the chosen melds as masks of the hand's cards, jokers included where needed."""
    used = 0
    laid = []
    left = jokers
    for meld in chosen[0]:
        again = meld & used
        used |= meld
        joker = left & -left
        left ^= joker
        laid.append(meld ^ again | again << COPY_SHIFT | joker)
    for meld in chosen[1]:
        again = meld & used
        used |= meld
        laid.append(meld ^ again | again << COPY_SHIFT)
    return tuple(laid)
