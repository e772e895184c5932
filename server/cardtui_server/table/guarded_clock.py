"""A table's own clock: what goes wrong in the calls that it makes is the table's to know."""

from __future__ import annotations

from collections.abc import Callable

from cardtui_server.ports.clock import Clock, Timer


class GuardedClock:
    """Another clock, whose calls never fail unheard."""

    def __init__(self, clock: Clock, failed: Callable[[Exception], None]) -> None:
        """Guard a clock.

        Args:
            clock: the clock.
            failed: is called with what a call has raised.
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
            except Exception as error:  # noqa: BLE001 - whatever it is, somebody must hear of it
                self._failed(error)

        return self._clock.call_later(delay, guarded)
