"""Tricks: who leads after one, and whom they give the round to; rules and bots ask the same."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui_engine.truco.ring import FIRST
from cardtui_engine.truco.tricks import TIE
from cardtui_engine.truco_argentino.options import Terms


def next_leader(winner: int, leader: int, live: int) -> int:
    """Return who leads the next trick (TA-11, TA-13).

    Args:
        winner: the seat whose card won, or `TIE`.
        leader: who led.
        live: the seats still in the round, as a mask.
    """
    return FIRST[leader][live] if winner == TIE else winner


def taker(terms: Terms, mano: int, teams: Sequence[int | None]) -> int | None:
    """Return the team that takes the round, ``None`` while it goes on (TA-12).

    Args:
        terms: the options.
        mano: the mano's seat, or team.
        teams: who won the finished tricks; ``None`` for a tie.
    """
    if len(teams) < 2:
        return None
    first, second = teams[0], teams[1]
    if len(teams) == 2:
        if second is None:
            return first if terms.second_to_first else None
        return second if first is None or first == second else None
    third = teams[2]
    if third is not None:
        return third
    if terms.third_to_first and first is not None:
        return first
    return mano & 1
