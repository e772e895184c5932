"""Who follows a table (`Reader`), why a stream ends (`EndReason`), and the sentence for it
(`END_SENTENCES`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final, NamedTuple

from cardtui_server.match.refusals import (
    BANNED,
    GOING_DOWN,
    KICKED,
    NO_SPECTATORS,
    TABLE_CLOSED,
    TABLE_FAILED,
    TABLE_MOVED,
    TABLE_REOPENING,
)


class Watcher(NamedTuple):
    """A spectator: the player's id, and what the name is taken for."""

    id: str
    likeness: str = ""


ANONYMOUS_WATCHER: Final = Watcher("")
"""A spectator without a session."""


class Reader(NamedTuple):
    """Who reads a table.

    Attributes:
        viewer: the id of a player who holds a seat; ``None`` for a spectator.
        after: the number of the last update that the reader has; ``None`` for none.
        watcher: the spectator.
        hears: whether a player hears the spectators' talk; all spectators do.
        tells_hands: whether the reader tells when the end of a hand stands on the screen.
        answers: whether the reader answers pings.
    """

    viewer: str | None = None
    after: int | None = None
    watcher: Watcher = ANONYMOUS_WATCHER
    hears: bool = False
    tells_hands: bool = False
    answers: bool = False


class EndReason(Enum):
    """Why a stream ends; `table_service.proto` says what each means."""

    CLOSED = auto()
    SHUTDOWN = auto()
    REPLACED = auto()
    SLOW = auto()
    LEFT = auto()
    REOPENING = auto()
    FAILED = auto()
    KICKED = auto()
    BANNED = auto()
    NO_SPECTATORS = auto()
    SEATED = auto()
    MOVED = auto()


END_SENTENCES: Final[Mapping[EndReason, str]] = {
    EndReason.CLOSED: TABLE_CLOSED,
    EndReason.SHUTDOWN: GOING_DOWN,
    EndReason.REPLACED: "You are playing this seat from another connection now.",
    EndReason.SLOW: "Your connection is too slow: connect again.",
    EndReason.LEFT: "You got up from the table.",
    EndReason.REOPENING: TABLE_REOPENING,
    EndReason.FAILED: TABLE_FAILED,
    EndReason.KICKED: KICKED,
    EndReason.BANNED: BANNED,
    EndReason.NO_SPECTATORS: NO_SPECTATORS,
    EndReason.MOVED: TABLE_MOVED,
    EndReason.SEATED: "You have a seat now: play on.",
}
"""What a reader is told; ``{address}`` is where the table has moved."""
