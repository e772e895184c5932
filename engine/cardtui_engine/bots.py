"""The contract for bots, which decide from a seat's view and given random bits; their levels.

Apart from its settings a bot has no state: the same view and the same bits give the same action. It
sees exactly what a person in its seat would see.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Final, NamedTuple, Protocol

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.options import OptionValue
from cardtui_engine.views import SeatView


class Level(IntEnum):
    """How well a bot plays; the protocol uses the same numbers."""

    EASY = 1
    NORMAL = 2
    HARD = 3


class Manner(NamedTuple):
    """How a bot differs from others of its level. It sees and knows no more than they do.

    Where nothing can be bluffed or raised, as at Cacheta, it makes no difference.

    Attributes:
        bluff: the chance, on top of its level's, that it bets or raises as if its cards were good;
            below zero, it does so less often.
        nerve: from -1 to 1, with how much less of a reason than its level it bets or raises on
            cards that are good.
    """

    bluff: float = 0.0
    nerve: float = 0.0

    def bluffs(self, level: float, part: float = 1.0) -> float:
        """Return how often it bluffs.

        Args:
            level: how often its level does.
            part: the part of its own bluffs that counts, where a bluff is dear.
        """
        return min(max(level + self.bluff * part, 0.0), 1.0)


PLAIN: Final = Manner()
"""Playing just as one's level does."""


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

    def __call__(
        self,
        options: Mapping[str, OptionValue],
        seats: int,
        level: Level,
        manner: Manner = PLAIN,
    ) -> Bot:
        """Return a bot for a table with those options and that many seats."""
