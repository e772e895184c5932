"""The list of tables as each reader follows it: what has changed since the reader last asked."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final, NamedTuple

from cardtui_server.table.actor import Table

MOST_BYTES: Final = 64 * 1024
"""The most bytes of tables returned at once; the rest follows."""


class TableChanges(NamedTuple):
    """What has changed: tables as the lobby shows them, and the ids of tables that are gone."""

    tables: list[bytes]
    gone: list[str]


class ListSubscription:
    """A reader of the list of tables, and which tables have changed since it last asked."""

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
        """End the reader's stream."""
        self._ended = True
        self._bell.set()

    async def take(self) -> TableChanges | None:
        """Wait until something has changed and return it; ``None`` at the end."""
        while not self._dirty and not self._first and not self._ended:
            self._bell.clear()
            await self._bell.wait()
        if self._ended:
            return None
        self._first = False
        dirty, tables = self._dirty, self._tables
        shown: list[bytes] = []
        size = 0
        for id_ in [each for each in tables if each in dirty]:
            part = tables[id_].shown
            size += len(part)
            if shown and size > MOST_BYTES:
                break
            shown.append(part)
            dirty.discard(id_)
        gone = [id_ for id_ in dirty if id_ not in tables]
        dirty.difference_update(gone)
        return TableChanges(shown, gone)
