"""A bot's judgement of a hand: how far it is from going out, and which cards would help it.
How much what the next seat took and threw tells of its hand: `_HELD_WEIGHT`, `_SHUNNED_FACTOR`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from cardtui_engine.cards import JOKER, Card
from cardtui_engine.families.rummy.cards.bot.making import (
    BOTH_COPIES,
    MELD_NEIGHBOURS,
    MOST_MELDS,
    PACK,
    Made,
    completed_by,
    completions,
    made_by,
    melds_all,
    partners_of,
    starts_of,
    with_loose,
)
from cardtui_engine.families.rummy.cards.shown import RummyShown
from cardtui_engine.families.rummy.melding.masks import (
    BIT_OF_CARD,
    CARDS,
    JOKERS,
    bits_of,
    both,
    jokers_mask,
    mask_cards,
    with_card,
    without_card,
)
from cardtui_engine.families.rummy.melding.melder import Melder
from cardtui_engine.families.rummy.melding.missing import Lack, missing

_HELD_WEIGHT: Final = 4
"""For how many cards that may be anywhere one counts that the next seat is known to hold."""

_SHUNNED_FACTOR: Final = 0.85
"""How much less a card helps the next seat for each one that it threw and that is like it."""


class Progress(NamedTuple):
    """How far a hand of nine has come.

    Attributes:
        distance: the number of cards it lacks, judged by its best arrangement; 0 if it lacks none.
        live: how many cards may still come that would bring it nearer.
        wanted: the cards that would complete a meld that is begun, as a mask of both copies.
        full: whether as many melds are begun as are missing, so that no other card helps.
    """

    distance: int
    live: int
    wanted: int
    full: bool


def _nearest_first(progress: Progress) -> tuple[int, int]:
    return progress.distance, -progress.live


_Begun = list[tuple[int, int, int, int]]
"""Melds that two loose cards begin, the likeliest first: how many of the cards that it lacks may
still come, below zero; its number; the places of the two; the cards."""


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
        self.wild = both(self.trumps)
        self._partners = partners_of(melder.form)
        self._standings: dict[int, Progress] = {}
        self._lacks: dict[int, Lack | None] = {}
        self._left = PACK | jokers_mask(melder.jokers)
        for card in seen:
            self._left = without_card(self._left, card)

    def live(self, cards: int) -> int:
        """Return how many of those cards may still come; the mask has both copies of each."""
        return (self._left & cards).bit_count()

    def copies(self, card: Card) -> int:
        """Return how many copies of a card may still come."""
        return (self._left & BOTH_COPIES[card]).bit_count()

    def standing(self, hand: int) -> Progress:
        """Return how far a hand of nine has come."""
        known = self._standings.get(hand)
        if known is None:
            made = made_by(self._melder, hand)
            known = self._standings[hand] = self._progress(made, self._begun(made), 0)
        return known

    def throws(self, hand: int) -> list[tuple[Card, Progress]]:
        """Return the loose cards that a hand of ten may throw, and how far it has then come.

        Where all ten lie in melds, any of them may be thrown.
        """
        made = made_by(self._melder, hand)
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

    def nearest(self, hand: int, card: Card) -> Progress:
        """Return how far a hand of nine comes with a card, once it throws one that is not wild."""
        if BIT_OF_CARD[card] & (completed_by(self._melder, hand) | self.wild):
            more = with_card(hand, card)
            made = made_by(self._melder, more)
            if not made.loose:
                ways = [progress for _, progress in self.throws(more)]
                return min(ways, key=_nearest_first)
        else:
            made = with_loose(self._melder, hand, card)
        begun = self._begun(made)
        used = taken = pairs = 0
        for _, _, places, _ in begun:
            used |= places
            if not places & taken and pairs < made.missing:
                taken |= places
                pairs += 1
        every = (1 << len(made.loose)) - 1
        idle = every & ~used
        if idle:  # without it all that is begun is left
            return self._progress(made, begun, idle & -idle)
        places = every & ~taken or every
        return min([self._progress(made, begun, at) for at in bits_of(places)], key=_nearest_first)

    def _progress(self, made: Made, begun: _Begun, thrown: int) -> Progress:
        """Return how far a hand has come that throws the loose card in that place, or none.

        Args:
            made: what the hand makes.
            begun: what two of its loose cards begin.
            thrown: the bit of the place, 0 for none.
        """
        missing, jokers = made.missing, min(made.jokers, made.missing)
        taken = thrown
        wanted = pairs = 0
        for _, _, places, more in begun:
            if not places & thrown:
                wanted |= more
                if not places & taken and pairs < missing:
                    taken |= places
                    pairs += 1
        helps = wanted
        if pairs < missing:
            for place, card in enumerate(made.loose):
                if not taken >> place & 1:
                    helps |= self._partners[card]
        if jokers < missing:
            helps |= self.wild
        # Where melds are long, few cards are left over, and each of them can be exchanged. A meld
        # takes in one joker.
        over = len(made.loose) - bool(thrown) + max(made.jokers + missing - MOST_MELDS, 0)
        distance = 2 * missing - pairs - jokers
        full = pairs == missing and distance < over
        live = (self._left & helps).bit_count()
        return Progress(min(distance, over), live, wanted, full)

    def _begun(self, made: Made) -> _Begun:
        """Return the melds that two loose cards begin and that may still come."""
        left = self._left
        begun = []
        for number, (places, wanted) in enumerate(made.begun):
            if live := (left & wanted).bit_count():
                begun.append((-live, number, places, wanted))
        begun.sort()
        return begun

    def lack(self, hand: int) -> Lack | None:
        """Return what a hand of nine lacks, and which cards help it: `standing` estimates that."""
        if hand not in self._lacks:
            self._lacks[hand] = missing(self._melder, hand, self._left)
        return self._lacks[hand]

    def outs(self, hand: int) -> int:
        """Return how many cards that may still come would let a hand of nine go out at once."""
        return self.live(completions(self._melder, hand))

    def completing(self, hand: int) -> list[Card]:
        """Return the cards that may still come and would let a hand of nine go out at once."""
        return self._coming(completions(self._melder, hand))

    def all_melded(self, hand: int) -> bool:
        """Return whether all cards of a hand can lie in melds."""
        return melds_all(self._melder, hand)

    def helpful(self, hand: int) -> list[Card]:
        """Return the cards that may come and bring a hand of nine nearer; some of them may not."""
        standing = self.standing(hand)
        mask = self.wild
        if standing.full:
            mask |= standing.wanted
        else:
            loose = made_by(self._melder, hand).loose
            # Where hardly a card is loose, it helps to make a meld longer, too.
            for card in loose if standing.distance < len(loose) else mask_cards(hand):
                mask |= MELD_NEIGHBOURS[card]
        return self._coming(mask)

    def _coming(self, cards: int) -> list[Card]:
        mask = self._left & cards
        found = [card for card in CARDS if mask & BIT_OF_CARD[card]]
        return [*found, JOKER] if mask & JOKERS else found

    def use(self, card: Card, following: RummyShown) -> float:
        """Return how many live pairs would meld with that card: a measure of whom it may help.

        A card that the next seat took counts for several, as it is known to be there. Of what fits
        with a card that it threw it hardly keeps more.
        """
        if card == JOKER:
            return float(len(CARDS) * _HELD_WEIGHT)  # it fits with everything
        left, starts = self._left, starts_of(self._melder.form)[card]
        total = 0.0
        for other, wanted in enumerate(starts):
            if wanted and (copies := (left & BOTH_COPIES[other]).bit_count()):
                total += copies * (left & wanted).bit_count()
        for taken in following.taken:
            total += _HELD_WEIGHT * (left & starts[taken]).bit_count()
        for thrown in following.thrown:
            if MELD_NEIGHBOURS[thrown] & BIT_OF_CARD[card]:
                total *= _SHUNNED_FACTOR
        return total
