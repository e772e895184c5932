"""Kinds: makes NamedTuples of different classes unequal, where one value may be of several.

A NamedTuple equals every tuple with the same items, of whatever class. That is harmless for
values that stand in a field of one type, and a trap for the members of a union: three chips
won by a seat would equal three points scored by a team.
"""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T", bound=type[object])


def _equal(self: tuple[object, ...], other: object) -> bool:
    return type(self) is type(other) and tuple.__eq__(self, other)


def _unequal(self: tuple[object, ...], other: object) -> bool:
    return not _equal(self, other)


def _hash(self: tuple[object, ...]) -> int:
    return hash((type(self), *self))


def distinct(cls: T) -> T:
    """Let values of a NamedTuple class equal only values of the same class.

    Making one costs what it did, which a dataclass that is frozen does not.

    >>> from typing import NamedTuple
    >>> @distinct
    ... class Chips(NamedTuple):
    ...     seat: int
    >>> @distinct
    ... class Points(NamedTuple):
    ...     seat: int
    >>> Chips(1) == Chips(1), Chips(1) == Points(1), Chips(1) == (1,)
    (True, False, False)
    """
    for name, method in (("__eq__", _equal), ("__ne__", _unequal), ("__hash__", _hash)):
        setattr(cls, name, method)
    return cls
