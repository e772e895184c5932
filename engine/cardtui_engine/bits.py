"""Random numbers from a seed (`Bits`), and one riffle of a pack (`riffle`), for bots, arenas and
tests. The packs of real matches come from `server/cardtui_server/fairness/packs.py`.

The generator is small and deterministic (SplitMix64), so the same seed gives the same game on every
machine. It must not be used for secrets.

A `riffle` goes by the Gilbert-Shannon-Reeds model, which cuts the pack at a binomially distributed
place and interleaves the two packets, every interleaving being equally likely. Read backwards, it
needs only one fair bit for each card: each place of the riffled pack is filled from the upper
packet (0) or from the lower one (1).
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

from cardtui_engine.cards import Card

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


def riffle(pack: Sequence[Card], bits: Sequence[int]) -> tuple[Card, ...]:
    """Return the pack after one riffle.

    >>> riffle((Card(1), Card(2), Card(3), Card(4)), (1, 0, 0, 1))
    (3, 1, 2, 4)

    Args:
        pack: top first.
        bits: for each place from the top, 0 if its card comes from the upper packet and 1 if from
            the lower. The upper packet has as many cards as there are zeros.
    """
    if len(bits) != len(pack):
        raise ValueError("a riffle needs one bit for each card")
    upper = iter(pack[: len(pack) - sum(bits)])
    lower = iter(pack[len(pack) - sum(bits) :])
    return tuple([next(lower if bit else upper) for bit in bits])
