"""What comes of a command beyond the screen's own state, as a closed set of values."""

from __future__ import annotations

from dataclasses import dataclass

from cardtui.v1 import actions_pb2, tables_pb2
from cardtui.v1.signals_pb2 import Gesture
from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.scene.commands import Mute
from cardtui_client.scene.middle import Pack

# --- at the table ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Act:
    """Send an act of the game.

    Attributes:
        action: the act.
        position: the number of the position that it is meant for; ``None`` for the one that is
            known when it is sent.
    """

    action: actions_pb2.Action
    position: int | None = None


@dataclass(frozen=True, slots=True)
class SayLine:
    """Say a line at the table, or to one's own team alone.

    Attributes:
        text: the line.
        team: whether one's own team alone hears it.
        calls: the number of the position in which one agrees that it calls something, or 0.
    """

    text: str
    team: bool = False
    calls: int = 0


@dataclass(frozen=True, slots=True)
class SayQuick:
    """Say a phrase or show a reaction at the table."""

    phrase: Phrase.ValueType
    reaction: Reaction.ValueType


@dataclass(frozen=True, slots=True)
class SawHand:
    """Tell that the end of that hand has been seen."""

    hand: int


@dataclass(frozen=True, slots=True)
class SetReady:
    """Tell whether one is ready."""

    ready: bool


@dataclass(frozen=True, slots=True)
class PutBot:
    """Ask for a bot: in a seat, or in any free one; somebody, or whoever is free."""

    level: tables_pb2.BotLevel.ValueType
    seat: int | None
    character: tables_pb2.Character.ValueType = tables_pb2.CHARACTER_UNSPECIFIED


@dataclass(frozen=True, slots=True)
class DropBot:
    """Ask to remove a bot."""

    seat: int


@dataclass(frozen=True, slots=True)
class Begin:
    """Ask for the match to begin."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Ask for another seat, or for it no more."""

    seat: int
    take_back: bool


@dataclass(frozen=True, slots=True)
class BringChips:
    """Ask for so many chips for the next match."""

    chips: int


@dataclass(frozen=True, slots=True)
class ShownHand:
    """Tell that the end of that hand stands on the screen."""

    hand: int


@dataclass(frozen=True, slots=True)
class HoldHand:
    """Tell whether the next hand is to wait."""

    hold: bool


@dataclass(frozen=True, slots=True)
class AskPause:
    """Ask for a pause, or for its end."""

    pause: bool


@dataclass(frozen=True, slots=True)
class BeBack:
    """Tell that one is back."""


@dataclass(frozen=True, slots=True)
class SendBot:
    """Ask for a bot to play for who is away."""

    seat: int


@dataclass(frozen=True, slots=True)
class Signal:
    """Give a signal."""

    gesture: Gesture.ValueType


@dataclass(frozen=True, slots=True)
class Look:
    """Look at a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class WantHint:
    """Ask what a strong bot would do."""


Request = (
    Act
    | SayLine
    | SayQuick
    | SawHand
    | SetReady
    | PutBot
    | DropBot
    | Begin
    | TakeSeat
    | BringChips
    | ShownHand
    | HoldHand
    | AskPause
    | BeBack
    | SendBot
    | Signal
    | Look
    | WantHint
)
"""What is asked of the server, and needs nothing of the screen."""

# --- in what is shown ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PartPack:
    """Show how the pack parts where it is cut."""

    pack: Pack


@dataclass(frozen=True, slots=True)
class ShowLatest:
    """Show at once what would come after other things."""


@dataclass(frozen=True, slots=True)
class RecallAct:
    """Take back the act that waits to be sent."""


# --- in what is told -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChangeMutes:
    """Hide what somebody says, or show it again."""

    whom: Mute


# --- on the screen ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InviteAccount:
    """Ask which bot account is invited: to a seat, or to any free one."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Follow:
    """Follow the table again."""


@dataclass(frozen=True, slots=True)
class GetUp:
    """Give up the seat and go."""


@dataclass(frozen=True, slots=True)
class Go:
    """Go; a seat is kept."""


@dataclass(frozen=True, slots=True)
class ShowRules:
    """Show the rules at that clause; ``""`` for their beginning."""

    clause: str


@dataclass(frozen=True, slots=True)
class ShowRecord:
    """Show again the match that is over."""


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """Show the settings."""


@dataclass(frozen=True, slots=True)
class ShowKeys:
    """Show the keys."""


@dataclass(frozen=True, slots=True)
class ShowPeople:
    """Show what people have won and lost: first whoever has that seat, or oneself."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Scroll:
    """Scroll the log by so many halves of what is in view."""

    pages: int


ScreenEffect = (
    Follow
    | InviteAccount
    | GetUp
    | Go
    | ShowRules
    | ShowRecord
    | ShowSettings
    | ShowKeys
    | ShowPeople
    | Scroll
)
"""What only the screen can do."""

Effect = Request | PartPack | ShowLatest | RecallAct | ChangeMutes | ScreenEffect
