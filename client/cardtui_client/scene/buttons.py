"""A button: an action that one can take now, its key, its price and its tone."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Tone(Enum):
    """What kind of action a button is, which gives it its colour."""

    CALL = "call"
    YES = "yes"
    NO = "no"
    PLAIN = "plain"


class Button(NamedTuple):
    """An action that one can take now.

    Attributes:
        id: what is posted when it is pressed.
        key: the key that presses it.
        label: what it does.
        price: what it plays for, gives away or costs, short; ``""`` if nothing.
        tone: what kind it is.
    """

    id: str
    key: str
    label: str
    price: str = ""
    tone: Tone = Tone.PLAIN
