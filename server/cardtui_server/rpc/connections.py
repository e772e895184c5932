"""Connections: those that nobody uses make room for newcomers; those that only harm are closed.

gRPC counts connections, but neither says which of them carry calls nor closes a single one. Their
sockets are this process's own, however: they are found among its open files, and shut down. To
gRPC that looks like a caller who has gone away, and an honest client connects again when it has
something to ask.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from cardtui_server.limits import Limits
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.rpc.addresses import AddressRules
from cardtui_server.rpc.open_sockets import Ends, OpenSockets, allow_files, open_files
from cardtui_server.rpc.peer_address import address_of, is_loopback, sender_of
from cardtui_server.rpc.senders import Senders
from cardtui_server.rpc.turnstile import Turnstile

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

To take up a connection, and to close it, costs gRPC far more than it costs whoever opens it.
"""

_OTHER_FILES: Final = 64
"""How many open files besides connections do not count as many."""

_FRESH: Final = 1.0
"""Seconds that a connection has for its first call, or between two calls, unless half are taken."""

_STRIKES: Final = 100
"""How many calls of a connection are refused in a row before it is closed."""

_MOST_STRUCK: Final = 10_000
"""How many connections' refused calls are counted; any more begin afresh."""


class _Going(NamedTuple):
    """A connection that is to go.

    Attributes:
        ends: its other end.
        number: of its open file.
        calls: how many it carried when it was chosen.
    """

    ends: Ends
    number: int
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
        self._limits = limits
        self._rules = rules
        self._clock = clock
        self._log = log
        self._sockets = OpenSockets(0)
        self._going: list[_Going] = []
        self._shut = 0
        self._timer: Timer | None = None
        self._turnstile: Turnstile | None = None
        self._senders: Senders | None = None
        self._calls: Counter[Ends] = Counter()
        self._strikes: Counter[Ends] = Counter()
        self._idle_since: dict[Ends, float] = {}
        self._players: dict[Ends, str] = {}
        self._seated = seated

    def watch(self, port: int) -> None:
        """Begin to look after the connections to a port."""
        self._sockets = OpenSockets(port)
        self._sockets.defer(_SILENCE)
        self._turnstile = Turnstile(
            self._sockets, self._limits.connections_rate, self._clock, self._log
        )
        self._turnstile.begin()
        self._senders = Senders(
            self._sockets,
            self._limits,
            self._clock,
            self._log,
            spared=self._is_proxy,
            closed=self._turnstile.expect,
        )
        self._senders.begin()
        allow_files(self._limits.connections + 4 * _OTHER_FILES)
        if open_files():
            self._look()

    def stop(self) -> None:
        """Look after them no more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._senders is not None:
            self._senders.stop()
        if self._turnstile is not None:
            self._turnstile.stop()

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

    def obeyed(self, peer: str) -> None:
        """Note that a connection kept within its limits."""
        if self._strikes:
            self._strikes.pop(_ends(peer), None)

    def strike(self, peer: str) -> None:
        """Note that a connection went beyond its limits; one that does not stop is closed."""
        ends = _ends(peer)
        if len(self._strikes) >= _MOST_STRUCK:
            self._strikes.clear()
        self._strikes[ends] += 1
        if self._strikes[ends] >= _STRIKES:
            del self._strikes[ends]
            number = self._sockets.find().get(ends)
            if number is not None and self._sockets.shut(ends, number):
                self._log.warning("connection that calls too much closed", address=ends.address)

    def _look(self) -> None:
        """Make room if there are many connections, and look again later."""
        many = False
        try:
            room = self._limits.connections // 4
            # The few files of a quiet server are not looked at one by one.
            least = min(room, self._limits.connections_each)
            if open_files() > least + _OTHER_FILES:
                found = self._sockets.find()
                goes = self._superfluous(list(found), room)
                many = len(found) > 2 * room
                self._going = [_Going(each, found[each], self._calls[each]) for each in goes]
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
            # Whoever has begun a call since then is no longer idle.
            if self._calls[each.ends] <= each.calls:
                self._shut += self._sockets.shut(each.ends, each.number)
        if self._going:
            self._timer = self._clock.call_later(_PAUSE, self._make_room)
        else:
            self._log.warning("connections make room", count=self._shut)
            self._look_later(many=True)

    def _look_later(self, *, many: bool) -> None:
        self._timer = self._clock.call_later(_BUSY if many else _QUIET, self._look)

    def _superfluous(self, found: list[Ends], room: int) -> list[Ends]:
        """Return the connections to close: idle ones first, of them those idle for longest.

        They are closed in that order, a few at a time. Whoever has been idle for long may ask for
        something at any moment, and should not be cut off then.
        """
        now = self._clock.now()
        before = self._idle_since
        self._idle_since = {ends: before.get(ends, now) for ends in found}
        for noted in (self._strikes, self._players):
            for gone in noted.keys() - self._idle_since.keys():
                del noted[gone]
        # The newest have had no time for a call; but where many come at once, the oldest of them
        # must go, or nobody else gets in.
        unused = now - (_FRESH if len(found) < 2 * room else 0)
        idle = sorted(
            (ends for ends in found if not self._calls[ends] and self._idle_since[ends] <= unused),
            key=self._idle_since.__getitem__,
        )
        goes = dict.fromkeys(idle[: max(0, len(found) - room)])
        for theirs in self._by_sender(found):
            beyond = len(theirs) - self._limits.connections_each
            if beyond > 0:
                theirs.sort(key=self._use)
                goes.update(dict.fromkeys(theirs[:beyond]))
        left = [ends for ends in found if ends not in goes]
        most = self._limits.connections * 7 // 8
        if len(left) > most:
            goes.update(dict.fromkeys(self._by_surplus(left)[: len(left) - most]))
        return list(goes)

    def _use(self, ends: Ends) -> tuple[bool, float]:
        """Return what sorts those first that carry no call, the ones idle for longest first."""
        return bool(self._calls[ends]), self._idle_since[ends]

    def _by_surplus(self, busy: list[Ends]) -> list[Ends]:
        """Return connections in use in the order in which they go when there are too many.

        Whoever has most goes first, and of those who have as many, whoever holds no seat.
        """
        seated, had = self._seated(), Counter[str]()
        rank: dict[Ends, tuple[int, bool]] = {}
        for ends in busy:
            player = self._players.get(ends, "")
            had[player] += 1
            rank[ends] = (had[player], player not in seated)
        return sorted(busy, key=rank.__getitem__, reverse=True)

    def _counts(self, address: str) -> bool:
        if self._is_proxy(address):
            return False
        return self._limits.loopback or not is_loopback(address)

    def _is_proxy(self, address: str) -> bool:
        return self._rules.origin(address, ()).proxied

    def _by_sender(self, found: list[Ends]) -> Iterable[list[Ends]]:
        """Return the connections of each sender whose connections are counted."""
        groups: defaultdict[str, list[Ends]] = defaultdict(list)
        for ends in found:
            if self._counts(ends.address):
                groups[sender_of(ends.address)].append(ends)
        return groups.values()


@lru_cache(maxsize=4096)
def _ends(peer: str) -> Ends:
    port = peer.rpartition(":")[2]
    return Ends(address_of(peer), int(port) if port.isdecimal() else 0)
