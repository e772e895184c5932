"""Hands of Truco Paulista: after the cut and the deal a card is turned up, which stays out of play
(TP-07, TP-08).
"""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.events import CardsShown, Event
from cardtui_engine.families.truco.brazilian import cutting
from cardtui_engine.families.truco.brazilian.hand import begin_play
from cardtui_engine.games.truco_paulista.state import State


def cut(state: State, action: Action, events: list[Event]) -> State:
    """Cut or tap the pack, deal, and turn the next card up."""
    state = cutting.cut(state, action, events)
    if not state.terms.manilhas.fixed:
        flip = state.stub[0]
        events.append(CardsShown(state.dealer, (flip,)))
        state = turn_up(state, flip)
    return begin_play(state, events)


def turn_up(state: State, flip: Card) -> State:
    """Turn up a card of the stub; it stays out of play (TP-08)."""
    stub = tuple([card for card in state.stub if card != flip])
    return state._replace(stub=stub, game=state.game.turned(flip, state.terms))
