"""How good a hand looks to the seat that holds it, from its own cards and what lies on the table:
quick rather than exact. How often a partner is counted on to win a trick: `_PARTNER_HELP_RATE`,
`_HELPFUL_HEIGHT`.

Guesses at hidden cards are weighed by it, many for each decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui_engine.families.truco.playout import Progress

_PARTNER_HELP_RATE: Final = 0.5
"""How often a partner who could win the trick does."""

_HELPFUL_HEIGHT: Final = 8
"""The height that a partner's card needs for that, on an empty table."""

TOP_HEIGHT: Final = 14


class Spot(NamedTuple):
    """The trick on the table, and those before it, as a side sees them.

    Attributes:
        done: of the finished tricks, whether the side won each; ``None`` for a tie.
        best: the highest strength in the trick on the table; -1 if there is none.
        ours: whether it is the side's.
        tied: whether both sides have it.
        opponents: the number of opponents who have yet to play to the trick.
        partners: whether a partner has.
        played: whether the seat itself has played to it.
    """

    done: tuple[bool | None, ...]
    best: int
    ours: bool
    tied: bool
    opponents: int
    partners: bool
    played: bool


def spot_of(progress: Progress, seat: int) -> Spot:
    """Return how things stand for a seat."""
    ring, left, _, (best, first, tied), done = progress
    team = seat & 1
    waiting = ring[:left]
    return Spot(
        tuple([None if each is None else each == team for each in done]),
        best,
        not tied and first & 1 == team,
        tied and best > 0,
        sum(each & 1 != team for each in waiting),
        any(each & 1 == team and each != seat for each in waiting),
        seat not in waiting,
    )


class Prospect:
    """How good hands look while certain cards may be anywhere."""

    def __init__(self, unseen: Sequence[int], seats: int) -> None:
        """Prepare.

        Args:
            unseen: the strengths that are in hands or in the pack, as everybody knows it.
        """
        size = max(len(unseen), 1)
        under = [0.0] * (TOP_HEIGHT + 1)
        for height in range(1, TOP_HEIGHT + 1):
            lower = sum(each < height for each in unseen)
            under[height] = (lower + 0.5 * sum(each == height for each in unseen)) / size
        each = range(seats // 2 + 1)
        self._reach = [[part**others for part in under] for others in each]
        """By number of opponents to come and height, the chance that none of them beats it."""
        self._later = self._reach[-1]
        self._help = [
            _PARTNER_HELP_RATE * (1 - under[max(height, _HELPFUL_HEIGHT)])
            for height in range(TOP_HEIGHT + 1)
        ]

    def chance(self, hand: Sequence[int], spot: Spot, *, decides: bool = False) -> float:
        """Return how likely the side that holds the hand seems to win with it.

        Args:
            hand: the strengths, in ascending order.
            spot: how things stand for that seat.
            decides: whether the trick on the table decides the hand.
        """
        done, played = spot.done, spot.played
        now = [self._now(0, spot)] if played else [self._now(height, spot) for height in hand]
        if decides or len(done) != 1:
            if not decides and not done:
                return self._of_three(hand, now, played)
            return max(now, default=0.0)
        if done[0] is None:
            return max(now)
        later = self._later
        best = 0.0
        for at, chance in enumerate(now):
            # The highest of the cards that are left.
            rest = hand[-1] if played or at < len(hand) - 1 else hand[-2] if at else 0
            after = later[rest]
            both = chance * after
            best = max(best, chance + after - both if done[0] else both)
        return best

    def _of_three(self, hand: Sequence[int], now: Sequence[float], played: bool) -> float:
        """Return the chance in the first trick: two of three tricks win."""
        later = self._later
        best = 0.0
        for at, chance in enumerate(now):
            rest = hand if played else (*hand[:at], *hand[at + 1 :])
            if len(rest) < 2:
                return chance
            one, other = later[rest[-1]], later[rest[-2]]
            both = one * other
            best = max(best, chance * (one + other - both) + (1 - chance) * both)
        return best

    def _now(self, height: int, spot: Spot) -> float:
        """Return the chance to win the trick on the table with a card; 0 for none."""
        _, best, ours, tied, opponents, partners, _ = spot
        best = max(best, 0)
        if ours or (best == 0 and height):
            top = max(height, best)
            chance = self._reach[opponents][top]
        elif height > best:
            top = height
            chance = self._reach[opponents][height]
        else:
            top = best
            ties = (height == best or tied) and top
            chance = 0.5 * self._reach[opponents][top] if ties else 0.0
        if partners:
            chance += (1 - chance) * self._help[0 if ours else best]
        return chance
