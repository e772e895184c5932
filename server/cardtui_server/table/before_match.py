"""How long a table waits for people until bots fill it (`Filling`), and a match for what players
reveal for its shuffle (`Revealing`); the usual seconds are in `pace`.

Bots take the free seats of a quick match after `FILL_MILLISECONDS`, or as was chosen. Players
reveal the bits that they gave for the shuffle within `LONGEST_REVEALING_SECONDS` once the server
has committed, too. After a restart each wait begins again.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from functools import partial

from cardtui_server.match.commands.seats import unready, waits_to_fill
from cardtui_server.match.state import TableState
from cardtui_server.ports.clock import Clock
from cardtui_server.table.clocks import Countdown, Left
from cardtui_server.table.pace import LONGEST_REVEALING_SECONDS


class Filling:
    """The wait of one table for people."""

    def __init__(self, clock: Clock, ended: Callable[[], None]) -> None:
        """Begin with no wait.

        Args:
            ended: called once the wait is over.
        """
        self._clock = clock
        self._ended = ended
        self._countdown: Countdown | None = None
        self._here: AbstractSet[str] = frozenset()

    @property
    def changes(self) -> int | None:
        """A value that stays the same while the wait runs on smoothly."""
        return None if self._countdown is None else self._countdown.changes

    @property
    def left(self) -> Left | None:
        """What is left of the wait; ``None`` if there is none."""
        return None if self._countdown is None else self._countdown.left

    def on_state(self, state: TableState, here: AbstractSet[str], *, runs: bool) -> None:
        """Look whether the table waits, and lets the wait run.

        It stands still while somebody who is there is not ready, and begins anew when they go: so
        they have time to come back.

        Args:
            runs: whether people are here, and things can be done.
        """
        asked = unready(state)
        gone, self._here = asked & (self._here - here), frozenset(here)
        stopped_late = self._countdown is not None and self._countdown.over and asked & here
        if gone or stopped_late or not waits_to_fill(state, here):
            self.stop()
        if not waits_to_fill(state, here):
            return
        if self._countdown is None:
            length = state.made.fill_milliseconds / 1000
            self._countdown = Countdown(self._clock, length, self._ended)
        if runs and not asked & here:
            self._countdown.run()
        else:
            self._countdown.stop()

    def stop(self) -> None:
        """Wait no more."""
        if self._countdown is not None:
            self._countdown.stop()
            self._countdown = None


class Revealing:
    """The wait of one table before a match."""

    def __init__(self, clock: Clock, ended: Callable[[int], None]) -> None:
        """Begin with no wait.

        Args:
            ended: called with the number of the match once the wait is over.
        """
        self._clock = clock
        self._ended = ended
        self._countdown: Countdown | None = None

    def on_state(self, state: TableState) -> None:
        """Begin to wait once the server has committed, and end it with the shuffle.

        Before that nobody reveals anything: a duplicate's table waits there for the other tables.
        """
        found = state.shuffle
        if not state.shuffling or found is None or not found.commitment:
            self.stop()
        elif self._countdown is None:
            ended = partial(self._ended, found.match)
            self._countdown = Countdown(self._clock, LONGEST_REVEALING_SECONDS, ended)
            self._countdown.run()

    def stop(self) -> None:
        """Wait no more."""
        if self._countdown is not None:
            self._countdown.stop()
            self._countdown = None
