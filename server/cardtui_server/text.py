"""What other people typed, made safe to show, and names that nobody else has."""

from __future__ import annotations

import unicodedata
from collections.abc import Container
from typing import Final

NAME_CELLS: Final = 16
"""The widest name, in terminal cells."""

TABLE_NAME_CELLS: Final = 32
"""The widest name of a table."""

CHAT_CELLS: Final = 200
"""The widest line of talk, in terminal cells."""

_FORBIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_LOOKS_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_MARKS: Final = 2
_BYTES: Final = 4


def safe_text(text: str, cells: int) -> str:
    """Return the text without what could hurt a terminal, at most so many cells wide.

    It takes at most four bytes a cell, so that signs without width make no message grow.

    The result is in NFC, has no control, format, surrogate, private or unassigned character
    and no line or paragraph separator, at most two combining marks on a character, and
    single blanks only between words. Doing it twice changes nothing more.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text[: 20 * cells]):
        category = unicodedata.category(char)
        if char.isspace() or char in _LOOKS_BLANK:
            # A tab or a line's end parts words as a blank does.
            kept.append(" ")
            marks = _MARKS
        elif category in _FORBIDDEN or _selects_variant(char):
            continue
        elif category[0] == "M":
            if marks < _MARKS and kept:
                kept.append(char)
                marks += 1
        else:
            kept.append(char)
            marks = 0
    folded = " ".join("".join(kept).split())
    return _cut(unicodedata.normalize("NFC", folded), cells)


def cell_width(char: str) -> int:
    """Return how many terminal cells a character takes, at most."""
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _selects_variant(char: str) -> bool:
    """Whether the character chooses how the one before it is drawn, and so how wide it is."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def name_key(name: str) -> str:
    """Return what two names have in common that people would take for one another."""
    return unicodedata.normalize("NFKC", name).casefold()


def numbered(name: str, taken: Container[str], cells: int) -> str:
    """Return the name, with a number behind it if it is taken already.

    Args:
        name: a name that is safe to show.
        taken: the keys of the names that are taken, as `name_key` makes them.
        cells: how wide the result may be.

    >>> numbered("Ana", {"ana", "ana 2"}, NAME_CELLS)
    'Ana 3'
    """
    candidate, number = name, 1
    while name_key(candidate) in taken:
        number += 1
        suffix = f" {number}"
        candidate = safe_text(name, cells - len(suffix)) + suffix
    return candidate


def _cut(text: str, cells: int) -> str:
    width = size = 0
    for index, char in enumerate(text):
        width += cell_width(char)
        size += len(char.encode())
        if width > cells or size > _BYTES * cells:
            return text[:index].rstrip()
    return text
