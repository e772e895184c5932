"""The line atop a screen: the program, where one is, and a remark."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from cardtui_client.tui.widgets.wordmark import SUITS
from cardtui_client.tui.widgets.words import Say, Words


class PlaceLine(Horizontal):
    """The line atop a screen: the program, where one is, and a remark at the right."""

    DEFAULT_CSS = """
    PlaceLine {
        dock: top;
        height: 1;
        background: $panel;
        .mark { width: auto; padding: 0 1; }
        .place { width: 1fr; text-style: bold; }
        .remark { width: auto; max-width: 40%; color: $text-muted; padding: 0 1; }
        Words { text-wrap: nowrap; text-overflow: ellipsis; }
    }
    """

    def __init__(self, place: Say, remark: Say = lambda: "") -> None:
        super().__init__()
        self._place = Words(place, classes="place")
        self._remark = Words(remark, classes="remark")

    def compose(self) -> ComposeResult:
        """Put the parts in a row."""
        yield Static(
            Content.assemble(*((f"{suit} ", "$primary") for suit, _ink in SUITS)), classes="mark"
        )
        yield self._place
        yield self._remark

    def say(self, place: Say) -> None:
        """Name another place."""
        self._place.say(place)

    def retell(self) -> None:
        """Name the place again, which may have changed."""
        self._place.retell()

    def remark(self, remark: Say) -> None:
        """Make another remark."""
        self._remark.say(remark)
