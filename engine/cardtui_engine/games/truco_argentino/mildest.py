"""The mildest action: what is done for a seat whose time is up."""

from __future__ import annotations

from typing import assert_never

from cardtui_engine.actions import Action
from cardtui_engine.games.truco_argentino.cards import STRENGTH, best_pair
from cardtui_engine.games.truco_argentino.state import (
    ANSWER,
    CUT,
    DEAL,
    ENVIDO,
    OVER,
    PLAY,
    SHOW,
    State,
)


def mildest(state: State, seat: int) -> Action:
    """Return the mildest action of a seat that the game waits for."""
    phase = state.phase
    if phase is PLAY:
        return Action("play", card=min(state.tricks.hands[seat], key=STRENGTH.__getitem__))
    if phase is ANSWER:
        return Action("no_quiero")
    if phase is ENVIDO:
        return _number(state, seat)
    if phase is SHOW:
        return Action("waive")
    if phase is CUT:
        return Action("tap")
    if phase is DEAL or phase is OVER:
        raise ValueError("the game waits for no seat")
    assert_never(phase)


def _number(state: State, seat: int) -> Action:
    """Return the true number if it would win as things stand, or else “son buenas” (TA-42)."""
    envido = state.calls.envido
    assert envido is not None
    mano, seats = state.round.mano, state.terms.seats
    number, _ = best_pair(state.deal.dealt[seat], state.terms.highest_alone)
    mine = (number, -((seat - mano) % seats))  # TA-43: among equals, the nearest to the mano
    for claim in envido.claims:
        if claim.number is not None and (claim.number, -((claim.seat - mano) % seats)) > mine:
            return Action("son_buenas")
    return Action("declare", points=number)
