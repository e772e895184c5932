"""Tricks: who leads the next one, and whom they give the hand to; rules and bots ask the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui_engine.families.truco.tricks import Course, best_of_three, first_highest


def _last_decides(teams: Sequence[int | None]) -> int | None:
    """Give the hand to who wins the trick for which a raise was accepted (TB-46)."""
    return best_of_three(teams) if teams[-1] is None else teams[-1]


BEST_OF_THREE: Final = Course(leads=first_highest, takes=best_of_three)
"""TB-21 to TB-26"""

LAST_DECIDES: Final = Course(leads=first_highest, takes=_last_decides)
"""The course of a hand whose trick in progress was raised (TB-46)."""
