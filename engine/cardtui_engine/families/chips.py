"""Matches for chips: the options for chips and hands, who has enough to be dealt in (`dealt_in`),
who follows whom, and why a match is over (`why_over`). At most `MAX_SEATS` sit at such a table.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from cardtui_engine.options import OptionKind, OptionSpec, OptionValue
from cardtui_engine.outcome import Ending

MAX_SEATS: Final = 8

_OTHER_SEATS: Final = tuple(
    tuple(tuple((seat + step) % count for step in range(1, count)) for seat in range(count))
    for count in range(MAX_SEATS + 1)
)
"""By number of seats and by seat: the other seats, in the order of play."""


def seats_after(seat: int, count: int) -> tuple[int, ...]:
    """Return the other seats in the order of play, from the one after that seat.

    >>> seats_after(1, 4)
    (2, 3, 0)
    """
    return _OTHER_SEATS[count][seat]


CHIP_VALUE: Final = OptionSpec(
    "chip_value",
    OptionKind.TEXT,
    "",
    "What a chip is worth, as the table shows it.",
    high=40,
)


def chips_option(
    name: str, default: int, clause: str, *, low: int, short: tuple[int, int]
) -> OptionSpec:
    """Return the option for the chips that players start with: one number, or one for each seat.

    Args:
        name: the sheet's word for them.
        default: how many they are.
        clause: the clause of the game's sheet about them.
        low: the fewest that they may be.
        short: the range in which matches are short.
    """
    return OptionSpec(
        name,
        OptionKind.NUMBER_BY_SEAT,
        default,
        "Chips that each player starts with.",
        clause,
        low=low,
        short=short,
    )


def hands_option(clause: str) -> OptionSpec:
    """Return the option that ends a match after a number of hands.

    Args:
        clause: the clause of the game's sheet about the end of a match.
    """
    return OptionSpec(
        "hands",
        OptionKind.NUMBER,
        0,
        "The match ends after so many hands; 0: when only one player can go on.",
        clause,
        short=(1, 6),
    )


def starting_chips(buy_in: OptionValue, seats: int) -> tuple[int, ...]:
    """Return the chips at the start, by seat; the option is one number for all, or one for each."""
    if isinstance(buy_in, tuple):
        return buy_in
    assert isinstance(buy_in, int)
    return (buy_in,) * seats


def dealt_in(chips: tuple[int, ...], dealer: int, least: int) -> tuple[int, ...]:
    """Return the seats with at least ``least`` chips, in the order of play, the dealer last."""
    order = (*seats_after(dealer, len(chips)), dealer)
    return tuple([seat for seat in order if chips[seat] >= least])


def in_and_out(
    chips: tuple[int, ...], dealt: tuple[int, ...], least: int, *, playing: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats that were dealt in, and those that are out of the match, both sorted.

    Args:
        chips: the chips, by seat.
        dealt: the seats dealt into this hand, or into the last one.
        least: the least chips with which a seat stays in the match.
        playing: whether the hand is played; then who was dealt in may have all chips in the pot.
    """
    inside, outside = _apart(dealt, len(chips))
    if playing:
        return inside, outside
    return inside, tuple([seat for seat, each in enumerate(chips) if each < least])


@cache
def _apart(dealt: tuple[int, ...], seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(sorted(dealt)), tuple([seat for seat in range(seats) if seat not in dealt])


def with_most(chips: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats with the most chips (or points)."""
    most = max(chips)
    return tuple([seat for seat, each in enumerate(chips) if each == most])


def why_over(chips: tuple[int, ...], least: int, hand: int, hands: int) -> Ending | None:
    """Return why the match is over after a hand; ``None`` if it goes on.

    Args:
        chips: the chips, by seat.
        least: the least chips with which a seat stays in the match.
        hand: the number of that hand.
        hands: the number of hands after which the match ends; 0 for no limit.
    """
    if sorted(chips)[-2] < least:
        return Ending.LAST
    return Ending.LIMIT if 0 < hands <= hand else None
