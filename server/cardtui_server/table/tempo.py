"""The tempo of each bot of the house: some are quick and some ponder, whatever cards they hold.

Bots that are left alone hurry: the people at the table are out, and wait for the end of the match.
"""

from __future__ import annotations

from typing import Final

from cardtui_server.match.characters import ANYBODY, Tempo, nature_of
from cardtui_server.match.state import TableState

HURRY: Final = 0.1
"""The part of their usual time that bots take, and a hand pause lasts, for people who are out."""


def hurries(state: TableState) -> bool:
    """Return whether people sit at the table, and all of them are out of the match."""
    people = {
        seat for seat, sitter in enumerate(state.sitters) if sitter is not None and not sitter.level
    }
    if not people or state.game is None:
        return False
    # Not every game has seats that are out while others play on.
    return people.issubset(getattr(state.rules.view(state.game, None).game, "out", ()))


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
