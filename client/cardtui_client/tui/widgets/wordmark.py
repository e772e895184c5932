"""The name of the program, as four aces laid side by side."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from cardtui_client.i18n import _
from cardtui_client.tui.widgets.words import Words

SUITS: Final = (
    ("♠", "$ink-spades"),
    ("♥", "$ink-hearts"),
    ("♦", "$ink-diamonds"),
    ("♣", "$ink-clubs"),
)
"""The suits, and the colour of each."""

_EDGE: Final = ("    ", "on $card")


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
    blank: list[str | tuple[str, str]] = [part for _suit in SUITS for part in (_EDGE, " ")]
    faces: list[str | tuple[str, str]] = [
        part for suit, ink in SUITS for part in ((f" A{suit} ", f"bold {ink} on $card"), " ")
    ]
    return Content("\n").join(
        (Content.assemble(*blank), Content.assemble(*faces), Content.assemble(*blank))
    )
