"""An act waits for a moment before it is sent: it can be taken back; no other is offered."""

from __future__ import annotations

from dataclasses import dataclass

from cardtui_client.i18n import _
from cardtui_client.scene.commands import Bare, Command
from cardtui_client.scene.middle import Mood
from cardtui_client.scene.scene import Button
from cardtui_client.tui.paint.actions import key_name
from cardtui_client.tui.table.modes.mode import Mode, Outcome, Prompt, Situation
from cardtui_client.tui.table.ui_state import TableUi


@dataclass(frozen=True, slots=True)
class HoldingMode(Mode):
    """Lets the act be taken back by its key or Esc; talk, log and all else go on meanwhile."""

    def command_of(self, key: str, _now: Situation, /) -> Command | None:
        """See `Mode.command_of`."""
        return Bare.RECALL if key == "escape" else None

    def buttons(self, _below: tuple[Button, ...], now: Situation, /) -> tuple[Button, ...]:
        """See `Mode.buttons`."""
        return (Button(Bare.RECALL, now.keys.of(Bare.RECALL), _("Take it back")),)

    def prompt(self, _below: Prompt, now: Situation, /) -> Prompt:
        """See `Mode.prompt`."""
        key = key_name(now.keys.of(Bare.RECALL))
        return _("Sent in a moment; {key} or Esc takes it back.", key=key), Mood.PLAIN

    def press(self, command: Command, ui: TableUi, _now: Situation, /) -> Outcome | None:
        """See `Mode.press`."""
        return Outcome(ui, Bare.RECALL) if command in (Bare.RECALL, Bare.TAKE_BACK) else None
