"""Why a reader's stream ends, as a closed set."""

from __future__ import annotations

from enum import Enum, auto


class EndReason(Enum):
    """Why a stream ends; `table_service.proto` says what each means."""

    CLOSED = auto()
    SHUTDOWN = auto()
    REPLACED = auto()
    SLOW = auto()
    LEFT = auto()
    REOPENING = auto()
    FAILED = auto()
