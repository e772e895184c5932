"""Code books: what gestures mean to a team of its own, as its players write it to each other.

An entry is a line of team talk: a gesture, ``=``, and what it means. It is sent with the gesture's
form, which is the same in every language.
"""

from __future__ import annotations

from typing import NamedTuple

from cardtui.v1.signals_pb2 import Gesture
from cardtui_client.limits import TALK_CELLS
from cardtui_client.model.gestures import GESTURES, gesture_named
from cardtui_client.text import safe_text


class Meaning(NamedTuple):
    """What a gesture means to a team.

    Attributes:
        text: what it means, safe to draw.
        player: the id of the player who wrote it.
    """

    text: str
    player: str


def entry_of(line: str) -> tuple[Gesture.ValueType, str] | None:
    """Return the gesture and the meaning that a line of team talk writes, if it is an entry."""
    left, sign, meaning = line.partition("=")
    for gesture, mimicry in GESTURES.items():
        # The form of one gesture has the sign in itself.
        if line.startswith(mimicry.form) and (rest := line.removeprefix(mimicry.form).strip()):
            return (gesture, _safe(rest[1:])) if rest.startswith("=") else None
    named = None if left.strip().isdecimal() else gesture_named(left)
    return (named, _safe(meaning)) if sign and named is not None else None


def as_sent(line: str) -> str:
    """Return a line of team talk as it is sent: an entry with the form of its gesture."""
    entry = entry_of(line)
    return line if entry is None else f"{GESTURES[entry[0]].form} = {entry[1]}"


def _safe(meaning: str) -> str:
    return safe_text(meaning.strip(), TALK_CELLS)
