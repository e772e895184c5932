"""Hands: the cut, the deal, and the card that is turned up (TP-07, TP-08)."""

from __future__ import annotations

from cardtui_engine.cards import Card
from cardtui_engine.events import CardsShown, Event
from cardtui_engine.families.truco.brazilian.hand import begin_play, of_kind, serve
from cardtui_engine.families.truco.seats import along
from cardtui_engine.games.truco_paulista.state import State


def cut(state: State, at: int, events: list[Event]) -> State:
    """Cut the pack, deal three cards together to each, and turn the next one up."""
    seats = state.terms.seats
    pack = state.stub[at:] + state.stub[:at]
    state = of_kind(state._replace(spoken=()))
    for steps in range(1, seats + 1):
        cards, pack = pack[:3], pack[3:]
        state = serve(state, along(state.dealer, steps, seats), cards, pack, events)
    if not state.terms.manilhas.fixed:
        events.append(CardsShown(state.dealer, pack[:1]))
        state = turn_up(state, pack[0])
    return begin_play(state, events)


def turn_up(state: State, flip: Card) -> State:
    """Turn up a card of the stub; it stays out of play (TP-08)."""
    stub = tuple([card for card in state.stub if card != flip])
    return state._replace(stub=stub, game=state.game.turned(flip, state.terms))
