"""The course of a hand in which a raise was accepted for the trick alone (TB-46)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui_engine.families.truco.tricks import Course, best_of_three, first_highest


def _last_decides(teams: Sequence[int | None]) -> int | None:
    """Give the hand to who wins the trick for which the raise was accepted."""
    return best_of_three(teams) if teams[-1] is None else teams[-1]


LAST_DECIDES: Final = Course(leads=first_highest, takes=_last_decides)
