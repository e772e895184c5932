"""Painting numbers in large digits, to be read across the room."""

from __future__ import annotations

from typing import Final

from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.colours import style

_DIGITS: Final = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", " # ", " # "),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "-": ("   ", "   ", "###", "   ", "   "),
}
_DOT: Final = 2
"""The cells beside each other that look like a square."""
_DIGIT: Final = 4 * _DOT
DIGIT_LINES: Final = 5


def digits_cells(number: str) -> int:
    """Return how many cells a number takes."""
    return _DIGIT * len(number) - _DOT


def draw_digits(canvas: Canvas, x: int, y: int, number: str, ink: str) -> None:
    """Paint a number in that colour."""
    for digit in number:
        for row, dots in enumerate(_DIGITS.get(digit, ()), y):
            for column, dot in enumerate(dots):
                if dot == "#":
                    canvas.fill(Place(x + column * _DOT, row, _DOT, 1), style(ink, ink))
        x += _DIGIT
