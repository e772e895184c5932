"""The limiter: counts what connections, players and addresses do, and refuses what is too much.

Limits by connection and by player always hold. Limits by address hold where the address is a
caller's own; see `Caller.limited`.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from typing import Final

from cardtui_server.limits import Limits
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.ports.clock import Clock
from cardtui_server.rpc.caller import Caller

_BUCKETS: Final = 10_000
"""How many buckets are kept; the least recently used ones are dropped."""

_TOO_FAST: Final = "You are acting too fast: try again in {seconds} s."
_TOO_MUCH_TALK: Final = "You are talking too fast: try again in {seconds} s."
_TOO_MANY_CHANGES: Final = (
    "You are changing tables, seats or bots too fast: try again in {seconds} s."
)
_TOO_MANY_CALLS: Final = "Your program asks for too much: try again in {seconds} s."
_TOO_MANY_STREAMS: Final = "Your program connects too often: try again in {seconds} s."
_TOO_MANY_PLAYERS: Final = "Too many new players come from your address: try again in {seconds} s."
_TOO_MANY_GUESSES: Final = "Too many passwords come from your address: try again in {seconds} s."
_TOO_MANY_TRIED_CODES: Final = (
    "Too many account codes come from your address: try again in {seconds} s."
)
_TOO_MANY_CODES: Final = "You are asking for too many account codes: try again in {seconds} s."
_TOO_MANY_TABLE_CODES: Final = (
    "Too many codes of tables come from your address: try again in {seconds} s."
)
_TOO_MANY_JOINS: Final = (
    "Too many seats are taken and tables made from your address: try again in {seconds} s."
)
_TOO_MANY_STRANGERS: Final = "Too many calls without a session: try again in {seconds} s."

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

    def call(self, caller: Caller) -> None:
        """Count a call, of whatever kind.

        Raises:
            Refused: there were too many on the connection, or of the player.
        """
        rate, burst = self.limits.calls_rate, self.limits.calls_burst
        if caller.connection:
            self._take("call", caller.connection, rate, burst, _TOO_MANY_CALLS)
        if caller.id:
            self._take("calls of a player", caller.id, rate, burst, _TOO_MANY_CALLS)

    def message(self, caller: Caller, table: str) -> float:
        """Count a message on a player's stream; return the seconds until the next may be read.

        A stream that is read slowly slows its sender down, which costs less than refusals.
        """
        rate, burst = self.limits.calls_rate, self.limits.calls_burst
        seat = caller.id + table
        try:
            self._take("message", seat, rate, burst, _TOO_MANY_CALLS)
        except Refused as refused:
            self._buckets["message", seat].tokens -= 1  # it is read all the same, only later
            return refused.retry
        return 0.0

    def act(self, caller: Caller, table: str) -> None:
        """Count an action at a table.

        Raises:
            Refused: there were too many.
        """
        limits = self.limits
        self._take("act", caller.id + table, limits.actions_rate, limits.actions_burst, _TOO_FAST)

    def talk(self, caller: Caller) -> None:
        """Count a line of talk.

        Raises:
            Refused: there were too many.
        """
        limits = self.limits
        self._take("talk", caller.id, limits.talk_rate, limits.talk_burst, _TOO_MUCH_TALK)

    def change(self, caller: Caller) -> None:
        """Count a change of a table, its seats or its bots.

        Raises:
            Refused: there were too many.
        """
        limits = self.limits
        self._take(
            "change", caller.id, limits.changes_rate, limits.changes_burst, _TOO_MANY_CHANGES
        )

    def session(self, caller: Caller) -> None:
        """Count a new player from an address, even this machine's: the server remembers each.

        Raises:
            Refused: there were too many.
        """
        self.join(caller)
        limits = self.limits
        self._take(
            "session",
            caller.address,
            limits.sessions_rate,
            limits.sessions_burst,
            _TOO_MANY_PLAYERS,
        )

    def guess(self, caller: Caller) -> None:
        """Count a password from an address, even this machine's.

        Raises:
            Refused: there were too many.
        """
        limits = self.limits
        self._take(
            "guess",
            caller.address,
            limits.guesses_rate,
            limits.guesses_burst,
            _TOO_MANY_GUESSES,
        )

    def try_code(self, caller: Caller) -> None:
        """Count an account code that is tried from an address, even this machine's.

        Raises:
            Refused: there were too many.
        """
        limits = self.limits
        self._take(
            "try code",
            caller.address,
            limits.guesses_rate,
            limits.guesses_burst,
            _TOO_MANY_TRIED_CODES,
        )

    def code(self, caller: Caller) -> None:
        """Count an account code that a player asks for.

        Raises:
            Refused: there were too many.
        """
        limits = self.limits
        self._take("code", caller.id, limits.codes_rate, limits.codes_burst, _TOO_MANY_CODES)

    def table_code(self, caller: Caller) -> None:
        """Count a table's code from an address, even this machine's: right or wrong.

        Raises:
            Refused: there were too many.
        """
        limits = self.limits
        self._take(
            "table code",
            caller.address,
            limits.table_codes_rate,
            limits.table_codes_burst,
            _TOO_MANY_TABLE_CODES,
        )

    def join(self, caller: Caller) -> None:
        """Count a new player, a seat taken or a table made from an address.

        Raises:
            Refused: there were too many.
        """
        if caller.limited:
            limits = self.limits
            self._take(
                "join", caller.address, limits.joins_rate, limits.joins_burst, _TOO_MANY_JOINS
            )

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

    def stranger(self, caller: Caller) -> None:
        """Count a call without a session where one is needed.

        Raises:
            Refused: there were too many from the address.
        """
        if caller.limited:
            limits = self.limits
            self._take(
                "stranger",
                caller.address,
                limits.strangers_rate,
                limits.strangers_burst,
                _TOO_MANY_STRANGERS,
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
        if caller.id:
            rate, burst = limits.streams_rate, limits.streams_burst
            self._take("stream", caller.id, rate, burst, _TOO_MANY_STREAMS)
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

    def _take(self, kind: str, who: str, rate: float, burst: int, sentence: str) -> None:
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
            raise Refused(Reason.LIMIT, sentence, retry=wait, seconds=max(1, round(wait)))
        bucket.tokens -= 1
