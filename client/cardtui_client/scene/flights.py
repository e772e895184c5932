"""What is on its way over the felt, as plain values: a card, a chip, a match-stick, a loud call."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from cardtui_client.model.cards import HIDDEN


class Where(Enum):
    """A kind of place on the felt that something leaves, or comes to."""

    SEAT = "seat"
    TRICK = "trick"
    """Before a seat, where its card lies in the trick."""
    PACK = "pack"
    """The rest of the pack; the dealer's seat where that is not to be seen."""
    STOCK = "stock"
    DISCARDS = "discards"
    POT = "pot"
    BOWL = "bowl"
    """Where match-sticks and beans are taken from."""
    TALLY = "tally"


class Spot(NamedTuple):
    """A place on the felt.

    Attributes:
        where: its kind.
        number: which one: the seat's number, or the place of the score among the scores.
    """

    where: Where
    number: int = 0


class Thing(Enum):
    """What is on its way."""

    CARD = "card"
    SMALL_CARD = "small card"
    """One of several that fly at once, or of the many of a long hand."""
    CHIP = "chip"
    POINT = "point"
    """A match-stick, or a bean."""


class Flying(NamedTuple):
    """A thing on its way.

    Attributes:
        thing: what it is.
        origin: where it comes from.
        target: where it goes to.
        part: how much of the way lies behind it, from 0 to 1.
        card: the card, where it is one.
    """

    thing: Thing
    origin: Spot
    target: Spot
    part: float = 0.0
    card: int = HIDDEN


class Shout(NamedTuple):
    """A call as wide as the felt.

    Attributes:
        words: the call.
        name: who calls.
        side: the side whose colour the name has, or ``None``.
        weight: how much it risks: 1 or more.
    """

    words: str
    name: str
    side: int | None
    weight: int
