"""What is played for now, and what would be if a call that waits were accepted."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Weight(IntEnum):
    """How much a stake is: the box that tells it is drawn the heavier."""

    USUAL = 0
    RAISED = 1
    DECISIVE = 2


class Stake(NamedTuple):
    """What is played for, as a box tells it.

    Attributes:
        title: what is played for, or the call that waits.
        worth: for how much: points or chips.
        refused: what is told of saying no to the call; ``""`` while none waits.
        decides: who would win a game or the match with it; ``""`` if nobody would.
        weight: how much it is.
        asked: whether a call waits for an answer.
    """

    title: str
    worth: int
    refused: str = ""
    decides: str = ""
    weight: Weight = Weight.USUAL
    asked: bool = False
