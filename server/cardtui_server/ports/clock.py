"""The door to time (`Clock`); tests use another clock. A player's clock is in
`table/clocks.py`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that is due, and can be cancelled."""

    def cancel(self) -> None:
        """Cancel the call; does nothing if it has already happened."""


class Clock(Protocol):
    """Tells the time, and makes calls later."""

    def now(self) -> float:
        """Return monotonic seconds, for measuring time."""

    def wall(self) -> int:
        """Return the milliseconds since 1970, for the log."""

    def call_later(self, delay: float, call: Callable[[], None]) -> Timer:
        """Call the function on the loop after ``delay`` seconds."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """See `Clock.now`."""
        return time.monotonic()

    def wall(self) -> int:
        """See `Clock.wall`."""
        return time.time_ns() // 1_000_000

    def call_later(self, delay: float, call: Callable[[], None]) -> Timer:
        """See `Clock.call_later`."""
        return asyncio.get_running_loop().call_later(delay, call)
