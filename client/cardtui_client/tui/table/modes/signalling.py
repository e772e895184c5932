"""What is done about signals: which to give, and where to look."""

from __future__ import annotations

from cardtui_client.i18n import _
from cardtui_client.model.quick_talk import GESTURES, gesture_name
from cardtui_client.scene.commands import Bare, GiveSignal, LookAt
from cardtui_client.scene.scene import Button
from cardtui_client.tui.table.modes.mode import Outcome, Situation
from cardtui_client.tui.table.ui_state import TableUi


def ask_signal(ui: TableUi, now: Situation) -> Outcome:
    """Ask which signal to give."""
    ui = ui.untold()
    return Outcome(_which_signal(ui, now) if _are_seen(now) else ui)


def ask_look(ui: TableUi, now: Situation) -> Outcome:
    """Ask where to look."""
    ui = ui.untold()
    return Outcome(_look_where(ui, now) if _are_seen(now) else ui)


def signal(command: GiveSignal | LookAt, ui: TableUi, now: Situation) -> Outcome:
    """Give a signal, or look, as was answered."""
    return Outcome(ui, command if _are_seen(now) else None)


def _are_seen(now: Situation) -> bool:
    """Tell whether signals can be given and seen now."""
    return now.in_match and bool(now.model.gazes)


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
        Button(Bare.ASK_LOOK, now.keys.of(Bare.ASK_LOOK), _("Look elsewhere")),
        Button(Bare.TAKE_BACK, "escape", _("Back")),
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
        Button(Bare.TAKE_BACK, "escape", _("Back")),
    )
