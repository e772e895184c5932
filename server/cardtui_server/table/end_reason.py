"""Why a reader's stream ends: a closed set of reasons, and the sentence of each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from cardtui_server.match.refusals import (
    BANNED,
    CLOSED,
    FAILED,
    GOING_DOWN,
    KICKED,
    NO_SPECTATORS,
    REOPENING,
)


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


SENTENCES: Final[Mapping[EndReason, str]] = {
    EndReason.CLOSED: CLOSED,
    EndReason.SHUTDOWN: GOING_DOWN,
    EndReason.REPLACED: "You are playing this seat from another connection now.",
    EndReason.SLOW: "Your connection is too slow: connect again.",
    EndReason.LEFT: "You got up from the table.",
    EndReason.REOPENING: REOPENING,
    EndReason.FAILED: FAILED,
    EndReason.KICKED: KICKED,
    EndReason.BANNED: BANNED,
    EndReason.NO_SPECTATORS: NO_SPECTATORS,
}
"""What a reader is told."""
