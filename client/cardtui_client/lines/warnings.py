"""Warnings to people who read lines: the time to act is nearly up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cardtui_client.games.times import WARNINGS
from cardtui_client.model.table import TableModel


class Warnings:
    """Warns of the end of one's own time, once for each number of seconds."""

    def __init__(self, model: TableModel, warn: Callable[[int, bool], None]) -> None:
        """Begin without a time.

        Args:
            model: the table.
            warn: called with the seconds that are left, and whether it is the first warning.
        """
        self._model = model
        self._warn = warn
        self._timers: list[asyncio.TimerHandle] = []
        self._times: object = None

    def look(self) -> None:
        """Arrange warnings anew if the server has told what runs out."""
        model = self._model
        if model.times is self._times:
            return
        self._times = model.times
        self.stop()
        if model.seat is None or model.table.paused:
            return
        mine = model.times.clock(model.seat, model.now())
        if mine is None or mine.stopped:
            return
        loop = asyncio.get_running_loop()
        first = True
        for seconds in WARNINGS:
            if (wait := mine.left - seconds) > 0:
                self._timers.append(loop.call_later(wait, self._warn, seconds, first))
                first = False

    def stop(self) -> None:
        """Warn of nothing any more."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
