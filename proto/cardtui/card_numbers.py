"""Numbers of cards that `Card` has no name for: their suit and rank, packed; with all `SUITS`.

Decks of other packages have such cards. What is on one follows from its number alone, so that
clients draw it without having heard of its deck.
"""

from __future__ import annotations

from typing import Final

SUITS: Final = {
    "swords": "E",
    "batons": "B",
    "coins": "O",
    "cups": "C",
    "spades": "S",
    "hearts": "H",
    "diamonds": "D",
    "clubs": "C",
    "acorns": "A",
    "leaves": "L",
    "bells": "N",
    "red": "R",
    "yellow": "Y",
    "green": "G",
    "blue": "B",
    "black": "K",
    "trumps": "T",
    "joker": "X",
}
"""The suits, with the letter that stands for each in the code of a card."""

LONGEST_RANK: Final = 3
"""The most signs that a rank has."""

_FIRST: Final = 1 << 24
_SIGNS: Final = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+-*"
_NAMES: Final = tuple(SUITS)
_BITS: Final = 6


def pack(suit: str, rank: str) -> int:
    """Return the number of a card.

    >>> unpack(pack("red", "+2"))
    ('red', '+2')

    Raises:
        ValueError: there is no such suit, or no card can have that rank.
    """
    if not 0 < len(rank) <= LONGEST_RANK or rank.strip() != rank:
        raise ValueError(f"a rank has 1 to {LONGEST_RANK} signs, not {rank!r}")
    number = _NAMES.index(suit)
    for sign in rank.ljust(LONGEST_RANK):
        number = number << _BITS | _SIGNS.index(sign)
    return _FIRST | number


def unpack(number: int) -> tuple[str, str] | None:
    """Return the suit and the rank of a packed card; ``None`` for any other number."""
    if number & ~(_FIRST - 1) != _FIRST:
        return None
    number &= _FIRST - 1
    signs = ""
    for _ in range(LONGEST_RANK):
        number, at = number >> _BITS, number & ((1 << _BITS) - 1)
        if at >= len(_SIGNS):
            return None
        signs = _SIGNS[at] + signs
    rank = signs.rstrip()
    return (_NAMES[number], rank) if number < len(_NAMES) and rank.strip() == rank != "" else None
