"""Seats in a ring of two teams, as bit masks: who comes first from a seat on, who is whose.

Bit ``n`` of a mask is seat ``n``. All tables are for at most six seats, and the same for
fewer: a seat that is not there is in no mask.
"""

from __future__ import annotations

from typing import Final

MOST_SEATS: Final = 6

SEATS_IN: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(seat for seat in range(MOST_SEATS) if mask >> seat & 1) for mask in range(1 << MOST_SEATS)
)
"""The sorted seats of every mask."""

TEAM: Final = (0b010101, 0b101010)
"""The seats of team 0 (even) and of team 1 (odd)."""


def _first(start: int, mask: int) -> int:
    seats = SEATS_IN[mask]
    return next((seat for seat in seats if seat >= start), seats[0] if seats else -1)


FIRST: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(_first(start, mask) for mask in range(1 << MOST_SEATS)) for start in range(MOST_SEATS)
)
"""``FIRST[start][mask]``: the first seat of the mask from ``start`` on to the right, ``start``
itself counted; -1 if the mask is empty."""
