"""How many newcomers wait when connections come too fast: from `_LEAST_WAITING_SHARE` to
`_MOST_WAITING_SHARE` of them, and for how long after a crowd (`_GUARD_SECONDS`).

To take up a connection costs gRPC far more than it costs the machine that opens it, and its threads
do nothing for anybody else meanwhile. So the system drops a part of the first packets of new
connections before gRPC sees them. Every system sends such a packet again after a second: a machine
that comes once waits a second at times, and a machine that comes again and again waits each time.
Connections that are there are not touched.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from cardtui_server.rpc.open_sockets import OpenSockets

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_QUIET_LOOK_SECONDS: Final = 0.25
_WARY_LOOK_SECONDS: Final = 0.1
"""Seconds between two looks, while few come and while many do."""

_GUARD_SECONDS: Final = 60.0
"""Seconds for which it stays closed a little after the last crowd, which may come back."""

_LEAST_WAITING_SHARE: Final = 0.02
_MOST_WAITING_SHARE: Final = 0.99
"""The least and the greatest part of newcomers that wait while it is closed."""

_ADMITTED_GROWTH: Final = 1.25
"""By what the part that comes in at once grows from look to look, while few come."""

_COUNTERS_FILE: Final = "/proc/self/net/snmp"
_MOST_COUNTERS_BYTES: Final = 16 * 1024
"""Where Linux counts connections, and the most bytes of it."""


class Turnstile:
    """How many of those who come must try again, a second later.

    Attributes:
        waits: the part of newcomers that wait, from 0 to 1.
    """

    def __init__(
        self,
        sockets: OpenSockets,
        rate: float,
        log: FilteringBoundLogger,
        *,
        opened: Callable[[], int | None] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin open.

        Args:
            sockets: those of the server's port.
            rate: how many connections may come in a second.
            log: the logger for closing and opening.
            opened: counts all connections that others have opened to this machine so far, or
                nothing where the system does not say.
        """
        self.waits = 0.0
        self._sockets = sockets
        self._rate = rate
        self._log = log
        self._counters = _Counters()
        self._opened = opened or self._counters.passive_opens
        self._now = now
        self._before: tuple[float, int] | None = None
        self._own: tuple[float, int] | None = None
        self._next = self._last_crowd = now()

    def stop(self) -> None:
        """Nobody waits from now on."""
        self._open()
        self._counters.close()

    def look(self) -> None:
        """Have more or fewer newcomers wait, if it is time to look."""
        now = self._now()
        if now < self._next or (opened := self._opened()) is None:
            return
        (then, before), self._before = self._before or (now, opened), (now, opened)
        came = (opened - before) / max(now - then, _WARY_LOOK_SECONDS)
        # The system counts the connections to other programs, too.
        own = self._come_here(now) if came > self._rate else None
        if own is not None and own > self._rate:
            if not self.waits:
                self._log.warning("so many connect that newcomers wait", a_second=round(own))
            self._last_crowd = now
            self._turn(1 - (1 - self.waits) * self._rate / came)
        elif self.waits and now - self._last_crowd > _GUARD_SECONDS:
            self._log.warning("newcomers come in freely again")
            self._open()
        elif self.waits and (came < self._rate / 2 or own is not None):
            self._turn(1 - (1 - self.waits) * _ADMITTED_GROWTH)
        if came <= self._rate:
            self._own = None
        self._next = now + (_WARY_LOOK_SECONDS if self.waits else _QUIET_LOOK_SECONDS)

    def _come_here(self, now: float) -> float | None:
        """Return how many come to the server in a second; nothing at the first of such looks."""
        before, self._own = self._own, (now, self._sockets.arrived())
        if before is None:
            return None
        return (self._own[1] - before[1]) / max(now - before[0], _WARY_LOOK_SECONDS)

    def _turn(self, waits: float) -> None:
        self.waits = min(_MOST_WAITING_SHARE, max(_LEAST_WAITING_SHARE, waits))
        try:
            self._sockets.admit(1 - self.waits)
        except OSError as error:
            self._log.warning("newcomers cannot be made to wait", error=str(error))

    def _open(self) -> None:
        if self.waits:
            self.waits = 0.0
            with suppress(OSError):
                self._sockets.admit(1)


class _Counters:
    """The system's counters, kept open: they are needed most when no file can be opened."""

    def __init__(self) -> None:
        self._number = -1
        with suppress(OSError):
            self._number = os.open(_COUNTERS_FILE, os.O_RDONLY)

    def passive_opens(self) -> int | None:
        """Return how many connections others have opened to this machine since it began."""
        with suppress(OSError, ValueError):
            text = os.pread(self._number, _MOST_COUNTERS_BYTES, 0).decode("ascii")
            names, values = (line.split() for line in text.splitlines() if line[:4] == "Tcp:")
            return int(values[names.index("PassiveOpens")])
        return None

    def close(self) -> None:
        if self._number >= 0:
            os.close(self._number)
            self._number = -1
