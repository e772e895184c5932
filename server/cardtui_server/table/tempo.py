"""The tempo of each bot of the house: some are quick and some ponder, whatever cards they hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from cardtui_server.match.state import TableState


class Tempo(NamedTuple):
    """The least and the most that a bot thinks, as parts of the pace of its table."""

    least: float
    most: float

    def at(self, part: float) -> float:
        """Return the point that lies at that part of the way from the least to the most."""
        return self.least + (self.most - self.least) * part


ANYBODY: Final = Tempo(0.6, 1.4)
"""The tempo of bots without one of their own, and of those that play for a person."""

TEMPOS: Final[Mapping[str, Tempo]] = {
    "Beto": Tempo(1.0, 1.4),
    "Chela": Tempo(0.6, 0.9),
    "Dino": Tempo(1.1, 1.4),
    "Fito": Tempo(0.6, 0.8),
    "Greta": Tempo(0.9, 1.1),
}
"""The tempos of bots that have one, by name: none leaves the bounds of `ANYBODY`."""


def tempo_of(state: TableState) -> Tempo:
    """Return the tempo of who must act.

    It follows from what everybody sees, so that the time which a bot takes tells nobody anything.
    """
    turn = state.turn
    if turn is None or len(turn.to_act) != 1:
        return ANYBODY
    sitter = state.sitters[turn.to_act[0]]
    if sitter is None or not sitter.bot:
        return ANYBODY
    name, _, _number = sitter.name.partition(" ")
    return TEMPOS.get(name, ANYBODY)
