"""The lines that are typed: read without blocking the event loop, handed out one by one."""

from __future__ import annotations

import asyncio
import codecs
import os
import threading
from collections.abc import Iterator
from io import UnsupportedOperation
from typing import Final, TextIO

_CHUNK: Final = 4096
_LONGEST: Final = 4096
_AHEAD: Final = 64


class TypedLines:
    """The lines of a terminal, pipe or file without their ends, until it ends.

    Who waits for a line may be cancelled: the line is there for whoever asks next.

    Attributes:
        at_terminal: whether somebody sits there who sees each answer before typing on.
    """

    def __init__(self, source: TextIO) -> None:
        self.at_terminal = source.isatty()
        self._source = source
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._given_back: list[str] = []
        self._room = threading.Semaphore(_AHEAD)
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
        rest = rest[:_LONGEST]
