"""How far each log has been acknowledged, in a file beside the database (`HEADS_SUFFIX`).

A database that has lost the end of a log is sound in itself: it only knows less. So after each
commit the number of a log's last entry is noted here, without waiting for the disk: after a power
cut the note may be behind the log, but never ahead of it.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from cardtui_server.regular_file import read_file

HEADS_SUFFIX: Final = "-heads"
"""What the file is called after the name of the database."""

_SLOT_BYTES: Final = 64
"""The bytes of each line: a number, below 0 if the table is closed, a blank, its id, and blanks."""


class Head(NamedTuple):
    """The number of a log's last entry, and whether it closed the table."""

    seq: int
    closed: bool = False


def what_is_missing(
    table: str, length: int, closed: object, head: Head | None, others: Iterable[object] = ()
) -> str:
    """Return what a log lacks that something else says of it; ``""`` if it is as it should be.

    The head must have been read before the log: it may grow meanwhile.

    Args:
        length: how many entries the log has.
        closed: what the list of tables says: how many it had when it was closed, or, as earlier
            releases wrote, 1; 0 if it is open; ``None`` if the table is not in the list.
        head: what was acknowledged, if it is known.
        others: what else says how many entries there were; ``None`` if it says nothing.
    """
    had = [head.seq if head else 0, 0 if closed is None else closed, int(closed is not None)]
    had += [each for each in others if each is not None]
    if not all(isinstance(each, int) for each in had):
        return f"the numbers of table {table} are not as written"
    least = max(each for each in had if isinstance(each, int))
    if length < least:
        return f"table {table} ends with entry {length}, but had {least}"
    agrees = head is None or length > head.seq or bool(closed) == head.closed
    if length and (closed is None or not agrees):
        return f"table {table} is not in the list of tables as it was"
    return ""


class Heads:
    """The file of one database.

    It is a witness, not a record: whatever goes wrong with it, the server plays on without it.

    Attributes:
        known: by table, what was last noted of its log.
    """

    def __init__(self, database: Path, *, afresh: bool) -> None:
        """Read the file; make it if it does not exist.

        Args:
            afresh: whether what the file says is of an earlier database.
        """
        self.known: dict[str, Head] = {}
        self._slots: dict[str, int] = {}
        self._free: list[int] = []
        self._count = 0
        self._descriptor: int | None = None
        self._noting = threading.Lock()
        again = os.O_TRUNC if afresh else 0
        flags = os.O_RDWR | os.O_CREAT | os.O_NONBLOCK | again
        with contextlib.suppress(OSError):
            self._descriptor = os.open(f"{database}{HEADS_SUFFIX}", flags, 0o600)
            self._read(os.pread(self._descriptor, os.fstat(self._descriptor).st_size, 0))

    def note(self, table: str, head: Head) -> None:
        """Note how far a log has been acknowledged."""
        line = f"{-head.seq if head.closed else head.seq} {table}"
        if "\n" in line or len(line.encode()) >= _SLOT_BYTES:
            return  # no table of ours has such an id
        with self._noting:
            self.known[table] = head
            if table not in self._slots:
                self._slots[table] = self._free.pop() if self._free else self._count
                self._count = max(self._count, self._slots[table] + 1)
            self._write(self._slots[table], line)

    def forget(self, table: str) -> None:
        """Note nothing more of a table: it is closed, and as it should be."""
        with self._noting:
            self.known.pop(table, None)
            slot = self._slots.pop(table, None)
            if slot is not None:
                self._free.append(slot)
                self._write(slot, "")

    def close(self) -> None:
        """Write nothing more."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _write(self, slot: int, line: str) -> None:
        if self._descriptor is not None:
            with contextlib.suppress(OSError):
                text = line.encode().ljust(_SLOT_BYTES - 1) + b"\n"
                os.pwrite(self._descriptor, text, slot * _SLOT_BYTES)

    def _read(self, data: bytes) -> None:
        for slot, found in enumerate(_lines(data)):
            if found is None:
                self._free.append(slot)
            else:
                self.known.update([found])
                self._slots[found[0]] = slot
        self._count = len(self._free) + len(self._slots)


def read_heads(path: Path) -> dict[str, Head]:
    """Return what such a file says, as far as it can be read; nothing if there is none."""
    with contextlib.suppress(FileNotFoundError):
        return dict(filter(None, _lines(read_file(path))))
    return {}


def _lines(data: bytes) -> list[tuple[str, Head] | None]:
    return [_line(data[at : at + _SLOT_BYTES]) for at in range(0, len(data), _SLOT_BYTES)]


def _line(line: bytes) -> tuple[str, Head] | None:
    with contextlib.suppress(ValueError):  # a power cut may have left anything
        number, blank, table = line.decode().rstrip("\n").partition(" ")
        if len(line) == _SLOT_BYTES and blank and (seq := int(number)):
            return table.rstrip(" "), Head(abs(seq), closed=seq < 0)
    return None
