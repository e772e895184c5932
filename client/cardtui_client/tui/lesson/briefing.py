"""What a hand of a lesson is about, read before it is dealt."""

from __future__ import annotations

from enum import Enum, auto
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button

from cardtui_client.i18n import _, mark
from cardtui_client.tui.lesson.tutor import Tutor
from cardtui_client.tui.localized import LocalizedModal
from cardtui_client.tui.widgets.words import WordButton, Words


class Next(Enum):
    """What one wants after having read it."""

    PLAY = auto()
    SKIP = auto()
    LEAVE = auto()


class Briefing(LocalizedModal[Next]):
    """Says what the hand teaches, and its goal; Enter deals it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "go('LEAVE')", mark("Leave"), id="briefing.leave"),
        Binding("f5", "go('SKIP')", mark("Skip this hand"), id="briefing.skip"),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]
    AUTO_FOCUS = "#play"

    DEFAULT_CSS = """
    Briefing {
        align: center middle;
        #box {
            width: 68; max-width: 94%; height: auto; max-height: 100%; padding: 1 2;
            border: tall $primary; background: $surface; overflow-y: auto;
        }
        #title { width: 100%; color: $primary; text-style: bold; margin-bottom: 1; }
        #about { width: 100%; margin-bottom: 1; }
        #goal { width: 100%; text-style: bold; }
        #clauses { width: 100%; color: $text-muted; margin-bottom: 1; }
        #answers { height: 3; }
        #answers WordButton { width: auto; margin-right: 1; }
        #answers #play { width: 1fr; }
        #answers .last { margin-right: 0; }
    }
    """

    def __init__(self, tutor: Tutor) -> None:
        super().__init__()
        self._tutor = tutor

    def compose(self) -> ComposeResult:
        """Lay the words over the buttons."""
        tutor = self._tutor
        with Vertical(id="box"):
            yield Words(lambda: tutor.title, id="title")
            yield Words(lambda: tutor.about, id="about")
            yield Words(lambda: _("Goal: {goal}", goal=tutor.goal), id="goal")
            yield Words(
                lambda: _("The rules: {clauses}.", clauses=", ".join(tutor.clauses)), id="clauses"
            )
            with Horizontal(id="answers"):
                yield WordButton(lambda: _("Deal the cards"), id="play", primary=True)
                yield WordButton(lambda: _("Skip this hand"), id="skip")
                yield WordButton(lambda: _("Leave"), id="leave", classes="last")

    @on(Button.Pressed)
    def _answer(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_go((event.button.id or "leave").upper())

    def action_go(self, answer: str) -> None:
        """Go on so."""
        self.dismiss(Next[answer])
