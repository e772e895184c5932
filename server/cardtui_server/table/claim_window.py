"""Claim windows: the time after a discard in which others may take it before the next draw.

A window takes the same time whether or not anybody can use the card, so that the wait reveals
nothing. A seat that is asked in a contest has the same time to answer. Windows are not logged:
after a restart, an open one begins again.
"""

from __future__ import annotations

from collections.abc import Callable

from cardtui_server.match.state import TableState
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.table.pace import CLAIM_WINDOW, CLAIM_WINDOW_AMONG_BOTS


def window_length(state: TableState, pace: float) -> float:
    """Return how many seconds a window lasts; this never depends on a hidden card.

    Args:
        state: the table.
        pace: the seconds that its bots think.
    """
    chosen = state.made.window_milliseconds
    if chosen is not None:
        return chosen / 1000
    return CLAIM_WINDOW if state.people() else min(CLAIM_WINDOW_AMONG_BOTS, pace)


class ClaimWindow:
    """The claim window of a table; there is never more than one.

    Attributes:
        past: the number of the latest window whose time is over.
    """

    def __init__(self, clock: Clock, pace: float, ended: Callable[[], None]) -> None:
        """Begin without a window.

        Args:
            clock: the door to time.
            pace: the seconds that the table's bots think.
            ended: called when a window's time is over, unless somebody acted before, or the window
                had no length.
        """
        self.past = 0
        self._clock = clock
        self._pace = pace
        self._ended = ended
        self._opened = 0
        self._timer: Timer | None = None

    @property
    def open(self) -> int | None:
        """The number of the window whose time is running; ``None`` if there is none."""
        return self._opened if self._timer is not None else None

    def on_state(self, state: TableState) -> None:
        """Begin a window if a new one is open now, and end the earlier one."""
        if state.opened == self._opened:
            return
        self.stop()
        self._opened = state.opened
        length = window_length(state, self._pace)
        if self._opened and length:
            self._timer = self._clock.call_later(length, self._end)
        else:
            self.past = self._opened

    def stop(self) -> None:
        """Cancel the end of the window."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end(self) -> None:
        self._timer = None
        self.past = self._opened
        self._ended()
