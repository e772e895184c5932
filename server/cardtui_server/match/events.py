"""Events of a table that are no part of the game: talk, cards drawn for high card, absent players.
How they are told: `client/cardtui_client/faces/narration.py`.

Some entries of the log are events as they stand: everybody may know all of them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from cardtui_engine.distinct import distinct
from cardtui_engine.events import Event
from cardtui_server.fairness.high_card import HighCardDraw
from cardtui_server.match.entries import (
    Hinted,
    HostCause,
    Looked,
    Partners,
    Paused,
    Resumed,
    Returned,
    SatIn,
    SeatAsked,
    SeatsSwapped,
    SpectatorsSet,
)
from cardtui_server.quick_talk import Phrase, Reaction


class Talk(IntEnum):
    """Who hears a line of talk; the protocol uses the same numbers."""

    PLAYERS = 1
    """The players' talk; everybody hears it."""
    SPECTATORS = 2
    """The spectators' talk; spectators hear it, and players who ask for it."""
    TEAM = 3
    """A team's talk apart; who was in the team then hears it."""
    HOST = 4
    """What the host announces; everybody hears it."""


@distinct
class Said(NamedTuple):
    """A line of talk; of a phrase or a reaction, ``text`` is the English.

    ``act`` is whether it was said as an act of the game.
    """

    seat: int | None
    name: str
    text: str
    talk: Talk = Talk.PLAYERS
    player: str = ""
    phrase: Phrase | None = None
    reaction: Reaction | None = None
    act: bool = False


@distinct
class HighCardsDrawn(NamedTuple):
    """Everybody drew for high card: for partners, for the first dealer, or for both.

    ``ranks`` are those of the pack, the highest first.
    """

    draws: tuple[HighCardDraw, ...]
    for_partners: bool
    for_dealer: bool
    ranks: tuple[str, ...]


@distinct
class PartnersFound(NamedTuple):
    """Partners were found by lot or by strength, and players moved to the seats of their teams.

    ``before`` is, by seat, the seat that its player had before.
    """

    by: Partners
    before: tuple[int, ...]


@distinct
class BitsMissed(NamedTuple):
    """A seat has not revealed in time what it gave for the shuffle: its hash stands for it."""

    seat: int


@distinct
class TimeRanOut(NamedTuple):
    """A player's time ran out; the mildest action, which was done instead, follows."""

    seat: int


@distinct
class PlayerKicked(NamedTuple):
    """The host has taken a player's seat away."""

    seat: int
    name: str


@distinct
class PlayerBanned(NamedTuple):
    """The host has banned somebody from the table for the evening, or lifted the ban."""

    name: str
    lifted: bool


@distinct
class CashedOut(NamedTuple):
    """A player has left a match for good, with the chips in front of them."""

    seat: int
    name: str
    chips: int


@distinct
class HostChanged(NamedTuple):
    """The table has another host; ``""`` if it has none until somebody sits down."""

    name: str
    cause: HostCause


TableEvent = (
    Said
    | HighCardsDrawn
    | PartnersFound
    | BitsMissed
    | TimeRanOut
    | SatIn
    | Returned
    | Paused
    | Resumed
    | SeatsSwapped
    | Looked
    | CashedOut
    | PlayerKicked
    | PlayerBanned
    | HostChanged
    | SpectatorsSet
    | SeatAsked
    | Hinted
)
"""An event of the table that is not part of the game."""

Happening = Event | TableEvent
"""Anything that an update can tell."""
