"""Draws a table anew while time runs out; rings once when you have `WARNINGS[0]` seconds."""

from __future__ import annotations

from collections.abc import Callable

from cardtui_client.games.staging import next_look
from cardtui_client.games.times import WARNINGS
from cardtui_client.model.table import TableModel
from cardtui_client.tui.table.display import Display
from cardtui_client.tui.table.player import Timer


class Ticker:
    """Looks again whenever what runs out looks different; never while nothing does."""

    def __init__(self, model: TableModel, display: Display, draw: Callable[[], None]) -> None:
        """Begin with nothing running out.

        Args:
            model: the table.
            display: where timers run and the bell rings.
            draw: draws the table, and calls `look`.
        """
        self._model = model
        self._display = display
        self._draw = draw
        self._timer: Timer | None = None
        self._hurries = False

    def look(self, *, rings: bool) -> None:
        """Arrange the next look; ring if one's own time has just become short.

        Args:
            rings: whether the person wants to hear the bell.
        """
        model = self._model
        own = None if model.seat is None else model.times.clock(model.seat, model.now())
        hurries = own is not None and not own.stopped and own.left <= WARNINGS[0]
        if hurries and not self._hurries and rings:
            self._display.ring()
        self._hurries = hurries
        if self._timer is None and (wait := next_look(model)) is not None:
            self._timer = self._display.after(wait, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self._draw()
