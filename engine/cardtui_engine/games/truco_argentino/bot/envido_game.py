"""The envido of two players as a small game: who may say what, in which order, with what number.

Numbers are put into classes that are the same for every table: what makes less than 20 is nearly
all the same, and from 20 on every number is a class. A place of the game is who opens, and what has
been bet: in the line without bets the opener is to speak, after that the two answer in turn.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from cardtui_engine.games.truco_argentino.bets import LINES, NEXT_LINE
from cardtui_engine.games.truco_argentino.bot.odds import at_most

Place = tuple[int, int]
"""Who opens, 0 the mano and 1 the other, and the line of bets, as an index of `bets.LINES`."""

SILENT: Final = "pass"

UNWRITTEN_WORDS: Final = (SILENT, "no_quiero")
"""What is not kept in tables, since it is said whenever nothing else is."""

_LOW_CLASSES: Final = 4
"""How many classes there are of numbers under 20; they are equally large."""

CLASSES: Final = _LOW_CLASSES + 14

_SHARE_UNDER_20: Final = 0.40485829959514  # the part of hands without two cards of a suit
_HANDS_FROM_20: Final = (364, 372, 372, 504, 504, 640, 640, 780, 408, 420, 284, 292, 148, 152)

CLASS_SHARES: Final = (
    *[_SHARE_UNDER_20 / _LOW_CLASSES] * _LOW_CLASSES,
    *[each * (1 - _SHARE_UNDER_20) / sum(_HANDS_FROM_20) for each in _HANDS_FROM_20],
)
"""By class, how likely a hand is of it."""

TIE_CHANCES: Final = (*[0.7] * _LOW_CLASSES, *[1.0] * 14)
"""By class, the mano's chance against another hand of it: equal numbers are the mano's."""


def _says(line: int) -> tuple[str, ...]:
    raises = tuple(NEXT_LINE[line])
    return (SILENT, *raises) if not line else ("quiero", "no_quiero", *raises)


WORDS_BY_LINE: Final = tuple(_says(line) for line in range(len(LINES)))
"""By line, what may be said."""

PLACES: Final[tuple[Place, ...]] = tuple(
    (opener, line) for opener in (0, 1) for line in range(len(LINES))
)


def speaker_at(place: Place) -> int:
    """Return who speaks at a place: 0 the mano, 1 the other.

    >>> speaker_at((0, 0)), speaker_at((0, 1)), speaker_at((1, 1))
    (0, 1, 0)
    """
    opener, line = place
    return (opener + len(LINES[line].bets)) & 1


@cache
def class_of(number: int, highest: bool) -> int:
    """Return the class of a number; ``highest`` is whether the highest card alone may count.

    >>> class_of(0, True), class_of(19, False), class_of(20, False), class_of(33, True)
    (0, 3, 4, 17)
    """
    if number >= 20:
        return min(number - 20, 13) + _LOW_CLASSES
    under = at_most(highest)
    middle = (under[number] + (under[number - 1] if number else 0.0)) / 2
    return min(int(middle / _SHARE_UNDER_20 * _LOW_CLASSES), _LOW_CLASSES - 1)
