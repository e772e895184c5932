"""Senders: a connection that sends more than any player could is closed, and newcomers wait then.

Streams that are opened and reset at once never reach the server's own code: gRPC's threads read
them, and do little else. What a connection has sent the system counts, however. Looked at is only
what keeps the process busy: a quiet server is not flooded.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from cardtui_server.limits import Limits
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.rpc.open_sockets import Ends, OpenSockets

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_PAUSE: Final = 0.1
"""Seconds between two looks."""

_BUSY: Final = 0.3
"""The part of a processor from which on the process is busy."""


class _Account(NamedTuple):
    """What a connection has sent.

    Attributes:
        at: when it was looked at.
        sent: bytes by then.
        left: bytes that it might have sent besides.
    """

    at: float
    sent: int
    left: float


class Senders:
    """How much each connection sends, as far as that can matter."""

    def __init__(
        self,
        sockets: OpenSockets,
        limits: Limits,
        clock: Clock,
        log: FilteringBoundLogger,
        *,
        spared: Callable[[str], bool],
        closed: Callable[[], None],
        worked: Callable[[], float] = time.process_time,
    ) -> None:
        """Begin without any.

        Args:
            sockets: those of the server's port.
            limits: how much a connection may send.
            clock: what it looks by.
            log: the logger for what is closed.
            spared: tells whether connections from an address may send what they want.
            closed: is called when some were closed: they may come back.
            worked: returns the seconds for which the process has kept processors busy so far.
        """
        self._sockets = sockets
        self._limits = limits
        self._clock = clock
        self._log = log
        self._spared = spared
        self._closed = closed
        self._worked = worked
        self._before = (clock.now(), worked())
        self._accounts: dict[Ends, _Account] = {}
        self._timer: Timer | None = None

    def begin(self) -> None:
        """Look after them from now on."""
        self._look()

    def stop(self) -> None:
        """Look after them no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _look(self) -> None:
        now, worked = self._clock.now(), self._worked()
        (then, before), self._before = self._before, (now, worked)
        if worked - before > _BUSY * (now - then):
            try:
                self._close_floods(now)
            except OSError as error:
                self._log.warning("connections cannot be looked at", error=str(error))
        self._timer = self._clock.call_later(_PAUSE, self._look)

    def _close_floods(self, now: float) -> None:
        before, self._accounts = self._accounts, {}
        shut = 0
        for ends, number in self._sockets.find().items():
            sent = self._sockets.received(number)
            if sent is None:
                continue
            account = self._account(before.get(ends), now, sent)
            if account.left >= 0 or self._spared(ends.address):
                self._accounts[ends] = account
            elif self._sockets.shut(ends, number):
                shut += 1
                self._log.warning("connection that sends too much closed", address=ends.address)
        if shut:
            self._closed()

    def _account(self, before: _Account | None, now: float, sent: int) -> _Account:
        """Return what a connection has sent by now, and might have sent besides."""
        burst = self._limits.bytes_burst
        if before is None or sent < before.sent:
            return _Account(now, sent, burst)
        refilled = before.left + self._limits.bytes_rate * (now - before.at)
        return _Account(now, sent, min(refilled, burst) - (sent - before.sent))
