"""The registry: every game by its id, loaded when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from cardtui_engine.rules import AnyRules

_HOMES: Final = {
    "truco-argentino": ("cardtui_engine.truco_argentino.rules", "TrucoArgentino"),
    "truco-brasileiro": ("cardtui_engine.truco_brasileiro.rules", "TrucoBrasileiro"),
    "cacheta": ("cardtui_engine.cacheta.rules", "Cacheta"),
    "pif-paf": ("cardtui_engine.pif_paf.rules", "PifPaf"),
    "pif-paf-tradicional": ("cardtui_engine.pif_paf_tradicional.rules", "PifPafTradicional"),
    "cacho": ("cardtui_engine.cacho.rules", "Cacho"),
}


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, in the order in which they are shown."""
    return tuple(_HOMES)


@cache
def get_rules(game: str) -> AnyRules:
    """Return the rules of a game.

    Raises:
        KeyError: there is no game of that id.
    """
    module, name = _HOMES[game]
    rules: AnyRules = getattr(import_module(module), name)()
    return rules
