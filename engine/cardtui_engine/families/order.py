"""The order of play: the other seats as they follow one, at a table of up to eight."""

from __future__ import annotations

from typing import Final

MAX_SEATS: Final = 8

_OTHERS: Final = tuple(
    tuple(tuple((seat + step) % count for step in range(1, count)) for seat in range(count))
    for count in range(MAX_SEATS + 1)
)
"""By number of seats and by seat: the other seats, in the order of play."""


def seats_after(seat: int, count: int) -> tuple[int, ...]:
    """Return the other seats in the order of play, from the one after that seat.

    >>> seats_after(1, 4)
    (2, 3, 0)
    """
    return _OTHERS[count][seat]
