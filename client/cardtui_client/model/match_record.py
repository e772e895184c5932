"""The record of the match that is over at a table, where it was kept."""

from __future__ import annotations

from typing import NamedTuple


class MatchRecord(NamedTuple):
    """A record that was kept.

    Attributes:
        name: the name of its file.
        holds: whether it was found to hold; ``None`` if it was not verified.
        proves_all: whether it is a full proof.
    """

    name: str
    holds: bool | None
    proves_all: bool = True
