"""What one can point at on the table, as plain values: a card, a seat, a button, the pack.

Painting gives a rectangle to each of them; a widget reads what was clicked with `match`. They are
dataclasses, since named tuples of two kinds are equal where their numbers are.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from cardtui_client.scene.commands import Command


@dataclass(frozen=True, slots=True)
class SeatZone:
    """A seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardZone:
    """One of one's own cards, by its place in the hand."""

    index: int


@dataclass(frozen=True, slots=True)
class PileZone:
    """A pile of cards in the middle: ``stock`` or ``discards``."""

    pile: str


@dataclass(frozen=True, slots=True)
class PaperZone:
    """The paper that lies over the felt, or over one's own side of it."""


@dataclass(frozen=True, slots=True)
class TargetZone:
    """The middle of the felt, while cards are laid down there by hand."""


@dataclass(frozen=True, slots=True)
class CutZone:
    """The place in the pack above which so many cards lie."""

    cards: int


@dataclass(frozen=True, slots=True)
class ButtonZone:
    """A button, or the name of a key, by the command that it stands for."""

    command: Command


@dataclass(frozen=True, slots=True)
class AmountZone:
    """The part of a slider that stands for an amount."""

    amount: int


class StepZone(Enum):
    """The arrows beside a slider."""

    LESS = "less"
    MORE = "more"


Zone = (
    SeatZone
    | CardZone
    | PileZone
    | PaperZone
    | TargetZone
    | CutZone
    | ButtonZone
    | AmountZone
    | StepZone
)
"""Whatever one can point at."""
