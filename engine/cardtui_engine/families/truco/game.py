"""What the rules of every truco share: two teams, play to the right, points that win."""

from __future__ import annotations

from typing import TypeVar

from cardtui_engine.outcome import Ending
from cardtui_engine.rules import Position, Rules
from cardtui_engine.views import OwnPart, PublicPart

S = TypeVar("S", bound=Position)


class TrucoGame(Rules[S, PublicPart, OwnPart]):
    """A truco: even seats against odd ones, until a team has the points."""

    teams = True
    clockwise = False

    def ending(self, state: S) -> Ending:  # noqa: ARG002 - there is one way
        """See `Rules.ending`: a team has the points."""
        return Ending.POINTS


def added(scores: tuple[int, int], team: int, points: int) -> tuple[int, int]:
    """Return the scores after points for a team; negative points count against it.

    >>> added((3, 1), 1, 2)
    (3, 3)
    """
    one, other = scores
    return (one, other + points) if team else (one + points, other)
