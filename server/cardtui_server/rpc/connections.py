"""Connections: those that nobody uses make room for newcomers; those that only harm are closed.

gRPC counts connections, but neither says which of them carry calls nor closes a single one. Their
sockets are this process's own, however: they are found among its open files, and shut down. To
gRPC that looks like a caller who has gone away, and an honest client connects again when it has
something to ask.
"""

from __future__ import annotations

import os
import resource
import socket
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from structlog.typing import FilteringBoundLogger

from cardtui_server.limits import Limits
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.rpc.addresses import AddressRules
from cardtui_server.rpc.caller import address_of, is_loopback, plain_address

_OPEN_FILES: Final = ("/proc/self/fd", "/dev/fd")
"""Folders in which a system lists a process's open files."""

_QUIET: Final = 1.0
_BUSY: Final = 0.2
"""Seconds between two looks, while there are few connections and while there are many."""

_OTHER_FILES: Final = 64
"""How many open files besides connections do not count as many."""

_FRESH: Final = 1.0
"""Seconds that a connection has for its first call, or between two calls."""

_STRIKES: Final = 100
"""How many calls of a connection are refused in a row before it is closed."""


class Ends(NamedTuple):
    """A connection's other end: address and port."""

    address: str
    port: int


class Connections:
    """The connections of a server, and how many calls each carries."""

    def __init__(
        self, limits: Limits, rules: AddressRules, clock: Clock, log: FilteringBoundLogger
    ) -> None:
        self._limits = limits
        self._rules = rules
        self._clock = clock
        self._log = log
        self._port = 0
        self._timer: Timer | None = None
        self._calls: Counter[Ends] = Counter()
        self._strikes: Counter[Ends] = Counter()
        self._idle_since: dict[Ends, float] = {}
        self._files = next((each for each in _OPEN_FILES if os.path.isdir(each)), "")  # noqa: PTH112 - a folder that is asked for each second

    def watch(self, port: int) -> None:
        """Begin to look after the connections to a port."""
        self._port = port
        _allow_files(self._limits.connections + 4 * _OTHER_FILES)
        if self._files:
            self._look()

    def stop(self) -> None:
        """Look after them no more."""
        if self._timer is not None:
            self._timer.cancel()

    def entered(self, peer: str) -> None:
        """Count a call that has begun."""
        self._calls[_ends(peer)] += 1

    def left(self, peer: str) -> None:
        """Count a call that has ended."""
        ends = _ends(peer)
        self._calls[ends] -= 1
        if self._calls[ends] <= 0:
            del self._calls[ends]
            if ends in self._idle_since:
                self._idle_since[ends] = self._clock.now()

    def obeyed(self, peer: str) -> None:
        """Note that a connection kept within its limits."""
        if self._strikes:
            self._strikes.pop(_ends(peer), None)

    def strike(self, peer: str) -> None:
        """Note that a connection went beyond its limits; one that does not stop is closed."""
        ends = _ends(peer)
        self._strikes[ends] += 1
        if self._strikes[ends] >= _STRIKES:
            del self._strikes[ends]
            if self._shut({ends}):
                self._log.warning("connection that calls too much closed", address=ends.address)

    def _look(self) -> None:
        """Make room if there are many connections, and look again later."""
        many = False
        try:
            room = self._limits.connections // 2
            # The few files of a quiet server are not looked at one by one.
            least = min(room, self._limits.connections_each)
            if len(os.listdir(self._files)) > least + _OTHER_FILES:  # noqa: PTH208 - only their number matters
                found = [ends for _, ends in self._sockets()]
                many = len(found) > least
                if goes := self._superfluous(found, room):
                    self._log.warning("connections make room", count=self._shut(goes))
        except OSError as error:
            self._log.warning("connections cannot be looked at", error=str(error))
        self._timer = self._clock.call_later(_BUSY if many else _QUIET, self._look)

    def _superfluous(self, found: list[Ends], room: int) -> set[Ends]:
        """Return the connections to close: idle ones first, of them those idle for longest."""
        now = self._clock.now()
        before = self._idle_since
        self._idle_since = {ends: before.get(ends, now) for ends in found}
        for gone in self._strikes.keys() - self._idle_since.keys():
            del self._strikes[gone]
        idle = sorted(
            (ends for ends in found if not self._calls[ends] and self._unused(ends, now)),
            key=self._idle_since.__getitem__,
        )
        goes = set(idle[: max(0, len(found) - room)])
        for address, theirs in self._by_address(found).items():
            beyond = len(theirs) - self._limits.connections_each
            if beyond > 0 and self._counts(address):
                # Nobody knows which of their connections matter most: the newest go.
                ranked = sorted(theirs, key=lambda ends: (ends not in goes, ends not in idle))
                goes.update(ranked[:beyond])
        return goes

    def _unused(self, ends: Ends, now: float) -> bool:
        return now - self._idle_since[ends] >= _FRESH

    def _counts(self, address: str) -> bool:
        if self._rules.origin(address, ()).proxied:
            return False
        return self._limits.loopback or not is_loopback(address)

    def _by_address(self, found: list[Ends]) -> dict[str, list[Ends]]:
        groups: defaultdict[str, list[Ends]] = defaultdict(list)
        for ends in found:
            groups[ends.address].append(ends)
        return groups

    def _shut(self, goes: set[Ends]) -> int:
        """Shut connections down; return how many there were."""
        count = 0
        for held, ends in self._sockets():
            if ends in goes:
                with suppress(OSError):  # it has just gone by itself
                    held.shutdown(socket.SHUT_RDWR)
                    count += 1
        return count

    def _sockets(self) -> Iterator[tuple[socket.socket, Ends]]:
        """Yield each connection's socket, valid until the next one, and its other end.

        The file is held open meanwhile: its number could otherwise come to name another one.
        """
        if not self._files:
            return
        for number in os.listdir(self._files):  # noqa: PTH208 - numbers, not paths
            try:
                held = os.dup(int(number))
            except (OSError, ValueError):
                continue  # closed by now
            try:
                found = socket.socket(fileno=held)
            except OSError:
                os.close(held)  # no socket
                continue
            with found:
                ends = self._ends_of(found)
                if ends is not None:
                    yield found, ends

    def _ends_of(self, found: socket.socket) -> Ends | None:
        """Return the other end, if it is a connection to our port."""
        if found.family not in (socket.AF_INET, socket.AF_INET6):
            return None
        try:
            if found.getsockname()[1] != self._port:
                return None
            address, port, *_ = found.getpeername()
        except OSError:
            return None  # it listens, or it has just ended
        return Ends(plain_address(address), port)


def _allow_files(wanted: int) -> None:
    """Let this process open so many files, as far as the system lets it."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if allowed > least != resource.RLIM_INFINITY:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))


def _ends(peer: str) -> Ends:
    port = peer.rpartition(":")[2]
    return Ends(address_of(peer), int(port) if port.isdecimal() else 0)
