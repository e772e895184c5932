"""What a reader of the list of tables is owed: the tables that changed since the last time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from cardtui.v1 import lobby_service_pb2
from cardtui_server.pieces import wrap
from cardtui_server.table import Table

MESSAGE_BYTES: Final = 64 * 1024
"""The most that one message holds; the rest follows in the next."""

_TABLES: Final = lobby_service_pb2.WatchTablesResponse.TABLES_FIELD_NUMBER


class ListFeed:
    """A reader of the list of tables: which changed since it was last given any."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self._tables = tables
        self._dirty = set(tables)
        self._first = True
        self._ended = False
        self._bell = asyncio.Event()

    def touch(self, table_id: str) -> None:
        """Note that a table changed, or is gone."""
        self._dirty.add(table_id)
        self._bell.set()

    def end(self) -> None:
        """Let the reader go."""
        self._ended = True
        self._bell.set()

    async def take(self) -> bytes | None:
        """Return the next `WatchTablesResponse`, ``None`` at the end."""
        while not self._dirty and not self._first and not self._ended:
            self._bell.clear()
            await self._bell.wait()
        if self._ended:
            return None
        self._first = False
        dirty, tables = self._dirty, self._tables
        parts: list[bytes] = []
        size = 0
        for id_ in [each for each in tables if each in dirty]:
            part = wrap(_TABLES, tables[id_].shown)
            size += len(part)
            if parts and size > MESSAGE_BYTES:
                break
            parts.append(part)
            dirty.discard(id_)
        gone = [id_ for id_ in dirty if id_ not in tables]
        dirty.difference_update(gone)
        parts.append(lobby_service_pb2.WatchTablesResponse(gone=gone).SerializeToString())
        return b"".join(parts)
