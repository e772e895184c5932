"""How many discards a bot of a rummy game thinks through before it throws one (`_THROWS_TRIED`),
how many rounds ahead it looks (`ROUNDS_AHEAD`), how likely a hand of nine goes out before the
others (`Outlook`), and what it costs to throw what may help the next seat (`_COST_PER_PAIR`).

Each round somebody else may go out, and a card may come that brings the hand nearer. For each such
card the outlook throws what the nearer hand can best do without, and judges what is left by its
distance, and by how many cards would help it further.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.rummy.cards.bot.judging import HandJudge, Progress
from cardtui_engine.families.rummy.cards.shown import RummyShown
from cardtui_engine.families.rummy.melding.masks import with_card, without_card

_USUAL_LIVE_CARDS: Final = (0, 4, 10, 19, 29, 40, 46)
"""By distance, how many unseen cards usually bring a hand nearer."""

_MOST_DISTANCE: Final = len(_USUAL_LIVE_CARDS) - 1

ROUNDS_AHEAD: Final = 10
"""How many rounds are looked at one by one; what follows is like the last of them."""

_MOST_CHANCE: Final = 0.9
"""The greatest chance that a round brings a hand nearer."""

ROUGH_DISTANCE: Final = 2
"""A hand that is judged to lack no more cards than that may lack one only."""

_THROWS_TRIED: Final = 8
"""Of how many throws it is worked out what may follow: of those that look best."""

_COST_PER_PAIR: Final = 0.0003
"""What a thrown card costs for each pair with which it may bring the next seat nearer."""


class Race(NamedTuple):
    """What happens from one turn of a seat to its next.

    Attributes:
        unseen: how many cards could be the next one.
        others: the chance that somebody else goes out, in this round and in those that follow.
        offers: how many cards the seat is offered: one from the stock, and a discard, which is
            worth less, as the player who threw it had the choice; then the same where a single card
            is missing, which may be claimed out of turn.
        ten: what it is worth to go out with ten cards, where that with nine is worth 1.
        fits: where somebody is sure to go out in this round, how much likelier a thrown card lets
            them do it for each pair of unseen cards that it would meld with.
        following: what the next seat has shown.
    """

    unseen: int
    others: tuple[float, ...]
    offers: tuple[float, float]
    ten: float
    fits: float
    following: RummyShown


def others_out(chances: Iterable[tuple[float, ...]]) -> tuple[float, ...]:
    """Return how likely one of several seats goes out, by round, from how likely each does."""
    left = [1.0] * ROUNDS_AHEAD
    for each in chances:
        for place in range(ROUNDS_AHEAD):
            left[place] *= 1 - each[place]
    return tuple([1 - stays for stays in left])


class Outlook:
    """Judges hands, as masks, in one position.

    Args:
        sense: knows the melds, and the cards that may still come.
        race: how the others play.
    """

    def __init__(self, sense: HandJudge, race: Race) -> None:
        self._sense = sense
        self._race = race
        self._stays = [1 - each for each in race.others]
        self._nearers: dict[int, list[tuple[int, float]]] = {}
        self._reached: dict[int, float] = {}
        self._usual = [[1.0] * len(race.others)]
        for distance, cards in enumerate(_USUAL_LIVE_CARDS[1:], start=1):
            self._usual.append(self._by_round(cards, distance))

    def worth(self, hand: int) -> float:
        """Return what a hand of nine is worth before its turn: the chance to go out first.

        Going out with ten cards counts as the race says.
        """
        nearer, standing = self._nearer(hand), self._standing(hand)
        copies = sum([each for each, _ in nearer])
        if not copies:
            return self._roughly(standing)
        mean = sum([each * worth for each, worth in nearer]) / copies
        distance = standing.distance
        return self._with(copies, distance) * mean / self._usual[max(distance - 1, 0)][1]

    def may_want(self, hand: int, card: Card) -> bool:
        """Return whether a hand of nine may be worth more with that card."""
        distance, live, *_ = self._sense.standing(hand)
        if distance <= ROUGH_DISTANCE:
            return True
        with_it = self._sense.nearest(hand, card)
        return (with_it.distance, -with_it.live) < (distance, -live)

    def drawing(self, hand: int) -> float:
        """Return what a hand of nine is worth that draws from the stock now."""
        total, others = 0.0, self._race.unseen
        stays = self._stays[0]
        goes_on = 1.0 if self._standing(hand).distance <= 1 else stays
        for copies, worth in self._nearer(hand):
            total += copies * worth * goes_on
            others -= copies
        return (total + max(others, 0) * stays * self.worth(hand)) / self._race.unseen

    def best_throw(self, hand: int) -> tuple[Card, float]:
        """Return which of ten cards to throw, and what the other nine are then worth."""
        sense, race = self._sense, self._race
        ways = []
        for card, progress in sense.throws(hand):
            standing = self._exactly(without_card(hand, card), progress)
            worth = self._roughly(standing)
            ways.append((card in sense.trumps, standing.distance, -worth, card))
        ways.sort()
        judged = []
        danger = race.fits * race.others[0]
        for trump, distance, _, card in ways[:_THROWS_TRIED]:
            if (trump, distance) == ways[0][:2]:
                worth = self.worth(without_card(hand, card))
                risk = sense.use(card, race.following) * (_COST_PER_PAIR + danger * worth)
                judged.append((worth * self._stays[0] - risk, card))
        worth, card = max(judged)
        return card, worth

    def _standing(self, hand: int) -> Progress:
        return self._exactly(hand, self._sense.standing(hand))

    def _exactly(self, hand: int, standing: Progress) -> Progress:
        """Return how far a hand has come, where it may lack a single card."""
        if not 0 < standing.distance <= ROUGH_DISTANCE:
            return standing
        outs = self._sense.outs(hand)
        return standing._replace(distance=1, live=outs) if outs else standing

    def _roughly(self, standing: Progress) -> float:
        """Return what a hand is worth by its distance and the cards that help it."""
        distance, live = standing.distance, standing.live
        if not distance:
            return 1.0
        if not live:  # it must begin something else
            distance += 1
            live = _USUAL_LIVE_CARDS[min(distance, _MOST_DISTANCE)]
        return self._with(live, min(distance, _MOST_DISTANCE))

    def _with(self, cards: int, distance: int) -> float:
        """Return what a hand is worth from the next round on that so many cards bring nearer."""
        key = cards * len(_USUAL_LIVE_CARDS) + distance
        known = self._reached.get(key)
        if known is None:
            known = self._reached[key] = self._by_round(cards, distance)[1]
        return known

    def _by_round(self, cards: int, distance: int) -> list[float]:
        """Return, by round, what a hand is worth that so many cards bring nearer."""
        race, nearer = self._race, self._usual[max(distance - 1, 0)]
        last = distance <= 1
        offered = race.offers[last]
        hit = min(cards * offered / race.unseen, _MOST_CHANCE)
        stays = self._stays[-1]
        worth = hit * (1.0 if last else stays * nearer[-1])
        worth /= 1 - (1 - hit) * stays
        found = [worth]
        for place in range(len(self._stays) - 2, -1, -1):
            stays = self._stays[place]
            after = 1.0 if last else stays * nearer[place + 1]
            worth = hit * after + (1 - hit) * stays * worth
            found.append(worth)
        found.reverse()
        return found

    def _nearer(self, hand: int) -> list[tuple[int, float]]:
        """Return the cards that bring a hand nearer: how many copies, and what it is then worth."""
        known = self._nearers.get(hand)
        if known is None:
            known = self._nearers[hand] = self._brought_nearer(hand)
        return known

    def _brought_nearer(self, hand: int) -> list[tuple[int, float]]:
        sense = self._sense
        distance = self._standing(hand).distance
        if distance <= 1:
            return [
                (sense.copies(card), self._out(with_card(hand, card)))
                for card in sense.completing(hand)
            ]
        found = []
        for card in sense.helpful(hand):
            standing = sense.nearest(hand, card)
            if standing.distance < distance:
                found.append((sense.copies(card), self._roughly(standing)))
        return found

    def _out(self, hand: int) -> float:
        """Return what it is worth to go out with these ten cards."""
        ten = self._race.ten
        return ten if ten > 1 and self._sense.all_melded(hand) else 1.0
