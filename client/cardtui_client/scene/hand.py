"""One's own cards, as they are held: in which order, what they make, what may be done."""

from __future__ import annotations

from typing import Final, NamedTuple

LOOSE: Final = 0
"""The mark of a card that is neither selected nor melded; melds are numbered from 1."""

SELECTED: Final = -1
"""The mark of a card that is selected for a meld."""


class HandScene(NamedTuple):
    """One's own cards.

    Attributes:
        cards: in the order dealt.
        playable: the cards that may be played now.
        unplayed: whether they are those that were left when the hand ended.
        hint: what they make, in words.
        watching: a sentence for those who only watch, ``""`` for players.
        melds: the melds among them.
        throws: the cards that can be thrown to go out.
        own_order: whether one holds them in an order of one's own.
        lays: the verb that lays them down; ``""`` where that has no place now.
        taken: the discard that would come to them as they are laid down.
        wild: the wild cards.
        drawn: the card that came to them last, until they change again; or ``None``.
        marks: by card, what was done with it by hand; empty while nothing is laid down.
        coming: how many of them, from the last, are still on their way.
    """

    cards: tuple[int, ...] = ()
    playable: tuple[int, ...] = ()
    unplayed: bool = False
    hint: str = ""
    watching: str = ""
    melds: tuple[tuple[int, ...], ...] = ()
    throws: tuple[int, ...] = ()
    own_order: bool = False
    lays: str = ""
    taken: int | None = None
    wild: tuple[int, ...] = ()
    drawn: int | None = None
    marks: tuple[int, ...] = ()
    coming: int = 0
