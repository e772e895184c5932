"""How long names and talk may be (`NAME_CELLS`, `TALK_CELLS`, `TABLE_NAME_CELLS`), what is taken
out of typed text (`safe_text`), and the number after a name that is taken (`numbered`). The client
does the same in `client/cardtui_client/text.py` and `limits.py`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterator
from itertools import count
from typing import Final

NAME_CELLS: Final = 16
"""The widest name, in terminal cells."""

TABLE_NAME_CELLS: Final = 32
"""The widest name of a table, in terminal cells."""

TALK_CELLS: Final = 200
"""The widest line of talk, in terminal cells."""

_FORBIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK_CHARACTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_MOST_MARKS: Final = 2
_MOST_BYTES_PER_CELL: Final = 4


def safe_text(text: str, cells: int) -> str:
    """Return the text without anything that could harm a terminal, at most ``cells`` wide.

    It takes at most four bytes for each cell, so that characters without width cannot make messages
    large.

    The result is in NFC. It has no control, format, surrogate, private-use or unassigned
    characters, no line or paragraph separators, at most two combining marks on a character, and
    only single spaces between words. Applying the function again changes nothing.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text[: 20 * cells]):
        category = unicodedata.category(char)
        if char.isspace() or char in _BLANK_CHARACTERS:
            # A tab or a line break separates words, as a space does.
            kept.append(" ")
            marks = _MOST_MARKS
        elif category in _FORBIDDEN_CATEGORIES or _selects_variant(char):
            continue
        elif category[0] == "M":
            if marks < _MOST_MARKS and kept:
                kept.append(char)
                marks += 1
        else:
            kept.append(char)
            marks = 0
    folded = " ".join("".join(kept).split())
    return _cut(unicodedata.normalize("NFC", folded), cells)


def cell_width(char: str) -> int:
    """Return the greatest number of terminal cells that a character takes."""
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _selects_variant(char: str) -> bool:
    """Return whether the character changes how the one before it is drawn, and so its width."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def name_key(name: str) -> str:
    """Return a key that is the same for names which people would confuse."""
    return unicodedata.normalize("NFKC", name).casefold()


def numbered(name: str, taken: Container[str], cells: int) -> str:
    """Return the name, followed by a number if it is already taken.

    Args:
        name: a name that is safe to show.
        taken: the keys (`name_key`) of the names that are taken.
        cells: the greatest width of the result, in terminal cells.

    >>> numbered("Ana", {"ana", "ana 2"}, NAME_CELLS)
    'Ana 3'
    """
    return next(each for each in numbers(name, cells) if name_key(each) not in taken)


def numbers(name: str, cells: int) -> Iterator[str]:
    """Yield a name that is safe to show, and then with 2, 3, … behind it, at most so wide."""
    yield name
    for number in count(2):
        yield with_number(name, number, cells)


def with_number(name: str, number: int, cells: int) -> str:
    """Return a name that is safe to show with a number behind it, at most so wide."""
    suffix = f" {number}"
    return safe_text(name, cells - len(suffix)) + suffix


def _cut(text: str, cells: int) -> str:
    width = size = 0
    for index, char in enumerate(text):
        width += cell_width(char)
        size += len(char.encode())
        if width > cells or size > _MOST_BYTES_PER_CELL * cells:
            return text[:index].rstrip()
    return text
