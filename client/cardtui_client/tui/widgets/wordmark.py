"""Four aces and the name of the program (`Wordmark`), in one line up to `_GRAND_LINES`.
How many columns each size takes: `LEAST_WIDTH_OF_LINES`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from textual.app import App
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from cardtui_client.i18n import _
from cardtui_client.tui.widgets.words import SUIT_INKS

_GRAND_LINES: Final = 13
_TALL_LINES: Final = 7
_USUAL_LINES: Final = 3
LEAST_WIDTH_OF_LINES: Final = {_GRAND_LINES: 176, _TALL_LINES: 100, _USUAL_LINES: 0, 1: 0}
"""In how many lines it is drawn, the most first, and in windows of how many columns."""

_CARD_COLUMNS: Final = {_TALL_LINES: 11, _USUAL_LINES: 4, 1: 4}
"""How many columns its cards have; in its largest form they are those of the table."""
_DOT_EXTENTS: Final = {_GRAND_LINES: (4, 2), _TALL_LINES: (2, 1)}
"""How many columns and lines a dot of its large letters has."""
NAME_DOTS: Final = (
    "###  #  ### ##  ### # # #",
    "#   # # # # # #  #  # # #",
    "#   ### ##  # #  #  # # #",
    "#   # # # # # #  #  # # #",
    "### # # # # ##   #  ### #",
)
"""The name in the dots of `paint/letters.py`, which takes long to load."""
_MARGIN_COLUMNS: Final = 2


class Wordmark(Static):
    """Four aces, the name, and what it is, where there is room for that.

    Attributes:
        lines: in how many lines, one of `LEAST_WIDTH_OF_LINES`; 0 to show nothing.
    """

    DEFAULT_CSS = """
    Wordmark { width: auto; height: auto; text-wrap: nowrap; }
    """

    lines: reactive[int] = reactive(_USUAL_LINES, init=False)

    def heights(self) -> list[int]:
        """Return in how many lines it can be drawn in this window, the most first."""
        return [
            lines for lines, width in LEAST_WIDTH_OF_LINES.items() if width <= self.app.size.width
        ]

    def on_mount(self) -> None:
        """Say no more than there is room for."""
        self.retell()

    def on_resize(self) -> None:
        """Say no more than there is room for now."""
        self.retell()

    def watch_lines(self) -> None:
        """Be drawn in that many."""
        self.retell()

    def retell(self) -> None:
        """Say what it is in the language in use now."""
        self.display = self.lines > 0
        if self.lines and self.is_attached:
            self.update(self._drawn(self.app.size.width - 2 * _MARGIN_COLUMNS))

    def _drawn(self, room: int) -> Content:
        aces = [_ace(suit, ink, self.lines, self.app) for suit, ink in SUIT_INKS]
        cards = [Content(" ").join(parts) for parts in zip(*aces, strict=True)]
        lines = [
            Content.assemble(card, "  ", said)
            for card, said in zip(cards, _said(self.lines), strict=True)
        ]
        if lines[-1].cell_length > room:
            lines[-1] = cards[-1] if self.lines > 1 else Content.assemble(cards[-1], "  ", _name())
        longest = max(line.cell_length for line in lines)
        # All are as long as the longest: they stay below each other where the whole is centred.
        return Content("\n").join(line.pad_right(longest - line.cell_length) for line in lines)


def _ace(suit: str, ink: str, lines: int, app: App[Any]) -> list[Content]:
    """Draw an ace in so many lines."""
    if lines == _GRAND_LINES:
        from cardtui_client.tui.widgets.painted import large_card  # other windows need none

        return large_card(f"A{suit}", app)
    width, paper = _CARD_COLUMNS[lines], f"{ink} on $card"
    blank = Content.styled(" " * width, paper)
    first = Content.styled(f" A{suit}".ljust(width), f"bold {paper}")
    if lines != _TALL_LINES:
        return [blank, first, blank] if lines == _USUAL_LINES else [first]
    last = Content.styled(f"A{suit} ".rjust(width), f"bold {paper}")
    middle = Content.styled(suit.center(width), f"bold {paper}")
    return [first, blank, blank, middle, blank, blank, last]


def _name() -> Content:
    return Content.styled("c a r d t u i", "bold $primary")


def _said(lines: int) -> list[Content]:
    """Return the name and what it is, in so many lines."""
    about = Content.styled(_("Card tables for your terminal"), "$foreground 60%")
    if lines == 1:
        return [Content.assemble(_name(), "   ", about)]
    if lines == _USUAL_LINES:
        return [Content(""), _name(), about]
    letters = [*_letters(*_DOT_EXTENTS[lines]), Content(""), about]
    return [*[Content("")] * (lines - len(letters)), *letters]


def _letters(across: int, down: int) -> Iterator[Content]:
    """Yield the lines of the name in large letters."""
    for dots in NAME_DOTS:
        parts = ((" " * across, "on $primary" if dot == "#" else "") for dot in dots)
        yield from [Content.assemble(*parts)] * down
