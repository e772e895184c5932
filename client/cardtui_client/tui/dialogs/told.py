"""A dialog that tells something in lines, for as long as one wants to read."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Button

from cardtui_client.i18n import _, mark
from cardtui_client.tui.localized import LocalizedModal
from cardtui_client.tui.widgets.words import Say, WordButton, Words


class Told(LocalizedModal[None]):
    """Tells lines under a title."""

    AUTO_FOCUS = "#lines"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "dismiss", mark("Back"), id="told.leave"),
    ]

    DEFAULT_CSS = """
    Told {
        align: center middle;
        #box {
            width: 100%; max-width: 64; height: auto; max-height: 100%; padding: 0 2;
            border: tall $primary; background: $surface;
        }
        #title { color: $primary; text-style: bold; margin-bottom: 1; }
        #lines { height: auto; max-height: 12; }
        #back { margin-top: 1; }
    }
    """

    def __init__(self, title: Say, lines: Callable[[], list[str]]) -> None:
        """Make the dialog.

        Args:
            title: what it is about.
            lines: what it tells.
        """
        super().__init__()
        self._title = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        """Lay the lines under the title."""
        with Vertical(id="box"):
            yield Words(self._title, id="title")
            with VerticalScroll(id="lines"):
                yield Words(lambda: "\n".join(self._lines()))
            yield WordButton(lambda: _("Back"), id="back", primary=True)

    @on(Button.Pressed)
    def _press(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss()
