"""Lines of text: read without blocking the event loop, written as the terminal can show."""

from __future__ import annotations

import asyncio
import codecs
import os
import threading
import unicodedata
from collections.abc import AsyncIterator, Iterable, Iterator
from io import UnsupportedOperation
from typing import Final, TextIO

from cardtui_client.model.cards import as_typed
from cardtui_client.text import cell_width

_CHUNK: Final = 4096
_LONGEST: Final = 4096
_AHEAD: Final = 64

_PLAIN: Final = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "...", "¡": "", "¿": ""}
)


async def lines_of(source: TextIO) -> AsyncIterator[str]:
    """Yield the lines of a terminal, pipe or file without their ends, until it ends."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    room = threading.Semaphore(_AHEAD)
    gone = threading.Event()

    def read() -> None:
        try:
            for line in _blocking_lines(source):
                room.acquire()
                if gone.is_set():
                    return
                loop.call_soon_threadsafe(lines.put_nowait, line)
            loop.call_soon_threadsafe(lines.put_nowait, None)
        except RuntimeError:
            pass  # the loop is closed: nobody listens any more

    # A daemon, because a read of a terminal cannot be called off.
    threading.Thread(target=read, name="lines", daemon=True).start()
    try:
        while (line := await lines.get()) is not None:
            room.release()
            yield line
    finally:
        gone.set()
        room.release()


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


def spell_out(error: UnicodeError) -> tuple[str, int]:
    """Stand in for what an encoding does not have; a handler for `codecs.register_error`."""
    assert isinstance(error, UnicodeEncodeError)
    return writable(error.object[error.start : error.end], "ascii"), error.end


def _blocking_lines(source: TextIO) -> Iterator[str]:
    try:
        descriptor = source.fileno()
    except (UnsupportedOperation, AttributeError):
        for line in source:
            yield line.rstrip("\n")
        return
    # Not through the file's own buffer: a thread that waits in there holds its lock, on which
    # the interpreter would fall when it exits.
    decode = codecs.getincrementaldecoder(source.encoding or "utf-8")("replace").decode
    rest = ""
    while True:
        try:
            chunk = os.read(descriptor, _CHUNK)
        except OSError:
            chunk = b""  # the terminal is gone
        rest += decode(chunk, final=not chunk)
        *whole, rest = rest.split("\n")
        for line in whole:
            yield line.rstrip("\r")
        if not chunk:
            if rest:
                yield rest
            return
        rest = rest[:_LONGEST]
