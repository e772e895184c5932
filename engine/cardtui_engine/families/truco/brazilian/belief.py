"""What others' plays, raises and answers say of their cards: how likely guesses at these are.

A guess is as likely as it is that a seat with such cards would have done what it did. How others
play is guessed, too: about as most do, with room for those who do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui_engine.families.truco.brazilian.knowledge import Knowledge, Moment
from cardtui_engine.families.truco.brazilian.prospect import Prospect, Spot, spot_of
from cardtui_engine.families.truco.playout import Hands
from cardtui_engine.families.truco.tricks import FACE_DOWN

_TRUSTED: Final = 10
"""The strength from which partners leave the trick to each other."""


_READ: Final = 0.7
"""The power that what is played is read with: people play cards for more reasons than ours."""

_CALLED: Final = 0.15
"""What is added to how often others raise, where nobody knows when they did."""

_ACCEPTED: Final = 0.05
"""The same for how often they accept."""

_AIR: Final = (0.02, 0.035, 0.06)
"""How often others raise on nothing, by finished tricks."""

_AGAIN: Final = 0.01
"""How often they raise on nothing what has been raised before."""

_GOOD: Final = (0.06, 0.4, 0.7)
"""How much more often they raise what could hardly be better, by finished tricks."""

_ACCEPTS: Final = ((0.25, 0.0, 0.55), (0.1, 0.3, 0.95), (0.06, 0.45, 0.98))
"""By finished tricks, how often others accept on nothing, and between which prospects it rises."""

_ALWAYS: Final = 0.97
"""How often they accept on what could hardly be better."""


class Said(NamedTuple):
    """What was said in a hand.

    Attributes:
        waiting: the seat whose raise waits for an answer; ``None`` if none does.
        called: the seat that raised before, if that was accepted; ``None`` if nobody did.
        accepted: the seat that accepted.
        rung: how many calls led to the stake that waits or was accepted.
        silent: whether everybody could have raised all along, and nobody has.
        decides: whether a raise is for the trick on the table alone.
    """

    waiting: int | None
    called: int | None
    accepted: int | None
    rung: int
    silent: bool
    decides: bool


def raises(prospect: float, tricks: int, rung: int) -> float:
    """Return how often others raise.

    Args:
        prospect: how good their hand looks to them.
        tricks: the number of finished tricks.
        rung: the number of calls that lead to the stake that they propose.
    """
    air, start = (_AIR[tricks], 0.55) if rung == 1 else (_AGAIN, 0.7)
    good = max(prospect - start, 0.0) / (1 - start)
    return air + _GOOD[tricks] * good * good


def accepts(prospect: float, tricks: int, rung: int) -> float:
    """Return how often others accept a raise.

    Args:
        prospect: how good the better of their hands looks.
        tricks: the number of finished tricks.
        rung: the number of calls that lead to the stake that they accept.
    """
    least, low, high = _ACCEPTS[tricks]
    if rung > 1:
        low, high = low + 0.1, 1.0
    rise = min(max((prospect - low) / (high - low), 0.0), 1.0)
    return least + (_ALWAYS - least) * rise


class Belief:
    """How likely guesses are, from what happened in the hand."""

    def __init__(self, knowledge: Knowledge, said: Said, trust: float) -> None:
        """Prepare.

        Args:
            knowledge: what a seat knows.
            said: what was said.
            trust: how much of the weight of a guess comes from what others did.
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
        self._moments = [each for each in knowledge.moments if each.seat != knowledge.seat]

    def looks(self, hands: Hands, seat: int) -> float:
        """Return how good a seat's hand looks to it."""
        return self.prospect.chance(hands[seat], self.spots[seat], decides=self._said.decides)

    def weights(self, guesses: Sequence[Hands]) -> list[float]:
        """Return how likely guesses are; together they are as many as they are."""
        if not self._trust:
            return [1.0] * len(guesses)
        likely = [self._likely(hands) for hands in guesses]
        mean = sum(likely) / len(likely)
        if not mean:
            return [1.0] * len(guesses)
        rest = 1 - self._trust
        return [rest + self._trust * each / mean for each in likely]

    def accepts(self, hands: Hands, side: Sequence[int], rung: int) -> float:
        """Return how often a side accepts a raise if it holds such hands; any of it answers."""
        best = max(self.looks(hands, seat) for seat in side)
        return accepts(best, self.tricks, rung)

    def _likely(self, hands: Hands) -> float:
        said, own = self._said, self._knowledge.seat
        chance = self._played(hands)
        if said.waiting is not None and said.waiting != own:
            chance *= raises(self.looks(hands, said.waiting), self.tricks, said.rung)
        if said.called is not None and said.called != own and hands[said.called]:
            chance *= _CALLED + raises(self.looks(hands, said.called), self.tricks, 1)
        if said.accepted is not None and said.accepted != own and hands[said.accepted]:
            chance *= _ACCEPTED + accepts(self.looks(hands, said.accepted), self.tricks, 1)
        return chance

    def _played(self, hands: Hands) -> float:
        """Return how likely the cards on the table have been played from such hands."""
        chance = 1.0
        silent = self._said.silent
        later: dict[int, list[int]] = {}
        for moment in reversed(self._moments):
            seat = moment.seat
            had = later.get(seat)
            if had is None:
                had = hands[seat]
            chance *= played(moment, had) ** _READ
            if moment.strength != FACE_DOWN:
                had = sorted((*had, moment.strength))
            later[seat] = had
            if silent and moment.spot.done and had:
                looks = self.prospect.chance(had, moment.spot)
                chance *= 1 - raises(looks, len(moment.spot.done), 1)
        return chance


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
        if spot.best >= _TRUSTED or not spot.opponents:
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
        return 1.0 if lowest else 0.2
    return 1.0 if lowest else 0.2
