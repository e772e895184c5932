"""A button: an action that one can take now, its key, its price and its tone."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from cardtui_client.scene.commands import Command


class Tone(Enum):
    """What kind of action a button is, which gives it its colour."""

    CALL = "call"
    YES = "yes"
    NO = "no"
    PLAIN = "plain"


class Button(NamedTuple):
    """An action that one can take now.

    Attributes:
        command: what it stands for.
        key: the key that presses it.
        label: what it does.
        price: what it plays for, gives away or costs, short; ``""`` if nothing.
        tone: what kind it is.
    """

    command: Command
    key: str
    label: str
    price: str = ""
    tone: Tone = Tone.PLAIN
