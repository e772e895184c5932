"""A bot's judgement of a hand: how far it is from going out, and which cards would help it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.rummy.cards.play import HAND_SIZE, without
from cardtui_engine.families.rummy.melding.forms import LEAST, Form
from cardtui_engine.families.rummy.melding.masks import BIT, CARDS, RANKS, hand_mask, mask_cards
from cardtui_engine.families.rummy.melding.melder import Arrangement, Melder

_MELDS: Final = HAND_SIZE // LEAST
"""Nine cards make three melds, or fewer that are longer."""


_FARTHEST: Final = 2
"""Two cards of a suit are in one meld of three if they are no farther apart."""


def _can_meld(card: Card, other: Card) -> bool:
    """Return whether two cards could lie in one meld of three; the ace lies at both ends."""
    if card % RANKS == other % RANKS:
        return True
    apart = (card - other) % RANKS
    return card // RANKS == other // RANKS and min(apart, RANKS - apart) <= _FARTHEST


_BESIDE: Final = tuple(
    hand_mask([other for other in CARDS if _can_meld(card, other)]) for card in CARDS
)
"""By card, those that could lie in a meld of three with it."""


class Progress(NamedTuple):
    """How far a hand of nine has come.

    Attributes:
        distance: the number of cards it lacks, judged by its best arrangement; 0 if it lacks none.
        live: the number of cards that may still come and would bring it nearer.
        loose: the cards that are in no meld.
        wanted: the cards that would complete a meld that is begun.
        full: whether as many melds are begun as are missing, so that no other card helps.
    """

    distance: int
    live: int
    loose: tuple[Card, ...]
    wanted: frozenset[Card]
    full: bool


class _Begun(NamedTuple):
    """A meld that two loose cards begin.

    Attributes:
        less_live: how many of the cards that it lacks may still come, below zero.
        places: of the two among the loose cards.
        wanted: the cards that would complete it.
    """

    less_live: int
    places: tuple[int, int]
    wanted: tuple[Card, ...]


Starts = Mapping[tuple[Card, Card], tuple[Card, ...]]
"""By two cards that are one short of a meld, the cards that would complete it."""


@lru_cache(maxsize=64)
def starts_of(form: Form) -> Starts:
    """Return every pair of cards that is one short of a meld."""
    melder = Melder(form)
    found = {}
    for first, second in combinations_with_replacement(CARDS, 2):
        same_rank = first % RANKS == second % RANKS
        if not same_rank and first // RANKS != second // RANKS:
            continue
        wanted = tuple(
            [
                third
                for third in CARDS
                if (third % RANKS == first % RANKS) == same_rank
                and not first == second == third
                and melder.is_meld(hand_mask((first, second, third)))
            ]
        )
        if wanted:
            found[first, second] = found[second, first] = wanted
    return found


class HandJudge:
    """Judges hands by the melds of one game, knowing which cards have been seen.

    Args:
        starts: how melds begin.
        melder: finds melds, with the game's trumps.
        trumps: the wild cards.
        seen: cards that cannot come any more: those in the hand itself and those that lie open.

    Attributes:
        trumps: the wild cards.
    """

    def __init__(
        self, starts: Starts, melder: Melder, trumps: tuple[Card, ...], seen: Iterable[Card]
    ) -> None:
        self._pairs = starts
        self._melder = melder
        self.trumps = trumps
        self._standings: dict[int, Progress] = {}
        self._left = [2] * len(CARDS)
        for card in seen:
            self._left[card] -= 1

    def live(self, cards: Iterable[Card]) -> int:
        """Return how many copies of those cards may still come."""
        left = self._left
        return sum([left[card] for card in cards])

    def standing(self, hand: Iterable[Card]) -> Progress:
        """Return how far a hand of nine has come."""
        mask = hand_mask(hand)
        known = self._standings.get(mask)
        if known is None:
            known = self._standings[mask] = self._judged(mask)
        return known

    def _judged(self, mask: int) -> Progress:
        melds, loose = self._arranged(mask)
        return self._progress(loose, self._begun(loose), _MELDS - len(melds))

    def throws(self, hand: Iterable[Card]) -> list[tuple[Card, Progress]]:
        """Return the loose cards that a hand of ten may throw, and how far it has then come.

        Where all ten lie in melds, any of them may be thrown.
        """
        cards = tuple(hand)
        melds, loose = self._arranged(hand_mask(cards))
        if not loose:
            return [(card, self.standing(without(cards, card))) for card in sorted(set(cards))]
        missing, begun = _MELDS - len(melds), self._begun(loose)
        found = []
        for place, card in enumerate(loose):
            if not place or card != loose[place - 1]:
                rest = loose[:place] + loose[place + 1 :]
                left = [each for each in begun if place not in each.places]
                found.append((card, self._progress(rest, left, missing)))
        return found

    def _arranged(self, mask: int) -> tuple[Arrangement, tuple[Card, ...]]:
        """Return the best melds of a hand, and its other cards."""
        melds = self._melder.best(mask)
        melded = 0
        for meld in melds:
            melded |= meld
        return melds, mask_cards(mask ^ melded)

    def _progress(self, loose: tuple[Card, ...], begun: list[_Begun], missing: int) -> Progress:
        """Return how far a hand has come that lacks so many melds.

        Args:
            loose: the cards in no meld.
            begun: what two of them begin, the likeliest first.
            missing: how many melds.
        """
        jokers = sum([card in self.trumps for card in loose])
        taken: set[int] = set()
        wanted: set[Card] = set()
        count = 0
        for each in begun:
            wanted.update(each.wanted)
            if count < missing and taken.isdisjoint(each.places):
                taken.update(each.places)
                count += 1
        # A joker can begin a meld with any card.
        pairs = min(count + jokers, missing)
        distance = min(2 * missing - pairs, len(loose))
        full = pairs == missing and distance < len(loose)
        return Progress(distance, self.live(wanted), loose, frozenset(wanted), full)

    def _begun(self, loose: tuple[Card, ...]) -> list[_Begun]:
        """Return the melds that two loose cards begin and that may still come, likeliest first."""
        begun = []
        for place, first in enumerate(loose):
            if first in self.trumps:
                continue
            for other in range(place + 1, len(loose)):
                wanted = self._pairs.get((first, loose[other]))
                if wanted and loose[other] not in self.trumps and (live := self.live(wanted)):
                    begun.append(_Begun(-live, (place, other), wanted))
        begun.sort()
        return begun

    def outs(self, hand: Iterable[Card]) -> int:
        """Return how many cards that may still come would let a hand of nine go out at once."""
        return self.live(self._melder.completing(hand_mask(hand)))

    def completing(self, hand: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards that would each let a hand of nine go out at once."""
        return self._melder.completing(hand_mask(hand))

    def all_melded(self, hand: Iterable[Card]) -> bool:
        """Return whether all cards of a hand can lie in melds."""
        return None in self._melder.out(hand_mask(hand))

    def helpful(self, hand: Iterable[Card]) -> list[Card]:
        """Return the cards that may bring a hand of nine nearer; some of them may not."""
        standing = self.standing(hand)
        if standing.full:
            return sorted(standing.wanted.union(self.trumps))
        mask = hand_mask(self.trumps)
        for card in hand:
            mask |= _BESIDE[card]
        return [card for card in CARDS if mask & BIT[card]]

    def use(self, card: Card) -> int:
        """Return how many live pairs would meld with that card: a measure of whom it may help."""
        left = self._left
        total = 0
        for other in CARDS:
            wanted = self._pairs.get((card, other))
            if wanted and left[other]:
                total += left[other] * self.live(wanted)
        return total
