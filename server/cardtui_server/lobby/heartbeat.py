"""The heartbeat: keeps streams alive, and ends readers that are stuck and tables nobody uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_server.match.requests import CloseUnused
from cardtui_server.match.state import Life
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.table.actor import Table

_BEAT: Final = 10.0
"""Seconds between two heartbeats; clients wait three times as long."""

_UNUSED: Final = 3600.0
"""Seconds after which a table that people sit at, but nobody reads, is closed."""

_ABANDONED: Final = 600.0
"""Seconds after which a table that nobody sits at is closed."""


class Heartbeat:
    """Beats for all tables until it is stopped."""

    def __init__(self, tables: Mapping[str, Table], clock: Clock) -> None:
        self._tables = tables
        self._clock = clock
        self._timer: Timer | None = None
        self._unused_since: dict[str, float] = {}

    def stop(self) -> None:
        """Beat no more."""
        if self._timer is not None:
            self._timer.cancel()

    def beat(self) -> None:
        """Send heartbeats, drop readers that are stuck, and close tables that nobody uses."""
        self._timer = self._clock.call_later(_BEAT, self.beat)
        now = self._clock.now()
        for table in list(self._tables.values()):
            readers = table.subscribers.readers()
            for subscription in (*readers, *table.subscribers.leaving):
                subscription.beat()
            empty = not table.state.people()
            if readers or (table.state.life is Life.PLAYING and not empty):
                self._unused_since.pop(table.id, None)
                continue
            unused = now - self._unused_since.setdefault(table.id, now)
            if unused > (_ABANDONED if empty else _UNUSED):
                del self._unused_since[table.id]
                table.post(CloseUnused(abandoned=empty), _ignore)


def _ignore(result: object) -> None:
    """Take a result that nobody waits for."""
    del result
