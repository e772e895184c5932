"""Every game by its id, in the order of all lists of games (`_GAMES`); loaded at its first use.
The client's lists have the same order: `client/cardtui_client/faces/tiles.py`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final

from cardtui_engine.bots import BotMaker
from cardtui_engine.rules import AnyRules

_GAMES: Final = (
    "truco-argentino",
    "truco-brasileiro",
    "truco-paulista",
    "cacheta",
    "pif-paf",
    "pif-paf-tradicional",
    "cacho",
)
"""In the order in which games are shown. A game's folder and classes are named after its id."""


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, in the order in which they are shown."""
    return _GAMES


@cache
def get_rules(game: str) -> AnyRules:
    """Return the rules of a game.

    Raises:
        KeyError: there is no game with that id.
    """
    rules: AnyRules = _class_of(game, "rules")()
    return rules


@cache
def get_bot_maker(game: str) -> BotMaker:
    """Return the maker of a game's bots.

    Raises:
        KeyError: there is no game with that id.
    """
    maker: BotMaker = _class_of(game, "bot", "Bot")
    return maker


def _class_of(game: str, module: str, suffix: str = "") -> Any:
    """Return the class that a game's module of that name defines."""
    if game not in _GAMES:
        raise KeyError(game)
    folder = game.replace("-", "_")
    name = "".join([word.capitalize() for word in game.split("-")])
    return getattr(import_module(f"cardtui_engine.games.{folder}.{module}"), name + suffix)
