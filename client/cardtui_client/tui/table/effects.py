"""What comes of a command beyond the screen's own state, as a closed set of values (`Effect`).
Only named here: `tui/table/sending.py` and `tui/table/controller.py` carry them out.

A command that the table, the controller or the screen takes as it is stands for itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardtui.v1 import actions_pb2
from cardtui_client.model.quick_talk import Mute
from cardtui_client.scene.commands import (
    AskAccount,
    Bare,
    Command,
    Depart,
    GiveSignal,
    LetBotPlay,
    LookAt,
    Opening,
    SayQuick,
    ScrollLog,
    SeatBot,
)
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
    """Say a line at the table, or to your own team alone.

    Attributes:
        text: the line.
        team: whether your own team alone hears it.
        calls: the number of the position in which one agrees that it calls something, or 0.
    """

    text: str
    team: bool = False
    calls: int = 0


@dataclass(frozen=True, slots=True)
class SawHand:
    """Tell that the end of that hand has been seen."""

    hand: int


@dataclass(frozen=True, slots=True)
class SetReady:
    """Tell whether you are ready."""

    ready: bool


@dataclass(frozen=True, slots=True)
class DropBot:
    """Ask to remove a bot."""

    seat: int


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
class Ask:
    """Ask the server for what that command asks for, which needs no more than its name."""

    command: Command


Request = (
    Act | SayLine | SayQuick | SawHand | ShownHand | HoldHand | SetReady | SeatBot | DropBot
    | TakeSeat | BringChips | AskPause | LetBotPlay | GiveSignal | LookAt | Ask
)  # fmt: skip
"""What is asked of the server, and needs nothing of the screen."""

# --- in what is shown ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PartPack:
    """Show how the pack parts where it is cut."""

    pack: Pack


ShownEffect = PartPack | Mute | Literal[Bare.SKIP, Bare.RECALL, Bare.CUT_FOR_ME]
"""What the controller does to what is shown and told, to the act that waits, and to the cut."""

ScreenEffect = AskAccount | Depart | Opening | ScrollLog | Literal[Bare.RETRY, Bare.COPY]
"""What only the screen can do."""

Effect = Request | ShownEffect | ScreenEffect
