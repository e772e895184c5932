"""A clock that reports errors in its callbacks to the table."""

from __future__ import annotations

from collections.abc import Callable

from cardtui_server.ports.clock import Clock, Timer


class GuardedClock:
    """Wraps a clock so that no call fails unnoticed."""

    def __init__(self, clock: Clock, failed: Callable[[Exception], None]) -> None:
        """Wrap a clock.

        Args:
            clock: the clock.
            failed: called with the exception that a call has raised.
        """
        self._clock = clock
        self._failed = failed

    def now(self) -> float:
        """See `Clock.now`."""
        return self._clock.now()

    def wall(self) -> int:
        """See `Clock.wall`."""
        return self._clock.wall()

    def call_later(self, delay: float, call: Callable[[], None]) -> Timer:
        """See `Clock.call_later`."""

        def guarded() -> None:
            try:
                call()
            except Exception as error:  # noqa: BLE001 - whatever goes wrong, the table must learn of it
                self._failed(error)

        return self._clock.call_later(delay, guarded)
