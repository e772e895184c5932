"""The lines that you type, read one by one, and how lines for you are written, rung, or kept back.
How many may be typed ahead: `_MOST_LINES_AHEAD`; kept back: `_MOST_LINES_KEPT`. What stands for
signs where there is only ASCII: `_ASCII_FOR_SIGNS`; on screens, see `text.py`.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import threading
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import TextIOWrapper, UnsupportedOperation
from typing import BinaryIO, Final, TextIO

from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import as_typed
from cardtui_client.text import cell_width

_CHUNK: Final = 4096
_LONGEST_LINE: Final = 4096
_MOST_LINES_AHEAD: Final = 64


class TypedLines:
    """The lines of a terminal, pipe or file without their ends, until it ends.

    Who waits for a line may be cancelled: the line is there for the next who asks.

    Attributes:
        at_terminal: whether somebody sits there who sees each answer before typing on.
    """

    def __init__(self, source: TextIO) -> None:
        self.at_terminal = source.isatty()
        self._source = source
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._given_back: list[str] = []
        self._room = threading.Semaphore(_MOST_LINES_AHEAD)
        self._gone = threading.Event()
        self._reading = False

    def __aiter__(self) -> TypedLines:
        """Return the lines that are still to come."""
        return self

    async def __anext__(self) -> str:
        """Wait for the next line."""
        self._read()
        if self._given_back:
            return self._given_back.pop()
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)  # it stays at its end
            raise StopAsyncIteration
        self._room.release()
        return line

    def give_back(self, line: str) -> None:
        """Have a line handed out again that nobody has used."""
        self._given_back.append(line)

    def close(self) -> None:
        """Let the thread that reads end at the next line."""
        self._gone.set()
        self._room.release()

    def _read(self) -> None:
        if self._reading:
            return
        self._reading = True
        loop = asyncio.get_running_loop()

        def read() -> None:
            try:
                for line in _blocking_lines(self._source):
                    self._room.acquire()
                    if self._gone.is_set():
                        return
                    loop.call_soon_threadsafe(self._lines.put_nowait, line)
                loop.call_soon_threadsafe(self._lines.put_nowait, None)
            except RuntimeError:
                pass  # the loop is closed: nobody listens any more

        # A daemon, because a read of a terminal cannot be called off.
        threading.Thread(target=read, name="lines", daemon=True).start()


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
        rest = rest[:_LONGEST_LINE]


_ASCII_FOR_SIGNS: Final = str.maketrans(
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
        bare = unicodedata.normalize("NFKD", text.translate(_ASCII_FOR_SIGNS))
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


Print = Callable[[Sequence[str]], None]
"""Tells lines that were asked for, as `Teller.answer` does."""

_MOST_LINES_KEPT: Final = 500
"""More lines than this are not kept back: the latest count."""


class Teller:
    """Writes what there is to tell.

    Attributes:
        holds: whether news are kept back until the person presses Enter.
    """

    def __init__(self, output: TextIO) -> None:
        self.holds = False
        self._output = output
        self._kept: list[str] = []
        self._dropped = 0

    def answer(self, lines: Sequence[str]) -> None:
        """Tell what was asked for."""
        if lines:
            write_lines(self._output, lines)

    def news(self, lines: Sequence[str]) -> None:
        """Tell what happened, or keep it back."""
        if not self.holds:
            self.answer(lines)
            return
        self._kept.extend(lines)
        self._dropped += max(0, len(self._kept) - _MOST_LINES_KEPT)
        del self._kept[:-_MOST_LINES_KEPT]

    def urgent(self, line: str, *, ring: bool) -> None:
        """Tell what cannot wait until you are done typing; ring the bell of a terminal for it."""
        self.answer([line])
        if ring:
            self.ring()

    @property
    def rings(self) -> bool:
        """Whether there is a bell: a terminal has one, a pipe has none."""
        return self._output.isatty()

    def ring(self) -> None:
        """Ring the bell, if there is one."""
        if self.rings:
            self._output.write("\a")
            self._output.flush()

    def tell_kept(self) -> bool:
        """Tell what was kept back; return whether there was anything."""
        kept, self._kept = self._kept, []
        dropped, self._dropped = self._dropped, 0
        if dropped:
            kept.insert(
                0, n_("1 line before this was dropped.", "{n} lines were dropped.", dropped)
            )
        self.answer(kept)
        return bool(kept)

    def toggle(self) -> list[str]:
        """Hold news back from now on, or do not; return what to say about it."""
        self.holds = not self.holds
        if self.holds:
            return [_("What happens is kept back until you press Enter.")]
        return [_("What happens is told at once again.")]
