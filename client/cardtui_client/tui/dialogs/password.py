"""The dialog that asks for a server's password, and keeps it nowhere."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input

from cardtui_client.i18n import _, mark
from cardtui_client.tui.localized import LocalizedModal
from cardtui_client.tui.widgets.text_field import TextField
from cardtui_client.tui.widgets.words import Say, WordButton, Words


class PasswordDialog(LocalizedModal[str]):
    """Asks for the password that a server wants; empty if it is not given.

    Attributes:
        asks: why it is asked, in a sentence.
    """

    AUTO_FOCUS = "Input"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", mark("Cancel"), id="password.cancel"),
    ]

    DEFAULT_CSS = """
    PasswordDialog {
        align: center middle;
        #box {
            width: 60; max-width: 90%; height: auto; padding: 1 2;
            border: tall $primary; background: $surface;
        }
        #asks { width: 100%; margin-bottom: 1; }
        #answers { height: auto; align-horizontal: right; margin-top: 1; }
        WordButton { margin-left: 2; }
    }
    """

    def __init__(self, asks: Say) -> None:
        super().__init__()
        self.asks = asks

    def compose(self) -> ComposeResult:
        """Lay out the question over the field and the buttons."""
        with Vertical(id="box"):
            yield Words(self.asks, id="asks")
            yield TextField(password=True, max_length=256)
            with Horizontal(id="answers"):
                yield WordButton(lambda: _("Connect"), id="give", primary=True)
                yield WordButton(lambda: _("Cancel"), id="cancel")

    @on(Input.Submitted)
    @on(Button.Pressed, "#give")
    def _give(self, event: Input.Submitted | Button.Pressed) -> None:
        event.stop()
        self.dismiss(self.query_one(Input).value)

    @on(Button.Pressed, "#cancel")
    def _press_cancel(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_cancel()

    def action_cancel(self) -> None:
        """Give no password."""
        self.dismiss("")
