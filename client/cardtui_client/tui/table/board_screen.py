"""A screen on which a board is seen: how its parts share the window."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult

from cardtui_client.tui.localized import LocalizedScreen
from cardtui_client.tui.table.board import Board

WIDE: Final = 110
"""From so many columns on there is room for the side panel."""


class BoardScreen(LocalizedScreen[None]):
    """A board, and no more; what one does there is said by those that are made of it.

    Attributes:
        board: the widgets of the table.
    """

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 - as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual has it

    DEFAULT_CSS = """
    BoardScreen {
        #body { height: 1fr; layers: default over; }
        #table { width: 1fr; }
        &.-tall ActionBar { height: 3; }
        SidePanel { display: none; layer: over; dock: right; }
        &.-panel SidePanel { display: block; }
        &.-wide SidePanel { display: block; layer: default; dock: none; }
        &.-wide.-no-panel SidePanel { display: none; }
    }
    """

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def compose(self) -> ComposeResult:
        """Lay the table."""
        yield self.board

    def tell_above(self, sentence: str, seconds: float) -> None:
        """See `TellsAbove`."""
        self.board.top.tell(sentence, seconds)
