"""The invitation: the line by which others join the server, as a QR code, too, to be copied."""

from __future__ import annotations

from math import ceil
from typing import ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from cardtui_client.i18n import _, mark
from cardtui_client.qr_code import qr_lines
from cardtui_client.tui.localized import LocalizedModal
from cardtui_client.tui.widgets.words import WordButton, Words

_WORDS: Final = 30
"""Columns for the words beside the code."""

_BESIDE: Final = 2
_FRAME: Final = 6


class Invitation(LocalizedModal[None]):
    """Shows what others type to come here.

    Attributes:
        command: the line.
    """

    AUTO_FOCUS = "#copy"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f4", "dismiss", mark("Back"), id="invitation.leave"),
        Binding("c", "copy", mark("Copy"), id="invitation.copy"),
    ]

    DEFAULT_CSS = """
    Invitation {
        align: center middle;
        #box {
            width: auto; height: auto; max-width: 100%; padding: 0 2;
            border: tall $primary; background: $surface;
        }
        #row { width: auto; height: auto; }
        #command { width: auto; max-width: 100%; color: $primary; text-style: bold; }
        #words { width: 30; height: auto; padding: 1 0; }
        #about { color: $text-muted; margin-top: 1; }
        #answers { height: auto; margin-top: 1; }
        WordButton { margin-right: 2; }
        #code { width: auto; height: auto; margin-left: 2; }
        #code.-hidden { display: none; }
    }
    """

    def __init__(self, command: str) -> None:
        super().__init__()
        self.command = command
        self._lines = qr_lines(command)

    def compose(self) -> ComposeResult:
        """Lay the words beside the code."""
        code = "\n".join(self._lines)
        with Vertical(id="box"):
            yield Words(lambda: self.command, id="command")
            with Horizontal(id="row"):
                with Vertical(id="words"):
                    yield Words(lambda: _("Type this on another machine to join."))
                    yield Words(
                        lambda: _("It names this server so that nobody else can pass for it."),
                        id="about",
                    )
                    with Horizontal(id="answers"):
                        yield WordButton(lambda: _("Copy"), id="copy", primary=True)
                        yield WordButton(lambda: _("Back"), id="back")
                # Whatever the theme: telephones do not read every pair of colours.
                yield Static(Text(code, "bright_white on black"), id="code")

    def on_resize(self) -> None:
        """Leave the code out where there is no room for all of it."""
        width, height = self.size
        rows = ceil(len(self.command) / max(1, width - _FRAME))
        wide = _WORDS + _BESIDE + len(self._lines[0]) + _FRAME <= width
        high = rows + len(self._lines) + 2 <= height
        self.query_one("#code").set_class(not (wide and high), "-hidden")

    def action_copy(self) -> None:
        """Copy the line; this works through ssh, too."""
        self.app.copy_to_clipboard(self.command)
        self.notify(_("Copied: {line}", line=self.command))

    @on(Button.Pressed)
    def _press(self, event: Button.Pressed) -> None:
        event.stop()
        if event.button.id == "copy":
            self.action_copy()
        else:
            self.dismiss()
