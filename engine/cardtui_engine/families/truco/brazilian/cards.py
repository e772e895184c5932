"""The `PACK` of Brazilian trucos, and how high each card ranks in a trick (`OLD_STRENGTH`).
The four above all others where they are always the same: `OLD_MANILHAS`.
"""

from __future__ import annotations

from typing import Final

from cardtui_engine.cards import FRENCH, Card

RANKS: Final = "4567QJKA23"
"""The ranks, from the lowest to the highest."""

PACK: Final[tuple[Card, ...]] = tuple(
    FRENCH.card(code) for code in FRENCH.codes if code[0] in RANKS
)
"""Forty cards."""

OLD_MANILHAS: Final = ("7D", "AS", "7H", "4C")
"""The four that are above all others where they are always the same, the highest last."""


def strengths_with(manilhas: tuple[str, ...]) -> tuple[int, ...]:
    """Return by card how high it is; equal strengths tie.

    >>> strengths_with(OLD_MANILHAS)[FRENCH.card("4C")]
    14

    Args:
        manilhas: the codes of the cards above all others, the highest last.
    """
    common = {rank: height for height, rank in enumerate(RANKS, 1)}
    tops = {code: height for height, code in enumerate(manilhas, len(RANKS) + 1)}
    return tuple([tops.get(code, common.get(code[0], 0)) for code in FRENCH.codes])


OLD_STRENGTH: Final = strengths_with(OLD_MANILHAS)
"""By card: from 14 for `4C` down to 1 for the other fours."""
