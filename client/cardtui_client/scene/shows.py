"""What is pointed out, or shown for a moment, as plain values: a card turned up, a ribbon."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple


class Fresh(NamedTuple):
    """What has just happened, to be pointed out for a moment.

    Attributes:
        spoke: seats that have just said something.
        played: seats that have just played a card.
        scored: sides that have just scored.
        shown: cards that have just been turned up for all.
    """

    spoke: frozenset[int] = frozenset()
    played: frozenset[int] = frozenset()
    scored: frozenset[int] = frozenset()
    shown: frozenset[int] = frozenset()


STILL: Final = Fresh()


class Flip(Enum):
    """How far a card has been turned over."""

    BACK = "back"
    EDGE = "edge"
    FACE = "face"


class CloseUp(NamedTuple):
    """A card that is turned up before everybody's eyes.

    Attributes:
        card: the card.
        flip: how far it has been turned over.
        words: who turns it up; what it is; what it does.
        side: the side whose colour the words have.
    """

    card: int
    flip: Flip
    words: tuple[str, ...] = ()
    side: int = 0


class Ribbon(NamedTuple):
    """A ribbon across the felt that announces a hand of its own kind.

    Attributes:
        title: what is announced.
        words: what it means.
    """

    title: str
    words: str
