"""Pages, read from a damaged database file and from the write-ahead log beside it.

The file need not be sound: a file that SQLite would refuse as a whole is read page by page,
following https://www.sqlite.org/fileformat.html. Pages that are missing or are not what was written
are counted.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

_MAGIC: Final = b"SQLite format 3\0"
_USUAL_PAGE_BYTES: Final = 4096
_WAL_MAGIC: Final = 0x377F0682
"""The last bit is set if the checksums are those of a big-endian machine."""

_WAL_HEADER_BYTES: Final = 32
_FRAME_HEADER_BYTES: Final = 24
_MOST_GENERATIONS: Final = 1_000_000
"""The greatest distance between the salt of an old generation of frames and the current one."""

_LOCK_BYTE: Final = 1 << 30
"""The byte that SQLite locks: its page holds no data, however long the file is."""

_U32: Final = struct.Struct(">I")


class Header(NamedTuple):
    """What the first page says about the whole database.

    Attributes:
        version: the version of the database, as the program set it.
        pages: the number of pages in the database; 0 if it is not known.
        trunk: the first page that lists free pages; 0 if there is none.
    """

    version: int
    pages: int
    trunk: int


class Pages(NamedTuple):
    """The pages of a database, numbered from 1.

    Attributes:
        header: what the first page says; ``None`` if it cannot be read.
        latest: each page as it was last written.
        earlier: earlier states of pages, the oldest first, and pages that can no longer be checked.
        free: the numbers of the pages that hold no data.
        lost: the number of pages that are missing or are not what was written.
    """

    header: Header | None
    latest: dict[int, bytes]
    earlier: list[bytes]
    free: set[int]
    lost: int


class _Frame(NamedTuple):
    """A page in the write-ahead log.

    Attributes:
        number: the page's number.
        pages: the number of pages in the database after it, if it ends a transaction; otherwise 0.
        whole: whether it is what was written; ``None`` if that cannot be told.
        data: the page's bytes.
    """

    number: int
    pages: int
    whole: bool | None
    data: bytes


def read_pages(database: bytes, wal: bytes) -> Pages:
    """Return the pages of a database and of the write-ahead log beside it."""
    size = _page_size(database, wal)
    latest = {
        at // size + 1: database[at : at + size].ljust(size, b"\0")
        for at in range(0, len(database), size)
    }
    frames, lost = _frames(wal, size)
    earlier: list[bytes] = []
    pages = 0
    for frame in frames:
        if frame.whole:
            if frame.number in latest:
                earlier.append(latest[frame.number])
            latest[frame.number] = frame.data
            pages = frame.pages or pages
        else:
            earlier.append(frame.data)
            lost += frame.whole is False
    lost += len(database) % size > 0
    header = _header(latest.get(1, b""))
    pages = pages or (header.pages if header else 0)
    locks = _LOCK_BYTE // size + 1
    lost += sum(number not in latest and number != locks for number in range(1, pages + 1))
    return Pages(header, latest, earlier, {locks, *_free(header, latest)}, lost)


def _page_size(database: bytes, wal: bytes) -> int:
    sizes = []
    if database.startswith(_MAGIC) and len(database) >= 100:
        sizes.append(int.from_bytes(database[16:18], "big"))
    if len(wal) >= _WAL_HEADER_BYTES:
        sizes.append(_U32.unpack_from(wal, 8)[0])
    for size in sizes:
        real = 65536 if size == 1 else size
        if 512 <= real <= 65536 and real & (real - 1) == 0:
            return real
    return _USUAL_PAGE_BYTES


def _header(page: bytes) -> Header | None:
    if not page.startswith(_MAGIC):
        return None
    (version,) = _U32.unpack_from(page, 60)
    counted, pages, trunk = struct.unpack_from(">3I", page, 24)
    # Very old versions of SQLite did not keep the number of pages: it is valid only if it was
    # written together with the change counter.
    return Header(version, pages if counted == _U32.unpack_from(page, 92)[0] else 0, trunk)


def _free(header: Header | None, latest: dict[int, bytes]) -> Iterator[int]:
    """Yield the numbers of the pages that are listed as free."""
    trunk, seen = header.trunk if header else 0, set[int]()
    while trunk and trunk in latest and trunk not in seen:
        seen.add(trunk)
        yield trunk
        page = latest[trunk]
        trunk, count = struct.unpack_from(">2I", page)
        count = min(count, len(page) // 4 - 2)
        yield from struct.unpack_from(f">{count}I", page, 8)


def _frames(wal: bytes, size: int) -> tuple[list[_Frame], int]:
    """Return the frames that count, and the number of others that could not be read.

    SQLite stops at the first frame that is not what was written. But each checksum starts from the
    one before it, so the frames after a damaged one can be checked all the same. Frames after the
    end of the last transaction were never acknowledged.
    """
    step = _FRAME_HEADER_BYTES + size
    count = (len(wal) - _WAL_HEADER_BYTES) // step
    if count <= 0:
        return [], int(0 < len(wal) < _WAL_HEADER_BYTES)
    magic, _version, named, _count = struct.unpack_from(">4I", wal)
    order = ">" if magic & 1 else "<"
    seed: bytes | None = wal[24:32]
    salts, lost = wal[16:24], 0
    if magic & ~1 != _WAL_MAGIC or named != size or _sum(bytes(8), wal[:24], order) != seed:
        order, seed, lost = "<", None, 1
        salts = wal[_WAL_HEADER_BYTES + 8 : _WAL_HEADER_BYTES + 16]
    found: list[tuple[_Frame, bool]] = []
    for index in range(count):
        at = _WAL_HEADER_BYTES + index * step
        head, data = wal[at : at + _FRAME_HEADER_BYTES], wal[at + _FRAME_HEADER_BYTES : at + step]
        number, pages = struct.unpack_from(">2I", head)
        ours, behind = head[8:16] == salts, _behind(salts, head[8:16])
        whole: bool | None = None
        if not ours:
            whole = False
        elif seed is not None:
            whole = _sum(_sum(seed, head[:8], order), data, order) == head[16:24]
        seed = head[16:24] if ours else None
        found.append((_Frame(number, pages, whole, data), 0 < behind < _MOST_GENERATIONS))
    ended = max(
        (at for at, (frame, _) in enumerate(found) if frame.whole and frame.pages), default=-1
    )
    lost += sum(frame.whole is False and not old for frame, old in found[ended + 1 :])
    return [frame for frame, _ in found[: ended + 1]], lost


def _behind(salts: bytes, other: bytes) -> int:
    """Return how many generations of frames lie between two salts, whose first half counts them."""
    return (int.from_bytes(salts[:4], "big") - int.from_bytes(other[:4], "big")) % 2**32


def _sum(seed: bytes, data: bytes, order: str) -> bytes:
    """Return the checksum over data, continued from the checksum ``seed``."""
    one, other = struct.unpack(">2I", seed)
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for even in words:
        one = (one + even + other) & 0xFFFFFFFF
        other = (other + next(words) + one) & 0xFFFFFFFF
    return struct.pack(">2I", one, other)
