"""Hands of Brazilian truco: the cut, in which order cards are dealt, and what the mão's keeping,
passing or rejecting them does (TB-03 to TB-11).
"""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.events import CardsShown, Event
from cardtui_engine.families.truco.brazilian import phases
from cardtui_engine.families.truco.brazilian.hand import (
    begin_play,
    of_kind,
    serve,
)
from cardtui_engine.families.truco.brazilian.stakes import Kind
from cardtui_engine.families.truco.seats import along, mao
from cardtui_engine.games.truco_brasileiro.state import State
from cardtui_engine.games.truco_brasileiro.verbs import BOTTOM


def cut(state: State, action: Action, events: list[Event]) -> State:
    """Cut the pack and deal: to the mão alone, or to all if a team is at eleven."""
    assert isinstance(action.at, tuple)
    pack = state.stub
    for cards in action.at:
        pack = pack[cards:] + pack[:cards]
    game = state.game._replace(from_bottom=action.source == BOTTOM)
    state = of_kind(state.with_pack(pack, game))
    seats = state.terms.seats
    first = mao(state.dealer, seats)
    if state.kind is Kind.ORDINARY:
        return _serve(state.in_phase(phases.MAO), first, events)
    for steps in range(seats):
        state = _serve(state, along(first, steps, seats), events)
    return begin_play(state, events)


def keep(state: State, seat: int, events: list[Event]) -> State:
    """Deal to the others: the dealer's partner, the mão's unless dealt to, the dealer (TB-06)."""
    state = state.with_choice(state.game, state.with_word(seat, "keep")).in_phase(phases.PLAY)
    for steps in (2, 3, 0):
        other = along(state.dealer, steps, state.terms.seats)
        if not state.cards.hands[other]:
            state = _serve(state, other, events)
    return state


def pass_on(state: State, seat: int, events: list[Event]) -> State:
    """Give the mão's cards to the partner, and deal the mão three more (TB-07)."""
    cards = state.cards.hands[seat]
    game = state.game._replace(passed=cards)
    state = state.with_choice(game, state.with_word(seat, "pass"))
    partner = along(seat, 2, state.terms.seats)
    return _serve(serve(state, partner, cards, state.stub, events), seat, events)


def reject(state: State, seat: int, events: list[Event]) -> State:
    """Turn the mão's cards up, out of play, and deal three more (TB-08)."""
    cards = state.cards.hands[seat]
    events.append(CardsShown(seat, cards))
    game = state.game._replace(rejected=state.game.rejected + cards)
    state = state.with_choice(game, state.with_word(seat, "reject"))
    return _serve(state, seat, events)


def _serve(state: State, seat: int, events: list[Event]) -> State:
    """Deal three cards to a seat, from the chosen end of the pack."""
    if state.game.from_bottom:
        cards, stub = state.stub[:-4:-1], state.stub[:-3]
    else:
        cards, stub = state.stub[:3], state.stub[3:]
    return serve(state, seat, cards, stub, events)
