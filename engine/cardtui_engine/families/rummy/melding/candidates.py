"""Candidates: every meld that a hand holds, found by working on the mask of the whole hand.

A meld is identified by its cards, not by their copies: a card that it holds once is always given by
the bit of its first copy, whichever copy will be laid.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from cardtui_engine.families.rummy.melding.forms import Form
from cardtui_engine.families.rummy.melding.masks import (
    ABOVE_KING,
    ACES,
    COPY_SHIFT,
    FIRST_COPIES,
    RANK_BITS,
    RANK_SPREAD,
    RANKS,
    subsets_of,
)

Melds = list[int]
"""Melds, the longest first."""

_ACES_HIGH: Final = ACES << ABOVE_KING

_GAPPED_SHAPES: Final = tuple(
    tuple((low, (1 << low) - 1 | (1 << length - low) - 1 << low + 1) for low in range(1, length))
    for length in range(3, RANKS + 2)
)
"""The ways to lack one card between others, by the length of the sequence from 3 up.

Each way gives the number of places below the gap, and the mask of all the places that are held.
"""


class Finder:
    """Finds the melds of one form, and those that need one more joker.

    The loops over bits are written out: a generator would cost more than the work on its values.
    """

    __slots__ = ("_aces", "_groups", "_least_suits", "_wild_groups")

    def __init__(self, form: Form) -> None:
        self._aces = ACES if form.aces_high else 0
        self._least_suits = form.least_suits
        self._groups = _groups_in(form, 0)
        self._wild_groups = _groups_in(form, 1)

    def melds(self, cards: int) -> Melds:
        """Return the melds among these cards."""
        ones = cards & FIRST_COPIES
        places = ones | (ones & self._aces) << ABOVE_KING
        starts = places & places >> 1 & places >> 2
        ranks = self._ranks_of_groups(cards, ones)
        if not starts and not ranks:
            return []
        found: Melds = []
        size = 3
        while starts:
            shape = (1 << size) - 1
            left = starts
            while left:
                low = left & -left
                left ^= low
                found.append(low * shape)
            starts &= places >> size
            size += 1
        if places != ones:
            found = _aces_in_place(found)
        alike = size < 5
        while ranks:
            low = ranks & -ranks
            ranks ^= low
            part = cards & low * RANK_SPREAD
            if part.bit_count() == 3:
                found.append(part)
            else:
                alike = False
                rank = low.bit_length() - 1
                found += [group << rank for group in self._groups(part >> rank)]
        if not alike:
            found.sort(key=int.bit_count, reverse=True)
        return found

    def lacking_joker(self, cards: int) -> Melds:
        """Return the sets of cards that become a meld with one more joker."""
        ones = cards & FIRST_COPIES
        # An ace stands above the king where the king or the queen is there.
        places = ones | (ones & self._aces) << ABOVE_KING & (ones << 1 | ones << 2)
        pairs: Melds = []
        row = places & places >> 1
        left = row
        while left:
            low = left & -left
            left ^= low
            pairs.append(low * 3)
        left = places & places >> 2
        while left:
            low = left & -left
            left ^= low
            pairs.append(low * 5)
        longer: Melds = []
        if row & (places >> 2 | places >> 3 | places << 2):
            # By length, the places where a row of that many cards begins.
            rows = [0, places, row]
            for shapes in _GAPPED_SHAPES:
                length = len(rows)
                row = row & places >> length - 1
                rows.append(row)
                before = len(longer)
                left = row
                while left:
                    low = left & -left
                    left ^= low
                    longer.append(low * ((1 << length) - 1))
                for part, shape in shapes:
                    left = rows[part] & rows[length - part] >> part + 1
                    while left:
                        low = left & -left
                        left ^= low
                        longer.append(low * shape)
                if len(longer) == before:
                    break
        ranks = self._ranks_of_wild_groups(cards, ones)
        while ranks:
            low = ranks & -ranks
            ranks ^= low
            part = cards & low * RANK_SPREAD
            if part.bit_count() == 2:
                pairs.append(part)
            else:
                rank = low.bit_length() - 1
                for group in self._wild_groups(part >> rank):
                    (longer if group.bit_count() > 2 else pairs).append(group << rank)
        if len(longer) > 1:
            longer.sort(key=int.bit_count, reverse=True)
        found = longer + pairs
        return found if places == ones else _aces_in_place(found)

    def hopeless(self, cards: int, trumps: int) -> bool:
        """Return whether a quick test shows that a hand cannot be melded, even without one card.

        Args:
            cards: the cards that may be laid as themselves.
            trumps: the cards that may serve as jokers.
        """
        ones = cards & FIRST_COPIES
        places = ones | (ones & self._aces) << ABOVE_KING
        two = places & places >> 1
        row = two & two >> 1
        row |= row << 1 | row << 2
        if self._aces:
            row |= row >> ABOVE_KING
        # These cards are in no meld without a joker: one may be thrown, jokers must take in the
        # others.
        lone = ones & ~(row | self._ranks_of_groups(cards, ones) * ACES | trumps)
        if not lone & lone - 1:
            return False
        if not trumps:
            return True
        jokers = trumps.bit_count()
        count = lone.bit_count()
        if count > jokers * 4 + 1:
            return True
        gap = places & places >> 2
        row = two | two << 1 | gap | gap << 2
        if self._aces:
            row |= row >> ABOVE_KING
        ranks = self._ranks_of_wild_groups(cards, ones)
        loose = lone & ~(row | ranks * ACES)
        if loose & loose - 1:
            return True
        # A joker takes in two or three of them, or four: two on each side of it in a sequence.
        ones &= lone | trumps
        places = ones | (ones & self._aces) << ABOVE_KING
        two = places & places >> 1
        if two & two >> 3:
            return False
        three = two & (places >> 3 | places >> 4) | places & (two >> 2 | two >> 3)
        if self._least_suits == 4:
            three |= ranks
        return count > jokers * (3 if three else 2) + 1

    def _ranks_of_groups(self, cards: int, ones: int) -> int:
        """Return the ranks of which there may be a group."""
        pairs = ones & ones >> 32
        if self._least_suits == 3:
            if not pairs:
                return 0
            either = ones | ones >> 32
            return (pairs & either >> 16 | pairs >> 16 & either) & RANK_BITS
        if self._least_suits == 4:
            return pairs & pairs >> 16 & RANK_BITS
        either = ones | ones >> 32
        three_suits = pairs & either >> 16 | pairs >> 16 & either
        two_suits = pairs | pairs >> 16 | either & either >> 16
        return (three_suits | two_suits & _held_twice(cards)) & RANK_BITS

    def _ranks_of_wild_groups(self, cards: int, ones: int) -> int:
        """Return the ranks of which there may be a group that needs a joker."""
        pairs = ones & ones >> 32
        either = ones | ones >> 32
        if self._least_suits == 4:
            return (pairs & either >> 16 | pairs >> 16 & either) & RANK_BITS
        two_suits = pairs | pairs >> 16 | either & either >> 16
        if self._least_suits == 3:
            return two_suits & RANK_BITS
        return (two_suits | _held_twice(cards)) & RANK_BITS


def _held_twice(cards: int) -> int:
    """Return the ranks of which the hand holds both copies of some card."""
    twice = cards >> COPY_SHIFT
    twice |= twice >> 32
    return twice | twice >> 16


def _aces_in_place(melds: Melds) -> Melds:
    """Return the melds with each ace above the king moved back to its own place."""
    return [
        meld & ~_ACES_HIGH | (meld & _ACES_HIGH) >> ABOVE_KING if meld & _ACES_HIGH else meld
        for meld in melds
    ]


@cache
def _groups_in(form: Form, wild: int) -> Callable[[int], Melds]:
    """Return a function that finds the groups among cards of one rank, given as if aces.

    Two packs allow 81 such sets of cards; the results are cached.
    """

    @cache
    def find(aces: int) -> Melds:
        found = [
            group
            for group in subsets_of(aces)
            # A second copy counts only together with the first.
            if group.bit_count() + wild > 2
            and not group >> COPY_SHIFT & ~group
            and form.is_group(group, wild)
        ]
        return sorted(found, key=int.bit_count, reverse=True)

    return find
