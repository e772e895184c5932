"""What is shown instead of everything else while the terminal is too small for a table."""

from __future__ import annotations

from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size

from cardtui_client.i18n import _
from cardtui_client.tui.localized import LocalizedScreen
from cardtui_client.tui.widgets.words import Words

LEAST: Final = Size(70, 20)
"""With so much room every table shows all its names, and all cards of one's own."""


def is_too_small(size: Size) -> bool:
    """Tell whether a table does not fit."""
    return size.width < LEAST.width or size.height < LEAST.height


class TooSmall(LocalizedScreen[None]):
    """Says how big the terminal must be; goes away by itself when it is."""

    DEFAULT_CSS = """
    TooSmall {
        align: center middle;
        Words { width: 100%; padding: 0 1; text-align: center; }
    }
    """

    def compose(self) -> ComposeResult:
        """Say it."""
        yield Words(self._sentence)

    def _sentence(self) -> str:
        return _(
            "The cards need {width} columns and {height} lines; this window has {columns} and "
            "{lines}. Make it larger, or the letters smaller; or play in lines, with --plain.",
            width=LEAST.width,
            height=LEAST.height,
            columns=self.app.size.width,
            lines=self.app.size.height,
        )

    def on_resize(self, event: events.Resize) -> None:
        """Go away, or say the new numbers."""
        self._look(event.size)

    def on_screen_resume(self) -> None:
        """Go away if the window grew while something lay on top."""
        self._look(self.app.size)

    def _look(self, size: Size) -> None:
        if is_too_small(size):
            self.retell()
        elif self.is_active:
            self.dismiss()
