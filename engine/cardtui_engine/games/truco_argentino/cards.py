"""How high each card ranks in a trick (`STRENGTH`), what cards make at envido (`ENVIDO_VALUE`),
which are a flor and what number it has (`is_flor`, `flor_number`), and which two prove an envido
(`proof`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from cardtui_engine.cards import SPANISH, Card

PACK: Final[tuple[Card, ...]] = tuple(Card(card) for card in range(len(SPANISH.codes)))
"""TA-01"""

_NUMBERS: Final = tuple(int(code[:-1]) for code in SPANISH.codes)
_TOP_STRENGTHS: Final = {"1E": 14, "1B": 13, "7E": 12, "7O": 11}
_COMMON_STRENGTHS: Final = {3: 10, 2: 9, 1: 8, 12: 7, 11: 6, 10: 5, 7: 4, 6: 3, 5: 2, 4: 1}

STRENGTH: Final[tuple[int, ...]] = tuple(
    _TOP_STRENGTHS.get(code, _COMMON_STRENGTHS[number])
    for code, number in zip(SPANISH.codes, _NUMBERS, strict=True)
)
"""By card: from 14 for `1E` down to 1 for the fours; equal strengths tie (TA-02)."""

ENVIDO_VALUE: Final[tuple[int, ...]] = tuple(number if number < 10 else 0 for number in _NUMBERS)
"""By card, what it counts at envido (TA-30)."""


def pair_number(one: Card, other: Card, highest: bool) -> int:
    """Return what two cards make at envido (TA-30).

    Args:
        other: another card.
        highest: whether two cards of different suits make the higher of their values, instead of
            the sum.
    """
    if one // 10 == other // 10:
        return 20 + ENVIDO_VALUE[one] + ENVIDO_VALUE[other]
    if highest:
        return max(ENVIDO_VALUE[one], ENVIDO_VALUE[other])
    return ENVIDO_VALUE[one] + ENVIDO_VALUE[other]


@cache
def pairs_making(number: int, highest: bool) -> tuple[tuple[Card, Card], ...]:
    """Return all pairs of the pack that make a number at envido; see `pair_number`."""
    pairs = combinations(PACK, 2)
    return tuple([pair for pair in pairs if pair_number(*pair, highest) == number])


def best_pair(cards: Sequence[Card], highest: bool) -> tuple[int, tuple[Card, ...]]:
    """Return the best number that two of the cards make, and these two in the given order.

    >>> best_pair(SPANISH.cards(["7E", "6B", "5O"]), highest=False)[0]
    13

    With fewer than two cards, return 0 and no cards.
    """
    number = -1
    pair: tuple[Card, ...] = ()
    for each in combinations(cards, 2):
        made = pair_number(each[0], each[1], highest)
        if made > number:
            number = made
            pair = each
    return max(number, 0), pair


def is_flor(cards: Sequence[Card]) -> bool:
    """Return whether the cards are three of one suit (TA-80)."""
    return len(cards) == 3 and cards[0] // 10 == cards[1] // 10 == cards[2] // 10


def flor_number(cards: Sequence[Card]) -> int:
    """Return the number of a flor (TA-80).

    >>> flor_number(SPANISH.cards(["5E", "6E", "7E"]))
    38
    """
    return 20 + sum([ENVIDO_VALUE[card] for card in cards])


def proof(cards: Sequence[Card], number: int, highest: bool) -> tuple[Card, ...]:
    """Return two of the cards that make the number; empty if no two do (TA-44).

    The two are sorted by code; of several pairs, the first in that order is returned.
    """
    in_order = sorted(cards, key=SPANISH.code)
    for one, other in combinations(in_order, 2):
        if pair_number(one, other, highest) == number:
            return (one, other)
    return ()
