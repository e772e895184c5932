"""The screen on which one looks for what one can do."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette

from cardtui_client.tui.standing import StandingScreen


class Palette(CommandPalette, StandingScreen[None]):  # pyright: ignore[reportIncompatibleMethodOverride]
    """Textual's command palette, but that it bears every key at any moment."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turn the list's pages only once it has been laid out."""
        if action == "command_list" and self.stands:
            return bool(self.query_one(CommandList).virtual_size.height)
        return super().check_action(action, parameters)
