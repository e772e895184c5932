"""How the levels of a bot differ."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.bots import Level


class Style(NamedTuple):
    """How a level plays.

    Attributes:
        samples: how many guesses at the hidden cards it plays out, with two players.
        error: the greatest error in its estimate of its chances.
        slip: the chance that it plays a card at random, or says at envido whatever comes to mind.
        blur: by how many classes at most it misjudges its number at envido.
        bluffs: how often at most it raises on cards that do not bear it.
        reads: whether it draws conclusions from what others have said and shown.
    """

    samples: int
    error: float
    slip: float
    blur: int
    bluffs: float
    reads: bool


STYLES: Final = {
    Level.EASY: Style(4, 0.9, 0.9, 17, 0.0, reads=False),
    Level.NORMAL: Style(8, 0.42, 0.35, 8, 0.15, reads=False),
    Level.HARD: Style(64, 0.0, 0.0, 0, 0.5, reads=True),
}
