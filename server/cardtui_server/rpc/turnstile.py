"""How many newcomers wait when connections come too fast: from `_LEAST` to `_MOST` of them.

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

from cardtui_server.rpc.open_sockets import Ends, OpenSockets

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_QUIET: Final = 0.25
_WARY: Final = 0.1
"""Seconds between two looks, while few come and while many do."""

_GUARD: Final = 60.0
"""Seconds for which it stays closed a little after the last crowd, which may come back."""

_LEAST: Final = 0.02
_MOST: Final = 0.99
"""The least and the greatest part of newcomers that wait while it is closed."""

_MORE: Final = 1.25
"""By what the part that comes in at once grows from look to look, while few come."""

_TOLD: Final = 5
"""As many have had to wait before the log tells that newcomers do: a friend alone is no crowd."""

_COUNTERS: Final = "/proc/self/net/snmp"
_LONGEST: Final = 16 * 1024
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
            now: tells the time.
        """
        self.waits = 0.0
        self._sockets = sockets
        self._rate = rate
        self._log = log
        self._counters = _Counters()
        self._opened = opened or self._counters.passive_opens
        self._now = now
        self._before: tuple[float, int] | None = None
        self._known = frozenset[tuple[int, Ends]]()
        self._next = self._last_crowd = now()
        self._dropped, self._told = 0, False

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
        came, fresh = (opened - before) / max(now - then, _WARY), False
        if came:
            # The system counts the connections to other programs, too. Only if some of those that
            # have come are the server's own does it have a crowd.
            known, self._known = self._known, frozenset(self._sockets.find().items())
            fresh = bool(self._known - known)
        if came > self._rate and fresh:
            if not self.waits:
                self._dropped = self._sockets.dropped()
            self._last_crowd = now
            self._turn(1 - (1 - self.waits) * self._rate / came)
        elif self.waits and now - self._last_crowd > _GUARD:
            if self._told:
                self._log.warning("newcomers come in freely again")
            self._open()
        elif self.waits and came < self._rate / 2:
            self._turn(1 - (1 - self.waits) * _MORE)
        if self.waits and not self._told:
            self._tell()
        self._next = now + (_WARY if self.waits else _QUIET)

    def _tell(self) -> None:
        """Have the log tell that newcomers wait, if several have."""
        waited = self._sockets.dropped() - self._dropped
        if waited >= _TOLD:
            self._told = True
            self._log.warning("so many connect that newcomers wait", waited=waited)

    def _turn(self, waits: float) -> None:
        self.waits = min(_MOST, max(_LEAST, waits))
        try:
            self._sockets.admit(1 - self.waits)
        except OSError as error:
            self._log.warning("newcomers cannot be made to wait", error=str(error))

    def _open(self) -> None:
        if self.waits:
            self.waits, self._told = 0.0, False
            with suppress(OSError):
                self._sockets.admit(1)


class _Counters:
    """The system's counters, kept open: they are needed most when no file can be opened."""

    def __init__(self) -> None:
        self._number = -1
        with suppress(OSError):
            self._number = os.open(_COUNTERS, os.O_RDONLY)

    def passive_opens(self) -> int | None:
        """Return how many connections others have opened to this machine since it began."""
        with suppress(OSError, ValueError):
            text = os.pread(self._number, _LONGEST, 0).decode("ascii")
            names, values = (line.split() for line in text.splitlines() if line[:4] == "Tcp:")
            return int(values[names.index("PassiveOpens")])
        return None

    def close(self) -> None:
        if self._number >= 0:
            os.close(self._number)
            self._number = -1
