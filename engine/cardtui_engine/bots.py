"""The contract for bots, which decide from a seat's view and given random bits, and their levels.

Apart from its settings a bot has no state: the same view and the same bits give the same action. It
sees exactly what a person in its seat would see.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Protocol

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.options import OptionValue
from cardtui_engine.views import SeatView


class Level(IntEnum):
    """How well a bot plays; the protocol uses the same numbers."""

    EASY = 1
    NORMAL = 2
    HARD = 3


class Bot(Protocol):
    """A bot for one game, playing under one table's options."""

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:
        """Return what to do now.

        Args:
            view: the view of the bot's own seat; ``view.own.choices`` are the legal actions.
            bits: the source of every random choice.

        Returns:
            A legal action. ``None`` only if the seat is not in ``to_act`` and does not want to
            interrupt.
        """


class BotMaker(Protocol):
    """Makes the bots of one game."""

    def __call__(self, options: Mapping[str, OptionValue], seats: int, level: Level) -> Bot:
        """Return a bot for a table with those options and that many seats."""
