"""How soon and how often the server itself tries to reopen a table that failed."""

from __future__ import annotations

from typing import Final

from cardtui_server.ports.clock import Clock

MOST: Final = 6
"""How many times a table is opened again within `WITHIN` seconds."""

WITHIN: Final = 600.0
"""The length of the time in which failures are counted, in seconds."""

_FIRST_WAIT: Final = 0.25
_LONGEST_WAIT: Final = 30.0


class ReopenBackoff:
    """The recent failures of one table."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: list[float] = []

    def note(self) -> float | None:
        """Count a failure; return the seconds until the next try, or ``None`` if there is none."""
        now = self._clock.now()
        self._failures = [each for each in self._failures if now - each < WITHIN]
        self._failures.append(now)
        count = len(self._failures)
        return wait_after(count) if count <= MOST else None


def wait_after(count: int) -> float:
    """Return the seconds to wait after that many failures; each wait is twice the last."""
    return float(min(_FIRST_WAIT * 2 ** min(count - 1, 10), _LONGEST_WAIT))
