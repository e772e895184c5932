"""Missing: how many cards a hand of nine lacks to go out, and exactly which unseen ones would help.

A hand that goes out has melds of three, three and three cards, or of four and five (`_MELD_SIZES`):
longer melds can be taken apart. `Missing` tries for each of these melds every part that the hand
may hold of it. Cards are masks of both copies, as in `masks`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from cardtui_engine.families.rummy.melding.forms import Form
from cardtui_engine.families.rummy.melding.masks import (
    ABOVE_KING,
    COPY_SHIFT,
    FIRST_COPIES,
    RANK_SPREAD,
    RANKS,
    SUIT_BITS,
    SUIT_SHIFT,
    both,
    mask_cards,
    subsets_of,
    without_card,
)
from cardtui_engine.families.rummy.melding.melder import Melder
from cardtui_engine.families.rummy.melding.search import without

_MELD_SIZES: Final = ((3, 3, 3), (4, 5))
_FOUR_SUIT_MELD_SIZES: Final = (*_MELD_SIZES, (3, 6), (3, 3, 4))
"""The same where a group needs all four suits: then one of six or four cannot be taken apart."""

_LONGEST_MELD: Final = 6
_MOST_MISSING: Final = 7
"""The greatest numbers of cards: of one such meld, and that a hand lacks."""


class Part(NamedTuple):
    """What a hand holds of a meld.

    Attributes:
        lacks: how many cards the meld lacks.
        cards: those that the hand holds.
        helping: the unseen ones that it may lack.
        dead: whether one of those that it lacks cannot come, so that it needs a wild card.
    """

    lacks: int
    cards: int
    helping: int
    dead: bool


_Key = tuple[int, int]
"""How many cards a meld has, and how many of them are lacking."""


_Parts = dict[tuple[_Key, int, bool], int]
"""By that, the cards held, and whether one is dead: the unseen cards that a meld may lack."""


class Lack(NamedTuple):
    """What a hand lacks.

    Attributes:
        number: how many cards.
        helping: the unseen cards each of which makes it one less.
    """

    number: int
    helping: int


def missing(melder: Melder, hand: int, left: int) -> Lack | None:
    """Return what a hand lacks; `None` if the cards that are left cannot bring it out.

    Args:
        melder: knows the melds and the wild cards.
        hand: nine cards.
        left: the cards that may still come.
    """
    search = _Search(melder, hand, left)
    if search.finds(0):  # whichever card comes is thrown
        return Lack(1, left)
    for count in range(1, _MOST_MISSING + 1):
        if search.finds(count):
            return Lack(count, search.helping)
    return None


class _Search:
    """Looks for melds that lack a given number of cards in all.

    A wild card of the hand may stand in any meld for one card that it lacks.
    """

    def __init__(self, melder: Melder, hand: int, left: int) -> None:
        self._trumps = both(melder.trumps)
        self._hand, self._wild_left = hand, left & self._trumps
        self._wilds = (hand & self._trumps).bit_count()
        self._spares = bool(hand & self._trumps & ~melder.wild)
        self._shapes = _FOUR_SUIT_MELD_SIZES if melder.form.least_suits == 4 else _MELD_SIZES
        self._form, self._left, self._wild = melder.form, left, melder.wild
        self._parts: dict[_Key, list[Part]] = {}
        self._found = False
        self.helping = self._possible = 0
        self._collect(melder.form, hand & ~melder.wild, left & ~melder.wild)

    def _collect(self, form: Form, held: int, left: int) -> None:
        wild = bool(self._wilds or self._wild_left)
        for suit, bits in enumerate(SUIT_BITS):
            shift = suit * SUIT_SHIFT
            if held & bits:
                mine, rest = (held & bits) >> shift, (left & bits) >> shift
                self._add(_parts(_sequences(form), mine, rest, wild), shift)
        for rank in range(RANKS):
            if held & RANK_SPREAD << rank:
                mine, rest = held >> rank & RANK_SPREAD, left >> rank & RANK_SPREAD
                self._add(_parts(_groups(form), mine, rest, wild), rank)

    def _add(self, found: _Parts, shift: int) -> None:
        for (key, cards, dead), helping in found.items():
            part = Part(key[1], cards << shift, helping << shift, dead)
            self._parts.setdefault(key, []).append(part)

    def finds(self, count: int) -> bool:
        """Return whether melds lack so many cards; then `helping` has all that help."""
        for shape in self._shapes:
            for keys in _plans(shape):
                lacks = sum([lack for _, lack in keys])
                least = lacks - min(self._wilds, sum([lack > 0 for _, lack in keys]))
                if least == count or (least < count <= lacks and self._spares):
                    self._try(keys, count)
        return self._found

    def _try(self, keys: tuple[_Key, ...], count: int) -> None:
        choices = [self._parts.get(key, []) for key in keys]
        if all(choices):
            self._possible = self._wild_left
            for part in [part for parts in choices for part in parts]:
                self._possible |= part.helping
            self._fill(self._hand, keys, 0, count, ())

    def _fill(
        self, rest: int, keys: tuple[_Key, ...], begin: int, count: int, chosen: tuple[Part, ...]
    ) -> bool:
        """Choose parts out of the rest of a hand; return whether all has been found."""
        if not keys:
            return self._keep(rest, count, chosen)
        parts, more = self._parts[keys[0]], keys[1:]
        alike = keys[0] in more
        for place in range(begin, len(parts)):
            part = parts[place]
            if not part.cards & ~rest and self._fill(
                without(rest, part.cards), more, place if alike else 0, count, (*chosen, part)
            ):
                return True
        return False

    def _keep(self, rest: int, count: int, chosen: tuple[Part, ...]) -> bool:
        """Note what helps if the parts lack so many cards; return whether all has been found."""
        wilds = (rest & self._trumps).bit_count()
        lacking = [part for part in chosen if part.lacks]
        if sum([part.lacks for part in lacking]) - min(wilds, len(lacking)) != count:
            return False
        dead = sum([part.dead for part in lacking])
        if dead - wilds > self._wild_left.bit_count():
            return False
        if _contend(lacking):
            return self._share(lacking, wilds)
        self._found = True
        for part in lacking:
            if part.lacks > 1 or wilds < len(lacking):
                self.helping |= part.helping
        if wilds < len(lacking):
            self.helping |= self._wild_left
        return not self._possible & ~self.helping

    def _share(self, lacking: list[Part], wilds: int) -> bool:
        """Note what helps where melds wait for the same cards, and those may be too few.

        Goes through all melds that the parts may become, and through all cards for which wild ones
        may stand, unless they can add nothing.
        """
        news = self._wild_left
        for part in lacking:
            news |= part.helping
        if self._found and not news & ~self.helping:
            return False
        used, naturals = min(wilds, len(lacking)), self._left & ~self._wild
        wild = bool(self._wilds or self._wild_left)
        for needs in product(*[_needs(self._form, part, wild) for part in lacking]):
            more = sum([stands for _, stands in needs]) - used
            needed = _joined([cards for cards, _ in needs])
            if needed & ~naturals or not 0 <= more <= (self._wild_left & ~needed).bit_count():
                continue
            self._found = True
            first = needed & FIRST_COPIES | needed >> COPY_SHIFT
            self.helping |= (first | first << COPY_SHIFT) & naturals
            if more:
                self.helping |= self._wild_left
        return self._found and not self._possible & ~self.helping


_NO_CARD: Final = 1 << 2 * COPY_SHIFT
"""What no card is: there are two copies of each."""


def _joined(hands: list[int]) -> int:
    """Return those cards together; with one that is none if there are not as many copies."""
    total = 0
    for cards in hands:
        second = (total & cards & FIRST_COPIES) << COPY_SHIFT
        if second & (total | cards):
            return _NO_CARD
        total |= cards | second
    return total


def _contend(parts: list[Part]) -> bool:
    """Return whether melds wait for the same cards, and those may be too few."""
    for place, part in enumerate(parts):
        for other in parts[:place]:
            shared = part.helping & other.helping
            if (shared & FIRST_COPIES) ^ shared >> COPY_SHIFT or (shared and len(parts) > 2):
                return True
    return False


@lru_cache(maxsize=16)
def _plans(shape: tuple[int, ...]) -> tuple[tuple[_Key, ...], ...]:
    """Return how many cards each of those melds may lack."""
    keys = [[(size, lacks) for lacks in range(size)] for size in shape]
    return tuple([plan for plan in product(*keys) if list(plan) == sorted(plan)])


@lru_cache(maxsize=16)
def _sequences(form: Form) -> tuple[int, ...]:
    """Return the sequences of the first suit that need not be taken apart."""
    top = RANKS + form.aces_high
    found = []
    for size in (3, 4, 5):
        for low in range(top - size + 1):
            row = ((1 << size) - 1) << low
            found.append(row ^ (1 << ABOVE_KING | 1) if row >> ABOVE_KING else row)
    return tuple(found)


_Need = tuple[int, bool]
"""The cards that a meld lacks, and whether a wild card stands for another one."""


@lru_cache(maxsize=1 << 12)
def _needs(form: Form, part: Part, wild: bool) -> tuple[_Need, ...]:
    """Return all that such a part may lack, where there are wild cards or none."""
    found: set[_Need] = set()
    size = part.cards.bit_count() + part.lacks
    for meld in _melds(form):
        if meld.bit_count() == size and not part.cards & ~meld:
            lacking = without(meld, part.cards)
            if part.lacks == 1 or (lacking | lacking >> COPY_SHIFT) & part.helping:
                found.add((lacking, False))
                if wild:
                    found |= {(without_card(lacking, card), True) for card in mask_cards(lacking)}
    return tuple(found)


@lru_cache(maxsize=16)
def _melds(form: Form) -> tuple[int, ...]:
    """Return all melds that need not be taken apart."""
    rows = [
        meld << suit * SUIT_SHIFT for meld in _sequences(form) for suit in range(len(SUIT_BITS))
    ]
    return (*rows, *[meld << rank for meld in _groups(form) for rank in range(RANKS)])


@lru_cache(maxsize=16)
def _groups(form: Form) -> tuple[int, ...]:
    """Return the groups of aces that need not be taken apart."""
    longest = _LONGEST_MELD if form.least_suits == 4 else _LONGEST_MELD - 1
    return tuple(
        [
            group
            for group in subsets_of(RANK_SPREAD)
            if group.bit_count() <= longest
            and not group >> COPY_SHIFT & ~group
            and form.is_group(group, 0)
        ]
    )


@lru_cache(maxsize=1 << 13)
def _parts(melds: tuple[int, ...], held: int, left: int, wild: bool) -> _Parts:
    """Return what the held cards are of those melds, if the rest may come."""
    found: _Parts = {}
    for meld in melds:
        size = meld.bit_count()
        for cards in subsets_of(meld & held):
            lacking = without(meld, cards)
            dead = (lacking & ~left).bit_count()
            if dead > wild or cards >> COPY_SHIFT & ~cards:
                continue
            part = (size, lacking.bit_count()), cards, dead > 0
            ones = lacking & FIRST_COPIES
            found[part] = found.get(part, 0) | (ones | ones << COPY_SHIFT) & left
    return found
