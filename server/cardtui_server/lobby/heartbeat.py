"""The heartbeat: keeps streams alive, ends readers that are stuck, and looks for unused tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_server.lobby.resting_table import ListedTable
from cardtui_server.lobby.unused_tables import UnusedTables
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.table.actor import Table

_BEAT: Final = 10.0
"""Seconds between two heartbeats; clients wait three times as long."""


class Heartbeat:
    """Beats for all tables until it is stopped."""

    def __init__(
        self, tables: Mapping[str, ListedTable], clock: Clock, unused: UnusedTables
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._timer: Timer | None = None
        self._unused = unused

    def stop(self) -> None:
        """Beat no more."""
        if self._timer is not None:
            self._timer.cancel()

    def beat(self) -> None:
        """Send heartbeats, drop readers that are stuck, and close tables that nobody uses."""
        self._timer = self._clock.call_later(_BEAT, self.beat)
        now = self._clock.now()
        self._unused.forget(self._tables)
        for table in list(self._tables.values()):
            if isinstance(table, Table):
                subscribers = table.subscribers
                for subscription in (*subscribers.readers(), *subscribers.leaving):
                    subscription.beat()
            self._unused.check(table, now)
