"""The ladder of raises: what a round is worth, and what each call makes it."""

from __future__ import annotations

from typing import NamedTuple


class Ladder(NamedTuple):
    """The calls of a game in their order.

    Attributes:
        calls: the verbs; the first raises an unraised round.
        stakes: what the round is worth before any call, then after each of them accepted.
    """

    calls: tuple[str, ...]
    stakes: tuple[int, ...]

    def accepted(self, rung: int) -> int:
        """Return what the round is worth once the ``rung``-th call (from 1) is accepted."""
        return self.stakes[rung]

    def folded(self, rung: int) -> int:
        """Return what folding to the ``rung``-th call gives: the stake before it."""
        return self.stakes[rung - 1]

    def rung(self, stake: int) -> int:
        """Return how many calls have been accepted at that stake."""
        return self.stakes.index(stake)
