"""What happens at a table without being part of the game, beside the entries of its log."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from cardtui_engine.events import Event
from cardtui_engine.kinds import distinct
from cardtui_server.match.entries import HighCardDraw


class Talk(IntEnum):
    """Whose talk a line belongs to; the numbers are those of the protocol."""

    PLAYERS = 1
    """Everybody hears it."""
    SPECTATORS = 2
    """They hear it, and players who ask for it."""


@distinct
class Said(NamedTuple):
    """A line of talk."""

    seat: int | None
    name: str
    text: str
    talk: Talk = Talk.PLAYERS


@distinct
class HighCardsDrawn(NamedTuple):
    """Everybody drew for high card: for partners, for the first dealer, or for both."""

    draws: tuple[HighCardDraw, ...]
    for_partners: bool
    for_dealer: bool


TableEvent = Said | HighCardsDrawn
"""What happens at a table without being part of the game."""

Happening = Event | TableEvent
"""What an update tells."""
