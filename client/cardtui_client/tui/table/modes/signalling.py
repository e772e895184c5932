"""What is done about signals: which to give, and where to look."""

from __future__ import annotations

from typing import assert_never

from cardtui.v1.signals_pb2 import Gesture
from cardtui_client.games.tell_signals import gesture_line
from cardtui_client.i18n import _
from cardtui_client.model.gestures import GESTURES
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
    """Ask which signal to give; each gesture has a digit for its key."""
    return ui.asked(
        _("Which signal? Those who look at you see it."),
        *(
            Button(GiveSignal(gesture), str(number), gesture_line(gesture, now.model))
            for number, gesture in enumerate(GESTURES, 1)
        ),
        Button(AskLook(), now.keys.of("look"), _("Look elsewhere")),
        Button(TakeBack(), "escape", _("No")),
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
        Button(TakeBack(), "escape", _("No")),
    )
