"""What one may ask for as a match that was played is shown again, as a closed set of values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple


class Way(Enum):
    """Where to go from the position that is shown."""

    BACK = auto()
    ON = auto()
    CALL_BACK = auto()
    CALL_ON = auto()
    HAND_BACK = auto()
    HAND_ON = auto()
    START = auto()
    END = auto()


class Eyes(NamedTuple):
    """Whose eyes one looks with.

    Attributes:
        seat: those of the player of that seat; ``None`` for those of a spectator.
        all_cards: whether one sees the cards of all seats, as a spectator never does.
    """

    seat: int | None = None
    all_cards: bool = False


@dataclass(frozen=True, slots=True)
class Wind:
    """Go that way."""

    way: Way


@dataclass(frozen=True, slots=True)
class WindTo:
    """Go to the position of that number."""

    at: int


@dataclass(frozen=True, slots=True)
class Run:
    """Go on by itself, or stop that."""


@dataclass(frozen=True, slots=True)
class Hasten:
    """Go on by itself faster; from the fastest, as at the beginning."""


@dataclass(frozen=True, slots=True)
class LookWith:
    """Look with those eyes."""

    eyes: Eyes


@dataclass(frozen=True, slots=True)
class NextEyes:
    """Look with the next eyes: each seat's in turn, a spectator's, and then at all cards."""


@dataclass(frozen=True, slots=True)
class ShowWholeLine:
    """Show the hands and scores that one has not come to yet, or hide them again."""


@dataclass(frozen=True, slots=True)
class CopyPosition:
    """Copy the position as a scenario."""


@dataclass(frozen=True, slots=True)
class CopyDeal:
    """Copy the line by which somebody else plays the packs of the match."""


@dataclass(frozen=True, slots=True)
class WeighChoices:
    """Show what the choices of whoever acts next would have been worth."""


@dataclass(frozen=True, slots=True)
class PlayFromHere:
    """Play on from the position against bots, or play its hand again as it was dealt.

    Attributes:
        same_deal: whether the hand is played again, with the packs that followed it.
    """

    same_deal: bool


Winding = (
    Wind
    | WindTo
    | Run
    | Hasten
    | LookWith
    | NextEyes
    | ShowWholeLine
    | CopyPosition
    | CopyDeal
    | WeighChoices
    | PlayFromHere
)
