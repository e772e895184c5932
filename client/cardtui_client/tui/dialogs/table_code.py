"""The dialog that asks for the code of a private table."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input

from cardtui_client.i18n import _, mark
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.model.table_summary import table_code
from cardtui_client.tui.localized import LocalizedModal
from cardtui_client.tui.widgets.words import WordButton, Words


class TableCodeDialog(LocalizedModal[str]):
    """Asks for the code; empty if it is not given."""

    AUTO_FOCUS = "Input"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", mark("Cancel"), id="code.cancel"),
    ]

    DEFAULT_CSS = """
    TableCodeDialog {
        align: center middle;
        #box {
            width: 60; max-width: 90%; height: auto; padding: 1 2;
            border: tall $primary; background: $surface;
        }
        #asks { width: 100%; margin-bottom: 1; }
        #answers { height: auto; align-horizontal: right; margin-top: 1; }
        Button { margin-left: 2; }
    }
    """

    def compose(self) -> ComposeResult:
        """Lay out the question over the field and the buttons."""
        with Vertical(id="box"):
            yield Words(lambda: _("The code of the private table:"), id="asks")
            yield Input(max_length=TABLE_NAME_CELLS)
            with Horizontal(id="answers"):
                yield WordButton(lambda: _("Sit down"), id="give", primary=True)
                yield WordButton(lambda: _("Cancel"), id="cancel")

    @on(Input.Submitted)
    @on(Button.Pressed, "#give")
    def _give(self, event: Input.Submitted | Button.Pressed) -> None:
        event.stop()
        self.dismiss(table_code(self.query_one(Input).value))

    @on(Button.Pressed, "#cancel")
    def _press_cancel(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_cancel()

    def action_cancel(self) -> None:
        """Give no code."""
        self.dismiss("")
