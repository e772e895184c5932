"""Counts what connections, players and addresses do against the limits, also seats and open
streams. How long a guess at a password waits its turn: `TURN_SECONDS`; how many from one address
wait at a time: `_MOST_WAITING`.

What is counted by how much is done stands in `limited.py`; how many seats and open streams there
may be at a time is counted here. What a player does at all servers of a cluster counts together,
since each tells the others (`Limiter.uses`), a moment late. An address may do as much at each.

Of what people may get wrong, such as passwords, only what is wrong counts (`Limiter.turn`,
`Limiter.give_back`). Nobody is told whether it is right before it may count, or guessing would cost
nothing. So that one caller's guesses do not shut out others of the same address, callers wait for
their turn up to `TURN_SECONDS`, and those come first who have used up least themselves.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from cardtui_server.limits import Limits
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.ports.bus import Use
from cardtui_server.ports.clock import Clock
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.limited import CLUSTER_LIMITS, MESSAGES, STREAMS, TALK, Limit

_MOST_BUCKETS: Final = 10_000
"""How many buckets are kept; the least recently used ones are dropped."""

TURN_SECONDS: Final = 4.0
"""Seconds that a call waits for its turn; clients of ours wait five for an answer."""

_MOST_WAITING: Final = 200
"""How many calls of an address wait for a turn; of more, who has used up most is refused."""

_LOOK_SECONDS: Final = 0.2
"""Seconds after which it is looked again whether there is a turn."""

_RETRY_SECONDS: Final = 5.0
"""Seconds after which a place that is taken now may be free."""


_TOLD_SHARE: Final = 0.1
"""What part of a burst a player has used when the other servers are told."""


@dataclass(slots=True)
class _Bucket:
    """What is left of a limit.

    Attributes:
        tokens: how much; below 0 if more was used at all servers together.
        at: when that was so.
        untold: how much was used that the other servers have not been told.
    """

    tokens: float
    at: float
    untold: int = 0


@dataclass(slots=True, eq=False)
class _Waiting:
    """A call that waits for its turn.

    Attributes:
        used: how much its caller has used up alone.
        turn: done once it is its turn.
    """

    used: float
    turn: asyncio.Future[None]


@dataclass(slots=True)
class Limiter:
    """Enforces the limits, and remembers what each connection, player and address has used.

    Attributes:
        limits: how much is too much.
        clock: tells how much refills.
        heard: is told the connection of each message on a stream.
        elsewhere: returns how many streams a player has open at other servers.
        check_talk: refuses that a player talks who is muted.
    """

    limits: Limits
    clock: Clock
    heard: Callable[[str], None] = lambda _: None
    elsewhere: Callable[[str], int] = lambda _: 0
    check_talk: Callable[[str], None] = lambda _: None
    _buckets: OrderedDict[tuple[str, str], _Bucket] = field(default_factory=OrderedDict)
    _streams: Counter[tuple[str, str]] = field(default_factory=Counter)
    _lines: dict[tuple[str, str], list[_Waiting]] = field(default_factory=dict)
    _untold: set[tuple[str, str]] = field(default_factory=set)

    def count(self, limit: Limit, caller: Caller, table: str = "") -> None:
        """Count something that a caller does.

        Args:
            caller: who does it.
            table: the table where it is done, if each table counts by itself.

        Raises:
            Refused: there was too much of it.
        """
        by = limit.by(caller)
        if by is not None:
            self._take(limit, by + table)

    def count_talk(self, caller: Caller) -> None:
        """Count a line that a caller says.

        Raises:
            Refused: there were too many, or they are muted.
        """
        self.count(TALK, caller)
        self.check_talk(caller.id)

    async def turn(self, own: Limit, shared: Limit, caller: Caller) -> None:
        """Count something that may be wrong, once it is the caller's turn among those who share.

        Nothing counts for whom no turn comes: nobody has looked whether it is right.

        Args:
            own: what the caller alone may do: beyond that, they are refused at once.
            shared: what all may do who share something with them, such as an address.
            caller: who does it.

        Raises:
            Refused: there was too much of it, and no turn came in time.
        """
        by, all_by = own.by(caller), shared.by(caller)
        used = 0.0
        if by is not None:
            self._take(own, by)
            used = own.measure(self.limits)[1] - self._buckets[own.what, by].tokens
        if all_by is None:
            return
        key = (shared.what, all_by)
        waiting = _Waiting(used, asyncio.get_running_loop().create_future())
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = [waiting]
            self._next(shared, all_by)
        else:
            line.append(waiting)
            if len(line) > _MOST_WAITING:
                max(line, key=lambda each: each.used).turn.cancel()
        try:
            await asyncio.wait([waiting.turn], timeout=TURN_SECONDS)
        finally:
            if waiting in line:
                line.remove(waiting)
            if not waiting.turn.done() or waiting.turn.cancelled():
                self._return(own, by)
        if not waiting.turn.done() or waiting.turn.cancelled():
            raise Refused(
                Reason.LIMIT, shared.sentence, retry=_RETRY_SECONDS, seconds=round(_RETRY_SECONDS)
            )

    def give_back(self, own: Limit, shared: Limit, caller: Caller) -> None:
        """Take back that something counted: it was right."""
        for limit in (own, shared):
            self._return(limit, limit.by(caller))

    def _return(self, limit: Limit, by: str | None) -> None:
        bucket = None if by is None else self._buckets.get((limit.what, by))
        if bucket is not None:
            bucket.tokens = min(float(limit.measure(self.limits)[1]), bucket.tokens + 1)
            bucket.untold -= 1

    def _next(self, limit: Limit, by: str) -> None:
        """Give turns to those who wait, as many as there are; come back when there are more."""
        line = self._lines[limit.what, by]
        while line:
            try:
                self._take(limit, by)
            except Refused as refused:
                # What is given back meanwhile is noticed soon, too.
                wait = min(refused.retry, _LOOK_SECONDS)
                asyncio.get_running_loop().call_later(wait, self._next, limit, by)
                return
            first = min(line, key=lambda each: each.used)
            line.remove(first)
            if not first.turn.done():
                first.turn.set_result(None)
        del self._lines[limit.what, by]

    def message(self, caller: Caller, table: str) -> float:
        """Count a message on a player's stream; return the seconds until the next may be read.

        A stream that is read slowly slows its sender down, which costs less than refusals.
        """
        if caller.connection:
            self.heard(caller.connection)
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
            Refused: the player holds as many as are allowed.
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
        held = streams[player] + self.elsewhere(caller.id)
        if caller.id and held >= limits.streams_each:
            raise Refused(
                Reason.LIMIT,
                "You have {count} open streams, and may have no more: close one.",
                retry=_RETRY_SECONDS,
                count=held,
            )
        self.count(STREAMS, caller)
        if caller.limited and streams[address] >= limits.streams:
            raise Refused(
                Reason.LIMIT,
                "Your address has {count} open streams, and may have no more: close one.",
                retry=_RETRY_SECONDS,
                count=streams[address],
            )
        if not caller.id and streams[player] >= limits.stranger_streams:
            raise Refused(
                Reason.LIMIT,
                "Too many streams without a session are open: open one first (OpenSession).",
                retry=_RETRY_SECONDS,
            )
        streams[player] += 1
        streams[address] += 1

    def close_stream(self, caller: Caller) -> None:
        """Count a stream that ended."""
        for each in (("player", caller.id), ("address", caller.address)):
            self._streams[each] -= 1
            if not self._streams[each]:
                del self._streams[each]

    def uses(self) -> list[Use]:
        """Return what players have used here, which the other servers are to be told now."""
        told = []
        for key in self._untold:
            if (bucket := self._buckets.get(key)) is not None and bucket.untold > 0:
                told.append(Use(*key, bucket.untold))
                bucket.untold = 0
        self._untold.clear()
        return told

    def used_elsewhere(self, use: Use) -> None:
        """Count what a player has used at another server."""
        limit = CLUSTER_LIMITS.get(use.what)
        if limit is not None:
            self._bucket(limit, use.player).tokens -= use.times

    def _take(self, limit: Limit, by: str) -> None:
        rate, burst = limit.measure(self.limits)
        bucket = self._bucket(limit, by)
        if bucket.tokens < 1:
            wait = (1 - bucket.tokens) / rate
            raise Refused(Reason.LIMIT, limit.sentence, retry=wait, seconds=max(1, round(wait)))
        bucket.tokens -= 1
        bucket.untold += 1
        if limit.what in CLUSTER_LIMITS and bucket.untold >= burst * _TOLD_SHARE:
            self._untold.add((limit.what, by))

    def _bucket(self, limit: Limit, by: str) -> _Bucket:
        """Return what is left of a limit now."""
        rate, burst = limit.measure(self.limits)
        now = self.clock.now()
        key = (limit.what, by)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = _Bucket(float(burst), now)
            while len(self._buckets) > _MOST_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
            bucket.tokens = min(float(burst), bucket.tokens + (now - bucket.at) * rate)
            bucket.at = now
        return bucket
