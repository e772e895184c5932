"""A question with a few answers, asked in the middle of the screen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button

from cardtui_client.i18n import _, mark
from cardtui_client.tui.localized import LocalizedModal
from cardtui_client.tui.widgets.words import Say, WordButton, Words


class Question(LocalizedModal[bool]):
    """Asks whether to do something; escape and the second button mean no.

    Attributes:
        asks: what to ask, in a sentence.
        yes: what doing it is called.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(False)", mark("Cancel"), id="question.no"),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    DEFAULT_CSS = """
    Question {
        align: center middle;
        #box {
            width: 60; max-width: 90%; height: auto; padding: 1 2;
            border: tall $primary; background: $surface;
        }
        #asks { width: 100%; margin-bottom: 1; }
        #answers { height: auto; align-horizontal: right; }
        WordButton { margin-left: 2; }
    }
    """

    def __init__(self, asks: Say, yes: Say, *, subject: str = "") -> None:
        super().__init__()
        self.subject = subject
        self.asks = asks
        self.yes = yes

    def compose(self) -> ComposeResult:
        """Lay out the question over its answers."""
        with Vertical(id="box"):
            yield Words(self.asks, id="asks")
            with Horizontal(id="answers"):
                yield WordButton(self.yes, id="yes", primary=True)
                yield WordButton(lambda: _("Cancel"), id="no")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer as the button says."""
        event.stop()
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """Answer."""
        self.dismiss(yes)
