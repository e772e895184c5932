"""A turnstile: when connections come faster than they can be taken up, newcomers wait.

To take up a connection costs gRPC far more than it costs whoever opens it, and its threads do
nothing for anybody else meanwhile. So the system drops a part of the first packets of new
connections before gRPC sees them. Every system sends such a packet again after a second: whoever
comes once waits a second at times, and whoever comes again and again waits again and again.
Connections that are there are not touched.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardtui_server.ports.clock import Clock, Timer
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

_EXPECTED: Final = 0.3
"""The part of newcomers that wait while some are expected to come back who were put out."""

_LONG: Final = 10.0
"""Seconds for which those are expected."""

_MORE: Final = 1.25
"""By what the part that comes in at once grows from look to look, while few come."""

_COUNTERS: Final = Path("/proc/self/net/snmp")


class Turnstile:
    """How many of those who come must try again, a second later.

    Attributes:
        waits: the part of newcomers that wait, from 0 to 1.
    """

    def __init__(
        self,
        sockets: OpenSockets,
        rate: float,
        clock: Clock,
        log: FilteringBoundLogger,
        *,
        opened: Callable[[], int | None] | None = None,
    ) -> None:
        """Begin open.

        Args:
            sockets: those of the server's port.
            rate: how many connections may come in a second.
            clock: what it looks by.
            log: the logger for closing and opening.
            opened: counts all connections that others have opened to this machine so far, or
                nothing where the system does not say.
        """
        self.waits = 0.0
        self._sockets = sockets
        self._rate = rate
        self._clock = clock
        self._log = log
        self._opened = opened or _passive_opens
        self._timer: Timer | None = None
        self._before: tuple[float, int] = (clock.now(), self._opened() or 0)
        self._known = frozenset[Ends]()
        self._last_crowd = clock.now()
        self._expects_until = clock.now()

    def begin(self) -> None:
        """Look after newcomers from now on, on Linux; other systems do not say how many come."""
        if self._opened() is not None:
            self._look()

    def stop(self) -> None:
        """Look after them no more; nobody waits from now on."""
        if self._timer is not None:
            self._timer.cancel()
        self._open()

    def expect(self) -> None:
        """Have newcomers wait for a while: some were put out who may come back at once."""
        if self._timer is None:
            return  # it does not look after newcomers
        now = self._clock.now()
        self._last_crowd, self._expects_until = now, now + _LONG
        self._turn(max(self.waits, _EXPECTED))

    def _look(self) -> None:
        now, opened = self._clock.now(), self._opened() or 0
        (then, before), self._before = self._before, (now, opened)
        came, fresh = (opened - before) / max(now - then, _WARY), False
        if came:
            # The system counts the connections to other programs, too. Only if some of those that
            # have come are the server's own does it have a crowd.
            known, self._known = self._known, frozenset(self._sockets.find())
            fresh = bool(self._known - known)
        if came > self._rate and fresh:
            if not self.waits:
                self._log.warning("so many connect that newcomers wait", a_second=round(came))
            self._last_crowd = now
            self._turn(1 - (1 - self.waits) * self._rate / came)
        elif self.waits and now - self._last_crowd > _GUARD:
            self._log.info("newcomers come in freely again")
            self._open()
        elif self.waits and came < self._rate / 2:
            least = _EXPECTED if now < self._expects_until else _LEAST
            self._turn(max(least, 1 - (1 - self.waits) * _MORE))
        self._timer = self._clock.call_later(_WARY if self.waits else _QUIET, self._look)

    def _turn(self, waits: float) -> None:
        self.waits = min(_MOST, max(_LEAST, waits))
        try:
            self._sockets.admit(1 - self.waits)
        except OSError as error:
            self._log.warning("newcomers cannot be made to wait", error=str(error))

    def _open(self) -> None:
        if self.waits:
            self.waits = 0.0
            with suppress(OSError):
                self._sockets.admit(1)


def _passive_opens() -> int | None:
    """Return how many connections others have opened to this machine since it began."""
    with suppress(OSError, ValueError):
        names, values = (
            line.split()
            for line in _COUNTERS.read_text("ascii").splitlines()
            if line.startswith("Tcp:")
        )
        return int(values[names.index("PassiveOpens")])
    return None
