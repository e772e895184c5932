"""Random bits as a value: bots and simulations draw from them, and their caller supplies them.

The generator is small and deterministic (SplitMix64), so the same seed gives the same game on every
machine. It must not be used for secrets: packs of real matches come from the server's dealer.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Bits:
    """A stream of random bits from a seed.

    >>> Bits(1).below(10) == Bits(1).below(10)
    True
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next64(self) -> int:
        """Return the next 64 bits as a number."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound - 1``, each equally likely (by rejection)."""
        limit = (1 << 64) // bound * bound
        while (value := self.next64()) >= limit:
            pass
        return value % bound

    def chance(self) -> float:
        """Return a number from 0 (inclusive) to 1 (exclusive)."""
        return (self.next64() >> 11) / (1 << 53)

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put the items into a random order, in place (Fisher–Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
