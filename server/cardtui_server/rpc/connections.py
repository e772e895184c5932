"""How many connections there may be (`most`, `_CONNECTIONS_SHARE`), and which are closed to make
room once a quarter is taken: first those that have carried no call for `_FRESH_SECONDS`, or, once
half is taken, that carry none now; then those of an address that has too many. Those that send too
much are in `senders.py`.

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
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from cardtui_server.limits import Limits
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.rpc.addresses import AddressRules, address_of, is_loopback, sender_of
from cardtui_server.rpc.open_sockets import Ends, OpenSockets, Socket, allow_files, open_files
from cardtui_server.rpc.senders import Senders
from cardtui_server.rpc.turnstile import Turnstile
from cardtui_server.server_log import load

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

K = TypeVar("K")
T = TypeVar("T")

_QUIET_LOOK_SECONDS: Final = 1.0
_BUSY_LOOK_SECONDS: Final = 0.1
"""Seconds between two looks, while there are few connections and while there are many."""

_FILES_PER_LOOK: Final = 256
"""How many of the known files are looked at again in one look: all of them within a second."""

_CLOSED_AT_ONCE: Final = 16
"""How many connections are closed in a row: each takes up to a tenth of a millisecond."""

_PAUSE_SECONDS: Final = 0.005
"""Seconds for what others ask until more are closed."""

_SILENCE_SECONDS: Final = 20
"""Seconds that a new connection may be silent before it is taken up all the same.

To take up a connection, and to close it, costs gRPC far more than it costs the machine that opens
it.
"""

_UNREAD_BYTES: Final = 64 * 1024
"""How many bytes of a connection wait to be read: gRPC reads them even if it has been closed."""

_CONNECTIONS_SHARE: Final = 0.75
"""The part of the files it may still open that a server has for connections, at most."""

_FRESH_SECONDS: Final = 1.0
"""Seconds that a connection has for its first call, or between two calls, unless half are taken."""

_CALM_PAUSE: Final = 0.1
_WARY_PAUSE: Final = 0.01
_ALARMED_PAUSE: Final = 0.002
"""Seconds between two looks of the thread that stands guard, while little is done, much, and after
a flood: gRPC reads 100 kB a millisecond. To wake it costs a tenth of a millisecond."""

_SETTLING_SECONDS: Final = 1.0
"""Seconds after the start until what writes the log is loaded."""

_TRIM_SECONDS: Final = 1.0
"""Seconds after a connection was closed until the memory that gRPC had for it is given back."""


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
        self.rules = rules
        self._clock = clock
        self._log = log
        self._sockets = OpenSockets()
        self._going: list[_Going] = []
        self._shut = 0
        self._timer: Timer | None = None
        self._guard: _Guard | None = None
        self._calls: Counter[Ends] = Counter()
        self._numbers: defaultdict[Ends, set[int]] = defaultdict(set)
        self._senders: defaultdict[str, set[Socket]] = defaultdict(set)
        # Since when each is, or was, without a call; those without one for longest first.
        self._idle: dict[Socket, float] = {}
        self._busy: dict[Socket, float] = {}
        self._players: dict[Ends, str] = {}
        self._seated = seated

    @property
    def most(self) -> int:
        """How many there may be: as many as the limits and the system allow."""
        return self._limits.connections

    def watch(self, *ports: int) -> None:
        """Begin to look after the connections to some ports."""
        self._sockets = OpenSockets(*ports)
        self._sockets.prepare(_SILENCE_SECONDS, _UNREAD_BYTES)
        self._guard = _Guard(ports, self._limits, self._log, spared=self._is_proxy)
        if open_files():
            self._look()

    def stop(self) -> None:
        """Look after them no more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._guard is not None:
            self._guard.stop()

    def entered(self, peer: str) -> None:
        """Count a call that has begun."""
        ends = _ends(peer)
        self._calls[ends] += 1
        for number in self._numbers.get(ends, ()):
            since = self._idle.pop((number, ends), None)
            if since is not None:
                self._busy[number, ends] = since

    def left(self, peer: str) -> None:
        """Count a call that has ended."""
        ends = _ends(peer)
        self._calls[ends] -= 1
        if self._calls[ends] <= 0:
            del self._calls[ends]
            self._players.pop(ends, None)
            for number in self._numbers.get(ends, ()):
                self._busy.pop((number, ends), None)
                self._idle[number, ends] = self._clock.now()

    def belongs(self, peer: str, player: str) -> None:
        """Note whose calls a connection carries."""
        self._players[_ends(peer)] = player

    def heard(self, peer: str) -> None:
        """Note that a call, or a message on a stream, was let through."""
        if self._guard is not None:
            self._guard.senders.heard(_ends(peer))

    @property
    def _count(self) -> int:
        return len(self._idle) + len(self._busy)

    def _look(self) -> None:
        """Make room if there are many connections, and look again later."""
        room = self._limits.connections // 4
        self._note()
        self._going = [_Going(*each, self._calls[each[1]]) for each in self._superfluous(room)]
        if self._going:
            self._shut = 0
            self._make_room()
        else:
            self._look_later(many=self._count > 2 * room)

    def _note(self) -> None:
        """Note which connections have come, and which have gone."""
        came, went = self._sockets.changed(_FILES_PER_LOOK)
        now = self._clock.now()
        for each in went:
            self._idle.pop(each, None)
            self._busy.pop(each, None)
            _drop(self._numbers, each[1], each[0])
            _drop(self._senders, sender_of(each[1].address), each)
        for each in came:
            number, ends = each
            (self._busy if self._calls[ends] else self._idle)[each] = now
            self._numbers[ends].add(number)
            if self._counts(ends.address):
                self._senders[sender_of(ends.address)].add(each)

    def _make_room(self) -> None:
        """Close some of the connections that are to go, and the others later."""
        now, self._going = self._going[:_CLOSED_AT_ONCE], self._going[_CLOSED_AT_ONCE:]
        for each in now:
            # A caller who has begun a call since then is no longer idle.
            if self._calls[each.ends] <= each.calls:
                self._shut += self._sockets.shut(each.ends, each.number)
        if self._going:
            self._timer = self._clock.call_later(_PAUSE_SECONDS, self._make_room)
        else:
            self._log.warning("connections make room", count=self._shut)
            self._look_later(many=True)

    def _look_later(self, *, many: bool) -> None:
        self._timer = self._clock.call_later(
            _BUSY_LOOK_SECONDS if many else _QUIET_LOOK_SECONDS, self._look
        )

    def _superfluous(self, room: int) -> list[Socket]:
        """Return the connections to close: idle ones first, of them those idle for longest.

        They are closed in that order, a few at a time. Callers who have been idle for long may ask
        for something at any moment, and should not be cut off then.
        """
        # The newest have had no time for a call; but where many come at once, the oldest of them
        # must go, or nobody else gets in.
        unused = self._clock.now() - (_FRESH_SECONDS if self._count < 2 * room else 0)
        longest = islice(self._idle.items(), max(0, self._count - room))
        goes = {each: None for each, since in longest if since <= unused}
        for theirs in self._senders.values():
            beyond = len(theirs) - self._limits.connections_each
            if beyond > 0:
                goes.update(dict.fromkeys(sorted(theirs, key=self._use)[:beyond]))
        surplus = self._count - len(goes) - self._limits.connections * 7 // 8
        if surplus > 0:
            left = [each for each in (*self._busy, *self._idle) if each not in goes]
            goes.update(dict.fromkeys(self._by_surplus(left)[:surplus]))
        return list(goes)

    def _use(self, connection: Socket) -> tuple[bool, float]:
        """Return what sorts those first that carry no call, the ones idle for longest first."""
        since = self._idle.get(connection)
        return (True, self._busy[connection]) if since is None else (False, since)

    def _by_surplus(self, busy: list[Socket]) -> list[Socket]:
        """Return connections in use in the order in which they go when there are too many.

        The caller with most goes first; of those with as many, one without a seat.
        """
        seated, had = self._seated(), Counter[str]()
        rank: dict[Socket, tuple[int, bool]] = {}
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
        return self.rules.origin(address, ()).proxied


class _Guard:
    """The thread that closes who sends too much, and has crowds of newcomers wait."""

    def __init__(
        self,
        ports: Sequence[int],
        limits: Limits,
        log: FilteringBoundLogger,
        *,
        spared: Callable[[str], bool],
    ) -> None:
        """Stand guard over some ports, until `stop`."""
        sockets = OpenSockets(*ports)
        self._turnstile = Turnstile(sockets, limits.connections_rate, log)
        self.senders = Senders(sockets, limits, log, spared=spared, closed=self._put_out)
        self._log = log
        self._owed = 0.0
        self._settles = time.monotonic() + _SETTLING_SECONDS
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="cardtui-guard", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it; newcomers come in freely."""
        self._stopped.set()
        self._thread.join()
        self._turnstile.stop()

    def _run(self) -> None:
        pause = _CALM_PAUSE
        while not self._stopped.wait(pause):
            busy = self._done(self.senders.look)
            calmer = _WARY_PAUSE if busy else min(2 * pause, _CALM_PAUSE)
            pause = _ALARMED_PAUSE if self.senders.alarmed else calmer
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
        self._owed = self._owed or time.monotonic() + _TRIM_SECONDS

    def _give_back(self) -> None:
        """Give memory back to the system that closed connections had: by itself glibc keeps it."""
        if self._owed and time.monotonic() > self._owed:
            self._owed = 0.0
            with suppress(AttributeError, OSError):
                ctypes.CDLL(None).malloc_trim(0)


def files_for(connections: int) -> int:
    """Return how many files a server must be able to open beside its own for so many of them."""
    return int(connections / _CONNECTIONS_SHARE)


def _bearable(limits: Limits, log: FilteringBoundLogger) -> Limits:
    """Return the limits with no more connections than this process may have files open."""
    own = open_files()
    allowed = allow_files(own + files_for(limits.connections))
    most = max(1, int((allowed - own) * _CONNECTIONS_SHARE))
    if most >= limits.connections:
        return limits
    log.warning("fewer files may be open than connections allowed", files=allowed, connections=most)
    return replace(limits, connections=most)


def _drop(groups: dict[K, set[T]], group: K, each: T) -> None:
    """Take one out of its group; the last takes the group with it."""
    members = groups.get(group, set())
    members.discard(each)
    if not members:
        groups.pop(group, None)


@lru_cache(maxsize=4096)
def _ends(peer: str) -> Ends:
    port = peer.rpartition(":")[2]
    return Ends(address_of(peer), int(port) if port.isdecimal() else 0)
