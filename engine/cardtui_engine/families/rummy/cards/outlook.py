"""Outlook: how likely a hand of nine goes out before the others, looking one draw ahead.

Each round somebody else may go out, and a card may come that brings the hand nearer. For each such
card the outlook throws what the nearer hand can best do without, and judges what is left by its
distance, and by how many cards would help it further.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.rummy.cards.judging import HandJudge, Progress
from cardtui_engine.families.rummy.cards.play import without

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
    """Judges hands in one position.

    Args:
        sense: knows the melds, and the cards that may still come.
        race: how the others play.
    """

    def __init__(self, sense: HandJudge, race: Race) -> None:
        self._sense = sense
        self._race = race
        self._stays = 1 - race.others
        self._rough: dict[tuple[Card, ...], float] = {}
        self._worths: dict[tuple[Card, ...], float] = {}
        usual = [1.0]
        for distance, cards in enumerate(_USUAL[1:], start=1):
            usual.append(self._with_usual(cards, distance, usual[-1]))
        self._usual = usual

    def worth(self, hand: tuple[Card, ...]) -> float:
        """Return what a hand of nine is worth before its turn: the chance to go out first.

        Going out with ten cards counts as the race says.
        """
        hand = tuple(sorted(hand))
        known = self._worths.get(hand)
        if known is None:
            known = self._worths[hand] = self._worth(hand)
        return known

    def drawing(self, hand: tuple[Card, ...]) -> float:
        """Return what a hand of nine is worth that draws from the stock now."""
        total, others = 0.0, self._race.unseen
        for copies, worth in self._nearer(tuple(sorted(hand))):
            total += copies * worth
            others -= copies
        return (total + max(others, 0) * self._stays * self.worth(hand)) / self._race.unseen

    def best_throw(self, hand: tuple[Card, ...]) -> tuple[Card, float]:
        """Return which of ten cards to throw, and what the other nine are then worth."""
        sense = self._sense
        ways = []
        for card, standing in sense.throws(hand):
            rest = tuple(sorted(without(hand, card)))
            worth = self._roughly(rest, standing)
            ways.append((card in sense.trumps, standing.distance, -worth, card, rest))
        ways.sort()
        judged = [
            (self._stays * self.worth(rest) - _DANGER * sense.use(card), card)
            for trump, distance, _, card, rest in ways[:_TRIED]
            if (trump, distance) == ways[0][:2]
        ]
        worth, card = max(judged)
        return card, worth

    def _worth(self, hand: tuple[Card, ...]) -> float:
        nearer = self._nearer(hand)
        copies = sum([each for each, _ in nearer])
        if not copies:
            return self._roughly(hand, self._sense.standing(hand))
        mean = sum([each * worth for each, worth in nearer]) / copies
        return self._comes(copies, self._sense.standing(hand).distance) * mean

    def _roughly(self, hand: tuple[Card, ...], standing: Progress) -> float:
        """Return what a hand is worth by its distance and the cards that help it."""
        known = self._rough.get(hand)
        if known is None:
            distance, live = standing.distance, standing.live
            if distance == 1:  # a wild card helps, too
                live = self._sense.live(standing.wanted.union(self._sense.trumps))
            if distance and not live:  # it must begin something else
                distance += 1
                live = _USUAL[min(distance, _FARTHEST)]
            distance = min(distance, _FARTHEST)
            known = self._with_usual(live, distance, self._usual[distance - 1]) if distance else 1.0
            self._rough[hand] = known
        return known

    def _with_usual(self, cards: int, distance: int, nearer: float) -> float:
        """Return what a hand is worth that so many cards bring nearer, to what is worth that."""
        return self._comes(cards, distance) * nearer * (1 if distance == 1 else self._stays)

    def _comes(self, cards: int, distance: int) -> float:
        """Return how likely one of so many cards comes before anybody else goes out."""
        race = self._race
        offered = race.near if distance == 1 else race.far
        hit = min(cards * offered / race.unseen, _SUREST)
        return hit / (1 - self._stays * (1 - hit))

    def _nearer(self, hand: tuple[Card, ...]) -> list[tuple[int, float]]:
        """Return the cards that bring a hand nearer: how many copies, and what it is then worth."""
        sense = self._sense
        distance = sense.standing(hand).distance
        if distance <= 1:
            return [
                (copies, self._out((*hand, card)))
                for card in sense.completing(hand)
                if (copies := sense.live((card,)))
            ]
        found = []
        for card in sense.helpful(hand):
            copies = sense.live((card,))
            if not copies:
                continue
            best, more = 0.0, tuple(sorted((*hand, card)))
            for thrown, standing in sense.throws(more):
                if standing.distance < distance and thrown not in sense.trumps:
                    best = max(best, self._roughly(without(more, thrown), standing))
            if best:
                found.append((copies, self._stays * best))
        return found

    def _out(self, hand: tuple[Card, ...]) -> float:
        """Return what it is worth to go out with these ten cards."""
        ten = self._race.ten
        return ten if ten > 1 and self._sense.all_melded(hand) else 1.0
