"""When a player's clock runs, when it stands still, and when the reserve is used (`TurnClock`).
How long a clock may be is in `rpc/terms.py`; what happens when it has run out, in
`match/commands/play.py`.

All players whom the game waits for have the same time; if several may decide, it is over once the
last of them has no reserve left. It stands still while nobody could act anyway: while the table is
paused, while a claim window is open, while nothing can be written down, and while no player is
here. A server that comes back begins the decision anew, so its absence costs nobody anything.

`Timing` is what readers learn of all that runs out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from cardtui_server.match.state import TableState
from cardtui_server.ports.clock import Clock, Timer

_TICK_SECONDS: Final = 1.0
"""Seconds after which a countdown looks at the clock again, so that it notices a stall."""

_STALL_SECONDS: Final = 0.25
"""Seconds by which such a look may come late before the delay is called a stall."""

_ROUNDING_SECONDS: Final = 1e-6
"""Seconds that are as good as none: what is added up in floats is not exact."""


class Left(NamedTuple):
    """What is left of a time, for readers; in seconds.

    Attributes:
        left: what is left.
        total: the whole of it.
        stopped: whether it stands still.
    """

    left: float
    total: float
    stopped: bool


class Countdown:
    """A time that runs out; at first it stands still.

    Attributes:
        changes: how often it was started or stopped; it has run on smoothly if this is unchanged.
    """

    def __init__(self, clock: Clock, total: float, ended: Callable[[], None]) -> None:
        """Begin with all the time left.

        Args:
            total: the seconds that it lasts.
            ended: called once they are over.
        """
        self.changes = 0
        self._clock = clock
        self._total = total
        self._ended = ended
        self._used = 0.0
        self._over = False
        self._since = 0.0
        self._due = 0.0
        self._timer: Timer | None = None

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self._timer is not None

    @property
    def over(self) -> bool:
        """Whether it has run out."""
        return self._over

    @property
    def used(self) -> float:
        """The seconds that are over, without any stall."""
        return self._used + self._gone()

    @property
    def left(self) -> Left:
        """What is left, for readers."""
        return Left(max(self._total - self.used, 0.0), self._total, not self.running)

    def skip(self, seconds: float) -> None:
        """Take so much off what is left, while it stands still."""
        self._used = min(self._used + seconds, self._total)

    def run(self) -> None:
        """Let it run."""
        if self._timer is None and not self._over:
            self.changes += 1
            self._arm()

    def stop(self) -> None:
        """Let it stand still."""
        if self._timer is not None:
            self.changes += 1
            self._used += self._gone()
            self._timer.cancel()
            self._timer = None

    def _gone(self) -> float:
        """Return the seconds since the last look; beyond what was due, the server has stalled."""
        if self._timer is None:
            return 0.0
        gone = self._clock.now() - self._since
        return gone if gone < self._due + _STALL_SECONDS else self._due

    def _arm(self) -> None:
        self._since = self._clock.now()
        self._due = min(_TICK_SECONDS, max(self._total - self._used, 0.0))
        self._timer = self._clock.call_later(self._due, self._look)

    def _look(self) -> None:
        stalled = self._clock.now() - self._since >= self._due + _STALL_SECONDS
        self._used += self._gone()
        self._timer = None
        if self._used >= self._total - _ROUNDING_SECONDS:
            self._over = True
            self.changes += 1
            self._ended()
            return
        if stalled:
            self.changes += 1
        self._arm()


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


class GuardedClock:
    """Wraps a clock so that no call fails unnoticed, and the time of the log never goes back."""

    def __init__(self, clock: Clock, failed: Callable[[Exception], None], time: int = 0) -> None:
        """Wrap a clock.

        Args:
            failed: called with the exception that a call has raised.
            time: when the table's last entry was written, in milliseconds since 1970.
        """
        self._clock = clock
        self._failed = failed
        self._time = time
        self._at = clock.now()

    def now(self) -> float:
        """See `Clock.now`."""
        return self._clock.now()

    def wall(self) -> int:
        """See `Clock.wall`; if that clock is set back, time goes on from where it was."""
        now = self._clock.now()
        self._time = max(self._clock.wall(), self._time + int((now - self._at) * 1000))
        self._at = now
        return self._time

    def not_before(self, time: int) -> None:
        """Go on from the time of an entry that another server has written."""
        if time > self.wall():
            self._time = time

    def call_later(self, delay: float, call: Callable[[], None]) -> Timer:
        """See `Clock.call_later`."""

        def guarded() -> None:
            try:
                call()
            except Exception as error:  # noqa: BLE001 - whatever goes wrong, the table must learn of it
                self._failed(error)

        return self._clock.call_later(delay, guarded)


class Timing(NamedTuple):
    """All that runs out at a table.

    Attributes:
        clocks: the clocks of the players whom the game waits for.
        hand_pause: the hand pause; ``None`` between pauses.
        holding: the seats that hold it.
        window: the claim window; ``None`` if none is open.
        away: the seats for which a bot will sit in, with what is left of the table's patience.
        fill: what is left until bots take the free seats; ``None`` if none will by themselves.
    """

    clocks: tuple[SeatTime, ...] = ()
    hand_pause: Left | None = None
    holding: tuple[int, ...] = ()
    window: Left | None = None
    away: tuple[tuple[int, Left], ...] = ()
    fill: Left | None = None


NO_TIMING: Final = Timing()
"""Nothing runs out."""
