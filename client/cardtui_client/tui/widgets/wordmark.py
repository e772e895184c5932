"""The name of the program, as four aces laid side by side."""

from __future__ import annotations

from typing import Final

from textual.content import Content
from textual.widgets import Static

from cardtui_client.i18n import _

SUITS: Final = (
    ("♠", "$ink-spades"),
    ("♥", "$ink-hearts"),
    ("♦", "$ink-diamonds"),
    ("♣", "$ink-clubs"),
)
"""The suits, and the colour of each."""

_EDGE: Final = ("    ", "on $card")


class Wordmark(Static):
    """Four aces, the name, and what it is."""

    DEFAULT_CSS = """
    Wordmark { height: 3; width: auto; text-wrap: nowrap; }
    """

    def __init__(self) -> None:
        super().__init__(_drawn())

    def retell(self) -> None:
        """Say what it is in the language in use now."""
        self.update(_drawn())


def _drawn() -> Content:
    edge: list[str | tuple[str, str]] = [part for _suit in SUITS for part in (_EDGE, " ")]
    faces: list[str | tuple[str, str]] = [
        part for suit, ink in SUITS for part in ((f" A{suit} ", f"bold {ink} on $card"), " ")
    ]
    lines = (
        Content.assemble(*edge),
        Content.assemble(*faces, " ", ("c a r d t u i", "bold $primary")),
        Content.assemble(*edge, " ", (_("Card tables for your terminal"), "$foreground 60%")),
    )
    longest = max(line.cell_length for line in lines)
    # All are as long as the longest: they stay below each other where the whole is centred.
    return Content("\n").join(line.pad_right(longest - line.cell_length) for line in lines)
