"""Lines of text, written as the terminal can show them."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from io import TextIOWrapper
from typing import BinaryIO, Final, TextIO

from cardtui_client.model.cards import as_typed
from cardtui_client.text import cell_width

_PLAIN: Final = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "…": "...", "¡": ""}
    | {"¿": "", "•": "*", "·": "-", "→": "->", "×": "x", "≤": "<="}
)


def write_lines(output: TextIO, lines: Iterable[str]) -> None:
    """Write lines so that a terminal without Unicode can show them, too.

    At a terminal they are wrapped at words; in a pipe each stays one line.
    """
    cells = _width(output)
    shown = (writable(as_typed(line), output.encoding or "ascii") for line in lines)
    output.writelines(
        part + "\n"
        for line in shown
        for part in ([line] if cells is None else wrapped(line, cells))
    )
    output.flush()


def wrapped(line: str, cells: int) -> list[str]:
    """Return a line in parts that fit in so many cells, broken at blanks where there are some.

    >>> wrapped("  The table waits for you.", 16)
    ['  The table', '  waits for you.']
    """
    indent = line[: len(line) - len(line.lstrip(" "))]
    parts: list[str] = []
    part = ""
    for word in line.strip(" ").split(" "):
        longer = f"{part} {word}" if part else indent + word
        if part and cell_width(longer) > cells:
            parts.append(part)
            longer = indent + word
        part = longer
    return [*parts, part]


def _width(output: TextIO) -> int | None:
    """Return how many cells a line of the terminal has; ``None`` if it is no terminal."""
    try:
        return os.get_terminal_size(output.fileno()).columns or None if output.isatty() else None
    except (OSError, ValueError, AttributeError):
        return None


def writable(text: str, encoding: str) -> str:
    """Return the text as it can be written in that encoding, without accents if need be.

    >>> writable("¡Envido! “corazón”", "ascii")
    'Envido! "corazon"'
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        bare = unicodedata.normalize("NFKD", text.translate(_PLAIN))
        return bare.encode("ascii", "ignore").decode("ascii")
    return text


class AsciiTerminal(TextIOWrapper):
    """A terminal that shows nothing but ASCII: letters lose their accents.

    It calls itself by an encoding that ASCII is a part of: click takes one that says ASCII for a
    fault of the system, and writes UTF-8.
    """

    def __init__(self, buffer: BinaryIO) -> None:
        """Write there what streams of that terminal wrote before."""
        super().__init__(buffer, encoding="iso8859-1", line_buffering=True)

    def write(self, text: str) -> int:
        """Write the text as it can be shown."""
        return super().write(writable(text, "ascii"))


def spell_out(error: UnicodeError) -> tuple[str, int]:
    """Stand in for what an encoding does not have; a handler for `codecs.register_error`."""
    assert isinstance(error, UnicodeEncodeError)
    return writable(error.object[error.start : error.end], "ascii"), error.end
