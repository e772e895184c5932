"""A question waits: keys answer it, and any other key takes it back."""

from __future__ import annotations

from dataclasses import dataclass

from cardtui_client.scene.bar import Question
from cardtui_client.scene.commands import Command, TakeBack
from cardtui_client.tui.table.modes.idle import IdleMode
from cardtui_client.tui.table.modes.mode import Mode, Outcome, Situation
from cardtui_client.tui.table.ui_state import TableUi


@dataclass(frozen=True, slots=True)
class AskingMode(Mode):
    """Asks once before what commits; ``question`` is what."""

    question: Question

    def command_of(self, key: str, _now: Situation, /) -> Command | None:
        """See `Mode.command_of`."""
        pressed = "enter" if key == "y" else key
        answers = (each.command for each in self.question.answers if each.key == pressed)
        return next(answers, TakeBack())

    def press(self, command: Command, ui: TableUi, now: Situation, /) -> Outcome | None:
        """See `Mode.press`."""
        answered = ui._replace(waiting=None)
        if command == TakeBack():
            return Outcome(answered)
        if any(each.command == command for each in self.question.answers):
            return IdleMode().press(command, answered, now)
        return None
