"""Text that other people typed, made safe for a terminal, and how wide text is.

The server cleans names and talk at its door; the client does it again before drawing, for
the server itself may be hostile.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_MARKS: Final = ("Mn", "Mc", "Me")
_NEVER: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_MOST_MARKS: Final = 2


def _is_variation_selector(char: str) -> bool:
    # They change how wide a terminal draws the sign before them, which no table foresees.
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def char_width(char: str) -> int:
    """Return how many cells one character takes: 0, 1 or 2."""
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def cell_width(text: str) -> int:
    """Return how many cells the text takes."""
    return sum(map(char_width, text))


def safe_text(text: str, cells: int) -> str:
    r"""Return what may be drawn of the text, at most so many cells of it.

    NFC; no control, format, surrogate, private or unassigned character, no line or
    paragraph separator; at most two combining marks in a row; blanks folded to one.

    >>> safe_text("  Ana\x1b[31m\n ", 16)
    'Ana[31m'
    """
    # Cut first: a message has a bound of its own, and normalizing costs by length.
    text = unicodedata.normalize("NFC", text[: 32 * cells + 32])
    kept: list[str] = []
    width = 0
    marks = 0
    blank = False
    for char in text:
        if char.isspace():
            blank = bool(kept)
            continue
        category = unicodedata.category(char)
        if category in _NEVER or _is_variation_selector(char):
            continue
        if category in _MARKS:
            marks += 1
            if marks > _MOST_MARKS or not kept or blank:
                continue
        else:
            marks = 0
        needed = char_width(char) + blank
        if width + needed > cells:
            break
        if blank:
            kept.append(" ")
            blank = False
        kept.append(char)
        width += needed
    return "".join(kept)
