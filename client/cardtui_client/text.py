"""Text that other people typed, made safe for a terminal; how wide it is, and how ASCII draws it.
Which characters are never drawn: `_FORBIDDEN_CATEGORIES`, `_BLANK_CHARACTERS`; what stands for
signs in ASCII: `_TO_ASCII`, `_TO_SCREEN_ASCII`. What the server lets in is in
`server/cardtui_server/safe_text.py`.

The server cleans names and talk at its door; the client does it again before drawing, for
the server itself may be hostile.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len, get_character_cell_size

_FORBIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK_CHARACTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_MOST_MARKS: Final = 2
_MOST_BYTES_PER_CELL: Final = 4


def _changes_width(char: str) -> bool:
    """Tell whether it changes how wide a terminal draws the sign before it; no table knows how.

    These are variation selectors and the tones of skin.
    """
    return (
        "\ufe00" <= char <= "\ufe0f"
        or "\U000e0100" <= char <= "\U000e01ef"
        or "\U0001f3fb" <= char <= "\U0001f3ff"
    )


char_width: Final = get_character_cell_size
"""How many cells a character takes: 0, 1 or 2. Screens are put together by the same count."""

cell_width: Final = cell_len
"""How many cells a text takes: as many as its characters do."""


def safe_text(text: str, cells: int) -> str:
    r"""Return what may be drawn of the text, at most so many cells of it.

    NFC; no control, format, surrogate, private or unassigned character, no line or
    paragraph separator; at most two combining marks in a row; blanks folded to one; at
    most four bytes a cell.

    >>> safe_text("  Ana\x1b[31m\n ", 16)
    'Ana[31m'
    """
    # Cut first: a message has a bound of its own, and normalizing costs by length.
    return _safe_text(text[: 20 * cells], cells)


def is_numbered(given: str, name: str) -> bool:
    """Tell whether a server has given a name with a number, as somebody else there bears it.

    >>> is_numbered("ana 2", "Ana"), is_numbered("Ana", "Ana"), is_numbered("Ana B", "Ana")
    (True, False, False)
    """
    begins, _blank, number = given.rpartition(" ")
    called = " ".join(name.split()).casefold()
    return number.isdecimal() and begins.casefold() == called != ""


def unaccented(text: str) -> str:
    """Return a text with as many letters, but without their accents.

    >>> unaccented("máquinas")
    'maquinas'
    """
    if text.isascii():
        return text
    return "".join(unicodedata.normalize("NFD", letter)[0] for letter in text)


# Every picture shows the same names again.
@lru_cache(maxsize=1024)
def _safe_text(text: str, cells: int) -> str:
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if char.isspace() or char in _BLANK_CHARACTERS:
            kept.append(" ")
            marks = _MOST_MARKS
        elif category in _FORBIDDEN_CATEGORIES or _changes_width(char):
            continue
        elif category[0] == "M" or not char_width(char):
            if marks < _MOST_MARKS and kept:
                kept.append(char)
                marks += 1
        else:
            kept.append(char)
            marks = 0
    safe = cut(unicodedata.normalize("NFC", " ".join("".join(kept).split())), cells)
    size = 0
    for place, char in enumerate(safe):
        size += len(char.encode())
        if size > _MOST_BYTES_PER_CELL * cells:
            return safe[:place].rstrip()
    return safe


def cut(text: str, cells: int) -> str:
    """Return as much of the text as takes at most so many cells."""
    width = 0
    for place, char in enumerate(text):
        width += char_width(char)
        if width > cells:
            return text[:place].rstrip()
    return text


def fit(text: str, cells: int) -> str:
    """Return the text in at most so many cells, with an ellipsis where it was cut.

    It is made safe to draw as well: whatever somebody typed comes through here.
    """
    clean = safe_text(text, max(cells, 0))
    # A blank where it is cut goes: three cells more have the blank and what follows it.
    if cells > 0 and cell_width(safe_text(text, cells + 3)) > cells:
        return safe_text(text, cells - 1) + "…"
    return clean


def wrap(text: str, cells: int) -> list[str]:
    """Return the text in lines of at most so many cells, broken at blanks where possible."""
    words, cells = text.split(), max(cells, 0)
    if cell_width(whole := " ".join(words)) <= cells:
        return [whole] if words else []
    lines: list[str] = []
    line = ""
    for word in words:
        while cell_width(word) > cells:
            room = cells - cell_width(line) - 1 if line else cells
            head = _head(word, room)
            if line and cell_width(head) > room:
                lines.append(line)
                line = ""
                continue
            lines.append(f"{line} {head}" if line else head)
            word, line = word[len(head) :], ""  # noqa: PLW2901 - the rest of it
        if not line:
            line = word
        elif cell_width(line) + 1 + cell_width(word) <= cells:
            line = f"{line} {word}"
        else:
            lines.append(line)
            line = word
    return [*lines, line] if line else lines


def _head(word: str, cells: int) -> str:
    width = 0
    for index, char in enumerate(word):
        width += char_width(char)
        if width > cells:
            return word[: max(index, 1)]
    return word


_TO_ASCII: Final[dict[int, str]] = {
    ord(char): plain
    for chars, plain in (
        ("╭╮╰╯┌┐└┘├┤┬┴┼╁╂╋┢┣┫┳┻╔╗╚╝┏┓┗┛", "+"),
        ("│┃╷╵╻╹╿╽║▏╎", "|"),
        ("─━╴╶╸╺═–╌", "-"),
        ("╱", "/"),
        ("╲", "\\"),
        ("█▌▐▟▙▜▛▗▖▝▘", " "),
        ("▀▔", " "),
        ("▄▁", "_"),
        ("░▒▚▞", "%"),
        ("▰", "#"),
        ("▱", "."),
        ("▓▤", "#"),
        ("◉◎", "O"),
        ("◦●", "o"),
        ("○", "."),  # a life that is lost, beside those that are left
        ("•", "*"),
        ("·", "."),
        ("◆★", "*"),
        ("†", "+"),
        ("▶►▸❯›", ">"),
        ("◀◄◂❮", "<"),
        ("▲△↑▴", "^"),
        ("▼▽↓▾", "v"),
        ("←", "<"),
        ("→", ">"),
        ("…", "~"),
        ("⏎", "<"),
        ("✓", "+"),
        ("♛", "!"),
        ("×", "x"),
        ("◕", "o"),
        ("◠", "^"),
        ("‿", "."),
        ("≡", "="),
        ("♠", "S"),
        ("♥", "H"),
        ("♦", "D"),
        ("♣", "C"),
    )
    for char in chars
}

_TO_SCREEN_ASCII: Final = _TO_ASCII | {
    ord(char): plain
    for chars, plain in (
        ("●", "*"),  # beside ○, as what is chosen
        ("○", "o"),
        ("▊▋▍▎▕┆┇┊┋╏", "|"),
        ("▂▃▅▆▇", "_"),
        ("╍┄┅┈┉−—", "-"),
        ("“”", '"'),
        ("‘’", "'"),
        ("¡", "!"),
        ("¿", "?"),
    )
    for char in chars
}


def in_ascii(text: str) -> str:
    """Return what is drawn with signs of its own as it looks in ASCII, in as many cells.

    >>> in_ascii("(◕‿─)")
    '(o.-)'
    """
    return text.translate(_TO_ASCII)


def in_letters(text: str) -> str:
    """Return what a screen shows in ASCII alone, in as many cells; letters lose their accents.

    What is ASCII already stays, such as what tells the terminal that a title follows.

    >>> in_letters("¡Não! ● sim ○ 日")
    '!Nao! * sim o ??'
    """
    return "".join(char if char.isascii() else _letter(char) for char in text)


@lru_cache(maxsize=1024)
def _letter(char: str) -> str:
    cells = char_width(char)
    bare = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode("ascii")
    return (_TO_SCREEN_ASCII.get(ord(char)) or bare or "?" * cells)[:cells].ljust(cells)


def folded(line: str, width: int) -> list[str]:
    """Return a line to be typed in as many as it needs: it breaks after a blank, a comma or a “/”.

    >>> folded("cardtui connect 10.0.0.1,10.0.0.2:8782/AAAAA-BBBBB", 38)
    ['cardtui connect 10.0.0.1,', '10.0.0.2:8782/AAAAA-BBBBB']
    """
    found = [""]
    for part in re.findall(r"[^ ,/]+[ ,/]*|[ ,/]+", line):
        if found[-1] and cell_width((found[-1] + part).rstrip()) > width:
            found.append("")
        found[-1] += part
    return [each.rstrip() for each in found]
