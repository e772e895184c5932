"""The clocks of players: a time to act for each decision, and a reserve for the whole match.

All players whom the game waits for have the same time; if several may decide, it is over once the
last of them has no reserve left. It stands still while nobody could act anyway: while the table is
paused, while a claim window is open, while nothing can be written down, and while no player is
here. A server that comes back begins the decision anew, so its absence costs nobody anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cardtui_server.match.state import TableState
from cardtui_server.ports.clock import Clock
from cardtui_server.table.countdown import Countdown, Left


class SeatTime(NamedTuple):
    """What is left of a player's time."""

    seat: int
    act: Left
    reserve: Left


class TurnClock:
    """The clocks at one table.

    Attributes:
        asked: the decision whose time is taken, as in `TableState.asked`; 0 for none.
    """

    def __init__(self, clock: Clock, ended: Callable[[int, int], None]) -> None:
        """Begin without a decision.

        Args:
            clock: the door to time.
            ended: called with a seat and the decision once the time for it is over.
        """
        self.asked = 0
        self._clock = clock
        self._ended = ended
        self._seats: tuple[int, ...] = ()
        self._reserves: tuple[int, ...] = ()
        self._act = 0.0
        self._countdown: Countdown | None = None

    @property
    def changes(self) -> tuple[int, ...]:
        """A value that stays the same while all clocks run on smoothly."""
        return (self.asked, self._countdown.changes if self._countdown else 0, *self._seats)

    def on_state(self, state: TableState, *, runs: bool) -> None:
        """Take the time of the decision that is awaited now.

        Args:
            state: the table.
            runs: whether players could act now.
        """
        seats = state.awaited() if state.reserves else ()
        if not seats:
            self.stop()
            self.asked, self._seats, self._countdown = 0, (), None
            return
        if state.asked != self.asked or seats != self._seats:
            used = 0.0
            if self._countdown is not None and state.asked == self.asked:
                used = self._countdown.used
            self._begin(state, seats, used)
        assert self._countdown is not None
        if runs:
            self._countdown.run()
        else:
            self._countdown.stop()

    def stop(self) -> None:
        """Let it stand still."""
        if self._countdown is not None:
            self._countdown.stop()

    def reserves(self) -> tuple[int, ...]:
        """Return what remains of each seat's reserve now, in milliseconds."""
        if self._countdown is None:
            return self._reserves
        over = max(self._countdown.used - self._act, 0.0)
        return tuple(
            [
                max(round(each - over * 1000), 0) if seat in self._seats else each
                for seat, each in enumerate(self._reserves)
            ]
        )

    def times(self, state: TableState) -> tuple[SeatTime, ...]:
        """Return what is left of each awaited player's time."""
        if self._countdown is None:
            return ()
        stopped, used = not self._countdown.running, self._countdown.used
        act, total = max(self._act - used, 0.0), state.made.reserve_milliseconds / 1000
        left = self.reserves()
        return tuple(
            [
                SeatTime(
                    seat,
                    Left(act, self._act, stopped),
                    Left(left[seat] / 1000, total, stopped or act > 0),
                )
                for seat in self._seats
            ]
        )

    def _begin(self, state: TableState, seats: tuple[int, ...], used: float) -> None:
        """Begin a decision, or go on with it for other seats."""
        self.stop()
        if state.asked != self.asked:
            self._reserves = state.reserves
        self.asked, self._seats = state.asked, seats
        self._act = state.made.clock_milliseconds / 1000
        last = max(seats, key=lambda seat: self._reserves[seat])
        total = self._act + self._reserves[last] / 1000
        self._countdown = Countdown(self._clock, total, lambda: self._ended(last, self.asked))
        self._countdown.skip(used)
