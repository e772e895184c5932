"""A time that runs out and can stand still, and in which a stall of the server does not count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from cardtui_server.ports.clock import Clock, Timer

_TICK: Final = 1.0
"""Seconds after which a countdown looks at the clock again, so that it notices a stall."""

_LATE: Final = 0.25
"""Seconds by which such a look may come late before the delay is called a stall."""

_NOTHING: Final = 1e-6
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
            clock: the door to time.
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
        return gone if gone < self._due + _LATE else self._due

    def _arm(self) -> None:
        self._since = self._clock.now()
        self._due = min(_TICK, max(self._total - self._used, 0.0))
        self._timer = self._clock.call_later(self._due, self._look)

    def _look(self) -> None:
        stalled = self._clock.now() - self._since >= self._due + _LATE
        self._used += self._gone()
        self._timer = None
        if self._used >= self._total - _NOTHING:
            self._over = True
            self.changes += 1
            self._ended()
            return
        if stalled:
            self.changes += 1
        self._arm()
