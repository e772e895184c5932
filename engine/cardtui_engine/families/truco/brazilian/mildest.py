"""The mildest action: what is done for a seat whose time is up."""

from __future__ import annotations

from typing import assert_never

from cardtui_engine.actions import Action
from cardtui_engine.families.truco.brazilian import phases
from cardtui_engine.families.truco.brazilian.state import G, T, Truco


def mildest(state: Truco[T, G], seat: int, cut: Action) -> Action:
    """Return the mildest action of a seat that the game waits for.

    Args:
        state: the position.
        seat: the seat.
        cut: the game's mildest cut.
    """
    phase = state.phase
    if phase is phases.PLAY:
        strength = state.game.strength
        return Action("play", card=min(state.cards.hands[seat], key=strength.__getitem__))
    if phase is phases.ANSWER or phase is phases.ELEVEN:
        return Action("run")
    if phase is phases.IRON:
        return Action("turn_up")
    if phase is phases.MAO:
        return Action("keep")
    if phase is phases.CUT:
        return cut
    if phase is phases.DEAL or phase is phases.OVER:
        raise ValueError("the game waits for no seat")
    assert_never(phase)
