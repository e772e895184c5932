"""Chooses melds that share no card: to meld most of a hand, all but one card, or all in every way.

Melds come in as `candidates` finds them. Of a card that the hand holds twice, either copy may
serve; so a single copy that is left is always stored as the first copy.
"""

from __future__ import annotations

from typing import Final

from cardtui_engine.cards import Card
from cardtui_engine.families.rummy.melding.forms import SHORTEST_MELD
from cardtui_engine.families.rummy.melding.masks import COPY_SHIFT, mask_cards, without_card

Chosen = tuple[tuple[int, ...], tuple[int, ...]]
"""Melds that share no card: those that need a joker, and the others."""

A_JOKER: Final = 1 << 126
"""As the card thrown, stands for any one of the jokers; no card has this bit."""

_TWO_MELDS: Final = 2 * SHORTEST_MELD
_THREE_MELDS: Final = 3 * SHORTEST_MELD

_CARD_WORTH: Final = 16
"""What a melded card is worth. A meld costs 1, so that fewer melds win among equals."""


def most(melds: list[int], lacking: list[int], hand: int, jokers: int) -> Chosen:
    """Return the choice that melds the most cards, and does so in the fewest melds.

    Args:
        melds: the melds without a joker, the longest first.
        lacking: the melds that need a joker, the longest first.
        hand: the cards without the jokers.
        jokers: the number of jokers.
    """
    if not melds and jokers == 1:
        return ((lacking[0],), ()) if lacking else ((), ())
    if jokers < 2:
        cover = 0
        for meld in melds:
            cover |= meld
        twice = hand >> COPY_SHIFT & cover
        cards = cover.bit_count() + twice.bit_count()
        if cards < _TWO_MELDS:
            return _one_and_joker(melds, lacking, hand) if jokers else ((), (melds[0],))
        if not jokers and cards < _THREE_MELDS and not cover >> COPY_SHIFT:
            return (), _one_or_two(melds, ~twice)
    search = _BestCover(melds, lacking, jokers)
    search.choose(hand, 0, 0, ())
    return search.best


def ways_out(melds: list[int], lacking: list[int], hand: int, jokers: int) -> dict[int, Chosen]:
    """Return how to meld all cards, or all but one, each time in the fewest melds.

    Args:
        melds: the melds without a joker, in any order.
        lacking: the melds that need a joker, the longest first.
        hand: the cards without the jokers.
        jokers: the number of jokers; all must be melded, except one that is thrown.

    Returns:
        The choices by the card thrown, as its first copy: 0 for none, ``A_JOKER`` for a joker.
    """
    if lacking:
        # Cards in no other meld are in those with jokers, unless one is thrown. So each of these
        # melds may leave one of them, and as many as the other jokers can take in.
        cover = 0
        for meld in melds:
            cover |= meld
        lone = hand & ~(cover | cover << COPY_SHIFT)
        left = 1 + (jokers - 1) * lacking[0].bit_count()
        if lone.bit_count() > left:
            lacking = [meld for meld in lacking if (lone & ~meld).bit_count() <= left]
            if not lacking:
                return {}
    search = _WaysOut(melds, lacking)
    search.go_on(hand, jokers, 0, (), ())
    return search.ways


def _one_and_joker(melds: list[int], lacking: list[int], hand: int) -> Chosen:
    """Return the best choice of one meld and one with a joker, where two melds share a card."""
    best: Chosen = (), ()
    most = 0
    for meld in melds:
        value = meld.bit_count() * _CARD_WORTH - 1
        if value > most:
            most, best = value, ((), (meld,))
        rest = without(hand, meld)
        for other in lacking:
            gain = (other.bit_count() + 1) * _CARD_WORTH - 1
            if value + gain <= most:
                break
            if not other & ~rest:
                most, best = value + gain, ((other,), (meld,))
                break
    if lacking and (lacking[0].bit_count() + 1) * _CARD_WORTH - 1 > most:
        return (lacking[0],), ()
    return best


def _one_or_two(melds: list[int], once: int) -> tuple[int, ...]:
    """Return the best choice of one or two melds, where there are too few cards for three.

    Args:
        melds: the longest first; none holds both copies of a card.
        once: the cards held once, which two melds cannot share.
    """
    best: tuple[int, ...] = (melds[0],)
    most = melds[0].bit_count()
    for index, meld in enumerate(melds):
        size = meld.bit_count()
        if 2 * size <= most:
            break
        for other in melds[index:]:
            if not meld & other & once:
                if size + other.bit_count() > most:
                    most = size + other.bit_count()
                    best = (meld, other)
                break
    return best


class _BestCover:
    """A search for the most valuable choice of melds, which tries the longest first."""

    def __init__(self, melds: list[int], lacking: list[int], jokers: int) -> None:
        self.best: Chosen = (), ()
        self._value = 0
        self._melds = melds
        self._lacking = lacking
        self._jokers = jokers
        self._by_jokers = (
            jokers * ((lacking[0].bit_count() + 1) * _CARD_WORTH - 1) if lacking else 0
        )
        cover = 0
        for meld in melds:
            cover |= meld
        self._cover = cover | cover << COPY_SHIFT
        self._longest = melds[0].bit_count() if melds else 1

    def choose(self, rest: int, first: int, value: int, chosen: tuple[int, ...]) -> None:
        """Choose more melds, from index ``first`` on, and then those that take jokers."""
        cards = (rest & self._cover).bit_count()
        by_melds = cards * _CARD_WORTH + -cards // self._longest
        if value + by_melds + self._by_jokers <= self._value:
            return
        if cards >= SHORTEST_MELD:
            melds = self._melds
            for index in range(first, len(melds)):
                meld = melds[index]
                if not meld & ~rest:
                    worth = value + meld.bit_count() * _CARD_WORTH - 1
                    self.choose(without(rest, meld), index, worth, (*chosen, meld))
        if value > self._value:
            self._value, self.best = value, ((), chosen)
        if self._by_jokers and value + self._by_jokers > self._value:
            self._choose_lacking(rest, self._jokers, 0, value, ((), chosen))

    def _choose_lacking(
        self, rest: int, jokers: int, first: int, value: int, chosen: Chosen
    ) -> None:
        lacking = self._lacking
        for index in range(first, len(lacking)):
            meld = lacking[index]
            gain = meld.bit_count() * _CARD_WORTH + _CARD_WORTH - 1
            if value + jokers * gain <= self._value:
                return
            if not meld & ~rest:
                now = (*chosen[0], meld), chosen[1]
                if value + gain > self._value:
                    self._value, self.best = value + gain, now
                if jokers > 1:
                    left = without(rest, meld)
                    self._choose_lacking(left, jokers - 1, index, value + gain, now)


class _WaysOut:
    """A search for the choices of melds that leave no card, or one."""

    def __init__(self, melds: list[int], lacking: list[int]) -> None:
        self.ways: dict[int, Chosen] = {}
        self._melds = by_lowest(melds)
        self._lacking = by_lowest(lacking)

    def go_on(
        self,
        rest: int,
        jokers: int,
        thrown: int,
        lacking: tuple[int, ...],
        whole: tuple[int, ...],
    ) -> None:
        """Meld or throw the lowest remaining card in every possible way."""
        if not rest:
            if not jokers:
                self._keep(thrown, lacking, whole)
            elif jokers == 1 and not thrown:
                self._keep(A_JOKER, lacking, whole)
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

    def _keep(self, thrown: int, lacking: tuple[int, ...], whole: tuple[int, ...]) -> None:
        known = self.ways.get(thrown)
        if known is None or len(lacking) + len(whole) < len(known[0]) + len(known[1]):
            self.ways[thrown] = lacking, whole


class Coverable:
    """Tells whether parts of one hand can be melded, all cards or all but one; caches answers.

    Args:
        melds: the melds of the hand without a joker, in any order.
        lacking: the melds that need a joker.
    """

    def __init__(self, melds: list[int], lacking: list[int]) -> None:
        self._known: dict[tuple[int, int, bool], bool] = {}
        self._melds = by_lowest(melds)
        self._lacking = by_lowest(lacking)

    def melded(self, rest: int, jokers: int, *, but_one: bool) -> bool:
        """Return whether the cards and all jokers can be melded; ``but_one`` lets one be thrown."""
        if not rest:
            return not jokers or (jokers == 1 and but_one)
        key = (rest, jokers, but_one)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._search(rest, jokers, but_one=but_one)
        return known

    def _search(self, rest: int, jokers: int, *, but_one: bool) -> bool:
        low = rest & -rest
        for meld in self._melds.get(low, ()):
            if not meld & ~rest and self.melded(without(rest, meld), jokers, but_one=but_one):
                return True
        if jokers:
            for meld in self._lacking.get(low, ()):
                if not meld & ~rest and self.melded(
                    without(rest, meld), jokers - 1, but_one=but_one
                ):
                    return True
        return but_one and self.melded(without(rest, low), jokers, but_one=False)


def without(cards: int, meld: int) -> int:
    """Return the cards that are left; a single copy of a card is stored as the first copy."""
    left = cards ^ meld
    second = left >> COPY_SHIFT
    if second:
        moved = second & ~left
        left ^= moved | moved << COPY_SHIFT
    return left


def by_lowest(melds: list[int]) -> dict[int, list[int]]:
    """Return the melds grouped by the lowest of their cards."""
    found: dict[int, list[int]] = {}
    for meld in melds:
        low = meld & -meld
        if low in found:
            found[low].append(meld)
        else:
            found[low] = [meld]
    return found


Laid = tuple[tuple[Card, ...], ...]
"""Melds that share no card; the melds, and the cards of each, are sorted."""


def partitions(melds: list[int], lacking: list[int], hand: int, jokers: int) -> tuple[Laid, ...]:
    """Return every way to meld the whole hand, each once, sorted.

    Args:
        melds: the melds without a joker, in any order.
        lacking: the melds that need a joker.
        hand: the cards without the jokers.
        jokers: the mask of the jokers; all must be melded, at most one in each meld.
    """
    search = _Partitions(melds, lacking)
    search.lay(hand, jokers, ())
    return tuple(sorted(search.found))


class _Partitions:
    """A search for all choices of melds that use up every card."""

    def __init__(self, melds: list[int], lacking: list[int]) -> None:
        self.found: set[Laid] = set()
        self._melds = by_lowest(melds)
        self._lacking = by_lowest(lacking)

    def lay(self, rest: int, jokers: int, laid: Laid) -> None:
        """Meld the lowest remaining card in every possible way."""
        if not rest:
            if not jokers:
                self.found.add(tuple(sorted(laid)))
            return
        low = rest & -rest
        for meld in self._melds.get(low, ()):
            if not meld & ~rest:
                self.lay(without(rest, meld), jokers, (*laid, mask_cards(meld)))
        for joker in set(mask_cards(jokers)):
            left = without_card(jokers, joker)
            for meld in self._lacking.get(low, ()):
                if not meld & ~rest:
                    cards = tuple(sorted((*mask_cards(meld), joker)))
                    self.lay(without(rest, meld), left, (*laid, cards))
