"""When a connection that sends too much is closed: it may send `bytes_burst` of `limits.py`, and
each call lets it send `_BYTES_PER_CALL` more. For `_ALARM_SECONDS` after a flood only a share of
long packets is let in: `_LONG_PACKETS_SHARE`.

What never becomes a call never reaches the server's own code, but gRPC reads all of it, and keeps
up to five bytes for each one of a request's head that does not end. What a connection has sent the
system counts, however. It may send `Limits.bytes_burst` bytes, and earns `_BYTES_PER_CALL` more
with each call that is let through, and little with time (`Limits.bytes_rate`): no call comes
through while a head goes on. A quiet server is looked at once a second (`_IDLE_LOOK_SECONDS`).
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from cardtui_server.limits import Limits
from cardtui_server.rpc.open_sockets import Ends, OpenSockets, Socket

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_IDLE_LOOK_SECONDS: Final = 1.0
"""Seconds between two looks at what does not keep the process busy."""

_WORK_SECONDS: Final = 0.01
"""Seconds of a processor's time after which it is looked again: gRPC reads a megabyte in them."""

_LOOKING_SHARE: Final = 0.05
"""The part of its time that it looks, at most."""

_LOOKED_AT_ONCE: Final = 128
"""How many are looked at in a row, which takes a millisecond: meanwhile players may wait for it."""

_BYTES_PER_CALL: Final = 2000
"""Bytes that a connection may send more with each call, or message on a stream."""

_ALARM_SECONDS: Final = 60.0
_LONG_PACKETS_SHARE: Final = 0.5
"""Seconds after a flood for which newcomers are slowed, and the share of long packets let in then.

Who sends without end waits for nearly all of them, and who sends one for a fifth of a second.
"""


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
            closed: is called when some were closed.
            worked: returns the seconds for which the process has kept processors busy so far.
        """
        self._sockets = sockets
        self._limits = limits
        self._log = log
        self._spared = spared
        self._closed = closed
        self._now = now
        self._worked = worked
        self._before = self._calm_at = 0.0
        self._looks = (now(), now())
        self._accounts: dict[Socket, _Account] = {}
        self._due: list[tuple[Ends, list[int]]] = []
        self._lock = threading.Lock()
        self._heard: Counter[Ends] = Counter()

    @property
    def alarmed(self) -> bool:
        """Whether there was a flood just now."""
        return bool(self._calm_at)

    def heard(self, ends: Ends) -> None:
        """Count a call, or a message on a stream, that was let through."""
        with self._lock:
            self._heard[ends] += 1

    def look(self) -> bool:
        """Close those who have sent too much, if it is time to look; return whether it was."""
        now, worked = self._now(), self._worked()
        soonest, latest = self._looks
        urgent = self._due or worked - self._before > _WORK_SECONDS
        if now < (soonest if urgent else latest):
            return False
        begun = time.thread_time()  # while others keep the processors, a look only seems long
        self._close_floods(now)
        self._before = self._worked()
        self._looks = (
            now + (time.thread_time() - begun) / _LOOKING_SHARE,
            now + _IDLE_LOOK_SECONDS,
        )
        return True

    def _close_floods(self, now: float) -> None:
        """Close those of the next who have sent too much."""
        self._due = self._due or self._all()
        due, self._due = self._due[:_LOOKED_AT_ONCE], self._due[_LOOKED_AT_ONCE:]
        shut = 0
        for ends, numbers in due:
            with self._lock:
                calls = self._heard.pop(ends, 0)
            shut += sum(not self._stays((number, ends), now, calls) for number in numbers)
        if shut:
            self._closed()
            if not self.alarmed:
                self._slow(_LONG_PACKETS_SHARE)
            self._calm_at = now + _ALARM_SECONDS
        elif self.alarmed and now > self._calm_at:
            self._slow(1)
            self._calm_at = 0.0

    def _all(self) -> list[tuple[Ends, list[int]]]:
        """Return the files of all connections there are, by their ends; forget all others."""
        with self._lock:
            heard = list(self._heard)
        found = self._sockets.find()
        self._accounts = {
            each: account
            for each, account in self._accounts.items()
            if found.get(each[0]) == each[1]
        }
        numbers: dict[Ends, list[int]] = {}
        for number, ends in found.items():
            numbers.setdefault(ends, []).append(number)
        with self._lock:
            for ends in heard:
                if ends not in numbers:
                    del self._heard[ends]
        return list(numbers.items())

    def _stays(self, each: Socket, now: float, calls: int) -> bool:
        """Return whether a connection may stay; close it if it has sent too much."""
        number, ends = each
        sent = self._sockets.received(number)
        if sent is None:
            return True
        account = self._account(self._accounts.pop(each, None), now, sent, calls)
        if account.left >= 0 or self._spared(ends.address):
            self._accounts[each] = account
            return True
        if not self._sockets.shut(ends, number):
            return True
        self._log.warning("connection that sends too much closed", address=ends.address)
        return False

    def _account(self, before: _Account | None, now: float, sent: int, calls: int) -> _Account:
        """Return what a connection has sent by now, and might have sent besides."""
        burst = self._limits.bytes_burst
        if before is None or sent < before.sent:
            before = _Account(now, 0, burst)
        earned = self._limits.bytes_rate * (now - before.at) + _BYTES_PER_CALL * calls
        left = min(before.left + earned, burst) - (sent - before.sent)
        return _Account(now, sent, left)

    def _slow(self, share: float) -> None:
        with suppress(OSError):  # where the system cannot, floods are closed all the same
            self._sockets.slow(share)
