"""Rows, read from the pages of a database that may be damaged, and recognized by their form.

All our tables keep their rows in the order of the key, so that their pages hold whole rows. The
hash of a row proves that it follows the row before it; it does not matter where the row lies, or
which pages lead to it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

from cardtui_server.ports.log_store import Player
from cardtui_server.store.recovery.pages import Pages

_INNER_PAGE: Final = 2
_LEAF_PAGE: Final = 10
_INTEGER_BYTES: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_LARGEST_ROW_BYTES: Final = 1 << 30

Value = str | bytes | int | None
"""``None`` also stands for a value on a missing page."""


class Row(NamedTuple):
    """A row of a table's log, as far as it can be read."""

    body: Value
    chain: Value


class Listed(NamedTuple):
    """What the list of tables says about a table."""

    made: int
    closed: bool


class Salvaged(NamedTuple):
    """What can be read.

    Attributes:
        listed: the tables in the list.
        rows: by table and number; several if a page was found in several states.
        lengths: how long logs were at least, as the list says, and what is kept beside them.
        players: the sessions, by the hash of the token.
        unreadable: the number of pages that could not be read in full.
    """

    listed: dict[str, Listed]
    rows: dict[str, dict[int, list[Row]]]
    lengths: dict[str, int]
    players: dict[bytes, Player]
    unreadable: int


class _Unreadable(Exception):
    """There is nothing of ours here."""


_PLAYER_COLUMNS: Final = 8
_RESULT_COLUMNS: Final = 19
"""How many columns players and results have."""


def salvage(pages: Pages) -> Salvaged:
    """Return what can be read from these pages."""
    found = Salvaged({}, {}, {}, {}, 0)
    for page in pages.earlier:
        _take(page, pages, found, set())
    used: set[int] = set()
    unreadable = set[int]()
    for number, page in pages.latest.items():
        if number == 1:
            whole = pages.header is not None and page[100] == 13
        else:
            whole = number in pages.free or _take(page, pages, found, used)
        if not whole:
            unreadable.add(number)
    return found._replace(unreadable=len(unreadable - used) + pages.lost)


def _take(page: bytes, pages: Pages, found: Salvaged, used: set[int]) -> bool:
    """Add a page's rows to what was found; return whether all of them could be read."""
    whole = True
    try:
        for payload in _payloads(page, pages, used):
            whole = payload is not None and _keep(_values(payload), found) and whole
    except _Unreadable:
        return False
    return whole


def _keep(values: list[Value], found: Salvaged) -> bool:
    """Add a row to what was found; return whether it belongs to one of our tables."""
    match values:
        case [str(table), int(seq), body, chain] if seq > 0:
            rows = found.rows.setdefault(table, {}).setdefault(seq, [])
            row = Row(body, chain)
            if row not in rows:
                rows.insert(0, row)
        case [str(table), int(made), int(closed)]:
            found.listed[table] = Listed(made, bool(closed))
            found.lengths[table] = max(closed, found.lengths.get(table, 0))
        case [bytes(token_hash), str(id_), str(name), int(used), int(sat), int(began), *_] if (
            len(values) == _PLAYER_COLUMNS
        ):
            found.players[token_hash] = Player(token_hash, id_, name, used, bool(sat), began)
        case [str(), int(), int(), str(), int(), str(), int(), str(), int(), int() | None, *_] if (
            len(values) == _RESULT_COLUMNS
        ):
            pass  # part of a result; they are found anew from the logs
        case [str(), int(), str(), int(), int()]:
            pass  # where a player's results are
        case [str(), bytes()]:
            pass  # where a player's sessions are
        case [int(), str(table), int(seq), bytes(), _]:
            # What a log has come to; a table does without until it is kept anew.
            found.lengths[table] = max(seq, found.lengths.get(table, 0))
        case _:
            return False
    return True


def _payloads(page: bytes, pages: Pages, used: set[int]) -> Iterator[bytes | None]:
    """Yield the records of a page; ``None`` for a record that cannot be found.

    Raises:
        _Unreadable: the page holds no records of a table like ours.
    """
    kind = page[0]
    (count,) = struct.unpack_from(">H", page, 3)
    start = 12 if kind == _INNER_PAGE else 8
    if kind not in (_INNER_PAGE, _LEAF_PAGE) or start + 2 * count > len(page):
        raise _Unreadable
    for at in struct.unpack_from(f">{count}H", page, start):
        try:
            yield _payload(page, at + (4 if kind == _INNER_PAGE else 0), pages, used)
        except _Unreadable:
            yield None


def _payload(page: bytes, at: int, pages: Pages, used: set[int]) -> bytes:
    """Return a record, joined from the pages on which it lies."""
    length, at = _varint(page, at)
    room = len(page) - 12
    most, least = room * 64 // 255 - 23, room * 32 // 255 - 23
    if length <= most:
        return page[at : at + length]
    if length > _LARGEST_ROW_BYTES:
        raise _Unreadable
    here = least + (length - least) % (len(page) - 4)
    here = here if here <= most else least
    parts, left = [page[at : at + here]], length - here
    pointer = page[at + here : at + here + 4]
    while left > 0:
        number = int.from_bytes(pointer, "big")
        more = pages.latest.get(number)
        if more is None or number in used:
            break  # the missing part is noticed when the row is put together
        used.add(number)
        parts.append(more[4 : 4 + left])
        pointer, left = more[:4], left - len(more) + 4
    return b"".join(parts)


def _values(record: bytes) -> list[Value]:
    """Return the values of a record; an empty list if it is not a record."""
    values: list[Value] = []
    try:
        end, at = _varint(record, 0)
        data = end
        while at < end:
            kind, at = _varint(record, at)
            value, data = _value(record, kind, data)
            values.append(value)
    except (_Unreadable, UnicodeDecodeError):
        return []
    return values


def _value(record: bytes, kind: int, at: int) -> tuple[Value, int]:
    if kind in (8, 9):
        return kind - 8, at
    length = _INTEGER_BYTES.get(kind, (kind - 12) // 2 if kind >= 12 else 0)
    data = record[at : at + length]
    if len(data) < length:
        return None, at + length
    if kind in _INTEGER_BYTES:
        return int.from_bytes(data, "big", signed=True), at + length
    if kind >= 12:
        return (data.decode() if kind % 2 else data), at + length
    return None, at


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of variable length, and the offset after it."""
    value = 0
    for index, byte in enumerate(data[at : at + 9]):
        if index == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + index + 1
    raise _Unreadable
