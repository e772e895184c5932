"""The time line of a match that is shown again: its hands, with the score after each."""

from __future__ import annotations

from typing import NamedTuple


class Standing(NamedTuple):
    """A part of a score.

    Attributes:
        text: what it says.
        side: the side whose colour it has; ``None`` for none.
    """

    text: str
    side: int | None = None


class HandMark(NamedTuple):
    """A hand on the line.

    Attributes:
        number: which hand of the match it is, from 1.
        first: the number of the position with which it begins.
        score: the score after it; empty while one has not seen its end.
    """

    number: int
    first: int
    score: tuple[Standing, ...] = ()


class TimeLine(NamedTuple):
    """The time line.

    Attributes:
        hands: the hands that one may know of.
        now: the place of the hand that is shown among them; ``None`` before the first.
        more: whether there are hands that one has not come to.
    """

    hands: tuple[HandMark, ...] = ()
    now: int | None = None
    more: bool = False
