"""Who plays after whom at a truco, who is mão or mano (`mao`), who cuts (`cutter`), and the teams.
Sets of seats are bit masks; at most `MOST_SEATS` sit down.

Bit ``n`` of a mask is seat ``n``. Even seats are team 0, odd ones team 1. The lookup tables are for
six seats, and also serve fewer: a seat that does not exist is in no mask.
"""

from __future__ import annotations

from typing import Final

MOST_SEATS: Final = 6

SEATS_IN: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(seat for seat in range(MOST_SEATS) if mask >> seat & 1) for mask in range(1 << MOST_SEATS)
)
"""By mask, its seats, sorted."""

TEAM_MASKS: Final = (0b010101, 0b101010)
"""The seats of team 0 and of team 1."""


TEAM_SEATS: Final[tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]] = tuple(
    (tuple(range(0, seats, 2)), tuple(range(1, seats, 2))) for seats in range(MOST_SEATS + 1)
)
"""By number of seats, those of team 0 and of team 1, sorted."""


def along(seat: int, steps: int, seats: int) -> int:
    """Return the seat that many steps on, in the order of play.

    >>> along(3, 2, 4), along(0, -1, 4)
    (1, 3)
    """
    return (seat + steps) % seats


def mao(dealer: int, seats: int) -> int:
    """Return the mão, in Argentina the mano: the seat at the dealer's right, which plays first."""
    return (dealer + 1) % seats


def cutter(dealer: int, seats: int) -> int:
    """Return the seat that cuts: the one at the dealer's left."""
    return (dealer - 1) % seats


def everybody(seats: int) -> int:
    """Return the mask of that many seats."""
    return (1 << seats) - 1


def only(seat: int) -> int:
    """Return the mask of one seat."""
    return 1 << seat


def has(mask: int, seat: int) -> bool:
    """Return whether the seat is in the mask.

    >>> has(0b101, 2), has(0b101, 1)
    (True, False)
    """
    return mask >> seat & 1 == 1


def without(mask: int, seat: int) -> int:
    """Return the mask without that seat."""
    return mask & ~(1 << seat)


def next_from(seat: int, mask: int) -> int:
    """Return the first seat of the mask from ``seat`` on, to the right; it may be ``seat`` itself.

    >>> next_from(1, 0b1011), next_from(2, 0b1011), next_from(4, 0b1011)
    (1, 3, 0)

    The mask must not be empty.
    """
    return NEXT_SEAT[seat][mask]


def team_of(seat: int) -> int:
    """Return the team of a seat."""
    return seat & 1


def others(team: int) -> int:
    """Return the other team."""
    return 1 - team


def _first(start: int, mask: int) -> int:
    seats = SEATS_IN[mask]
    return next((seat for seat in seats if seat >= start), seats[0] if seats else -1)


NEXT_SEAT: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(_first(start, mask) for mask in range(1 << MOST_SEATS)) for start in range(MOST_SEATS)
)
"""`next_from` as a table, where the cost of a call matters; -1 if the mask is empty."""
