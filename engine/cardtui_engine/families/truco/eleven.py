"""Hands with a side at eleven: a point before the end, in whichever number a game counts it."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What kind of hand it is: nobody at eleven, one side, both."""

    ORDINARY = "ordinary"
    ELEVEN = "eleven"
    IRON = "iron"


def kind_of(scores: tuple[int, int], least: int) -> tuple[Kind, int | None]:
    """Return what kind of hand it is, and the team at eleven in a hand of that kind.

    >>> kind_of((4, 11), 11)
    (<Kind.ELEVEN: 'eleven'>, 1)

    Args:
        scores: by team.
        least: the score from which a team is at eleven.
    """
    match [team for team in (0, 1) if scores[team] >= least]:
        case []:
            return Kind.ORDINARY, None
        case [team]:
            return Kind.ELEVEN, team
        case _:
            return Kind.IRON, None
