"""The time line of a film: the hands that one may know of, and the scores after them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cardtui_client.scene.scene import HandMark, Standing, TimeLine
from cardtui_client.text import fit
from cardtui_client.tui.film import Film

_TWO: Final = 2
_NAME: Final = 4
"""So much of the name of whoever leads tells players apart."""


def line_of(film: Film, at: int, seen: int, *, whole: bool) -> TimeLine:
    """Return the time line: what one has not come to yet is not on it, unless asked for.

    Args:
        film: the match.
        at: the position that is shown.
        seen: the last position that one has come to.
        whole: whether all of it is asked for.
    """
    known, names = film.last if whole else seen, tuple(film.names)
    marks = tuple(
        HandMark(
            number,
            hand.first,
            _score(hand.standing, names) if hand.last <= known else (),
        )
        for number, hand in enumerate(film.hands, 1)
        if hand.first <= known
    )
    now = sum(mark.first <= at for mark in marks) - 1
    return TimeLine(marks, now if now >= 0 else None, more=len(marks) < len(film.hands))


@lru_cache(maxsize=1024)
def _score(standing: tuple[int, ...], names: tuple[str, ...]) -> tuple[Standing, ...]:
    """Return a score: of two sides both, of more the one that leads alone."""
    if len(standing) == _TWO:
        first, second = standing
        return (Standing(str(first), 0), Standing(":"), Standing(str(second), 1))
    most = max(standing, default=0)
    leaders = [seat for seat, points in enumerate(standing) if points == most]
    if len(leaders) > 1:
        return (Standing(str(most)),)
    return (Standing(f"{fit(names[leaders[0]], _NAME)} {most}"),) if leaders else ()
