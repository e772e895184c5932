"""What others' plays, raises and answers say of their cards: how likely guesses at these are.
How far a bot trusts each: `_EVIDENCE_POWER`, `_ADDED_RAISE_RATE`, `_ADDED_ACCEPT_RATE`.

A guess is as likely as it is that a seat with such cards would have done what it did. How others
play is guessed, too: about as most do, with room for those who do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Final, NamedTuple

from cardtui_engine.families.truco.brazilian.bot.knowledge import Knowledge, Moment
from cardtui_engine.families.truco.brazilian.bot.opponents import (
    UNNOTICED_READING,
    Reading,
    at,
    reading_of,
)
from cardtui_engine.families.truco.brazilian.bot.playing import TRUSTED_STRENGTH
from cardtui_engine.families.truco.brazilian.bot.prospect import Prospect, Spot, spot_of
from cardtui_engine.families.truco.brazilian.habits import together
from cardtui_engine.families.truco.playout import Hands
from cardtui_engine.families.truco.tricks import FACE_DOWN

_EVIDENCE_POWER: Final = 0.7
"""The power that what is played is read with: people play cards for more reasons than ours."""

_ADDED_RAISE_RATE: Final = 0.15
"""What is added to how often others raise what was raised before, as they did earlier in a hand."""

_ADDED_ACCEPT_RATE: Final = 0.05
"""The same for how often they accept."""


class Call(NamedTuple):
    """A raise that a seat made when it was its turn to play, and that was accepted.

    Attributes:
        seat: the seat.
        laid: how many cards had been played.
        rung: how many calls led to the stake that it proposed.
    """

    seat: int
    laid: int
    rung: int


class Said(NamedTuple):
    """What was said in a hand.

    Attributes:
        waiting: the seat whose raise waits for an answer; ``None`` if none does.
        calls: the raises before that, except those of raises.
        lifted: the seat that raised a raise, if that was accepted; ``None`` if nobody did.
        accepted: the seat that accepted.
        rung: how many calls led to the stake that waits or was accepted.
        calm: how many cards were played while everybody could raise, and nobody had.
        decides: whether a raise is for the trick on the table alone.
    """

    waiting: int | None
    calls: tuple[Call, ...]
    lifted: int | None
    accepted: int | None
    rung: int
    calm: int
    decides: bool


class Belief:
    """How likely guesses are, from what happened in the hand."""

    def __init__(
        self,
        knowledge: Knowledge,
        said: Said,
        trust: float,
        habits: Sequence[str] | None,
    ) -> None:
        """Prepare.

        Args:
            said: what was said.
            trust: how much of the weight of a guess comes from what others did.
            habits: by seat, what the match has shown; ``None`` if it is not noticed.
        """
        self._knowledge = knowledge
        self._said = said
        self._trust = trust
        seats = len(knowledge.counts)
        held = [height for cards in knowledge.held for height in cards]
        self.prospect = Prospect((*knowledge.pool, *knowledge.hand, *held), seats)
        progress = knowledge.progress
        self.spots = [spot_of(progress, seat) for seat in range(seats)]
        self.tricks = len(progress.done)
        self._habits = habits
        self._readings = [self.reading_of([seat]) for seat in range(seats)]
        laid = seats * self.tricks + seats - progress.left
        first = laid - len(knowledge.moments)  # finished tricks may lie face down
        self._moments = [
            (number, each)
            for number, each in enumerate(knowledge.moments, first)
            if each.seat != knowledge.seat
        ]
        self._calls = {(call.seat, call.laid): call.rung for call in said.calls}

    def looks(self, hands: Hands, seat: int) -> float:
        """Return how good a seat's hand looks to it."""
        return self.prospect.chance(hands[seat], self.spots[seat], decides=self._said.decides)

    def weights(self, guesses: Sequence[Hands], times: Sequence[int]) -> list[float]:
        """Return how likely guesses are, each of which stands for so many deals."""
        if not self._trust:
            return [float(each) for each in times]
        likely = [self._likely(hands) for hands in guesses]
        mean = sum(map(mul, likely, times)) / sum(times)
        if not mean:
            return [float(each) for each in times]
        rest, trust = 1 - self._trust, self._trust / mean
        return [many * (rest + trust * each) for many, each in zip(times, likely, strict=True)]

    def accepts(self, hands: Hands, side: Sequence[int]) -> float:
        """Return how often a side accepts a raise if it holds such hands; any of it answers."""
        best = max(self.looks(hands, seat) for seat in side)
        return at(self.reading_of(side).takes[self.tricks], best)

    def bluffs(self, seat: int) -> float:
        """Return how likely a seat that has raised did so on little."""
        return self._readings[seat].freely[_place(self.spots[seat])]

    def reading_of(self, side: Sequence[int]) -> Reading:
        """Return what a side is taken for."""
        if self._habits is None:
            return UNNOTICED_READING
        return reading_of(together([self._habits[seat] for seat in side]))

    def _likely(self, hands: Hands) -> float:
        said, own = self._said, self._knowledge.seat
        chance = self._played(hands)
        if said.waiting is not None and said.waiting != own:
            seat = said.waiting
            chance *= self._raises(seat, self.looks(hands, seat), self.spots[seat], said.rung)
        if said.lifted is not None and said.lifted != own and hands[said.lifted]:
            lifts = self._readings[said.lifted].lifts
            chance *= _ADDED_RAISE_RATE + at(lifts, self.looks(hands, said.lifted))
        if said.accepted is not None and said.accepted != own and hands[said.accepted]:
            takes = self._readings[said.accepted].takes[self.tricks]
            chance *= _ADDED_ACCEPT_RATE + at(takes, self.looks(hands, said.accepted))
        return chance

    def _raises(self, seat: int, looks: float, spot: Spot, rung: int) -> float:
        """Return how often a seat raises with a hand that looks so good to it."""
        reading = self._readings[seat]
        return at(reading.calls[_place(spot)] if rung == 1 else reading.lifts, looks)

    def _played(self, hands: Hands) -> float:
        """Return how likely the cards on the table have been played from such hands."""
        chance = 1.0
        calm = self._said.calm
        later: dict[int, list[int]] = {}
        for number, moment in reversed(self._moments):
            seat = moment.seat
            had = later.get(seat)
            if had is None:
                had = hands[seat]
            chance *= played(moment, had) ** _EVIDENCE_POWER
            if moment.strength != FACE_DOWN:
                had = sorted((*had, moment.strength))
            later[seat] = had
            rung = self._calls.get((seat, number))
            if rung is not None and had:
                looks = self.prospect.chance(had, moment.spot)
                chance *= self._raises(seat, looks, moment.spot, rung)
            elif number < calm and moment.spot.done and had:
                looks = self.prospect.chance(had, moment.spot)
                chance *= 1 - self._raises(seat, looks, moment.spot, 1)
        return chance


def _place(spot: Spot) -> int:
    """Return the place of a hand (`PLACE_LETTERS`)."""
    done = spot.done
    return (1 if done[0] is False else 2) if len(done) == 1 else len(done) and 3


def played(moment: Moment, rest: Sequence[int]) -> float:
    """Return how likely a seat plays a card, rather than one of the rest of its hand.

    Args:
        moment: the card, and how the trick stood.
        rest: the strengths that it keeps, in ascending order.
    """
    card, spot = moment.strength, moment.spot
    if not rest:
        return 1.0
    if spot.best < 0:
        return _led(card, rest, spot)
    lowest, highest = card <= rest[0], rest[-1]
    if spot.ours:
        if spot.best >= TRUSTED_STRENGTH or not spot.opponents:
            return 1.0 if lowest else 0.15
        return 0.6 if lowest or card > spot.best else 0.15
    if card > spot.best:
        cheaper = spot.best < rest[0] < card or any(spot.best < each < card for each in rest)
        return (0.3 if spot.opponents else 0.08) if cheaper else 0.9
    could = highest > spot.best
    if not could:
        return 1.0 if lowest or card == spot.best else 0.2
    if not spot.opponents:
        return 0.05
    if spot.partners:
        return 0.5 if spot.done[:1] != (False,) else 0.15
    return 0.08


def _led(card: int, rest: Sequence[int], spot: Spot) -> float:
    """Return how likely a card is led."""
    lowest, highest = card <= rest[0], card >= rest[-1]
    if spot.done and spot.done[0] is None:
        return 1.0 if highest else 0.15
    if spot.done:
        return 1.0 if lowest else 0.6  # some save their best card for the last trick
    return 1.0 if lowest or highest else 0.5
