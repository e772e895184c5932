"""How much the bots of Cacho may bet and raise in the third round: `_OPENING_SIZES`,
`_RAISE_SIZES`, `_SIZE_LADDER`. These are the sizes that the solved table knows, and the spots in
which it decides.

One seat of two is the table's. It keeps to a menu of a few sizes, the same at every raise; the
other seat may bet whatever it likes, and the table knows an answer to each rung of a ladder.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

PASS: Final = -1
"""The word for giving up. Any other word is what the seat has put in after it."""

_SIZE_LADDER: Final = (
    *(1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 28, 36, 46, 60, 78, 100, 130, 170, 220, 290),
)
_MOST_OF_CAP: Final = 0.88
"""A rung above that part of the cap is left out: the cap stands for it."""

_OPENING_SIZES: Final = (0.0, 0.34, 1.0, 2.2)
_RAISE_SIZES: Final = (0.6, 1.5)
"""The menu of a first bet and of a raise, as parts of the pot; all in comes on top."""

_DEEP_CAP: Final = 64
_DEEP_RAISE_SIZES: Final = (1.0,)
"""Over a greater cap than that, raises have this menu: with the other the spots would be many."""


class Spot(NamedTuple):
    """What has been put in during the round: by the seat that speaks, and by the other."""

    own: int
    other: int


@lru_cache(maxsize=256)
def rungs(cap: int) -> tuple[int, ...]:
    """Return the sizes that the table tells apart below that cap, and the cap."""
    return (*[size for size in _SIZE_LADDER if size < cap * _MOST_OF_CAP], cap)


@lru_cache(maxsize=8192)
def menu(carried: int, cap: int, other: int) -> tuple[int, ...]:
    """Return what the table may bet, or raise to over a bet of ``other``; the lowest first.

    Args:
        carried: the pot when the round began.
        cap: the most that may be bet.
        other: the bet of the other seat; 0 if there is none.
    """
    # A raise at least doubles the bet: that is what keeps the number of spots small.
    least = 2 * other + 1
    found = {cap}
    raises = _RAISE_SIZES if cap <= _DEEP_CAP else _DEEP_RAISE_SIZES
    for part in raises if other else _OPENING_SIZES:
        wanted = max(least, other + part * (carried + 2 * other))
        if wanted < cap:
            found.add(min(rungs(cap), key=lambda size: (abs(size - wanted), size)))
    return tuple(sorted([size for size in found if size >= min(least, cap)]))


@lru_cache(maxsize=8192)
def answered(cap: int, own: int) -> tuple[int, ...]:
    """Return the bets over one of ``own`` to which the table knows an answer."""
    return tuple(sorted({own + 1, *[size for size in rungs(cap) if size > own]}))


@lru_cache(maxsize=64)
def spots(carried: int, cap: int, *, elder: bool, check: bool) -> tuple[Spot, ...]:
    """Return the spots in which the table decides, sorted.

    Args:
        carried: the pot when the round began.
        cap: the most that may be bet.
        elder: whether the table's seat speaks first.
        check: whether a pass with no bet made is a check (CC-17).
    """
    open_ones = [Spot(0, 0)] if elder or check else []
    if not elder or check:
        open_ones += [Spot(0, size) for size in answered(cap, 0)]
    found = set(open_ones)
    while open_ones:
        spot = open_ones.pop()
        if spot.other == cap:
            continue
        for own in menu(carried, cap, spot.other):
            if own < cap:
                further = {Spot(own, size) for size in answered(cap, own)} - found
                found |= further
                open_ones += further
    return tuple(sorted(found))


def words(carried: int, cap: int, spot: Spot, *, check: bool) -> Iterator[int]:
    """Yield what the table may say in a spot: to pass, to call or check, then each raise."""
    if spot.other or not check:
        yield PASS
    if spot.other or check:
        yield spot.other
    if spot.other < cap:
        yield from menu(carried, cap, spot.other)
