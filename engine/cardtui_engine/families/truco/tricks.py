"""Who wins a trick, also if partners tie, who leads after a tie, and which team wins a hand that
is best of three (`best_of_three`). Ties at Truco Argentino: `games/truco_argentino/tricks.py`.

Rules and bots use the same functions. A trick is given as seats and strengths, in the order of
play, since nothing else decides it. The sides can tie; if partners tie for the highest, the first
of them wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from cardtui_engine.events import Event, TrickEnded

# What a class does with its arguments, without a call in between: the hot path.
_new: Final = tuple.__new__

FACE_DOWN: Final = 0
"""The strength of a card that lies face down: below all others, so that it cannot win."""

DRAWN: Final = -1
"""No team: nobody has won the hand."""

Standing = tuple[int, int, bool]
"""How a trick stands: the highest strength, the first seat that has it, and if the sides tie."""

EMPTY_TRICK: Final[Standing] = (-1, -1, True)
"""How a trick stands before its first card."""


def best_after(best: int, first: int, tied: bool, seat: int, strength: int) -> Standing:
    """Return how a trick stands after one more card.

    Args:
        best: the highest strength before.
        first: the first seat that has it.
        tied: whether both sides have it, or all cards so far cannot win.
        seat: the seat that plays the card.
        strength: the card's strength.
    """
    if strength > best:
        return strength, seat, strength == FACE_DOWN
    if strength == best and (seat ^ first) & 1:
        return best, first, True
    return best, first, tied


def standing(trick: Iterable[tuple[int, int]]) -> Standing:
    """Return how a trick stands.

    >>> standing([(0, 5), (1, 7), (2, 7), (3, 7)])
    (7, 1, True)
    >>> standing([(0, 5), (1, 7), (3, 7)])
    (7, 1, False)
    """
    best, first, tied = EMPTY_TRICK
    for seat, strength in trick:
        best, first, tied = best_after(best, first, tied, seat, strength)
    return best, first, tied


def winning_seat(trick: Iterable[tuple[int, int]]) -> int | None:
    """Return the seat whose card is winning; ``None`` if there is none, or the sides tie."""
    _, first, tied = standing(trick)
    return None if tied else first


class Course(NamedTuple):
    """How a hand continues after a trick.

    Attributes:
        leads: returns the seat that leads the next trick, given the seat that led, the first seat
            with the highest card, and whether the sides tie.
        takes: returns the team that wins the hand, `DRAWN`, or ``None`` while it goes on, given
            the teams that won the finished tricks (``None`` for a tie).
    """

    leads: Callable[[int, int, bool], int]
    takes: Callable[[Sequence[int | None]], int | None]


def settle(
    trick: Iterable[tuple[int, int]],
    leader: int,
    done: Iterable[int | None],
    course: Course,
    events: list[Event],
) -> tuple[int | None, int | None, int, int | None]:
    """Count a complete trick: who won it, who leads next, whether the hand is decided.

    Args:
        trick: the cards that count.
        leader: the seat that led it.
        done: the teams that won the tricks before it; ``None`` for a tie.
        course: how the hand continues after a trick.
        events: what happened is appended.

    Returns:
        The team that won the trick and the seat whose card won it, both ``None`` for a tie; the
        seat that leads the next trick; the team that wins the hand, as in `Course`.
    """
    _, first, tied = standing(trick)
    winner = None if tied else first
    team = None if tied else first & 1
    leads = course.leads(leader, first, tied)
    events.append(_new(TrickEnded, (team, winner, leads)))
    return team, winner, leads, course.takes([*done, team])


def first_highest(leader: int, first: int, tied: bool) -> int:  # noqa: ARG001 - part of `Course`; other games use it
    """Return the next leader: the first seat with the highest card, even after a tie."""
    return first


def best_of_three(teams: Sequence[int | None]) -> int | None:
    """Return the team that wins the hand: with two tricks, or with the first won if one is tied.

    >>> best_of_three([0, 1]), best_of_three([0, 1, None]), best_of_three([None, None, None])
    (None, 0, -1)

    Args:
        teams: the teams that won the finished tricks; ``None`` for a tie.
    """
    if len(teams) < 2:
        return None
    first = next((team for team in teams if team is not None), None)
    for team in (0, 1):
        if teams.count(team) == 2 or (None in teams and team == first):
            return team
    return DRAWN if len(teams) == 3 else None


BEST_OF_THREE: Final = Course(leads=first_highest, takes=best_of_three)
"""The usual course of a hand."""
