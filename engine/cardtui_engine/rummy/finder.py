"""Finder: every meld that a hand holds, found on the mask of the whole hand at once.

A meld is told by what it shows, not by which copies: of a card that is there once in the meld
it has the bit of the first copy, whichever copy will be laid.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from cardtui_engine.rummy.forms import Form
from cardtui_engine.rummy.masks import (
    ABOVE_KING,
    ACES,
    FIRST_COPIES,
    RANK_BITS,
    RANKS,
    SECOND,
    SPREAD,
    subsets_of,
)

Melds = list[int]
"""Melds, the longest first."""

_ACES_HIGH: Final = ACES << ABOVE_KING

_GAPPED: Final = tuple(
    tuple((1 << low) - 1 | (1 << size - low) - 1 << low + 1 for low in range(1, size))
    for size in range(RANKS + 2)
)
"""By size, the places of so many cards with one missing among them; first the second missing."""


class Finder:
    """Finds the melds of one form, and those that lack a joker."""

    __slots__ = ("_aces", "_groups", "_least_suits", "_lone_in_meld", "_wild_groups")

    def __init__(self, form: Form) -> None:
        self._aces = ACES if form.aces_high else 0
        self._least_suits = form.least_suits
        self._groups = _groups_in(form, 0)
        self._wild_groups = _groups_in(form, 1)
        # Two cards on each side of the joker, or a rank's twice in one suit too few.
        self._lone_in_meld = max(4, 2 * (form.least_suits - 1))

    def melds(self, cards: int) -> Melds:
        """Return the melds among these cards."""
        ones = cards & FIRST_COPIES
        places = ones | (ones & self._aces) << ABOVE_KING
        starts = places & places >> 1 & places >> 2
        ranks = self._ranks_of_groups(cards, ones)
        if not starts and not ranks:
            return []
        found: Melds = []
        while ranks:
            low = ranks & -ranks
            ranks ^= low
            groups = self._groups(cards // low & SPREAD)
            found += groups if low == 1 else [group * low for group in groups]
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
        if len(found) > 1:
            found.sort(key=int.bit_count, reverse=True)
        return found if places == ones else _aces_in_place(found)

    def lacking_joker(self, cards: int) -> Melds:
        """Return the cards that are a meld with one joker more."""
        ones = cards & FIRST_COPIES
        found: Melds = []
        ranks = self._ranks_of_wild_groups(cards, ones)
        while ranks:
            low = ranks & -ranks
            ranks ^= low
            groups = self._wild_groups(cards // low & SPREAD)
            found += groups if low == 1 else [group * low for group in groups]
        places = ones | (ones & self._aces) << ABOVE_KING
        # By length, where so many cards in a row begin.
        rows = [0, places]
        row = places
        size = 2
        more = True
        while more:
            row &= places >> size - 1
            rows.append(row)
            more = False
            if row:
                more = True
                shape = (1 << size) - 1
                left = row
                while left:
                    low = left & -left
                    left ^= low
                    found.append(low * shape)
            for length, shape in enumerate(_GAPPED[size], 1):
                left = rows[length] & rows[size - length] >> length + 1
                if left:
                    more = True
                    while left:
                        low = left & -left
                        left ^= low
                        found.append(low * shape)
            size += 1
        if len(found) > 1:
            found.sort(key=int.bit_count, reverse=True)
        return found if places == ones else _aces_in_place(found)

    def hopeless(self, cards: int, trumps: int) -> bool:
        """Whether it is seen at a glance that these cards and trumps can't be melded but one."""
        ones = cards & FIRST_COPIES
        places = ones | (ones & self._aces) << ABOVE_KING
        two = places & places >> 1
        row = two & two >> 1
        row |= row << 1 | row << 2
        if self._aces:
            row |= row >> ABOVE_KING
        lone = ones & ~(row | self._ranks_of_groups(cards, ones) * ACES | trumps)
        if not trumps or not lone & lone - 1:
            return lone & lone - 1 != 0
        if lone.bit_count() > trumps.bit_count() * self._lone_in_meld + 1:
            return True
        gap = places & places >> 2
        row = two | two << 1 | gap | gap << 2
        if self._aces:
            row |= row >> ABOVE_KING
        lone &= ~(row | self._ranks_of_wild_groups(cards, ones) * ACES)
        return lone & lone - 1 != 0

    def _ranks_of_groups(self, cards: int, ones: int) -> int:
        """Return the ranks of which there may be a group."""
        pairs = ones & ones >> 32
        either = ones | ones >> 32
        if self._least_suits == 4:
            return pairs & pairs >> 16 & RANK_BITS
        three_suits = pairs & either >> 16 | pairs >> 16 & either
        if self._least_suits == 3:
            return three_suits & RANK_BITS
        two_suits = pairs | pairs >> 16 | either & either >> 16
        return (three_suits | two_suits & _held_twice(cards)) & RANK_BITS

    def _ranks_of_wild_groups(self, cards: int, ones: int) -> int:
        """Return the ranks of which there may be a group that lacks a joker."""
        pairs = ones & ones >> 32
        either = ones | ones >> 32
        if self._least_suits == 4:
            return (pairs & either >> 16 | pairs >> 16 & either) & RANK_BITS
        two_suits = pairs | pairs >> 16 | either & either >> 16
        if self._least_suits == 3:
            return two_suits & RANK_BITS
        return (two_suits | _held_twice(cards)) & RANK_BITS


def _held_twice(cards: int) -> int:
    """Return the ranks of which both copies of a card are there."""
    twice = cards >> SECOND
    twice |= twice >> 32
    return twice | twice >> 16


def _aces_in_place(melds: Melds) -> Melds:
    """Return the melds with aces from above the king back where aces are."""
    return [
        meld & ~_ACES_HIGH | (meld & _ACES_HIGH) >> ABOVE_KING if meld & _ACES_HIGH else meld
        for meld in melds
    ]


@cache
def _groups_in(form: Form, wild: int) -> Callable[[int], Melds]:
    """Return what finds the groups among cards of one rank, given as if they were aces.

    There are 81 such parts of two packs, and what is found is kept.
    """

    @cache
    def find(aces: int) -> Melds:
        found = [
            group
            for group in subsets_of(aces)
            # A second copy only with the first.
            if not group >> SECOND & ~group and form.is_group(group, wild)
        ]
        return sorted(found, key=int.bit_count, reverse=True)

    return find
