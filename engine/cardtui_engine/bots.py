"""Bots: players that decide from a view alone, with random bits handed in.

A bot is stateless but for its settings: the same view and the same bits give the same
action. It sees exactly what a person in its seat would see.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from importlib import import_module
from typing import Any, Final, Protocol

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.options import OptionValue
from cardtui_engine.views import SeatView


class Level(IntEnum):
    """How strong a bot plays; the numbers are those of the protocol."""

    EASY = 1
    NORMAL = 2
    HARD = 3


class Bot(Protocol):
    """A player of one game, at one table's options."""

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:
        """Return what to do now.

        Args:
            view: the view of the bot's own seat; ``view.own.choices`` are the legal actions.
            bits: where every random choice comes from.

        Returns:
            A legal action. ``None`` only if the seat is not in ``to_act`` and lets the
            chance to interrupt pass.
        """


class BotMaker(Protocol):
    """Makes the bots of one game."""

    def __call__(self, options: Mapping[str, OptionValue], seats: int, level: Level) -> Bot:
        """Return a bot for a table with those options."""


_HOMES: Final = {
    "truco-argentino": ("cardtui_engine.truco_argentino.bot", "TrucoArgentinoBot"),
    "truco-brasileiro": ("cardtui_engine.truco_brasileiro.bot", "TrucoBrasileiroBot"),
    "cacheta": ("cardtui_engine.cacheta.bot", "CachetaBot"),
    "pif-paf": ("cardtui_engine.pif_paf.bot", "PifPafBot"),
    "pif-paf-tradicional": ("cardtui_engine.pif_paf_tradicional.bot", "PifPafTradicionalBot"),
    "cacho": ("cardtui_engine.cacho.bot", "CachoBot"),
}


@cache
def get_bot_maker(game: str) -> BotMaker:
    """Return the maker of a game's bots.

    Raises:
        KeyError: there is no game of that id.
    """
    module, name = _HOMES[game]
    maker: BotMaker = getattr(import_module(module), name)
    return maker
