"""Observations: a seat's view as a row of numbers, always as many, for what learns from numbers:
how a card, a flag or a word is told in them (a word in `_WORD_BITS`).

Which numbers these are follows from the types of the game's view, field by field:

| type | numbers |
| --- | --- |
| a number | itself; before it 1 or 0 where it can be missing |
| a flag | 1 or 0 |
| a card | 1 in the place of that card; the place after the last is for an unknown one |
| cards | how many there are of each, and how many unknown ones; then the last of them, as a card |
| cards with the seats that laid them | the same for each seat |
| a word | sixteen zeros and ones that are always the same for the word |
| a tuple of anything else | how many there are, and each of them; zeros for the missing |
| a NamedTuple | its fields; before them 1 or 0 where it can be missing |

In which order other cards lie is not told. Nor is what a seat may do: `ActionIds.mask` says it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, get_args
from zlib import crc32

from cardtui_engine.cards import Card, CardName
from cardtui_engine.options import OptionValue
from cardtui_engine.plain import field_types, is_record, is_union
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import Common, SeatView

_WORD_BITS: Final = 16
_FEWEST_PLACES: Final = 4
"""The places of a tuple at a table of fewer seats: envidos have as many bets."""

_Write = Callable[[Any, list[int]], None]


class _Coder(NamedTuple):
    """How values of a type become numbers.

    Attributes:
        size: how many numbers.
        write: appends the numbers of a value.
    """

    size: int
    write: _Write


class ObservationSpace:
    """How the views of a game become numbers.

    >>> from cardtui_engine import Match
    >>> match = Match("cacho", seats=2, seed=1)
    >>> space = ObservationSpace(match.rules, match.options, 2)
    >>> numbers = space.numbers(match.seat_view(0))
    >>> len(numbers) == space.size, numbers[space.fields["pot"]]
    (True, [0])

    Attributes:
        size: how many numbers an observation has.
        fields: by the name of a field, where its numbers are.
    """

    def __init__(self, rules: AnyRules, options: Mapping[str, OptionValue], seats: int) -> None:
        """Read the types of a game's view.

        Args:
            options: as `Rules.options` returned them.
        """
        view = rules.seat_view(rules.start(options, seats, 0), 0)
        types = _Types(len(rules.deck.codes), seats)
        self._coders: list[_Coder] = []
        self.fields: dict[str, slice] = {}
        self.size = 0
        for name, hint in _fields(view):
            coder = types.field_coder(hint)
            self._coders.append(coder)
            self.fields[name] = slice(self.size, self.size + coder.size)
            self.size += coder.size

    def numbers(self, view: SeatView[Any, Any]) -> list[int]:
        """Return a view as numbers, `size` of them."""
        numbers: list[int] = []
        for coder, value in zip(self._coders, _values(view), strict=True):
            coder.write(value, numbers)
        return numbers


def _fields(view: SeatView[Any, Any]) -> list[tuple[str, Any]]:
    """Return the names and types of what a view holds, but for the choices."""
    _, game, own = view
    return [
        *field_types(Common).items(),
        *[(f"game.{name}", hint) for name, hint in field_types(type(game)).items()],
        ("own.seat", int),
        ("own.hand", tuple[Card, ...]),
        *[(f"own.{name}", hint) for name, hint in _own_types(own.game)],
    ]


def _own_types(game: Any) -> Iterable[tuple[str, Any]]:
    return () if game is None else field_types(type(game)).items()


def _values(view: SeatView[Any, Any]) -> Sequence[Any]:
    """Return the values of the same."""
    common, game, (seat, hand, _, own) = view
    return (*common, *game, seat, hand, *(own or ()))


class _Types:
    """Finds how values of a type become numbers, for a deck of cards and a number of seats."""

    def __init__(self, cards: int, seats: int) -> None:
        self._faces = cards + 1
        self._seats = seats
        self._places = max(seats, _FEWEST_PLACES)

    def field_coder(self, hint: Any) -> _Coder:
        """Return how a field of a view becomes numbers.

        Raises:
            TypeError: views have held no such type so far.
        """
        if hint == tuple[Card, ...]:
            return _Coder(2 * self._faces, self._write_pile)
        return self.coder(hint)

    def coder(self, hint: Any) -> _Coder:
        """Return how values of a type become numbers, wherever they stand.

        Raises:
            TypeError: views have held no such type so far.
        """
        if is_union(hint):
            (inner,) = [each for each in get_args(hint) if each is not type(None)]
            return _optional(self.coder(inner), flagged=inner is int or is_record(inner))
        if hint in (Card, CardName):
            return _Coder(self._faces, self._write_card)
        if get_args(hint):
            return self._tuple_coder(get_args(hint)[0])
        if is_record(hint):
            return _record([self.coder(each) for each in field_types(hint).values()])
        if issubclass(hint, int):
            return _Coder(1, _write_number)
        if issubclass(hint, str):
            return _Coder(_WORD_BITS, _write_word)
        raise TypeError(f"there are no numbers for {hint}")

    def _tuple_coder(self, inner: Any) -> _Coder:
        if inner in (Card, CardName):
            return _Coder(self._faces, self._write_cards)
        if is_record(inner) and field_types(inner) == {"seat": int, "card": Card}:
            return _Coder(self._faces * self._seats, self._write_laid)
        return _several(self.coder(inner), self._places)

    def _write_card(self, card: Card, numbers: list[int]) -> None:
        self._write_cards((card,), numbers)

    def _write_cards(self, cards: Sequence[Card], numbers: list[int]) -> None:
        there = [0] * self._faces
        for card in cards:
            there[card] += 1  # `UNKNOWN` is -1: the last place
        numbers += there

    def _write_pile(self, cards: Sequence[Card], numbers: list[int]) -> None:
        self._write_cards(cards, numbers)
        self._write_cards(cards[-1:], numbers)

    def _write_laid(self, laid: Sequence[tuple[int, Card]], numbers: list[int]) -> None:
        there = [0] * (self._faces * self._seats)
        for seat, card in laid:
            there[seat * self._faces + card % self._faces] += 1
        numbers += there


def _write_number(number: int, numbers: list[int]) -> None:
    numbers.append(int(number))


def _write_word(word: str, numbers: list[int]) -> None:
    numbers += _bits_of(word)


@cache
def _bits_of(word: str) -> tuple[int, ...]:
    """Return the bits that stand for a word; zeros for no word."""
    code = crc32(word.encode()) if word else 0
    return tuple([code >> bit & 1 for bit in range(_WORD_BITS)])


def _optional(coder: _Coder, *, flagged: bool) -> _Coder:
    """Return how values become numbers that can be missing; a flag tells, where zeros do not."""
    size, write = coder
    nothing = [0] * (size + flagged)

    def write_if_there(value: Any, numbers: list[int]) -> None:
        if value is None:
            numbers += nothing
            return
        if flagged:
            numbers.append(1)
        write(value, numbers)

    return _Coder(size + flagged, write_if_there)


def _record(coders: Sequence[_Coder]) -> _Coder:
    """Return how a NamedTuple becomes numbers."""
    writes = [coder.write for coder in coders]

    def write_fields(value: Any, numbers: list[int]) -> None:
        for write, each in zip(writes, value, strict=True):
            write(each, numbers)

    return _Coder(sum([coder.size for coder in coders]), write_fields)


def _several(coder: _Coder, places: int) -> _Coder:
    """Return how a tuple becomes numbers; of more values than places, the last ones count."""
    size, write = coder

    def write_each(values: Sequence[Any], numbers: list[int]) -> None:
        numbers.append(len(values))
        for value in values[-places:]:
            write(value, numbers)
        numbers += [0] * (size * (places - len(values)))

    return _Coder(1 + size * places, write_each)
