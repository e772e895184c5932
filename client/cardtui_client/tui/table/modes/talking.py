"""A line is typed to be said: its keys are its own, but Esc, and digits while it is empty."""

from __future__ import annotations

from dataclasses import dataclass

from cardtui_client.games.quick_keys import quick_command
from cardtui_client.games.team_talk import may_talk_apart
from cardtui_client.i18n import _
from cardtui_client.scene.commands import Command, Say, SayQuick, Talk
from cardtui_client.scene.middle import Mood
from cardtui_client.tui.table.effects import SayLine
from cardtui_client.tui.table.modes.mode import Mode, Outcome, Prompt, Situation
from cardtui_client.tui.table.panel import Panel
from cardtui_client.tui.table.ui_state import TableUi


@dataclass(frozen=True, slots=True)
class TalkingMode(Mode):
    """Leaves the keys to the line that is typed; clicks mean what they mean else.

    Digits come here only while the line is empty; a team hears texts alone. ``panel`` says
    whether they stand for reactions instead of phrases.
    """

    panel: Panel

    def prompt(self, below: Prompt, _now: Situation, /) -> Prompt:
        """See `Mode.prompt`: what the line would call is told before it is said."""
        if not self.panel.calls:
            return below
        return _("Enter calls “{call}” for you.", call=self.panel.calls), Mood.TURN

    def command_of(self, key: str, _now: Situation, /) -> Command | None:
        """See `Mode.command_of`."""
        if key == "escape":
            return Say("")
        return None if self.panel.team else quick_command(key, reactions=self.panel.reactions)


def turn_quick_talk(ui: TableUi, _now: Situation) -> Outcome:
    """Turn the meaning of the digits over."""
    return Outcome(ui._replace(panel=ui.panel._replace(reactions=not ui.panel.reactions)))


def talk(command: Talk | Say | SayQuick, ui: TableUi, now: Situation) -> Outcome:
    """Begin to talk, or say something and be done."""
    panel = ui.panel
    # The next key is one of the table again, whether anything was said or not.
    done = ui._replace(panel=panel.talk_ended())
    match command:
        case Talk(team=True) if not may_talk_apart(now.model):
            return Outcome(
                ui.told(_("Partners talk apart before a match, and in some games over a raise."))
            )
        case Talk(team):
            return Outcome(ui.untold()._replace(panel=panel.talk_begun(team=team)))
        case SayQuick():
            return Outcome(done._replace(just_said=True, in_breath=True), command)
        case Say(text, calls):
            if not text:
                return Outcome(done)
            return Outcome(done._replace(just_said=True), SayLine(text, panel.team, calls))
