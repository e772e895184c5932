"""The ladder of raises: which call follows which, what declining one gives (`below`), and which
side may raise next (`Raises`). What each call is worth: `games/truco_argentino/calls.py`, and
options.py of the trucos of Brazil.
"""

from __future__ import annotations

from typing import Final, NamedTuple

# What a class does with its arguments, without a call in between: the hot path.
_new: Final = tuple.__new__


class Ladder(NamedTuple):
    """The calls of a game, in order.

    >>> ladder = Ladder(("truco", "raise"), (1, 3, 6))
    >>> ladder.call_above(1), ladder.above(1), ladder.below(3), ladder.call_above(6)
    ('truco', 3, 1, None)

    Attributes:
        calls: the verbs; the first raises an unraised hand.
        stakes: what the hand is worth before any call, then after each call is accepted.
    """

    calls: tuple[str, ...]
    stakes: tuple[int, ...]

    @property
    def top(self) -> int:
        """The highest stake."""
        return self.stakes[-1]

    def rung(self, stake: int) -> int:
        """Return the number of calls that lead to that stake."""
        return self.stakes.index(stake)

    def above(self, stake: int) -> int:
        """Return the stake that a raise of ``stake`` proposes; ``stake`` must not be the top."""
        return self.stakes[self.stakes.index(stake) + 1]

    def below(self, proposed: int) -> int:
        """Return what refusing a proposed stake gives: the stake before it."""
        return self.stakes[self.stakes.index(proposed) - 1]

    def call_above(self, stake: int) -> str | None:
        """Return the call that raises that stake; ``None`` at the top."""
        return None if stake == self.stakes[-1] else self.calls[self.stakes.index(stake)]


class Raises(NamedTuple):
    """The state of a hand's stake.

    Attributes:
        stake: the agreed stake.
        proposed: the stake that waits for an answer; ``None`` if none does.
        raiser: the team that raised last; ``None`` if none has.
        open_to: the teams that may raise: both until one has, then the other one.
        caller: the seat that proposed the stake that waits; ``None`` if none does.
    """

    stake: int
    proposed: int | None = None
    raiser: int | None = None
    open_to: tuple[int, ...] = (0, 1)
    caller: int | None = None

    @property
    def stands(self) -> int:
        """The stake that the next raise exceeds: the one that waits, or else the agreed one."""
        return self.proposed or self.stake

    @property
    def answering(self) -> int:
        """The team that must answer; only while a stake waits for an answer."""
        assert self.raiser is not None
        return 1 - self.raiser

    def raised(self, proposed: int, seat: int) -> Raises:
        """Return the state after a seat has proposed that stake.

        Where a raise also accepts the stake that waits, call `accepted` first.

        >>> Raises(1).raised(3, 0).accepted()
        Raises(stake=3, proposed=None, raiser=0, open_to=(1,), caller=None)
        """
        team = seat & 1
        return _new(Raises, (self.stake, proposed, team, (1 - team,), seat))

    def accepted(self) -> Raises:
        """Return the state after the proposed stake was accepted."""
        _, proposed, raiser, open_to, _ = self
        return _new(Raises, (proposed, None, raiser, open_to, None))

    def closed(self) -> Raises:
        """Return the state after the proposed stake was accepted, and nobody may raise again."""
        return _new(Raises, (self.proposed, None, self.raiser, (), None))
