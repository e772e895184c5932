"""Unused tables: after how long a table is closed that nobody sits at, or that nobody reads.

Nobody loses a seat by going away: a seat is kept as long as its table.
"""

from __future__ import annotations

from typing import Final

from cardtui_server.match.requests import CloseUnused
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table

_UNUSED: Final = 3600.0
"""Seconds after which a table that people sit at, but nobody reads, is closed."""

_ABANDONED: Final = 600.0
"""Seconds after which a table that nobody sits at is closed."""


class UnusedTables:
    """Remembers since when tables are unused, and closes them in time."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}

    def look(self, table: Table, now: float) -> None:
        """Look at a table again, and close it if it has been unused for too long."""
        empty = not table.state.people()
        if table.subscribers.readers() or (table.state.life is Life.PLAYING and not empty):
            self._since.pop(table.id, None)
            return
        unused = now - self._since.setdefault(table.id, now)
        if unused > (_ABANDONED if empty else _UNUSED):
            del self._since[table.id]
            table.post(CloseUnused(abandoned=empty), _ignore)


def _ignore(result: object) -> None:
    """Take a result that nobody waits for."""
    del result
