"""The tempo of each bot of the house: some are quick and some ponder, whatever cards they hold."""

from __future__ import annotations

from cardtui_server.match.characters import ANYBODY, Tempo, nature_of
from cardtui_server.match.state import TableState


def tempo_of(state: TableState) -> Tempo:
    """Return the tempo of who must act.

    It follows from what everybody sees, so that the time which a bot takes tells nobody anything.
    """
    turn = state.turn
    if turn is None or len(turn.to_act) != 1:
        return ANYBODY
    sitter = state.sitters[turn.to_act[0]]
    nature = None if sitter is None else nature_of(sitter.character)
    return ANYBODY if nature is None else nature.tempo
