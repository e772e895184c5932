"""A line is typed to be said: all keys are its own but the one that gives them back."""

from __future__ import annotations

from dataclasses import dataclass

from cardtui_client.scene.commands import Command, Say
from cardtui_client.tui.table.modes.mode import Mode, Situation


@dataclass(frozen=True, slots=True)
class TalkingMode(Mode):
    """Leaves the keys to the line that is typed; clicks mean what they mean else."""

    def command_of(self, key: str, _now: Situation, /) -> Command | None:
        """See `Mode.command_of`."""
        return Say("") if key == "escape" else None
