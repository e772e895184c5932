"""The heartbeat: keeps streams alive, ends readers that are stuck, and looks for unused tables.

The streams of many tables are not written to at once: others would wait for that long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Final

from cardtui_server.lobby.resting_table import ListedTable
from cardtui_server.lobby.unused_tables import UnusedTables
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.table.actor import Table

_BEAT: Final = 20.0
"""Seconds between two heartbeats; clients wait half as long again."""

_AT_ONCE: Final = 8
"""How many tables are beaten for before others are served."""

_PAUSE: Final = 0.02
"""Seconds for these others."""


class Heartbeat:
    """Beats for all tables until it is stopped."""

    def __init__(
        self, tables: Mapping[str, ListedTable], clock: Clock, unused: UnusedTables
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._timers: list[Timer] = []
        self._unused = unused

    def stop(self) -> None:
        """Beat no more."""
        for timer in self._timers:
            timer.cancel()

    def beat(self) -> None:
        """Send heartbeats, drop readers that are stuck, and close tables that nobody uses."""
        self._timers = [self._clock.call_later(_BEAT, self.beat)]
        now, tables = self._clock.now(), list(self._tables.values())
        self._unused.forget(self._tables)
        for table in tables:
            self._unused.check(table, now)
        self._beat_for(table for table in tables if isinstance(table, Table))

    def _beat_for(self, tables: Iterator[Table]) -> None:
        """Beat for the next tables now, and for those after them in a moment."""
        now = list(islice(tables, _AT_ONCE))
        for table in now:
            subscribers = table.subscribers
            for subscription in (*subscribers.readers(), *subscribers.leaving):
                subscription.beat()
        if len(now) == _AT_ONCE:
            self._timers[1:] = [self._clock.call_later(_PAUSE, partial(self._beat_for, tables))]
