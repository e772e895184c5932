"""Readers: who follows a table, from which update on, and what they want besides the game."""

from __future__ import annotations

from typing import Final, NamedTuple


class Watcher(NamedTuple):
    """A spectator: the player's id, and what the name is taken for."""

    id: str
    likeness: str = ""


NOBODY: Final = Watcher("")
"""A spectator without a session."""


class Reader(NamedTuple):
    """Who reads a table.

    Attributes:
        viewer: the id of a player who holds a seat; ``None`` for a spectator.
        after: the number of the last update that the reader has; ``None`` for none.
        watcher: the spectator.
        hears: whether a player hears the spectators' talk; all spectators do.
        tells_hands: whether the reader tells when the end of a hand stands on the screen.
    """

    viewer: str | None = None
    after: int | None = None
    watcher: Watcher = NOBODY
    hears: bool = False
    tells_hands: bool = False
