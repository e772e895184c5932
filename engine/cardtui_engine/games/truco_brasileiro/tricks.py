"""Tricks: who wins one, who leads the next, who takes the hand; rules and bots ask the same.

A trick is seats and strengths here, since nothing else decides it; a card that lies face down
has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui_engine.families.truco.tricks import TIE, winning_seat
from cardtui_engine.games.truco_brasileiro.cards import STRENGTH

FACE_DOWN: Final = 0
DRAWN: Final = -1
"""No team: nobody has won the hand."""

_STRENGTHS: Final = tuple(range(max(STRENGTH) + 1))
_ALL: Final = -1
"""The mask of all seats, however many."""


def winner_of(trick: Sequence[tuple[int, int]]) -> int:
    """Return the seat whose card wins, `TIE` if none does (TB-21 to TB-24)."""
    return winning_seat([each for each in trick if each[1] != FACE_DOWN], _STRENGTHS, _ALL)


def next_leader(trick: Sequence[tuple[int, int]], winner: int) -> int:
    """Return who leads the next trick (TB-21, TB-22, TB-24).

    After a tie it is the first of those who tie, and who led if all cards lie face down.
    """
    return max(trick, key=_strength)[0] if winner == TIE else winner


def taker(teams: Sequence[int | None], *, last_decides: bool) -> int | None:
    """Return the team that takes the hand, `DRAWN`, or ``None`` while it goes on (TB-24 to TB-26).

    Args:
        teams: who won the finished tricks; ``None`` for a tie.
        last_decides: whether a raise was for the trick in progress (TB-46).
    """
    if last_decides and teams and teams[-1] is not None:
        return teams[-1]
    if len(teams) < 2:
        return None
    first = next((team for team in teams if team is not None), None)
    for team in (0, 1):
        if teams.count(team) == 2 or (None in teams and team == first):
            return team
    return DRAWN if len(teams) == 3 else None


def _strength(each: tuple[int, int]) -> int:
    return each[1]
