"""How much a caller may do: how often it calls, how many streams and tables it has open."""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from typing import Final

from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.ports.clock import Clock
from cardtui_server.rpc.caller import Caller

_NO_END: Final = 1_000_000_000

_BUCKETS: Final = 10_000
"""How many buckets are kept; the least recently used ones are dropped."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is too much: a rate is what refills each second, a burst what is allowed at once."""

    actions_rate: float = 10.0
    actions_burst: int = 20
    joins_rate: float = 5 / 60
    joins_burst: int = 5
    talk_rate: float = 1.0
    talk_burst: int = 5
    strangers_rate: float = 5.0
    strangers_burst: int = 50
    streams: int = 24
    """Open streams for each address."""
    tables: int = 200
    """Tables on the server."""
    tables_each: int = 8
    """Open tables that one player has made."""
    sessions_rate: float = 1.0
    sessions_burst: int = 60
    loopback: bool = False
    """Whether limits by address also apply to this machine, whose address many callers share."""

    @classmethod
    def open(cls) -> Limits:
        """Return limits that nobody reaches, for programs that play as fast as they can."""
        return cls(
            actions_burst=_NO_END,
            joins_burst=_NO_END,
            talk_burst=_NO_END,
            strangers_burst=_NO_END,
            sessions_burst=_NO_END,
        )


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


@dataclass(slots=True)
class Limiter:
    """Enforces the limits, and remembers what each address and player has used."""

    limits: Limits
    clock: Clock
    _buckets: OrderedDict[tuple[str, str], _Bucket] = field(default_factory=OrderedDict)
    _streams: Counter[str] = field(default_factory=Counter)

    def act(self, caller: Caller, table: str) -> None:
        """Count an action at a table.

        Raises:
            Refused: there were too many.
        """
        limits = self.limits
        self._take("act", caller.id + table, limits.actions_rate, limits.actions_burst, "actions")

    def talk(self, caller: Caller) -> None:
        """Count a line of talk.

        Raises:
            Refused: there were too many.
        """
        self._take("talk", caller.id, self.limits.talk_rate, self.limits.talk_burst, "lines")

    def session(self, caller: Caller) -> None:
        """Count a new player from an address, even this machine's: each is kept forever.

        Raises:
            Refused: there were too many.
        """
        self.join(caller)
        limits = self.limits
        self._take(
            "session", caller.address, limits.sessions_rate, limits.sessions_burst, "sessions"
        )

    def join(self, caller: Caller) -> None:
        """Count a new player, a seat taken or a table made from an address.

        Raises:
            Refused: there were too many.
        """
        if caller.limited:
            self._take(
                "join", caller.address, self.limits.joins_rate, self.limits.joins_burst, "joins"
            )

    def stranger(self, address: str, *, limited: bool) -> None:
        """Count a call without a session where one is needed.

        Raises:
            Refused: there were too many from the address.
        """
        if limited:
            self._take(
                "stranger",
                address,
                self.limits.strangers_rate,
                self.limits.strangers_burst,
                "calls",
            )

    def open_stream(self, address: str, *, limited: bool) -> None:
        """Count an open stream.

        Raises:
            Refused: the address has too many.
        """
        if limited and self._streams[address] >= self.limits.streams:
            raise Refused(
                Reason.LIMIT,
                "Your address has {count} open streams, and may have no more: close one.",
                count=self._streams[address],
            )
        self._streams[address] += 1

    def close_stream(self, address: str) -> None:
        """Count a stream that ended."""
        self._streams[address] -= 1
        if not self._streams[address]:
            del self._streams[address]

    def _take(self, kind: str, who: str, rate: float, burst: int, what: str) -> None:
        now = self.clock.now()
        key = (kind, who)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = _Bucket(float(burst), now)
            while len(self._buckets) > _BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
            bucket.tokens = min(float(burst), bucket.tokens + (now - bucket.at) * rate)
            bucket.at = now
        if bucket.tokens < 1:
            wait = (1 - bucket.tokens) / rate
            raise Refused(
                Reason.LIMIT,
                "Too many {what}: wait {seconds} seconds.",
                retry=wait,
                what=what,
                seconds=max(1, round(wait)),
            )
        bucket.tokens -= 1
