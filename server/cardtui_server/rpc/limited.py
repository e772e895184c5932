"""What is limited (`Limit`): whether by player, connection or address, and the sentence when it is
too much (`_TOO_MUCH`). The numbers are in `limits.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cardtui_server.limits import Limits
from cardtui_server.rpc.caller import Caller

_TOO_MUCH: Final = "Your program asks for too much: try again in {seconds} s."


@dataclass(frozen=True, slots=True)
class Limit:
    """A kind of thing of which only so much is let through.

    Attributes:
        what: what it is. Each is counted by itself, also where two share a rate.
        measure: returns its rate and its burst.
        by: returns by what a caller is counted; ``None`` for a caller who is not.
        sentence: what those are told who do too much.
    """

    what: str
    measure: Callable[[Limits], tuple[float, int]]
    by: Callable[[Caller], str | None]
    sentence: str


def _player(caller: Caller) -> str | None:
    return caller.id or None


def _anybody(caller: Caller) -> str:
    """Return the player; the person who runs the server may have no session, and is counted too."""
    return caller.id


def _connection(caller: Caller) -> str | None:
    return caller.connection or None


def _by_itself(caller: Caller) -> str:
    """Return the connection; the address, if a proxy shares the connection among many."""
    return caller.connection or caller.address


def _address(caller: Caller) -> str:
    """Return the address, even this machine's, which many callers may share."""
    return caller.address


def _own_address(caller: Caller) -> str | None:
    """Return the address where it is the caller's own."""
    return caller.origin or None


CALLS_OF_CONNECTION: Final = Limit(
    "calls of a connection",
    lambda limits: (limits.calls_rate, limits.calls_burst),
    _connection,
    _TOO_MUCH,
)
CALLS_OF_PLAYER: Final = Limit(
    "calls of a player",
    lambda limits: (limits.calls_rate, limits.calls_burst),
    _player,
    _TOO_MUCH,
)
MESSAGES: Final = Limit(
    "messages",
    lambda limits: (limits.calls_rate, limits.calls_burst),
    _player,
    _TOO_MUCH,
)
STREAMS: Final = Limit(
    "streams",
    lambda limits: (limits.streams_rate, limits.streams_burst),
    _player,
    "Your program connects too often: try again in {seconds} s.",
)
ACTS: Final = Limit(
    "acts",
    lambda limits: (limits.actions_rate, limits.actions_burst),
    _player,
    "You are acting too fast: try again in {seconds} s.",
)
TALK: Final = Limit(
    "talk",
    lambda limits: (limits.talk_rate, limits.talk_burst),
    _anybody,
    "You are talking too fast: try again in {seconds} s.",
)
HINTS: Final = Limit(
    "hints",
    lambda limits: (limits.talk_rate, limits.talk_burst),
    _player,
    "You are asking for hints too fast: try again in {seconds} s.",
)
CHANGES: Final = Limit(
    "changes",
    lambda limits: (limits.changes_rate, limits.changes_burst),
    _player,
    "You are changing tables, seats or bots too fast: try again in {seconds} s.",
)
CODES: Final = Limit(
    "account codes",
    lambda limits: (limits.codes_rate, limits.codes_burst),
    _player,
    "You are asking for too many account codes: try again in {seconds} s.",
)
SESSIONS: Final = Limit(  # the server remembers each
    "sessions",
    lambda limits: (limits.sessions_rate, limits.sessions_burst),
    _by_itself,
    "Too many new players come from your program: try again in {seconds} s.",
)
ADDRESS_SESSIONS: Final = Limit(
    "sessions from an address",
    lambda limits: (limits.sessions_rate, limits.sessions_burst),
    _address,
    "Too many new players come from your address: try again in {seconds} s.",
)
GUESSES: Final = Limit(
    "guesses",
    lambda limits: (limits.guesses_rate, limits.guesses_burst),
    _by_itself,
    "You try too many passwords: try again in {seconds} s.",
)
ADDRESS_GUESSES: Final = Limit(
    "guesses from an address",
    lambda limits: (limits.address_guesses_rate, limits.address_guesses_burst),
    _address,
    "Too many passwords come from your address: try again in {seconds} s.",
)
TRIED_CODES: Final = Limit(
    "tried account codes",
    lambda limits: (limits.guesses_rate, limits.guesses_burst),
    _by_itself,
    "You try too many account codes: try again in {seconds} s.",
)
TABLE_CODES: Final = Limit(
    "table codes",
    lambda limits: (limits.table_codes_rate, limits.table_codes_burst),
    _player,
    "You try too many codes of tables: try again in {seconds} s.",
)
ADDRESS_TABLE_CODES: Final = Limit(
    "table codes from an address",
    lambda limits: (limits.address_table_codes_rate, limits.address_table_codes_burst),
    _address,
    "Too many codes of tables come from your address: try again in {seconds} s.",
)
JOINS: Final = Limit(
    "joins",
    lambda limits: (limits.joins_rate, limits.joins_burst),
    _own_address,
    "Too many seats are taken and tables made from your address: try again in {seconds} s.",
)
STRANGERS: Final = Limit(
    "calls without a session",
    lambda limits: (limits.strangers_rate, limits.strangers_burst),
    _own_address,
    "Too many calls without a session: try again in {seconds} s.",
)

CLUSTER_LIMITS: Final = {
    each.what: each for each in (CALLS_OF_PLAYER, STREAMS, TALK, HINTS, CHANGES, CODES, TABLE_CODES)
}
"""By what they limit, the limits that count at all servers of a cluster together."""
