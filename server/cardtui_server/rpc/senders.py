"""Senders: a connection that sends more than calls can need is closed, and newcomers wait then.

What never becomes a call never reaches the server's own code, but gRPC reads all of it, and keeps
up to five bytes for each one of a request's head that does not end. What a connection has sent the
system counts, however. It may send `Limits.bytes_burst` bytes, and earns `Limits.bytes_rate` more
with each second and with each call that is let through; a new one has less if others of the same
sender have just been closed. A quiet server is looked at once a second (`_RARELY`).
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from cardtui_server.limits import Limits
from cardtui_server.rpc.open_sockets import Ends, OpenSockets
from cardtui_server.rpc.peer_address import sender_of

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_RARELY: Final = 1.0
"""Seconds between two looks at what does not keep the process busy."""

_WORK: Final = 0.01
"""Seconds of a processor's time after which it is looked again: gRPC reads a megabyte in them."""

_SHARE: Final = 0.05
"""The part of its time that it looks, at most."""

_MEMORY: Final = 60.0
"""Seconds for which a sender whose connection was closed has less."""

_LEAST: Final = 1 / 16
"""The least part of the burst that a new connection has: enough for an honest one's first calls."""

_MOST_CLOSED: Final = 10_000
"""How many senders are remembered whose connections were closed."""


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


class _Closed(NamedTuple):
    """What is remembered of a sender: the part of the burst that it has, and until when."""

    part: float
    until: float


class Senders:
    """How much each connection sends, and may send; a thread of its own looks."""

    def __init__(
        self,
        sockets: OpenSockets,
        limits: Limits,
        log: FilteringBoundLogger,
        *,
        spared: Callable[[str], bool],
        closed: Callable[[], None],
        now: Callable[[], float] = time.monotonic,
        worked: Callable[[], float] = time.process_time,
    ) -> None:
        """Begin without any.

        Args:
            sockets: those of the server's port.
            limits: how much a connection may send.
            log: the logger for what is closed.
            spared: tells whether connections from an address may send what they want.
            closed: is called when some were closed: they may come back.
            now: tells the time.
            worked: returns the seconds for which the process has kept processors busy so far.
        """
        self._sockets = sockets
        self._limits = limits
        self._log = log
        self._spared = spared
        self._closed = closed
        self._now = now
        self._worked = worked
        self._before = 0.0
        self._looks = (now(), now())
        self._accounts: dict[tuple[int, Ends], _Account] = {}
        self._lock = threading.Lock()
        self._heard: Counter[Ends] = Counter()
        self._remembered: dict[str, _Closed] = {}

    def heard(self, ends: Ends) -> None:
        """Count a call, or a message on a stream, that was let through."""
        with self._lock:
            self._heard[ends] += 1

    def look(self) -> bool:
        """Close those who have sent too much, if it is time to look; return whether it was."""
        now, worked = self._now(), self._worked()
        soonest, latest = self._looks
        if now < (soonest if worked - self._before > _WORK else latest):
            return False
        self._close_floods(now)
        self._before = self._worked()
        self._looks = (now + (self._now() - now) / _SHARE, now + _RARELY)
        return True

    def _close_floods(self, now: float) -> None:
        before, self._accounts = self._accounts, {}
        with self._lock:
            heard, self._heard = self._heard, Counter()
        shut = 0
        for number, ends in self._sockets.find().items():
            sent = self._sockets.received(number)
            if sent is None:
                continue
            account = self._account(ends, before.get((number, ends)), now, sent, heard[ends])
            if account.left >= 0 or self._spared(ends.address):
                self._accounts[number, ends] = account
            elif self._sockets.shut(ends, number):
                shut += 1
                self._remember(sender_of(ends.address), now)
                self._log.warning("connection that sends too much closed", address=ends.address)
        if shut:
            self._closed()

    def _account(
        self, ends: Ends, before: _Account | None, now: float, sent: int, calls: int
    ) -> _Account:
        """Return what a connection has sent by now, and might have sent besides."""
        burst = self._limits.bytes_burst
        if before is None or sent < before.sent:
            found = self._remembered.get(sender_of(ends.address))
            part = found.part if found is not None and now < found.until else 1.0
            before = _Account(now, 0, burst * part)
        earned = self._limits.bytes_rate * (now - before.at + calls)
        left = min(before.left + earned, burst) - (sent - before.sent)
        return _Account(now, sent, left)

    def _remember(self, sender: str, now: float) -> None:
        """Let the sender's next connections begin with half of what its latest ones had."""
        before = self._remembered.pop(sender, _Closed(1.0, now))
        part = before.part if now < before.until else 1.0
        self._remembered[sender] = _Closed(max(part / 2, _LEAST), now + _MEMORY)
        if len(self._remembered) > _MOST_CLOSED:
            del self._remembered[next(iter(self._remembered))]
