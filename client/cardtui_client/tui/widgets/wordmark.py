"""The name of the program, as four aces laid side by side; and the line atop other screens."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from cardtui_client.i18n import _
from cardtui_client.tui.widgets.words import Say, Words

_SUITS = (("♠", "$ink-spades"), ("♥", "$ink-hearts"), ("♦", "$ink-diamonds"), ("♣", "$ink-clubs"))
_EDGE = ("    ", "on $card")


class Wordmark(Horizontal):
    """Four aces, the name, and what it is."""

    DEFAULT_CSS = """
    Wordmark {
        height: 3;
        width: auto;
        #aces { width: 19; height: 3; margin-right: 2; }
        #name { width: auto; color: $primary; text-style: bold; }
        #what { width: auto; color: $text-muted; }
        Vertical { width: auto; }
    }
    """

    def compose(self) -> ComposeResult:
        """Lay the aces beside the words."""
        from textual.containers import Vertical

        yield Static(_aces(), id="aces")
        with Vertical():
            yield Static("")
            yield Static(Content("c a r d t u i"), id="name")
            yield Words(lambda: _("Card tables for your terminal"), id="what")


def _aces() -> Content:
    blank: list[str | tuple[str, str]] = [part for _suit in _SUITS for part in (_EDGE, " ")]
    faces: list[str | tuple[str, str]] = [
        part for suit, ink in _SUITS for part in ((f" A{suit} ", f"bold {ink} on $card"), " ")
    ]
    return Content("\n").join(
        (Content.assemble(*blank), Content.assemble(*faces), Content.assemble(*blank))
    )


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
            Content.assemble(*((f"{suit} ", "$primary") for suit, _ink in _SUITS)), classes="mark"
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
