"""Four aces and the name of the program (`Wordmark`), in one line up to `_GRAND`.
How many columns each size takes: `HEIGHTS`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from textual.app import App
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from cardtui_client.i18n import _
from cardtui_client.tui.widgets.words import SUITS

_GRAND: Final = 13
_TALL: Final = 7
_USUAL: Final = 3
HEIGHTS: Final = {_GRAND: 176, _TALL: 100, _USUAL: 0, 1: 0}
"""In how many lines it is drawn, the most first, and in windows of how many columns."""

_CARD: Final = {_TALL: 11, _USUAL: 4, 1: 4}
"""How many columns its cards have; in its largest form they are those of the table."""
_DOT: Final = {_GRAND: (4, 2), _TALL: (2, 1)}
"""How many columns and lines a dot of its large letters has."""
LETTERS: Final = (
    "###  #  ### ##  ### # # #",
    "#   # # # # # #  #  # # #",
    "#   ### ##  # #  #  # # #",
    "#   # # # # # #  #  # # #",
    "### # # # # ##   #  ### #",
)
"""The name in the dots of `paint/letters.py`, which takes long to load."""
_BESIDE: Final = 2


class Wordmark(Static):
    """Four aces, the name, and what it is, where there is room for that.

    Attributes:
        lines: in how many lines, one of `HEIGHTS`; 0 to show nothing.
    """

    DEFAULT_CSS = """
    Wordmark { width: auto; height: auto; text-wrap: nowrap; }
    """

    lines: reactive[int] = reactive(_USUAL, init=False)

    def heights(self) -> list[int]:
        """Return in how many lines it can be drawn in this window, the most first."""
        return [lines for lines, width in HEIGHTS.items() if width <= self.app.size.width]

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
            self.update(self._drawn(self.app.size.width - 2 * _BESIDE))

    def _drawn(self, room: int) -> Content:
        aces = [_ace(suit, ink, self.lines, self.app) for suit, ink in SUITS]
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
    if lines == _GRAND:
        from cardtui_client.tui.widgets.painted import large_card  # other windows need none

        return large_card(f"A{suit}", app)
    width, paper = _CARD[lines], f"{ink} on $card"
    blank = Content.styled(" " * width, paper)
    first = Content.styled(f" A{suit}".ljust(width), f"bold {paper}")
    if lines != _TALL:
        return [blank, first, blank] if lines == _USUAL else [first]
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
    if lines == _USUAL:
        return [Content(""), _name(), about]
    letters = [*_letters(*_DOT[lines]), Content(""), about]
    return [*[Content("")] * (lines - len(letters)), *letters]


def _letters(across: int, down: int) -> Iterator[Content]:
    """Yield the lines of the name in large letters."""
    for dots in LETTERS:
        parts = ((" " * across, "on $primary" if dot == "#" else "") for dot in dots)
        yield from [Content.assemble(*parts)] * down
