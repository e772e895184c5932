"""Forms: what groups and sequences a game allows, and tables of those in parts of a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cardtui_engine.rummy.masks import (
    ABOVE_KING,
    RANK_BITS,
    RANKS,
    SECOND,
    SPREAD,
    SUIT,
    SUIT_BITS,
    bits_of,
    subsets_of,
)

_KEPT: Final = 1 << 14
"""How many parts of hands each table remembers; far more than one table meets in a match."""


@dataclass(frozen=True, slots=True)
class Form:
    """What makes a meld in a game.

    Attributes:
        aces_high: whether the ace stands above the king too; below the two it always does.
        least_suits: how many suits a group shows at least.
        most_suits: how many it shows at most.
        longest: how many cards it has at most; three at least.
    """

    aces_high: bool
    least_suits: int
    most_suits: int
    longest: int

    def is_group(self, part: int, wild: int) -> bool:
        """Whether cards of one rank and so many wild ones (none or one) are a group."""
        copies = [
            (part >> suit * SUIT & 1) + (part >> suit * SUIT + SECOND & 1) for suit in range(4)
        ]
        shown = 4 - copies.count(0)
        size = sum(copies) + wild
        if not 3 <= size <= self.longest:
            return False
        # A wild card stands for a suit of its own, or for a second copy.
        may_show = (
            {shown}
            if not wild
            else (({shown + 1} if shown < 4 else set()) | ({shown} if 1 in copies else set()))
        )
        return any(self.least_suits <= suits <= self.most_suits for suits in may_show)

    def is_sequence(self, ranks: int, wild: int) -> bool:
        """Whether ranks of one suit (as bits) and so many wild cards (none or one) are one."""
        return any(self._in_a_row(each, wild) for each in self._ace_places(ranks))

    def _ace_places(self, ranks: int) -> tuple[int, ...]:
        """Return the ranks with the ace below the two and, if allowed, above the king."""
        if self.aces_high and ranks & 1:
            return ranks, ranks ^ 1 | 1 << ABOVE_KING
        return (ranks,)

    def _in_a_row(self, places: int, wild: int) -> bool:
        size = places.bit_count()
        if size + wild < 3:
            return False
        low = (places & -places).bit_length() - 1
        high = places.bit_length() - 1
        missing = high - low + 1 - size
        if missing == wild:
            return True
        # The wild card may also stand at an end, if there is a place.
        return wild == 1 and missing == 0 and (low > 0 or high < self._last_place)

    @property
    def _last_place(self) -> int:
        return ABOVE_KING if self.aces_high else ABOVE_KING - 1


Finder = Callable[[int], tuple[int, ...]]


@lru_cache(maxsize=64)
def groups_in(form: Form, wild: int) -> Finder:
    """Return the function that finds all groups among cards of one rank."""

    @lru_cache(maxsize=_KEPT)
    def find(part: int) -> tuple[int, ...]:
        rank = next(rank for rank in range(RANKS) if part & SPREAD << rank)
        return tuple([each for each in subsets_of(part) if form.is_group(each >> rank, wild)])

    return find


@lru_cache(maxsize=64)
def sequences_in(form: Form, wild: int) -> Finder:
    """Return the function that finds all sequences among cards of one suit."""

    @lru_cache(maxsize=_KEPT)
    def find(part: int) -> tuple[int, ...]:
        suit = next(suit for suit in range(4) if part & SUIT_BITS[suit])
        shift = suit * SUIT
        ranks = (part >> shift) & RANK_BITS
        found: list[int] = []
        for subset in _stretches(form, ranks, wild):
            twice = (part >> (shift + SECOND)) & subset
            # Each copy of a card that is there twice may be the one that is melded.
            found += [
                ((subset ^ second) | (second << SECOND)) << shift
                for second in (*subsets_of(twice), 0)
            ]
        return tuple(found)

    return find


def _stretches(form: Form, ranks: int, wild: int) -> Iterator[int]:
    """Yield the sets of ranks that are sequences with so many wild cards, longest first."""
    places = ranks | (ranks & 1) << ABOVE_KING if form.aces_high else ranks
    seen = set()
    for length in range(RANKS, 2, -1):
        for low in range(ABOVE_KING + 2 - length):
            window = (1 << length) - 1 << low
            # What the wild card stands for may be there too, for another meld.
            for missing in bits_of(window) if wild else (0,):
                stretch = window ^ missing
                if stretch & ~places:
                    continue
                stretch = (stretch | stretch >> ABOVE_KING) & RANK_BITS
                if stretch not in seen and form.is_sequence(stretch, wild):
                    seen.add(stretch)
                    yield stretch
