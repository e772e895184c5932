"""Revealing: how long a match waits for players who have yet to reveal the bits they gave for it.

After a restart, the wait begins again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardtui_server.match.state import TableState
from cardtui_server.ports.clock import Clock
from cardtui_server.table.countdown import Countdown
from cardtui_server.table.pace import LONGEST_REVEALING


class Revealing:
    """The wait of one table before a match."""

    def __init__(self, clock: Clock, ended: Callable[[int], None]) -> None:
        """Begin with no wait.

        Args:
            clock: the door to time.
            ended: called with the number of the match once the wait is over.
        """
        self._clock = clock
        self._ended = ended
        self._countdown: Countdown | None = None

    def on_state(self, state: TableState) -> None:
        """Begin to wait when a shuffle has begun, and end it with the shuffle."""
        if not state.shuffling:
            self.stop()
        elif self._countdown is None and state.shuffle is not None:
            ended = partial(self._ended, state.shuffle.match)
            self._countdown = Countdown(self._clock, LONGEST_REVEALING, ended)
            self._countdown.run()

    def stop(self) -> None:
        """Wait no more."""
        if self._countdown is not None:
            self._countdown.stop()
            self._countdown = None
