"""Melds: finds every way to lay a hand in groups and sequences, exactly.

A meld is a mask of the hand's own bits (`masks`), and an arrangement a tuple of melds that
share none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui_engine.cards import Card
from cardtui_engine.rummy.forms import Finder, Form, groups_in, sequences_in
from cardtui_engine.rummy.masks import (
    ABOVE_KING,
    ACES,
    BIT,
    CARD,
    CARDS,
    FIRST_COPIES,
    RANK_BITS,
    SECOND,
    SPREAD,
    SUIT_BITS,
    bits_of,
    with_card,
)

_LACKS: Final = 1 << 127
"""Marks a meld that lacks its joker; no card has this bit."""

_A_JOKER: Final = 1 << 126
"""Stands for any of the jokers as the card thrown; no card has this bit."""

Arrangement = tuple[int, ...]
"""Melds that share no card, as masks."""


class Melder:
    """Answers every question about melds in one game, with one choice of trumps.

    Args:
        form: what makes a meld.
        trumps: wild cards: each may stand for another card, one in a meld.
        natural: whether a trump in its own place is an ordinary card; else it counts as wild
            wherever it stands (CA-14).
    """

    __slots__ = (
        "_aces",
        "_groups",
        "_least_suits",
        "_natural",
        "_sequences",
        "_trumps",
        "_wild_groups",
        "_wild_sequences",
    )

    def __init__(self, form: Form, trumps: Sequence[Card] = (), *, natural: bool = False) -> None:
        self._aces = ACES if form.aces_high else 0
        self._least_suits = form.least_suits
        self._trumps = sum(BIT[card] * (1 | 1 << SECOND) for card in trumps)
        self._natural = natural
        self._groups = groups_in(form, 0)
        self._sequences = sequences_in(form, 0)
        self._wild_groups = groups_in(form, 1)
        self._wild_sequences = sequences_in(form, 1)

    def is_meld(self, cards: int) -> bool:
        """Whether these cards are one meld."""
        plain, wild, jokers = self._melds(cards)
        if jokers:
            return jokers.bit_count() == 1 and cards ^ jokers in wild
        return cards in plain

    def best(self, hand: int) -> Arrangement:
        """Return the arrangement that melds most cards, and among those one of fewest melds.

        >>> melder = Melder(Form(aces_high=False, least_suits=3, most_suits=3, longest=6))
        >>> hand = hand_mask(FRENCH.cards(["4S", "5S", "6S", "7S", "7H", "7D", "KC"]))
        >>> [FRENCH.sorted_codes(mask_cards(meld)) for meld in melder.best(hand)]
        [['7D', '7H', '7S'], ['4S', '5S', '6S']]
        """
        plain, wild, jokers = self._melds(hand)
        if not wild and len(plain) < 2:
            return plain
        return _filled(_most(plain, wild, jokers.bit_count()), jokers)

    def out(self, hand: int) -> dict[Card | None, Arrangement]:
        """Return how the hand goes out: by the card thrown, ``None`` for none, the melds.

        Every card that can be thrown is there, each with an arrangement of fewest melds.
        """
        plain, wild, jokers = self._melds(hand)
        loose = hand & ~_cover(plain, wild) & ~jokers
        if loose & loose - 1:
            return {}
        found = _Ways(plain, wild)
        found.search(hand ^ jokers, jokers.bit_count(), 0, ())
        ways: dict[Card | None, Arrangement] = {}
        for thrown, melds in found.ways.items():
            if thrown == _A_JOKER:
                for bit in bits_of(jokers):
                    ways[CARD[bit]] = _filled(melds, jokers ^ bit)
            else:
                ways[CARD[thrown] if thrown else None] = _filled(melds, jokers)
        return ways

    def completing(self, hand: int) -> tuple[Card, ...]:
        """Return the cards with one of which the hand would go out.

        A card counts of which the hand does not hold both copies (CA-40).
        """
        plain, wild, _ = self._melds(hand)
        if not plain and not wild:
            return ()  # nine melded cards with any one taken out hold a meld
        held_twice = hand >> SECOND
        return tuple(
            [
                card
                for card in CARDS
                if not held_twice & BIT[card] and self.out(with_card(hand, card))
            ]
        )

    def _melds(self, hand: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """Return the melds in the hand, those that lack a joker, and the jokers.

        Where trumps in their own place are ordinary cards, any of them may be the joker of
        any meld: then every meld is in the first list, with its joker, and there are no others.
        """
        trumps = hand & self._trumps
        if not trumps:
            return self._plain_melds(hand), (), 0
        if not self._natural:
            naturals = hand ^ trumps
            return self._plain_melds(naturals), self._melds_to_be(naturals), trumps
        plain = self._plain_melds(hand)
        joined = [
            meld | joker for meld in self._melds_to_be(hand) for joker in bits_of(trumps & ~meld)
        ]
        return tuple(dict.fromkeys((*plain, *joined))), (), 0

    def _plain_melds(self, hand: int) -> tuple[int, ...]:
        """Return the melds without a joker."""
        ones = hand & FIRST_COPIES
        places = ones | (ones & self._aces) << ABOVE_KING
        starts = places & places >> 1 & places >> 2
        pairs = ones & ones >> 32
        either = ones | ones >> 32
        if self._least_suits == 3:
            ranks = (pairs & either >> 16 | pairs >> 16 & either) & RANK_BITS
        else:
            ranks = self._ranks_of_group(hand, pairs, either)
        if not starts and not ranks:
            return ()
        found: tuple[int, ...] = ()
        while ranks:
            low = ranks & -ranks
            ranks ^= low
            found += self._groups(hand & low * SPREAD)
        if starts:
            found += self._in_suits(hand, starts | starts << 1 | starts << 2, self._sequences)
        return found

    def _melds_to_be(self, hand: int) -> tuple[int, ...]:
        """Return the cards that are a meld with one joker more."""
        ones = hand & FIRST_COPIES
        places = ones | (ones & self._aces) << ABOVE_KING
        near = places & (places >> 1 | places >> 2)
        pairs = ones & ones >> 32
        either = ones | ones >> 32
        two_suits = pairs | pairs >> 16 | either & either >> 16
        match self._least_suits:
            case 4:
                ranks = pairs & either >> 16 | pairs >> 16 & either
            case 3:
                ranks = two_suits
            case _:
                ranks = two_suits | _ranks_held_twice(hand)
        ranks &= RANK_BITS
        found: tuple[int, ...] = ()
        while ranks:
            low = ranks & -ranks
            ranks ^= low
            found += self._wild_groups(hand & low * SPREAD)
        if near:
            found += self._in_suits(hand, near | near << 1 | near << 2, self._wild_sequences)
        return found

    def _ranks_of_group(self, hand: int, pairs: int, either: int) -> int:
        """Return the ranks of which the hand may hold a group, where three suits are no measure."""
        if self._least_suits == 4:
            return pairs & pairs >> 16 & RANK_BITS
        three_suits = pairs & either >> 16 | pairs >> 16 & either
        two_suits = pairs | pairs >> 16 | either & either >> 16
        return (three_suits | two_suits & _ranks_held_twice(hand)) & RANK_BITS

    def _in_suits(self, hand: int, places: int, find: Finder) -> tuple[int, ...]:
        """Return what is found suit by suit among the cards at those places."""
        places |= places >> ABOVE_KING & self._aces
        hand &= places | places << SECOND
        found: tuple[int, ...] = ()
        for suit in SUIT_BITS:
            if part := hand & suit:
                found += find(part)
        return found


def _ranks_held_twice(hand: int) -> int:
    """Return the ranks of which both copies of a card are there."""
    twice = hand >> SECOND
    twice |= twice >> 32
    return twice | twice >> 16


def _cover(plain: tuple[int, ...], wild: tuple[int, ...]) -> int:
    """Return all cards that are in some meld."""
    cover = 0
    for meld in plain:
        cover |= meld
    for meld in wild:
        cover |= meld
    return cover


def _filled(melds: Arrangement, jokers: int) -> Arrangement:
    """Return the melds with a joker put into each that lacks one."""
    if not jokers:
        return melds
    left = bits_of(jokers)
    return tuple([meld ^ _LACKS | next(left) if meld & _LACKS else meld for meld in melds])


def _most(plain: tuple[int, ...], wild: tuple[int, ...], jokers: int) -> Arrangement:
    """Return the melds that cover most cards: among the best the first of fewest melds."""
    melds = plain + wild
    first_wild = len(plain)
    cover = _cover(plain, wild)
    best: Arrangement = ()
    most = 0
    # Level by level: one meld, two, three; so fewer melds come first.
    level = [(0, 0, jokers, best)]
    while level:
        longer = []
        for start, used, left, chosen in level:
            for index in range(start, len(melds) if left else first_wild):
                meld = melds[index]
                if meld & used:
                    continue
                now = used | meld
                if index < first_wild:
                    jokers_left = left
                    arrangement = (*chosen, meld)
                else:
                    jokers_left = left - 1
                    arrangement = (*chosen, meld | _LACKS)
                count = now.bit_count() + jokers - jokers_left
                if count > most:
                    most, best = count, arrangement
                # Two cards and a joker are the least that can still be added.
                if count + (cover & ~now).bit_count() + jokers_left > most:
                    longer.append((index + 1, now, jokers_left, arrangement))
        level = longer
    return best


class _Ways:
    """A search for the arrangements of a whole hand, or of all but one card."""

    def __init__(self, plain: tuple[int, ...], wild: tuple[int, ...]) -> None:
        self.ways: dict[int, Arrangement] = {}
        self._plain = _by_lowest(plain)
        self._wild = _by_lowest(wild)

    def search(self, rest: int, jokers: int, thrown: int, chosen: Arrangement) -> None:
        """Meld or throw the lowest card that is left, in every way there is."""
        if not rest:
            if not jokers:
                self._keep(thrown, chosen)
            elif jokers == 1 and not thrown:
                self._keep(_A_JOKER, chosen)
            return
        low = rest & -rest
        for meld in self._plain.get(low, ()):
            if not meld & ~rest:
                self.search(rest ^ meld, jokers, thrown, (*chosen, meld))
        if jokers:
            for meld in self._wild.get(low, ()):
                if not meld & ~rest:
                    self.search(rest ^ meld, jokers - 1, thrown, (*chosen, meld | _LACKS))
        if not thrown:
            self.search(rest ^ low, jokers, low, chosen)

    def _keep(self, thrown: int, melds: Arrangement) -> None:
        # The copies of a card are interchangeable.
        if thrown >= 1 << SECOND and thrown != _A_JOKER:
            thrown >>= SECOND
        known = self.ways.get(thrown)
        if known is None or len(melds) < len(known):
            self.ways[thrown] = melds


def _by_lowest(melds: tuple[int, ...]) -> dict[int, list[int]]:
    """Return the melds by the lowest of their cards."""
    found: dict[int, list[int]] = {}
    for meld in melds:
        found.setdefault(meld & -meld, []).append(meld)
    return found
