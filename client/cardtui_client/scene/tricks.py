"""The cards that are played: those of the trick on the table, and the finished tricks."""

from __future__ import annotations

from typing import NamedTuple


class Played(NamedTuple):
    """A card in the trick on the table.

    Attributes:
        seat: who played it.
        card: the card.
        winning: whether it wins the trick so far, or won it.
        fresh: whether it has just been played.
        old: whether its trick is finished and waits to be taken away.
    """

    seat: int
    card: int
    winning: bool = False
    fresh: bool = False
    old: bool = False


class Earlier(NamedTuple):
    """A finished trick.

    Attributes:
        label: which one, and whose it is, in words.
        side: the team that won it; ``None`` for a tie.
        cards: its cards in the order played; empty if they lie face down.
        best: which of them won, by place; -1 for none.
    """

    label: str
    side: int | None
    cards: tuple[int, ...]
    best: int = -1
