"""A list of rows with one chosen (`RowList`); beyond its ends the arrows lead on."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import DataTable


class RowList(DataTable[Text]):
    """A list of rows with one chosen; beyond its ends the arrows go on to the next widget."""

    def action_cursor_down(self) -> None:
        """Go to the row below, or to the next widget."""
        if self.cursor_row >= self.row_count - 1:
            self.screen.focus_next()
        else:
            super().action_cursor_down()

    def action_cursor_up(self) -> None:
        """Go to the row above, or to the widget before."""
        if self.cursor_row <= 0:
            self.screen.focus_previous()
        else:
            super().action_cursor_up()
