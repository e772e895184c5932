"""The sentences when the server refuses a request, such as `NOT_SEATED`; when to try again:
`RETRY_SECONDS`. Sentences that one part alone uses stand beside what refuses there; of moves, in
the engine.

A refusal's template is an English sentence with ``{named}`` places. It is also the message id,
under which a client finds the wording in its own language.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from cardtui_engine.refusals import Code, IllegalAction

GOING_DOWN: Final = "The server is shutting down: connect again when it is back."
TABLE_MOVED: Final = "This table is at another server of this cluster, {address}: connect there."
TABLE_REOPENING: Final = (
    "Something went wrong at this table, which is being opened again: try again."
)
TABLE_FAILED: Final = (
    "Something keeps going wrong at this table: it stays closed until the server is restarted."
)
SERVER_FAILED: Final = "Something went wrong inside the server: nothing was changed."
TABLE_BUSY: Final = "Too many requests are waiting at this table: try again in a moment."
NOT_SEATED: Final = "You have no seat at this table: sit down first."
KICKED: Final = (
    "The host has taken your seat away: you can watch, or sit down where a seat is free."
)
BANNED: Final = (
    "The host has banned you from this table for the evening: choose another one, or make one of"
    " your own."
)
NO_SPECTATORS: Final = "This table takes no spectators: sit down, or choose another one."
TABLE_CLOSED: Final = "This table is closed: choose another one."
NOT_IN_TOURNAMENTS: Final = "Nobody does that in a tournament."
SEAT_CHANGED: Final = "Somebody else sits there now: look at the table again."
TABLE_FULL: Final = "This table is full: watch, or choose another."
TAKEN: Final = "Seat {seat} is taken: choose another one."

RETRY_SECONDS: Final = 1.0
"""Seconds after which a refused caller may try again, where waiting helps."""


class Reason(Enum):
    """Why a request is refused, for programs to branch on; `errors.proto` says what each means."""

    MALFORMED = auto()
    NOT_SEATED = auto()
    MATCH_OVER = auto()
    WRONG_PHASE = auto()
    NOT_YOUR_TURN = auto()
    NO_SUCH_CARD = auto()
    NOT_ALLOWED = auto()
    BAD_MELD = auto()
    BAD_AMOUNT = auto()
    STALE = auto()
    UNKNOWN_TABLE = auto()
    SEAT_TAKEN = auto()
    BAD_TOKEN = auto()
    UNKNOWN_GAME = auto()
    BAD_OPTION = auto()
    BAD_REQUEST = auto()
    LIMIT = auto()
    TABLE_STATE = auto()
    NOT_HOST = auto()
    REQUEST_ID = auto()
    READ_ONLY = auto()
    SHUTTING_DOWN = auto()
    INTERNAL = auto()
    REOPENING = auto()
    NOT_PRESENT = auto()
    ADDRESS = auto()
    NAME_TAKEN = auto()
    BAD_PASSWORD = auto()
    BAD_CODE = auto()
    UNKNOWN_PLAYER = auto()
    BANNED = auto()
    SPECTATORS = auto()
    MOVED = auto()


_REASON_OF_CODE: Final = {code: Reason[code.name] for code in Code}


class Refused(Exception):
    """A request that is not allowed here, or an action that the rules forbid.

    Attributes:
        reason: the reason, for clients to branch on.
        template: the English sentence with ``{named}`` places.
        arguments: the values for those places.
        clause: the clause of the rule sheet that forbids it, or ``""``.
        retry: the seconds after which to try again; 0 if waiting does not help.
    """

    def __init__(
        self,
        reason: Reason,
        template: str,
        arguments: Mapping[str, object] | None = None,
        *,
        clause: str = "",
        retry: float = 0.0,
        **named: object,
    ) -> None:
        self.reason = reason
        self.template = template
        values = {**(arguments or {}), **named}
        self.arguments = {name: str(value) for name, value in values.items()}
        self.clause = clause
        self.retry = retry
        super().__init__(template.format_map(self.arguments))


def illegal(refusal: IllegalAction) -> Refused:
    """Return an action that the rules refuse as a refused request."""
    return Refused(
        _REASON_OF_CODE[refusal.code],
        refusal.template,
        refusal.args_,
        clause=refusal.clause or "",
    )
