"""Arranging: choose melds of a hand that share no card, to meld most of it or all but one.

Melds are given as `finder` finds them; of a card that the hand holds twice either copy may
serve, so that what is left of a hand is kept with first copies wherever there is one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.rummy.masks import SECOND

A_JOKER: Final = 1 << 126
"""Stands for any of the jokers as the card thrown; no card has this bit."""

_CARD: Final = 16
"""What a melded card is worth; a meld costs one, so that fewer melds win among equals."""


class Chosen(NamedTuple):
    """Melds that share no card: those that lack a joker, and the others."""

    lacking: tuple[int, ...]
    whole: tuple[int, ...]


_NOTHING: Final = Chosen((), ())


def without(cards: int, meld: int) -> int:
    """Return what is left of the cards, first copies first."""
    left = cards ^ meld
    second = left >> SECOND
    if second:
        moved = second & ~left
        left ^= moved | moved << SECOND
    return left


def most(melds: list[int], lacking: list[int], hand: int, jokers: int) -> Chosen:
    """Return what melds most cards, and among those what has fewest melds.

    Args:
        melds: the longest first.
        lacking: melds that lack a joker, the longest first.
        hand: the cards without the jokers.
        jokers: how many there are.
    """
    if not melds and jokers == 1:
        return Chosen((lacking[0],), ()) if lacking else _NOTHING
    if not jokers and len(melds) == 1 and not hand >> SECOND:
        return Chosen((), (melds[0],))
    search = _Most(melds, lacking)
    search.add_lacking(hand, jokers, 0, 0, ())
    return search.best


class _Most:
    """A search for the most valuable choice of melds."""

    def __init__(self, melds: list[int], lacking: list[int]) -> None:
        self.best = _NOTHING
        self._value = 0
        self._melds = melds
        self._lacking = lacking
        cover = 0
        for meld in melds:
            cover |= meld
        self._cover = cover | cover << SECOND

    def add_lacking(
        self, rest: int, jokers: int, first: int, value: int, chosen: tuple[int, ...]
    ) -> None:
        """Choose melds that lack a joker, from the first on, before the others."""
        lacking = self._lacking
        if jokers:
            others = self._bound(rest)
            for index in range(first, len(lacking)):
                meld = lacking[index]
                gain = (meld.bit_count() + 1) * _CARD - 1
                if value + jokers * gain + others <= self._value:
                    break
                if not meld & ~rest:
                    self.add_lacking(
                        without(rest, meld), jokers - 1, index, value + gain, (*chosen, meld)
                    )
        self._add_whole(rest, 0, value, Chosen(chosen, ()))

    def _bound(self, rest: int) -> int:
        """Return the most that melds without a joker can be worth."""
        cards = (rest & self._cover).bit_count()
        return cards * _CARD - (cards + 9) // 10 if cards > 2 else 0

    def _add_whole(self, rest: int, first: int, value: int, chosen: Chosen) -> None:
        if value > self._value:
            self._value, self.best = value, chosen
        if value + self._bound(rest) <= self._value:
            return
        melds = self._melds
        for index in range(first, len(melds)):
            meld = melds[index]
            if not meld & ~rest:
                self._add_whole(
                    without(rest, meld),
                    index,
                    value + meld.bit_count() * _CARD - 1,
                    Chosen(chosen.lacking, (*chosen.whole, meld)),
                )


def ways_out(
    melds: list[int], lacking: list[int], hand: int, jokers: int
) -> dict[int, Chosen]:
    """Return how to meld the whole hand or all but one card: by that card (0: none)."""
    search = _Ways(melds, lacking)
    search.go_on(hand, jokers, 0, (), ())
    return search.ways


class _Ways:
    """A search for the choices of melds that leave no card, or one."""

    def __init__(self, melds: list[int], lacking: list[int]) -> None:
        self.ways: dict[int, Chosen] = {}
        self._melds = _by_lowest(melds)
        self._lacking = _by_lowest(lacking)

    def go_on(
        self,
        rest: int,
        jokers: int,
        thrown: int,
        lacking: tuple[int, ...],
        whole: tuple[int, ...],
    ) -> None:
        """Meld or throw the lowest card that is left, in every way there is."""
        if not rest:
            if not jokers:
                self._keep(thrown, Chosen(lacking, whole))
            elif jokers == 1 and not thrown:
                self._keep(A_JOKER, Chosen(lacking, whole))
            return
        low = rest & -rest
        for meld in self._melds.get(low, ()):
            if not meld & ~rest:
                self.go_on(without(rest, meld), jokers, thrown, lacking, (*whole, meld))
        if jokers:
            for meld in self._lacking.get(low, ()):
                if not meld & ~rest:
                    self.go_on(without(rest, meld), jokers - 1, thrown, (*lacking, meld), whole)
        if not thrown:
            self.go_on(without(rest, low), jokers, low, lacking, whole)

    def _keep(self, thrown: int, chosen: Chosen) -> None:
        known = self.ways.get(thrown)
        count = len(chosen.lacking) + len(chosen.whole)
        if known is None or count < len(known.lacking) + len(known.whole):
            self.ways[thrown] = chosen


def _by_lowest(melds: list[int]) -> dict[int, list[int]]:
    """Return the melds by the lowest of their cards."""
    found: dict[int, list[int]] = {}
    for meld in melds:
        found.setdefault(meld & -meld, []).append(meld)
    return found
