"""Who gets a discard that several claim: the one `nearer` to the thrower is asked first."""

from __future__ import annotations

from typing import NamedTuple

from cardtui_engine.families.rummy.cards.declaring import Declared


class Contest(NamedTuple):
    """A claim that waits while seats nearer to the thrower are asked (PP-43, CA-44).

    Attributes:
        claimant: the seat that claims.
        declared: its melds and discard, as they were when it claimed.
        asked: the other seats that could go out with the card, nearest first; the first is asked
            now.
    """

    claimant: int
    declared: Declared
    asked: tuple[int, ...]

    @property
    def after_waiver(self) -> Contest | None:
        """The contest after the asked seat waives; ``None`` when the claimant gets the card."""
        return self._replace(asked=self.asked[1:]) if len(self.asked) > 1 else None


def nearer(claimant: int, thrower: int, order: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats between the thrower and the claimant, nearest to the thrower first.

    >>> nearer(0, 2, (0, 1, 2, 3))
    (3,)
    """
    first = order.index(thrower) + 1
    after = (*order[first:], *order[: first - 1])
    return after[: after.index(claimant)]
