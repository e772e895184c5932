"""What is done about signals: which to give, and where to look."""

from __future__ import annotations

from typing import assert_never

from cardtui.v1.signals_pb2 import Gesture
from cardtui_client.i18n import _
from cardtui_client.model.gestures import GESTURES, gesture_name
from cardtui_client.scene.buttons import Button
from cardtui_client.scene.commands import AskLook, AskSignal, GiveSignal, LookAt, TakeBack
from cardtui_client.tui.table.effects import Look, Signal
from cardtui_client.tui.table.modes.mode import Outcome, Situation
from cardtui_client.tui.table.ui_state import TableUi


def signals(
    command: AskSignal | GiveSignal | AskLook | LookAt, ui: TableUi, now: Situation
) -> Outcome:
    """Ask which signal to give or where to look, or do as was answered."""
    if not (now.in_match and now.model.gazes):
        return Outcome(ui)
    match command:
        case AskSignal():
            return Outcome(_which_signal(ui, now))
        case GiveSignal(gesture):
            return Outcome(ui, Signal(Gesture.ValueType(gesture)))
        case AskLook():
            return Outcome(_look_where(ui, now))
        case LookAt(seat):
            return Outcome(ui, Look(seat))
        case _:
            assert_never(command)


def _which_signal(ui: TableUi, now: Situation) -> TableUi:
    """Ask which signal to give; each gesture has a digit for its key.

    The names stand above the faces, which alone have room beside each other in 80 columns.
    """
    names = [f"{number} {gesture_name(each)}" for number, each in enumerate(GESTURES, 1)]
    return ui.asked(
        "  ".join(names),
        *(
            Button(GiveSignal(gesture), str(number), mimicry.face[1:-1])
            for number, (gesture, mimicry) in enumerate(GESTURES.items(), 1)
        ),
        Button(AskLook(), now.keys.of("look"), _("Look elsewhere")),
        Button(TakeBack(), "escape", _("Back")),
    )


def _look_where(ui: TableUi, now: Situation) -> TableUi:
    """Ask where to look; each other seat has its number for its key."""
    model = now.model
    return ui.asked(
        _("Look at whom? You see the signals that they give."),
        *(
            Button(LookAt(each.seat), str(each.seat + 1), model.name_of(each.seat))
            for each in model.table.seats
            if each.seat != model.seat
        ),
        Button(TakeBack(), "escape", _("Back")),
    )
