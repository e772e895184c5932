"""Reads positions of Brazilian truco from a scenario's setup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtui_engine.families.scenario_values import check_keys
from cardtui_engine.families.truco.brazilian.cards import PACK
from cardtui_engine.families.truco.brazilian.setup import KEYS, read_position
from cardtui_engine.games.truco_brasileiro.state import State


def read_setup(start: State, setup: Mapping[str, Any]) -> State:
    """Return the position that a scenario's ``setup`` describes, without its packs.

    Raises:
        BadSetup: the position is impossible; the sentence names the key.
    """
    check_keys(setup, KEYS)
    return read_position(start, setup, PACK)
