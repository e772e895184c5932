"""Domains: the values that an argument of an action may take.

A domain belongs to one argument. It lists its values, counts them without listing them, tells
whether a value is one of them, and draws one. Where the domain depends on the arguments before it,
`Domain.after` returns it once those are known.

An optional argument may also be left out; leaving it out is not a value of its domain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple, Protocol

from cardtui_engine.cards import Card

Given = Mapping[str, Any]
"""Arguments, keyed by the field of `Action` that holds them."""


class RandomBits(Protocol):
    """A source of random numbers, such as `Bits`."""

    def below(self, bound: int) -> int:
        """Return a random number from 0 to ``bound - 1``."""


class Domain(Protocol):
    """The values that one argument may take."""

    @property
    def field(self) -> str:
        """The field of `Action` that holds the argument."""

    @property
    def optional(self) -> bool:
        """Whether the argument may be left out."""

    def after(self, given: Given, /) -> Domain:
        """Return the domain that applies once the arguments before it are known."""

    def values(self) -> Iterator[Any]:
        """Yield every value once; of several that come to the same, yield one."""

    def size(self) -> int:
        """Return how many values there are, without listing them."""

    def has(self, value: Any) -> bool:
        """Return whether the value, whatever its type, is one of the domain's."""

    def draw(self, bits: RandomBits, /) -> Any:
        """Return a value drawn at random."""


class Cards(NamedTuple):
    """One of these cards, each listed once.

    >>> Cards("card", (Card(3), Card(7))).has(7)
    True

    Attributes:
        field: the field of `Action`.
        cards: the cards.
        optional: whether the argument may be left out.
        price: the price of the action if a card is given; ``None`` if that makes no difference.
    """

    field: str
    cards: tuple[Card, ...]
    optional: bool = False
    price: int | None = None

    def after(self, _given: Given, /) -> Cards:
        """See `Domain.after`."""
        return self

    def values(self) -> Iterator[Card]:
        """See `Domain.values`."""
        return iter(self.cards)

    def size(self) -> int:
        """See `Domain.size`."""
        return len(self.cards)

    def has(self, value: Any) -> bool:
        """See `Domain.has`."""
        return type(value) is int and value in self.cards

    def draw(self, bits: RandomBits, /) -> Card:
        """See `Domain.draw`."""
        return self.cards[bits.below(len(self.cards))]


class Range(NamedTuple):
    """A number from ``low`` to ``high``, both included.

    >>> list(Range("to", 3, 5).values())
    [3, 4, 5]
    """

    field: str
    low: int
    high: int
    optional: bool = False

    def after(self, _given: Given, /) -> Range:
        """See `Domain.after`."""
        return self

    def values(self) -> Iterator[int]:
        """See `Domain.values`."""
        return iter(range(self.low, self.high + 1))

    def size(self) -> int:
        """See `Domain.size`."""
        return self.high - self.low + 1

    def has(self, value: Any) -> bool:
        """See `Domain.has`."""
        return type(value) is int and self.low <= value <= self.high

    def draw(self, bits: RandomBits, /) -> int:
        """See `Domain.draw`."""
        return self.low + bits.below(self.high - self.low + 1)


class Numbers(NamedTuple):
    """A sequence of 1 to ``most`` numbers, each from ``low`` to ``high``.

    >>> list(Numbers("at", 1, 2, most=2).values())
    [(1,), (2,), (1, 1), (1, 2), (2, 1), (2, 2)]
    """

    field: str
    low: int
    high: int
    most: int
    optional: bool = False

    def after(self, _given: Given, /) -> Numbers:
        """See `Domain.after`."""
        return self

    def values(self) -> Iterator[tuple[int, ...]]:
        """See `Domain.values`."""
        each = range(self.low, self.high + 1)
        for length in range(1, self.most + 1):
            yield from product(each, repeat=length)

    def size(self) -> int:
        """See `Domain.size`."""
        span = self.high - self.low + 1
        return sum([span**length for length in range(1, self.most + 1)])

    def has(self, value: Any) -> bool:
        """See `Domain.has`."""
        return (
            type(value) is tuple
            and 1 <= len(value) <= self.most
            and all(type(each) is int and self.low <= each <= self.high for each in value)
        )

    def draw(self, bits: RandomBits, /) -> tuple[int, ...]:
        """See `Domain.draw`: every length is equally likely."""
        span, length = self.high - self.low + 1, 1 + bits.below(self.most)
        return tuple([self.low + bits.below(span) for _ in range(length)])


class Words(NamedTuple):
    """One of these words.

    >>> Words("source", ("stock", "discards")).has("hand")
    False
    """

    field: str
    words: tuple[str, ...]
    optional: bool = False

    def after(self, _given: Given, /) -> Words:
        """See `Domain.after`."""
        return self

    def values(self) -> Iterator[str]:
        """See `Domain.values`."""
        return iter(self.words)

    def size(self) -> int:
        """See `Domain.size`."""
        return len(self.words)

    def has(self, value: Any) -> bool:
        """See `Domain.has`."""
        return type(value) is str and value in self.words

    def draw(self, bits: RandomBits, /) -> str:
        """See `Domain.draw`."""
        return self.words[bits.below(len(self.words))]


class Flag(NamedTuple):
    """A flag: its only value is ``True``, and a flag that is not set is left out.

    >>> list(Flag("face_down").values())
    [True]
    """

    field: str
    optional: bool = True

    def after(self, _given: Given, /) -> Flag:
        """See `Domain.after`."""
        return self

    def values(self) -> Iterator[bool]:
        """See `Domain.values`."""
        return iter((True,))

    def size(self) -> int:
        """See `Domain.size`."""
        return 1

    def has(self, value: Any) -> bool:
        """See `Domain.has`."""
        return value is True

    def draw(self, _bits: RandomBits, /) -> bool:
        """See `Domain.draw`."""
        return True
