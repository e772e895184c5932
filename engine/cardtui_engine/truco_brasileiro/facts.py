"""Facts: what scenarios may ask of a position, where it is not told as in the view."""

from __future__ import annotations

from typing import Any

from cardtui_engine.cards import FRENCH
from cardtui_engine.facts import facts_of
from cardtui_engine.truco.public import TOLD
from cardtui_engine.truco_brasileiro.state import State
from cardtui_engine.truco_brasileiro.view import view


def facts(state: State) -> dict[str, Any]:
    """Return every fact, derived from the position."""
    return facts_of(view(state, None), state.hands, FRENCH, TOLD) | {
        "gathered": [FRENCH.code(card) for card in state.gathered] or None
    }
