"""Outlook: how likely a hand of nine goes out before the others, looking one draw ahead.

Each round somebody else may go out, and a card may come that brings the hand nearer. For each such
card the outlook throws what the nearer hand can best do without, and judges what is left by its
distance, and by how many cards would help it further.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.rummy.cards.judging import HandJudge, Progress
from cardtui_engine.families.rummy.melding.masks import with_card, without_card

_USUAL: Final = (0, 5, 13, 24, 34, 44, 50)
"""By distance, how many unseen cards usually bring a hand nearer."""

_FARTHEST: Final = len(_USUAL) - 1

_SUREST: Final = 0.9
"""The greatest chance that a round brings a hand nearer."""

_TRIED: Final = 4
"""Of how many throws it is worked out what may follow: of those that look best."""

_DANGER: Final = 0.0003
"""What a thrown card costs for each way in which it may help somebody else."""


class Race(NamedTuple):
    """What happens from one turn of a seat to its next.

    Attributes:
        unseen: how many cards could be the next one.
        others: the chance that somebody else goes out.
        far: how many cards the seat is offered: one from the stock, and a discard, which is worth
            less, as whoever threw it had the choice.
        near: the same where a single card is missing, which may be claimed out of turn.
        ten: what it is worth to go out with ten cards, where that with nine is worth 1.
    """

    unseen: int
    others: float
    far: float
    near: float
    ten: float


class Outlook:
    """Judges hands, as masks, in one position.

    Args:
        sense: knows the melds, and the cards that may still come.
        race: how the others play.
    """

    def __init__(self, sense: HandJudge, race: Race) -> None:
        self._sense = sense
        self._race = race
        self._stays = 1 - race.others
        self._nearers: dict[int, list[tuple[int, float]]] = {}
        usual = [1.0]
        for distance, cards in enumerate(_USUAL[1:], start=1):
            usual.append(self._with_usual(cards, distance, usual[-1]))
        self._usual = usual

    def worth(self, hand: int) -> float:
        """Return what a hand of nine is worth before its turn: the chance to go out first.

        Going out with ten cards counts as the race says.
        """
        nearer = self._nearer(hand)
        copies = sum([each for each, _ in nearer])
        if not copies:
            return self._roughly(self._sense.standing(hand))
        mean = sum([each * worth for each, worth in nearer]) / copies
        return self._comes(copies, self._sense.standing(hand).distance) * mean

    def drawing(self, hand: int) -> float:
        """Return what a hand of nine is worth that draws from the stock now."""
        total, others = 0.0, self._race.unseen
        for copies, worth in self._nearer(hand):
            total += copies * worth
            others -= copies
        return (total + max(others, 0) * self._stays * self.worth(hand)) / self._race.unseen

    def best_throw(self, hand: int) -> tuple[Card, float]:
        """Return which of ten cards to throw, and what the other nine are then worth."""
        sense = self._sense
        ways = []
        for card, standing in sense.throws(hand):
            worth = self._roughly(standing)
            ways.append((card in sense.trumps, standing.distance, -worth, card))
        ways.sort()
        judged = [
            (self._stays * self.worth(without_card(hand, card)) - _DANGER * sense.use(card), card)
            for trump, distance, _, card in ways[:_TRIED]
            if (trump, distance) == ways[0][:2]
        ]
        worth, card = max(judged)
        return card, worth

    def _roughly(self, standing: Progress) -> float:
        """Return what a hand is worth by its distance and the cards that help it."""
        distance, live = standing.distance, standing.live
        if not distance:
            return 1.0
        if distance == 1:  # a wild card helps, too
            live = self._sense.live(standing.wanted | self._sense.wild)
        if not live:  # it must begin something else
            distance += 1
            live = _USUAL[min(distance, _FARTHEST)]
        distance = min(distance, _FARTHEST)
        return self._with_usual(live, distance, self._usual[distance - 1])

    def _with_usual(self, cards: int, distance: int, nearer: float) -> float:
        """Return what a hand is worth that so many cards bring nearer, to what is worth that."""
        return self._comes(cards, distance) * nearer * (1 if distance == 1 else self._stays)

    def _comes(self, cards: int, distance: int) -> float:
        """Return how likely one of so many cards comes before anybody else goes out."""
        race = self._race
        offered = race.near if distance == 1 else race.far
        hit = min(cards * offered / race.unseen, _SUREST)
        return hit / (1 - self._stays * (1 - hit))

    def _nearer(self, hand: int) -> list[tuple[int, float]]:
        """Return the cards that bring a hand nearer: how many copies, and what it is then worth."""
        known = self._nearers.get(hand)
        if known is None:
            known = self._nearers[hand] = self._brought_nearer(hand)
        return known

    def _brought_nearer(self, hand: int) -> list[tuple[int, float]]:
        sense = self._sense
        distance = sense.standing(hand).distance
        if distance <= 1:
            return [
                (sense.copies(card), self._out(with_card(hand, card)))
                for card in sense.completing(hand)
            ]
        found = []
        for card in sense.helpful(hand):
            standing = sense.nearest(with_card(hand, card))
            if standing.distance < distance:
                found.append((sense.copies(card), self._stays * self._roughly(standing)))
        return found

    def _out(self, hand: int) -> float:
        """Return what it is worth to go out with these ten cards."""
        ten = self._race.ten
        return ten if ten > 1 and self._sense.all_melded(hand) else 1.0
