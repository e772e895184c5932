"""The course of a hand when an accepted raise is for the trick in progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui_engine.families.truco.tricks import Course, best_of_three, first_highest


def _last_decides(teams: Sequence[int | None]) -> int | None:
    """Return the winner of the trick that a raise was for; if it tied, the best of three."""
    return best_of_three(teams) if teams[-1] is None else teams[-1]


LAST_DECIDES: Final = Course(leads=first_highest, takes=_last_decides)
