"""What the log at the table tells, as plain values: events, talk, notices."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Kind(Enum):
    """What an entry of the log is."""

    HEADING = "heading"
    EVENT = "event"
    TALK = "talk"
    ASIDE = "aside"
    """Talk of spectators."""
    TEAM = "team"
    """Talk that only one's own team hears."""
    HOST = "host"
    """What the host tells everybody."""
    SIGNAL = "signal"
    """A signal that one has seen, or has given."""
    NOTICE = "notice"


class Entry(NamedTuple):
    """An entry of the log.

    Attributes:
        kind: what it is.
        text: what it says.
        name: who spoke, for talk.
        side: the side whose colour the name has, or ``None``.
    """

    kind: Kind
    text: str
    name: str = ""
    side: int | None = None
