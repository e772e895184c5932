"""Which unused connections are closed to make room: those `_FRESH` seconds without a call, or less.

gRPC counts connections, but neither says which of them carry calls nor closes a single one. Their
sockets are this process's own, however: they are found among its open files, and shut down. To
gRPC that looks like a caller who has gone away, and an honest client connects again when it has
something to ask.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from cardtui_server.limits import Limits
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.rpc.addresses import AddressRules, address_of, is_loopback, sender_of
from cardtui_server.rpc.open_sockets import Ends, OpenSockets, allow_files, open_files
from cardtui_server.rpc.senders import Senders
from cardtui_server.rpc.turnstile import Turnstile
from cardtui_server.server_log import load

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_QUIET: Final = 1.0
_BUSY: Final = 0.1
"""Seconds between two looks, while there are few connections and while there are many."""

_AT_ONCE: Final = 16
"""How many connections are closed in a row: each takes up to a tenth of a millisecond."""

_PAUSE: Final = 0.005
"""Seconds for what others ask until more are closed."""

_SILENCE: Final = 20
"""Seconds that a new connection may be silent before it is taken up all the same.

To take up a connection, and to close it, costs gRPC far more than it costs the machine that opens
it.
"""

_UNREAD: Final = 64 * 1024
"""How many bytes of a connection wait to be read: gRPC reads them even if it has been closed."""

_SPARE: Final = 0.75
"""The part of the files it may still open that a server has for connections, at most."""

_FRESH: Final = 1.0
"""Seconds that a connection has for its first call, or between two calls, unless half are taken."""

_CALM: Final = 0.025
_WARY: Final = 0.01
_ALARMED: Final = 0.002
"""Seconds between two looks of the thread that stands guard, while little is done, much, and after
a flood: gRPC reads 100 kB a millisecond."""

_SETTLED: Final = 1.0
"""Seconds after the start until what writes the log is loaded."""

_TRIM: Final = 1.0
"""Seconds after a connection was closed until the memory that gRPC had for it is given back."""


_Socket: TypeAlias = tuple[int, Ends]
"""A connection: the number of its open file, and its other end."""


class _Going(NamedTuple):
    """A connection that is to go.

    Attributes:
        number: of its open file.
        ends: its other end.
        calls: how many it carried when it was chosen.
    """

    number: int
    ends: Ends
    calls: int


class Connections:
    """The connections of a server, and how many calls each carries."""

    def __init__(
        self,
        limits: Limits,
        rules: AddressRules,
        clock: Clock,
        log: FilteringBoundLogger,
        *,
        seated: Callable[[], set[str]],
    ) -> None:
        """Begin with none.

        Args:
            limits: how many there may be.
            rules: which addresses are proxies, which have as many as they want.
            clock: tells how long a connection is idle.
            log: the logger for what is closed.
            seated: returns the ids of the players who hold a seat.
        """
        self._limits = _bearable(limits, log)
        self._rules = rules
        self._clock = clock
        self._log = log
        self._sockets = OpenSockets(0)
        self._going: list[_Going] = []
        self._shut = 0
        self._timer: Timer | None = None
        self._guard: _Guard | None = None
        self._other_files = 0
        self._calls: Counter[Ends] = Counter()
        self._idle_since: dict[Ends, float] = {}
        self._players: dict[Ends, str] = {}
        self._seated = seated

    @property
    def most(self) -> int:
        """How many there may be: as many as the limits and the system allow."""
        return self._limits.connections

    def watch(self, port: int) -> None:
        """Begin to look after the connections to a port."""
        self._sockets = OpenSockets(port)
        self._sockets.prepare(_SILENCE, _UNREAD)
        self._guard = _Guard(port, self._limits, self._log, spared=self._is_proxy)
        self._other_files = open_files()
        if self._other_files:
            self._look()

    def stop(self) -> None:
        """Look after them no more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._guard is not None:
            self._guard.stop()

    def entered(self, peer: str) -> None:
        """Count a call that has begun."""
        self._calls[_ends(peer)] += 1

    def left(self, peer: str) -> None:
        """Count a call that has ended."""
        ends = _ends(peer)
        self._calls[ends] -= 1
        if self._calls[ends] <= 0:
            del self._calls[ends]
            self._players.pop(ends, None)
            if ends in self._idle_since:
                self._idle_since[ends] = self._clock.now()

    def belongs(self, peer: str, player: str) -> None:
        """Note whose calls a connection carries."""
        self._players[_ends(peer)] = player

    def heard(self, peer: str) -> None:
        """Note that a call, or a message on a stream, was let through."""
        if self._guard is not None:
            self._guard.senders.heard(_ends(peer))

    def _look(self) -> None:
        """Make room if there are many connections, and look again later."""
        many = False
        try:
            room = self._limits.connections // 4
            # The few files of a quiet server are not looked at one by one.
            least = min(room, self._limits.connections_each)
            if open_files() > least + self._other_files:
                found = self._sockets.find()
                goes = self._superfluous(found, room)
                many = len(found) > 2 * room
                self._going = [_Going(each, ends, self._calls[ends]) for each, ends in goes]
        except OSError as error:
            self._log.warning("connections cannot be looked at", error=str(error))
        if self._going:
            self._shut = 0
            self._make_room()
        else:
            self._look_later(many=many)

    def _make_room(self) -> None:
        """Close some of the connections that are to go, and the others later."""
        now, self._going = self._going[:_AT_ONCE], self._going[_AT_ONCE:]
        for each in now:
            # A caller who has begun a call since then is no longer idle.
            if self._calls[each.ends] <= each.calls:
                self._shut += self._sockets.shut(each.ends, each.number)
        if self._going:
            self._timer = self._clock.call_later(_PAUSE, self._make_room)
        else:
            self._log.warning("connections make room", count=self._shut)
            self._look_later(many=True)

    def _look_later(self, *, many: bool) -> None:
        self._timer = self._clock.call_later(_BUSY if many else _QUIET, self._look)

    def _superfluous(self, found: dict[int, Ends], room: int) -> list[_Socket]:
        """Return the connections to close: idle ones first, of them those idle for longest.

        They are closed in that order, a few at a time. Callers who have been idle for long may ask
        for something at any moment, and should not be cut off then.
        """
        now = self._clock.now()
        before = self._idle_since
        self._idle_since = {ends: before.get(ends, now) for ends in found.values()}
        for gone in self._players.keys() - self._idle_since.keys():
            del self._players[gone]
        # The newest have had no time for a call; but where many come at once, the oldest of them
        # must go, or nobody else gets in.
        unused = now - (_FRESH if len(found) < 2 * room else 0)
        idle = sorted(
            (each for each in found.items() if self._use(each) <= (False, unused)), key=self._use
        )
        goes = dict.fromkeys(idle[: max(0, len(found) - room)])
        for theirs in self._by_sender(found.items()):
            beyond = len(theirs) - self._limits.connections_each
            if beyond > 0:
                theirs.sort(key=self._use)
                goes.update(dict.fromkeys(theirs[:beyond]))
        left = [each for each in found.items() if each not in goes]
        most = self._limits.connections * 7 // 8
        if len(left) > most:
            goes.update(dict.fromkeys(self._by_surplus(left)[: len(left) - most]))
        return list(goes)

    def _use(self, connection: _Socket) -> tuple[bool, float]:
        """Return what sorts those first that carry no call, the ones idle for longest first."""
        _, ends = connection
        return bool(self._calls[ends]), self._idle_since[ends]

    def _by_surplus(self, busy: list[_Socket]) -> list[_Socket]:
        """Return connections in use in the order in which they go when there are too many.

        The caller with most goes first; of those with as many, one without a seat.
        """
        seated, had = self._seated(), Counter[str]()
        rank: dict[_Socket, tuple[int, bool]] = {}
        for each in busy:
            player = self._players.get(each[1], "")
            had[player] += 1
            rank[each] = (had[player], player not in seated)
        return sorted(busy, key=rank.__getitem__, reverse=True)

    def _counts(self, address: str) -> bool:
        if self._is_proxy(address):
            return False
        return self._limits.loopback or not is_loopback(address)

    def _is_proxy(self, address: str) -> bool:
        return self._rules.origin(address, ()).proxied

    def _by_sender(self, found: Iterable[_Socket]) -> Iterable[list[_Socket]]:
        """Return the connections of each sender whose connections are counted."""
        groups: defaultdict[str, list[_Socket]] = defaultdict(list)
        for each in found:
            address = each[1].address
            if self._counts(address):
                groups[sender_of(address)].append(each)
        return groups.values()


class _Guard:
    """The thread that closes who sends too much, and has crowds of newcomers wait."""

    def __init__(
        self,
        port: int,
        limits: Limits,
        log: FilteringBoundLogger,
        *,
        spared: Callable[[str], bool],
    ) -> None:
        """Stand guard over a port, until `stop`."""
        sockets = OpenSockets(port)
        self._turnstile = Turnstile(sockets, limits.connections_rate, log)
        self.senders = Senders(sockets, limits, log, spared=spared, closed=self._put_out)
        self._log = log
        self._owed = 0.0
        self._settles = time.monotonic() + _SETTLED
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="cardtui-guard", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it; newcomers come in freely."""
        self._stopped.set()
        self._thread.join()
        self._turnstile.stop()

    def _run(self) -> None:
        pause = _CALM
        while not self._stopped.wait(pause):
            busy = self._done(self.senders.look)
            pause = _ALARMED if self.senders.alarmed else _WARY if busy else _CALM
            self._done(self._turnstile.look)
            self._done(self._give_back)
            if self._settles and time.monotonic() > self._settles:
                self._settles = 0.0
                self._done(load)

    def _done(self, what: Callable[[], Any]) -> Any:
        """Return what something came to; if it went wrong, the guard does the rest all the same."""
        try:
            return what()
        except Exception as error:  # noqa: BLE001 - it must look again, whatever went wrong
            self._log.error("connections cannot be looked at", exc_info=error)
            return None

    def _put_out(self) -> None:
        self._owed = self._owed or time.monotonic() + _TRIM

    def _give_back(self) -> None:
        """Give memory back to the system that closed connections had: by itself glibc keeps it."""
        if self._owed and time.monotonic() > self._owed:
            self._owed = 0.0
            with suppress(AttributeError, OSError):
                ctypes.CDLL(None).malloc_trim(0)


def _bearable(limits: Limits, log: FilteringBoundLogger) -> Limits:
    """Return the limits with no more connections than this process may have files open."""
    own = open_files()
    allowed = allow_files(own + int(limits.connections / _SPARE))
    most = max(1, int((allowed - own) * _SPARE))
    if most >= limits.connections:
        return limits
    log.warning("fewer files may be open than connections allowed", files=allowed, connections=most)
    return replace(limits, connections=most)


@lru_cache(maxsize=4096)
def _ends(peer: str) -> Ends:
    port = peer.rpartition(":")[2]
    return Ends(address_of(peer), int(port) if port.isdecimal() else 0)
