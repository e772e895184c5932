"""A question waits: keys answer it, and what is no answer means what it means without it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardtui_client.scene.commands import Bare, Command, OpenPeople, ScrollLog
from cardtui_client.scene.scene import Question
from cardtui_client.tui.table.modes.idle import IdleMode
from cardtui_client.tui.table.modes.mode import Mode, Outcome, Situation
from cardtui_client.tui.table.ui_state import TableUi

_REFUSING: Final = ("escape", "enter", "y", "n")
"""The keys that say yes or no to any question: where they are no answer, they close it.

They never mean anything else meanwhile: who says no to a question does not refuse a call.
"""

_LOOKED_UP: Final = (
    Bare.OPEN_KEYS,
    Bare.OPEN_RULES,
    Bare.OPEN_SETTINGS,
    Bare.SKIP,
    Bare.TOGGLE_LOG,
)
"""The commands of who looks something up before answering: the question stays."""


@dataclass(frozen=True, slots=True)
class AskingMode(Mode):
    """Asks once before what commits; ``question`` is what."""

    question: Question

    def command_of(self, key: str, _now: Situation, /) -> Command | None:
        """See `Mode.command_of`."""
        answers = {each.key: each.command for each in self.question.answers}
        if key == "y" and "y" not in answers:
            key = "enter"
        if key in answers:
            return answers[key]
        return Bare.TAKE_BACK if key in _REFUSING else None

    def passing(self, command: Command, ui: TableUi, /) -> TableUi:
        """See `Mode.passing`: what is no answer takes the question back."""
        if command in _LOOKED_UP or isinstance(command, OpenPeople | ScrollLog):
            return ui
        return ui._replace(waiting=None)

    def press(self, command: Command, ui: TableUi, now: Situation, /) -> Outcome | None:
        """See `Mode.press`."""
        answered = ui._replace(waiting=None)
        if command == Bare.TAKE_BACK:
            return Outcome(answered)
        if any(each.command == command for each in self.question.answers):
            return IdleMode().press(command, answered, now)
        return None
