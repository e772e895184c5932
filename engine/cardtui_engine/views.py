"""Views: all that a seat, or a spectator, may know of a position: the fields of every game
(`Common`), and what games of other packages show (`Pile`, `Meld`). What our games show is in
view.py of each.

A view has a part that is the same for everybody (`Common`, and the game's own public fields) and,
for a seat, its own part. It holds what a client would otherwise need rules for: all legal choices,
with their prices.
"""

from __future__ import annotations

from typing import Final, Generic, NamedTuple, TypeVar

from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Viewer

_new: Final = tuple.__new__

PublicPart = TypeVar("PublicPart")
"""A game's public part."""

OwnPart = TypeVar("OwnPart")
"""A game's own part of a view, which only one seat may know."""


def check_viewer(viewer: Viewer, seats: int) -> None:
    """Refuse a viewer that is not a seat; -1 would silently mean the last one, and True seat 1.

    Raises:
        ValueError: there is no such seat.
    """
    if viewer is not None and (viewer.__class__ is not int or not 0 <= viewer < seats):
        raise ValueError(f"there is no seat {viewer!r}: seats are 0 to {seats - 1}")


class Common(NamedTuple):
    """The public fields that every game has.

    ``scores`` are by team or seat and ``chips`` by seat; each is empty where the game has none.
    ``cards`` is the number of cards in each seat's hand. ``winners`` is empty until the match is
    over.
    """

    phase: str
    to_act: tuple[int, ...]
    may_act: tuple[int, ...]
    dealer: int
    hand: int
    scores: tuple[int, ...]
    chips: tuple[int, ...]
    pot: int
    cards: tuple[int, ...]
    winners: tuple[int, ...]


def common_part(
    *,
    phase: str,
    to_act: tuple[int, ...],
    may_act: tuple[int, ...] = (),
    dealer: int,
    hand: int,
    scores: tuple[int, ...] = (),
    chips: tuple[int, ...] = (),
    pot: int = 0,
    cards: tuple[int, ...],
    winners: tuple[int, ...],
) -> Common:
    """Return the public fields, at half the cost of naming them to the class."""
    return _new(Common, (phase, to_act, may_act, dealer, hand, scores, chips, pot, cards, winners))


class Own(NamedTuple, Generic[OwnPart]):
    """The part that only the seat itself may know.

    Attributes:
        seat: the seat.
        hand: the cards that it holds, in the order in which they came.
        choices: what it may do now.
        game: the game's own part.
    """

    seat: int
    hand: tuple[Card, ...]
    choices: tuple[Choice, ...]
    game: OwnPart


class View(NamedTuple, Generic[PublicPart, OwnPart]):
    """What one viewer may know.

    Attributes:
        common: the public fields that every game has.
        game: the game's own public fields.
        own: the viewer's own part, ``None`` for a spectator.
    """

    common: Common
    game: PublicPart
    own: Own[OwnPart] | None


class SeatView(NamedTuple, Generic[PublicPart, OwnPart]):
    """What a seat may know: a `View` whose own part is always there."""

    common: Common
    game: PublicPart
    own: Own[OwnPart]


# What games without messages of their own build their public parts from: clients draw them as what
# they are. All else they show as words and numbers.


class PlayedCard(NamedTuple):
    """A card in a trick; a tuple of them is a trick, in the order in which they were played."""

    seat: int
    card: Card


class Pile(NamedTuple):
    """Cards in a pile: how many, the one that lies face up on top, and whose it is, if anybody's.

    A tuple of them is one for each seat, or several on the table.
    """

    cards: int
    top: Card | None = None
    seat: int | None = None


class Meld(NamedTuple):
    """Cards laid down together, and who did it, if that matters; a tuple of them is all melds."""

    cards: tuple[Card, ...]
    seat: int | None = None


class Result(NamedTuple):
    """How the last hand ended: who won it, what that brought, and why; for the field ``last``."""

    winners: tuple[int, ...]
    points: int = 0
    reason: str = ""
