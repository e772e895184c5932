"""Fouls: taken instead of the action, they cost a tento (TB-60, TB-61)."""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.events import CardsShown, Event
from cardtui_engine.truco.public import PlayedCard
from cardtui_engine.truco_brasileiro import state as s
from cardtui_engine.truco_brasileiro.hands import score
from cardtui_engine.truco_brasileiro.public import TrucoBrasileiroFoul
from cardtui_engine.truco_brasileiro.state import State


def penalise(state: State, seat: int, action: Action, kind: str, events: list[Event]) -> State:
    """Take a foul of that kind; play goes on as if the action had not been made."""
    state = state._replace(last_foul=TrucoBrasileiroFoul(seat, kind))
    if kind == "show":
        assert action.card is not None
        events.append(CardsShown(seat, (action.card,)))
        shown = PlayedCard(seat, action.card)
        if shown not in state.shown:
            state = state._replace(shown=(*state.shown, shown))
    mine = seat & 1
    if state.scores[1 - mine] < s.AT_ELEVEN:
        return score(state, 1 - mine, 1, events)
    return score(state, mine, -min(1, state.scores[mine]), events)
