"""The pack, and how high each card ranks in a trick."""

from __future__ import annotations

from typing import Final

from cardtui_engine.cards import FRENCH, Card

_TOPS: Final = {"4C": 14, "7H": 13, "AS": 12, "7D": 11}
_COMMON: Final = {rank: height for height, rank in enumerate("4567QJKA23", 1)}

PACK: Final[tuple[Card, ...]] = tuple(
    FRENCH.card(code) for code in FRENCH.codes if code[0] in _COMMON
)
"""TB-01"""

STRENGTH: Final[tuple[int, ...]] = tuple(
    _TOPS.get(code, _COMMON.get(code[0], 0)) for code in FRENCH.codes
)
"""By card: from 14 for `4C` down to 1 for the other fours; equal strengths tie (TB-02)."""
