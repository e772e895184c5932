"""The dialog that asks for the code of a private table."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input

from cardtui_client.i18n import _, mark
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.model.table_code import table_code
from cardtui_client.tui.localized import LocalizedModal
from cardtui_client.tui.widgets.words import WordButton, Words


class Given(NamedTuple):
    """What was answered.

    Attributes:
        code: the code; empty if none is given.
        seat: to sit down there; otherwise to watch.
    """

    code: str
    seat: bool


class TableCodeDialog(LocalizedModal[Given]):
    """Asks for the code, and whether to sit down or to watch."""

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
                yield WordButton(lambda: _("Watch"), id="watch")
                yield WordButton(lambda: _("Cancel"), id="cancel")

    @on(Input.Submitted)
    @on(Button.Pressed, "#give, #watch")
    def _give(self, event: Input.Submitted | Button.Pressed) -> None:
        event.stop()
        seat = isinstance(event, Input.Submitted) or event.button.id == "give"
        self.dismiss(Given(table_code(self.query_one(Input).value), seat))

    @on(Button.Pressed, "#cancel")
    def _press_cancel(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_cancel()

    def action_cancel(self) -> None:
        """Give no code."""
        self.dismiss(Given("", seat=False))
