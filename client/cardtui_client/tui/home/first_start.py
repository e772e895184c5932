"""The first start: asks for a name and nothing else."""

from __future__ import annotations

import getpass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input

from cardtui_client.i18n import _, mark
from cardtui_client.limits import NAME_CELLS
from cardtui_client.text import safe_text
from cardtui_client.tui.localized import LocalizedScreen
from cardtui_client.tui.widgets.key_footer import KeyFooter
from cardtui_client.tui.widgets.text_field import TextField
from cardtui_client.tui.widgets.wordmark import Wordmark
from cardtui_client.tui.widgets.words import WordButton, Words


class FirstStart(LocalizedScreen[str]):
    """Asks what others shall call this person; the login name is proposed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.quit", mark("Quit"), id="first.quit"),
    ]

    DEFAULT_CSS = """
    FirstStart {
        align: center middle;
        #box { width: 74; max-width: 96%; height: auto; }
        #question { margin-top: 1; }
        #row { height: 3; }
        #row Input { width: 1fr; }
        #row WordButton { margin-left: 1; }
        #wrong { color: $text-error; height: 1; }
        #about { color: $text-muted; margin-top: 1; }
    }
    """

    def __init__(self, proposal: str | None = None) -> None:
        super().__init__()
        proposal = login_name() if proposal is None else proposal
        self._proposal = safe_text(proposal, NAME_CELLS)

    def compose(self) -> ComposeResult:
        """Lay out the one question."""
        with Vertical(id="box"):
            yield Wordmark()
            yield Words(lambda: _("What's your name?"), id="question")
            with Horizontal(id="row"):
                yield TextField(self._proposal, max_length=NAME_CELLS, id="name")
                yield WordButton(lambda: _("Sit down"), id="go", primary=True)
            yield Words(lambda: "", id="wrong")
            yield Words(
                lambda: _("You can change it later in the settings."),
                id="about",
            )
        yield KeyFooter()

    @on(Input.Submitted, "#name")
    @on(Button.Pressed, "#go")
    def take(self) -> None:
        """Go on with the name typed, if it is one."""
        name = safe_text(self.query_one(Input).value, NAME_CELLS)
        if name:
            self.dismiss(name)
        else:
            self.query_one("#wrong", Words).say(lambda: _("Type a name; one letter will do."))
            self.query_one(Input).focus()


def login_name() -> str:
    """Return the name under which the person uses this machine, if it has one."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
