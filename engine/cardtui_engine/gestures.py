"""Which signals there are between partners (`Gesture`), and who saw which (`Sign`). What they look
like and mean, in words, is in `client/cardtui_client/faces/truco_argentino/verbs.py`.

No rule depends on them. What a gesture means, tradition says, or the players among themselves.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Gesture(IntEnum):
    """A gesture; the protocol uses the same numbers, and records the names in lower case."""

    EYEBROW = 1
    WINK = 2
    LIPS = 3
    BITE = 4
    KISS = 5
    MOUTH = 6
    EYES = 7
    HEAD = 8
    CHEEKS = 9


class Sign(NamedTuple):
    """A signal that a seat gave in this hand.

    Attributes:
        seat: the seat.
        gesture: the gesture.
        lookers: the seats that looked there, and so saw it. Everybody knows who looks where.
    """

    seat: int
    gesture: Gesture
    lookers: tuple[int, ...]
