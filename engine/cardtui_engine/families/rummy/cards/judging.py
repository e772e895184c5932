"""A bot's judgement of a hand: how far it is from going out, and which cards would help it.

What follows from the cards of a hand alone is kept from one decision to the next: a hand changes by
a card at a time. Only what may still come is another thing each time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.rummy.cards.play import HAND_SIZE
from cardtui_engine.families.rummy.melding.forms import LEAST, Form
from cardtui_engine.families.rummy.melding.masks import (
    BIT,
    CARDS,
    RANKS,
    SECOND,
    hand_mask,
    mask_cards,
    without_card,
)
from cardtui_engine.families.rummy.melding.melder import Melder

_MELDS: Final = HAND_SIZE // LEAST
"""Nine cards make three melds, or fewer that are longer."""

_KEPT: Final = 1 << 14
"""Of how many hands it is kept what they make."""

_FARTHEST: Final = 2
"""Two cards of a suit are in one meld of three if they are no farther apart."""


def _can_meld(card: Card, other: Card) -> bool:
    """Return whether two cards could lie in one meld of three; the ace lies at both ends."""
    if card % RANKS == other % RANKS:
        return True
    apart = (card - other) % RANKS
    return card // RANKS == other // RANKS and min(apart, RANKS - apart) <= _FARTHEST


def _both(cards: Iterable[Card]) -> int:
    """Return both copies of those cards, as a mask."""
    mask = 0
    for card in cards:
        mask |= BIT[card] | BIT[card] << SECOND
    return mask


_BOTH: Final = tuple([_both((card,)) for card in CARDS])
"""By card, the mask of both copies."""

_PACK: Final = _both(CARDS)

_BESIDE: Final = tuple(
    [_both([other for other in CARDS if _can_meld(card, other)]) for card in CARDS]
)
"""By card, those that could lie in a meld of three with it."""


class Progress(NamedTuple):
    """How far a hand of nine has come.

    Attributes:
        distance: the number of cards it lacks, judged by its best arrangement; 0 if it lacks none.
        live: the number of cards that may still come and would bring it nearer.
        wanted: the cards that would complete a meld that is begun, as a mask of both copies.
        full: whether as many melds are begun as are missing, so that no other card helps.
    """

    distance: int
    live: int
    wanted: int
    full: bool


def _nearest_first(progress: Progress) -> tuple[int, int]:
    return progress.distance, -progress.live


class _Made(NamedTuple):
    """What a hand makes at best.

    Attributes:
        missing: how many melds it lacks.
        loose: the cards that are in no meld, sorted.
        jokers: how many of them are wild.
        begun: the melds that two loose cards begin: the places of the two, as a mask, and the cards
            that would complete it, as a mask of both copies.
    """

    missing: int
    loose: tuple[Card, ...]
    jokers: int
    begun: tuple[tuple[int, int], ...]


_Begun = list[tuple[int, int, int, int]]
"""Melds that two loose cards begin, the likeliest first: how many of the cards that it lacks may
still come, below zero; its number; the places of the two; the cards."""


@lru_cache(maxsize=64)
def starts_of(form: Form) -> tuple[tuple[int, ...], ...]:
    """Return, by two cards, those that would complete a meld with them, as a mask of both copies.

    Where two cards are not one short of a meld, there are none.
    """
    melder = Melder(form)
    found = [[0] * len(CARDS) for _ in CARDS]
    for first, second in combinations_with_replacement(CARDS, 2):
        same_rank = first % RANKS == second % RANKS
        if not same_rank and first // RANKS != second // RANKS:
            continue
        found[first][second] = found[second][first] = _both(
            [
                third
                for third in CARDS
                if (third % RANKS == first % RANKS) == same_rank
                and not first == second == third
                and melder.is_meld(hand_mask((first, second, third)))
            ]
        )
    return tuple([tuple(row) for row in found])


@lru_cache(maxsize=_KEPT)
def _made(melder: Melder, hand: int) -> _Made:
    """Return what a hand makes at best, whatever may still come."""
    melds = melder.best(hand)
    left = hand
    for meld in melds:
        left ^= meld
    loose, trumps = mask_cards(left), melder.trumps
    starts = starts_of(melder.form)
    begun = []
    for place, first in enumerate(loose):
        if first not in trumps:
            row = starts[first]
            for other in range(place + 1, len(loose)):
                wanted = row[loose[other]]
                if wanted and loose[other] not in trumps:
                    begun.append((1 << place | 1 << other, wanted))
    jokers = sum([card in trumps for card in loose])
    return _Made(_MELDS - len(melds), loose, jokers, tuple(begun))


@lru_cache(maxsize=_KEPT)
def _completing(melder: Melder, hand: int) -> int:
    """Return the cards that would each let a hand of nine go out, as a mask of both copies."""
    return _both(melder.completing(hand))


@lru_cache(maxsize=_KEPT)
def _all_melded(melder: Melder, hand: int) -> bool:
    """Return whether all cards of a hand can lie in melds."""
    return None in melder.out(hand)


class HandJudge:
    """Judges hands by the melds of one game, knowing which cards have been seen.

    Args:
        melder: finds melds, with the game's trumps.
        seen: cards that cannot come any more: those in the hand itself and those that lie open.

    Attributes:
        trumps: the wild cards.
        wild: the same as a mask of both copies.
    """

    def __init__(self, melder: Melder, seen: Iterable[Card]) -> None:
        self._melder = melder
        self.trumps = melder.trumps
        self.wild = _both(self.trumps)
        self._standings: dict[int, Progress] = {}
        self._left = _PACK
        for card in seen:
            self._left = without_card(self._left, card)

    def live(self, cards: int) -> int:
        """Return how many of those cards may still come; the mask has both copies of each."""
        return (self._left & cards).bit_count()

    def copies(self, card: Card) -> int:
        """Return how many copies of a card may still come."""
        return (self._left & _BOTH[card]).bit_count()

    def standing(self, hand: int) -> Progress:
        """Return how far a hand of nine has come."""
        known = self._standings.get(hand)
        if known is None:
            made = _made(self._melder, hand)
            known = self._standings[hand] = self._progress(made, self._begun(made), 0)
        return known

    def throws(self, hand: int) -> list[tuple[Card, Progress]]:
        """Return the loose cards that a hand of ten may throw, and how far it has then come.

        Where all ten lie in melds, any of them may be thrown.
        """
        made = _made(self._melder, hand)
        loose = made.loose
        if not loose:
            cards = sorted(set(mask_cards(hand)))
            return [(card, self.standing(without_card(hand, card))) for card in cards]
        begun = self._begun(made)
        return [
            (card, self._progress(made, begun, 1 << place))
            for place, card in enumerate(loose)
            if not place or card != loose[place - 1]
        ]

    def nearest(self, hand: int) -> Progress:
        """Return how far a hand of ten comes with the throw of a card that is not wild."""
        made = _made(self._melder, hand)
        begun = self._begun(made)
        used = 0
        for _, _, places, _ in begun:
            used |= places
        ways = []
        for place, card in enumerate(made.loose):
            if card not in self.trumps:
                progress = self._progress(made, begun, 1 << place)
                if not used >> place & 1:
                    return progress  # all that is begun is left
                ways.append(progress)
        if not ways:
            ways = [progress for _, progress in self.throws(hand)]
        return min(ways, key=_nearest_first)

    def _progress(self, made: _Made, begun: _Begun, thrown: int) -> Progress:
        """Return how far a hand has come that throws the loose card in that place, or none.

        Args:
            made: what the hand makes.
            begun: what two of its loose cards begin.
            thrown: the bit of the place, 0 for none.
        """
        missing, jokers, loose = made.missing, made.jokers, len(made.loose)
        if thrown:
            loose -= 1
            if jokers and made.loose[thrown.bit_length() - 1] in self.trumps:
                jokers -= 1
        taken = thrown
        wanted = pairs = 0
        for _, _, places, more in begun:
            if not places & thrown:
                wanted |= more
                if not places & taken and pairs < missing:
                    taken |= places
                    pairs += 1
        pairs += jokers  # a joker can begin a meld with any card
        pairs = min(pairs, missing)
        distance = 2 * missing - pairs
        if distance >= loose:
            return Progress(loose, (self._left & wanted).bit_count(), wanted, full=False)
        full = pairs == missing
        return Progress(distance, (self._left & wanted).bit_count(), wanted, full)

    def _begun(self, made: _Made) -> _Begun:
        """Return the melds that two loose cards begin and that may still come."""
        left = self._left
        begun = []
        for number, (places, wanted) in enumerate(made.begun):
            if live := (left & wanted).bit_count():
                begun.append((-live, number, places, wanted))
        begun.sort()
        return begun

    def outs(self, hand: int) -> int:
        """Return how many cards that may still come would let a hand of nine go out at once."""
        return self.live(_completing(self._melder, hand))

    def completing(self, hand: int) -> list[Card]:
        """Return the cards that may still come and would let a hand of nine go out at once."""
        return self._coming(_completing(self._melder, hand))

    def all_melded(self, hand: int) -> bool:
        """Return whether all cards of a hand can lie in melds."""
        return _all_melded(self._melder, hand)

    def helpful(self, hand: int) -> list[Card]:
        """Return the cards that may come and bring a hand of nine nearer; some of them may not."""
        standing = self.standing(hand)
        mask = self.wild
        if standing.full:
            mask |= standing.wanted
        else:
            loose = _made(self._melder, hand).loose
            # Where hardly a card is loose, it helps to make a meld longer, too.
            for card in loose if standing.distance < len(loose) else mask_cards(hand):
                mask |= _BESIDE[card]
        return self._coming(mask)

    def _coming(self, cards: int) -> list[Card]:
        mask = self._left & cards
        return [card for card in CARDS if mask & BIT[card]]

    def use(self, card: Card) -> int:
        """Return how many live pairs would meld with that card: a measure of whom it may help."""
        left = self._left
        total = 0
        for other, wanted in enumerate(starts_of(self._melder.form)[card]):
            if wanted and (copies := (left & _BOTH[other]).bit_count()):
                total += copies * (left & wanted).bit_count()
        return total
