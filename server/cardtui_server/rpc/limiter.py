"""The limiter: counts what connections, players and addresses do, and refuses what is too much.

What is counted by how much is done stands in `limited.py`; how many seats and open streams there
may be at a time is counted here.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from typing import Final

from cardtui_server.limits import Limits
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.ports.clock import Clock
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.limited import MESSAGES, STREAMS, Limit

_BUCKETS: Final = 10_000
"""How many buckets are kept; the least recently used ones are dropped."""

_SOON: Final = 5.0
"""Seconds after which a place that is taken now may be free."""


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


@dataclass(slots=True)
class Limiter:
    """Enforces the limits, and remembers what each connection, player and address has used."""

    limits: Limits
    clock: Clock
    _buckets: OrderedDict[tuple[str, str], _Bucket] = field(default_factory=OrderedDict)
    _streams: Counter[tuple[str, str]] = field(default_factory=Counter)

    def count(self, limit: Limit, caller: Caller, table: str = "") -> None:
        """Count something that a caller does.

        Args:
            limit: what it is.
            caller: who does it.
            table: the table where it is done, if each table counts by itself.

        Raises:
            Refused: there was too much of it.
        """
        by = limit.by(caller)
        if by is not None:
            self._take(limit, by + table)

    def message(self, caller: Caller, table: str) -> float:
        """Count a message on a player's stream; return the seconds until the next may be read.

        A stream that is read slowly slows its sender down, which costs less than refusals.
        """
        seat = caller.id + table
        try:
            self._take(MESSAGES, seat)
        except Refused as refused:
            self._buckets[MESSAGES.what, seat].tokens -= 1  # it is read all the same, only later
            return refused.retry
        return 0.0

    def seat(self, held: int) -> None:
        """Refuse another seat to a player who holds too many.

        Raises:
            Refused: the player holds as many as one may.
        """
        if held >= self.limits.seats_each:
            raise Refused(
                Reason.LIMIT,
                "You hold {count} seats, and may hold no more: get up from one first.",
                count=held,
            )

    def open_stream(self, caller: Caller) -> None:
        """Count an open stream; `close_stream` must follow.

        Raises:
            Refused: the player or the address has too many, or people without a session have.
        """
        streams, limits = self._streams, self.limits
        player = ("player", caller.id)
        address = ("address", caller.address)
        if caller.id and streams[player] >= limits.streams_each:
            raise Refused(
                Reason.LIMIT,
                "You have {count} open streams, and may have no more: close one.",
                retry=_SOON,
                count=streams[player],
            )
        self.count(STREAMS, caller)
        if caller.limited and streams[address] >= limits.streams:
            raise Refused(
                Reason.LIMIT,
                "Your address has {count} open streams, and may have no more: close one.",
                retry=_SOON,
                count=streams[address],
            )
        if not caller.id and streams[player] >= limits.stranger_streams:
            raise Refused(
                Reason.LIMIT,
                "Too many streams without a session are open: open one first (OpenSession).",
                retry=_SOON,
            )
        streams[player] += 1
        streams[address] += 1

    def close_stream(self, caller: Caller) -> None:
        """Count a stream that ended."""
        for each in (("player", caller.id), ("address", caller.address)):
            self._streams[each] -= 1
            if not self._streams[each]:
                del self._streams[each]

    def _take(self, limit: Limit, by: str) -> None:
        rate, burst = limit.measure(self.limits)
        now = self.clock.now()
        key = (limit.what, by)
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
            raise Refused(Reason.LIMIT, limit.sentence, retry=wait, seconds=max(1, round(wait)))
        bucket.tokens -= 1
