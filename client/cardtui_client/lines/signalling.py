"""Signals in lines: the gesture or the seat that a word names, or what to say instead."""

from __future__ import annotations

from typing import Final

from cardtui.v1.signals_pb2 import Gesture
from cardtui_client.games.signals import gaze_lines, gesture_line
from cardtui_client.i18n import _
from cardtui_client.lines.commands import typed
from cardtui_client.lines.seat_named import seat_named
from cardtui_client.model.quick_talk import GESTURES, gesture_named
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Bare
from cardtui_client.text import safe_text

_WORD_CELLS: Final = 20


def gesture_or_why(about: str, model: TableModel) -> Gesture.ValueType | list[str]:
    """Return the gesture that was typed, or what to say instead."""
    if not model.gazes:
        return [_("There are no signals at this table: nobody has partners.")]
    if (gesture := gesture_named(about)) is not None:
        return gesture
    lines = [f"{number} {gesture_line(each, model)}" for number, each in enumerate(GESTURES, 1)]
    if about.strip():
        word = safe_text(about, _WORD_CELLS)
        lines.insert(0, _("There is no gesture “{word}”.", word=word))
    return [
        *lines,
        _("Give one with {word} and its number or name.", word=typed(Bare.ASK_SIGNAL)),
    ]


def seat_or_why(about: str, model: TableModel) -> int | list[str]:
    """Return the seat that was named, by its number or its player, or what to say instead."""
    if not model.gazes:
        return [_("There are no signals at this table: nobody has partners.")]
    if not about.strip():
        return gaze_lines(model)
    others = [each for each in model.table.seats if each.seat != model.seat]
    if (found := seat_named(about, others)) is not None:
        return found.seat
    seats = ", ".join(f"{each.seat + 1} {model.name_of(each.seat)}" for each in others)
    return [_("Look at whom? Name one: {names}.", names=seats)]
