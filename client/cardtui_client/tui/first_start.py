"""The first start: asks your name (`FirstStart`), and what to begin with (`Welcome`).
What is opened then is in `tui/navigation.py`; which truco, in `faces/tiles.py`.
"""

from __future__ import annotations

from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, OptionList
from textual.widgets.option_list import Option

from cardtui_client.i18n import _, mark
from cardtui_client.limits import NAME_CELLS
from cardtui_client.settings import login_name
from cardtui_client.text import safe_text
from cardtui_client.tui.dialogs import ListChoice
from cardtui_client.tui.screens import KeyFooter, LocalizedScreen
from cardtui_client.tui.widgets.text_field import TextField
from cardtui_client.tui.widgets.wordmark import Wordmark
from cardtui_client.tui.widgets.words import WordButton, Words

PLAY: Final = "play"
LEARN: Final = "learn"


class FirstStart(LocalizedScreen[str]):
    """Asks what others shall call this person; the login name is proposed.

    Who was there under several names reads them, and is asked who comes.
    """

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
        #wrong { color: $text-error; height: auto; min-height: 1; }
        #about { color: $text-muted; margin-top: 1; }
    }
    """

    def __init__(self, *names: str) -> None:
        super().__init__()
        self._names = [safe_text(each, NAME_CELLS) for each in names or [login_name()]]

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Wordmark()
            yield Words(self._question, id="question")
            with Horizontal(id="row"):
                yield TextField(self._names[0], max_length=NAME_CELLS, id="name")
                yield WordButton(lambda: _("Sit down"), id="go", primary=True)
            yield Words(lambda: "", id="wrong")
            yield Words(
                lambda: _("You can change it later in the settings."),
                id="about",
            )
        yield KeyFooter()

    def _question(self) -> str:
        if len(self._names) == 1:
            return _("What’s your name?")
        known = _("You played there under several names: {names}.", names=", ".join(self._names))
        who = _("Who are you?")
        return f"{known} {who}"

    @on(Input.Changed, "#name")
    def _typed(self) -> None:
        if safe_text(self.query_one(Input).value, NAME_CELLS):
            self.query_one("#wrong", Words).say(lambda: "")

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


class Welcome(ListChoice[str]):
    """Asks a newcomer whether to play or to learn: `PLAY`, `LEARN`, or nothing of both."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", mark("All games"), id="welcome.cancel"),
    ]

    def __init__(self, *, learns: bool) -> None:
        """Make it.

        Args:
            learns: whether there are lessons.
        """
        super().__init__()
        self._learns = learns

    def question(self) -> str:
        return _("Do you know truco?")

    def options(self) -> list[Option]:
        return [
            Option(Content(_("Yes: play, against bots")), id=PLAY),
            *([Option(Content(_("No: learn it in a few hands")), id=LEARN)] * self._learns),
            Option(Content(_("Show me all the games")), id="all"),
        ]

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option.id if event.option.id != "all" else "")
