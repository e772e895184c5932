"""Reads positions of Truco Paulista from a scenario's setup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtui_engine.cards import FRENCH
from cardtui_engine.families.scenario_values import check_keys, read_cards
from cardtui_engine.families.truco.brazilian.setup import KEYS, read_position
from cardtui_engine.families.truco.setup import check_hands_given
from cardtui_engine.games.truco_paulista.hand import turn_up
from cardtui_engine.games.truco_paulista.state import State
from cardtui_engine.refusals import BadSetup


def read_setup(start: State, setup: Mapping[str, Any]) -> State:
    """Return the position that a scenario's ``setup`` describes, without its packs.

    Raises:
        BadSetup: the position is impossible; the sentence names the key.
    """
    check_keys(setup, KEYS | {"games", "flip"})
    if setup.get("hands") is None:
        check_hands_given(setup, ("flip",))
    state = read_position(start, setup, start.terms.manilhas.pack)
    return state if setup.get("hands") is None else _with_flip(state, setup)


def _with_flip(state: State, setup: Mapping[str, Any]) -> State:
    if state.terms.manilhas.fixed:
        if setup.get("flip") is not None:
            raise BadSetup("flip: no card is turned up where the manilhas are fixed")
        return state
    [flip] = read_cards([setup.get("flip")], "flip", FRENCH)
    if flip not in state.stub:
        raise BadSetup("flip: name a card of the pack that is in no hand")
    return turn_up(state, flip)
