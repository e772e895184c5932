"""What may be asked of a table, as values: whoever asks names one, and the table carries it out."""

from __future__ import annotations

from typing import NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.kinds import distinct


@distinct
class Act(NamedTuple):
    """Do an action for a seat; the player must hold it then, ``""`` stands for a bot.

    Attributes:
        seat: the seat.
        player: who asks.
        action: what to do.
        expected: the number of the last entry that the player has seen to change the position,
            ``None`` if it does not matter.
        request_id: by which it is done once, however often it is asked; ``""`` for none.
    """

    seat: int
    player: str
    action: Action
    expected: int | None = None
    request_id: str = ""


@distinct
class Waive(NamedTuple):
    """Answer for a seat that was asked in a contest and let that window pass."""

    seat: int
    window: int


@distinct
class Say(NamedTuple):
    """Say a line; where words commit, a seated player's line is an action.

    A spectator's line is for the spectators: it never commits anybody.
    """

    player: str
    name: str
    text: str
    watching: bool = False


@distinct
class Sit(NamedTuple):
    """Take a seat, any free one if none is named."""

    player: str
    name: str
    seat: int | None = None


@distinct
class Leave(NamedTuple):
    """Get up; during a match a bot takes over, no weaker than those that play already."""

    player: str


@distinct
class AddBot(NamedTuple):
    """Seat a bot, in any free seat if none is named."""

    player: str
    level: int
    seat: int | None = None


@distinct
class RemoveBot(NamedTuple):
    """Take a bot away."""

    player: str
    seat: int


@distinct
class SetReady(NamedTuple):
    """Say that one is ready, or not; with every seat taken and ready the match starts."""

    player: str
    ready: bool


@distinct
class Start(NamedTuple):
    """Start a match, the first one or another one, bots in the free seats."""

    player: str


@distinct
class Close(NamedTuple):
    """Close the table."""

    player: str


@distinct
class CloseUnused(NamedTuple):
    """Close a table that nobody uses.

    Attributes:
        abandoned: whether it is because nobody sits there, which closes a match of bots, too;
            otherwise a table at which a match is played stays.
    """

    abandoned: bool


Request = (
    Act | Waive | Say | Sit | Leave | AddBot | RemoveBot | SetReady | Start | Close | CloseUnused
)
"""What may be asked of a table."""
