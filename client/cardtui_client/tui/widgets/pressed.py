"""The message of everything that can be pressed at a table: the command that it stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from textual.message import Message

from cardtui_client.scene.commands import Bare, Command, PressCard, PressPile, PressSeat, Put, Step
from cardtui_client.scene.middle import (
    AmountZone,
    ButtonZone,
    CardZone,
    CutZone,
    PaperZone,
    PileZone,
    SeatZone,
    StepZone,
    TargetZone,
    Zone,
)


@dataclass
class Pressed(Message):
    """Something was pressed; ``command`` is what it stands for."""

    command: Command


def command_at(zone: Zone) -> Command:
    """Return what a click stands for by what was clicked."""
    match zone:
        case ButtonZone(command):
            return command
        case CardZone(index):
            return PressCard(index)
        case SeatZone(seat):
            return PressSeat(seat)
        case PileZone(pile):
            return PressPile(pile)
        case PaperZone():
            return Bare.PRESS_PAPER
        case TargetZone():
            return Bare.PRESS_MIDDLE
        case CutZone(number) | AmountZone(number):
            return Put(number)
        case StepZone.LESS:
            return Step(-1)
        case StepZone.MORE:
            return Step(1)
        case _:
            assert_never(zone)
