"""Kinds: makes NamedTuples of different classes unequal, for values that may be of several classes.

A NamedTuple equals every tuple with the same items, whatever its class. That is harmless in a field
of one type, but a trap among the members of a union: three chips won by a seat would equal three
points scored by a team.
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
    """Make values of a NamedTuple class equal only to values of the same class.

    Creating a value stays as fast as before; a frozen dataclass would be slower.

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
