"""Who wins a trick: the highest card of those still in the round; sides can tie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

TIE: Final = -1
"""No seat: a tie between the sides, or a trick without a card that counts."""


def winning_seat(cards: Iterable[tuple[int, int]], strength: Sequence[int], counting: int) -> int:
    """Return the seat whose card wins, `TIE` if the highest cards are of both sides.

    Partners who tie for the highest win it, the first of them.

    >>> winning_seat([(0, 5), (1, 7), (2, 7), (3, 7)], range(10), counting=0b1111)
    -1
    >>> winning_seat([(0, 5), (1, 7), (2, 7), (3, 7)], range(10), counting=0b1011)
    1

    Args:
        cards: seat and card, in the order played.
        strength: by card; equal strengths tie.
        counting: the seats whose cards count, as a mask.
    """
    best, winner = -1, TIE
    for seat, card in cards:
        if counting >> seat & 1:
            best, winner = best_after(best, winner, seat, strength[card])
    return winner


def best_after(best: int, winner: int, seat: int, value: int) -> tuple[int, int]:
    """Return the best strength so far and whose it is after one more card.

    Args:
        best: the best strength before; below all strengths if there is none.
        winner: whose it is; `TIE` if both sides have it.
        seat: who plays the card.
        value: its strength.
    """
    if value > best:
        return value, seat
    if value == best and (seat ^ winner) & 1:
        return best, TIE
    return best, winner
