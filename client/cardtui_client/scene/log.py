"""What the log at the table tells, as plain values: events, talk, notices."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

MOST_ENTRIES: Final = 500
"""How many entries a log keeps."""


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


class Deed(NamedTuple):
    """What happened in the fewest words: who, what, and what that does.

    Attributes:
        actor: who did it, or whose it is.
        act: what was done: words, and cards by their numbers.
        effect: what it is worth then, or brings; ``""`` for nothing.
        side: the side whose colour the actor has, or ``None``.
    """

    actor: str
    act: tuple[str | int, ...]
    effect: str = ""
    side: int | None = None


class Entry(NamedTuple):
    """An entry of the log.

    Attributes:
        kind: what it is.
        text: what it says.
        name: who spoke, for talk.
        side: the side whose colour the name has, or ``None``.
        deed: the same in the fewest words, or ``None`` where it is told as it stands.
    """

    kind: Kind
    text: str
    name: str = ""
    side: int | None = None
    deed: Deed | None = None


Telling = Callable[[], tuple[Entry, ...]]
"""Tells something in the language in use: again, if that has changed."""


def nothing() -> tuple[Entry, ...]:
    """Tell nothing."""
    return ()
