"""Hands with a side at eleven: one point before the end, whatever number the game calls it."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """The kind of a hand: nobody at eleven, one side, or both."""

    ORDINARY = "ordinary"
    ELEVEN = "eleven"
    IRON = "iron"


def kind_of(scores: tuple[int, int], least: int) -> tuple[Kind, int | None]:
    """Return the kind of the hand, and the team at eleven if it is of that kind.

    >>> kind_of((4, 11), 11)
    (<Kind.ELEVEN: 'eleven'>, 1)

    Args:
        scores: the points, by team.
        least: the score from which a team is at eleven.
    """
    match [team for team in (0, 1) if scores[team] >= least]:
        case []:
            return Kind.ORDINARY, None
        case [team]:
            return Kind.ELEVEN, team
        case _:
            return Kind.IRON, None
