"""The gestures of signals: what each is called, what it looks like, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from cardtui.v1.signals_pb2 import Gesture
from cardtui_client.i18n import _, mark, mark_p, p_


class Mimicry(NamedTuple):
    """What is said of a gesture.

    Attributes:
        name: what it is called in English, which everybody may type.
        form: what it looks like, in letters that every terminal has.
        face: the same, drawn; as codes it is the form again, sign by sign.
        told: the sentence about who does it: a message of the catalogues.
    """

    name: str
    form: str
    face: str
    told: str


GESTURES: Final[Mapping[Gesture.ValueType, Mimicry]] = {
    Gesture.GESTURE_EYEBROW: Mimicry(
        mark_p("gesture", "eyebrow"), "(^.o)", "(◠.◕)", mark("{name} raises an eyebrow.")
    ),
    Gesture.GESTURE_WINK: Mimicry(
        mark_p("gesture", "wink"), "(o.-)", "(◕‿─)", mark("{name} winks.")
    ),
    Gesture.GESTURE_LIPS: Mimicry(
        mark_p("gesture", "lips"), "(o~o)", "(◕~◕)", mark("{name} moves the lips to one side.")
    ),
    Gesture.GESTURE_BITE: Mimicry(
        mark_p("gesture", "bite"), "(o=o)", "(◕≡◕)", mark("{name} bites the lip.")
    ),
    Gesture.GESTURE_KISS: Mimicry(
        mark_p("gesture", "kiss"), "(o*o)", "(◕•◕)", mark("{name} blows a kiss.")
    ),
    Gesture.GESTURE_MOUTH: Mimicry(
        mark_p("gesture", "mouth"), "(oOo)", "(◕O◕)", mark("{name} opens the mouth.")
    ),
    Gesture.GESTURE_EYES: Mimicry(
        mark_p("gesture", "eyes"), "(-.-)", "(─‿─)", mark("{name} closes both eyes.")
    ),
    Gesture.GESTURE_HEAD: Mimicry(
        mark_p("gesture", "head"), "/o./)", "╱◕‿╱)", mark("{name} tilts the head.")
    ),
}
"""The gestures, in the order of their keys from 1 on."""


def gesture_name(gesture: Gesture.ValueType) -> str:
    """Return what a gesture is called in the reader's language."""
    return p_("gesture", GESTURES[gesture].name)


def gesture_named(word: str) -> Gesture.ValueType | None:
    """Return the gesture of that number or name, in the reader's language or in English."""
    wanted = word.strip().casefold()
    for number, (gesture, mimicry) in enumerate(GESTURES.items(), 1):
        if wanted in (str(number), mimicry.name, gesture_name(gesture).casefold()):
            return gesture
    return None


def gesture_told(gesture: Gesture.ValueType, name: str) -> str:
    """Return what somebody of that name does; one that a newer server knows is only a signal."""
    known = GESTURES.get(gesture)
    if known is None:
        return _("{name} gives a signal.", name=name)
    return f"{known.form} {_(known.told, name=name)}"
