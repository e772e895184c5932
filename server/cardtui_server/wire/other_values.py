"""Values of games that have no messages of their own, as messages (`OtherValue`) and back. How
great a view may be: `MOST_VIEW_BYTES`, `_DEEPEST_NESTING`, `_LONGEST_TEXT`.

Their types in the rules say what they are: a tuple of cards is a row, a tuple of `PlayedCard` a
trick. What is read once for each class needs no reflection afterwards.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from enum import IntEnum
from functools import cache
from typing import Any, Final, Union, get_args, get_origin

from google.protobuf.message import Message

from cardtui.v1 import cards_pb2, other_pb2
from cardtui_engine.cards import Card, CardName
from cardtui_engine.plain import field_types, is_record
from cardtui_engine.views import Meld, Pile, PlayedCard, Result
from cardtui_server.wire.vocabulary import CardNumbers

Write = Callable[[Any], other_pb2.OtherValue]
Read = Callable[[other_pb2.OtherValue], Any]

_DEEPEST_NESTING: Final = 4
_LONGEST_TEXT: Final = 200
MOST_VIEW_BYTES: Final = 32 << 10
"""The most bytes that a part of a view may take."""

_V = other_pb2.OtherValue


class UnknownTypeError(TypeError):
    """A view has a field of a type that the wire does not know; the sentence says which."""


class OtherValues:
    """Converts the values of one game."""

    def __init__(self, cards: CardNumbers) -> None:
        self._cards = cards
        self._writers: Callable[[Any], Any] = cache(self._fields_writer)
        self._readers: Callable[[Any], Any] = cache(self._fields_reader)

    def write(self, part: Any) -> list[other_pb2.OtherField]:
        """Return the fields of a part of a view: of all but how the last hand ended."""
        return [
            other_pb2.OtherField(name=name, value=None if part[at] is None else write(part[at]))
            for at, name, write in self._writers(type(part))
        ]

    def read(self, cls: Any, fields: Any, last: other_pb2.OtherResult | None = None) -> Any:
        """Return a part of a view of that class; how the last hand ended comes by itself."""
        given = {each.name: each.value for each in fields}
        values = {
            name: read(given[name])
            if name in given and given[name].WhichOneof("value") is not None
            else None
            for name, read in self._readers(cls)
        }
        if Result in _inside(field_types(cls).get("last")):
            told = last is not None and bool(last.winners)
            values["last"] = _result(last) if told and last else None
        return cls(**values)

    def _fields_writer(self, cls: Any) -> tuple[tuple[int, str, Write], ...]:
        return tuple(
            (at, name, self._writer(hint, f"{cls.__name__}.{name}"))
            for at, (name, hint) in enumerate(field_types(cls).items())
            if Result not in _inside(hint)
        )

    def _fields_reader(self, cls: Any) -> tuple[tuple[str, Read], ...]:
        return tuple(
            (name, self._reader(hint))
            for name, hint in field_types(cls).items()
            if Result not in _inside(hint)
        )

    def _writer(self, hint: Any, where: str, depth: int = 0) -> Write:
        """Return what writes values of that type.

        Raises:
            UnknownTypeError: nothing does.
        """
        hint, card = _without_none(hint), self._cards.write
        if depth > _DEEPEST_NESTING:
            raise UnknownTypeError(f"{where}: lists and records lie too deep inside each other")
        if hint in (Card, CardName):
            return lambda value: _V(card=card(value))
        if hint is bool:
            return lambda value: _V(flag=value)
        if isinstance(hint, type) and issubclass(hint, int | IntEnum):
            return lambda value: _V(number=value)
        if isinstance(hint, type) and issubclass(hint, str):
            return lambda value: _V(text=value[:_LONGEST_TEXT])
        if hint in (PlayedCard, Pile, Meld):
            several = self._several(hint)
            return lambda value: several((value,))
        if is_record(hint):
            fields = [
                (at, name, self._writer(each, f"{where}.{name}", depth + 1))
                for at, (name, each) in enumerate(field_types(hint).items())
            ]
            return lambda value: _V(
                record=other_pb2.OtherRecord(
                    fields=[
                        other_pb2.OtherField(
                            name=name, value=None if value[at] is None else write(value[at])
                        )
                        for at, name, write in fields
                    ]
                )
            )
        if get_origin(hint) is tuple:
            return self._tuple_writer(get_args(hint)[0], where, depth)
        raise UnknownTypeError(f"{where}: a view cannot hold a value of the type {hint}")

    def _tuple_writer(self, inner: Any, where: str, depth: int) -> Write:
        card = self._cards.write
        if inner in (Card, CardName):
            return lambda value: _V(cards=other_pb2.OtherCards(cards=map(card, value)))
        if inner is int:
            return lambda value: _V(numbers=other_pb2.OtherNumbers(numbers=value))
        if inner in (PlayedCard, Pile, Meld):
            return self._several(inner)
        if get_origin(inner) is tuple and get_args(inner)[0] in (Card, CardName):
            melds = self._several(Meld)
            return lambda value: melds([Meld(each) for each in value])
        write = self._writer(inner, where, depth + 1)
        return lambda value: _V(list=other_pb2.OtherList(values=map(write, value)))

    def _several(self, kind: Any) -> Write:
        card = self._cards.write

        def trick(value: Any) -> other_pb2.OtherValue:
            played = [other_pb2.OtherPlayed(seat=each.seat, card=card(each.card)) for each in value]
            return _V(trick=other_pb2.OtherTrick(played=played))

        def piles(value: Any) -> other_pb2.OtherValue:
            lying = [
                other_pb2.OtherPile(
                    cards=each.cards,
                    top=cards_pb2.CARD_UNSPECIFIED if each.top is None else card(each.top),
                    seat=each.seat,
                )
                for each in value
            ]
            return _V(piles=other_pb2.OtherPiles(piles=lying))

        def melds(value: Any) -> other_pb2.OtherValue:
            laid = [
                other_pb2.OtherMeld(cards=map(card, each.cards), seat=each.seat) for each in value
            ]
            return _V(melds=other_pb2.OtherMelds(melds=laid))

        return {PlayedCard: trick, Pile: piles, Meld: melds}[kind]

    def _reader(self, hint: Any) -> Read:
        hint, card = _without_none(hint), self._cards.read
        if hint in (Card, CardName):
            return lambda value: card(value.card)
        if hint is bool:
            return lambda value: value.flag
        if isinstance(hint, type) and issubclass(hint, int | IntEnum):
            return lambda value: hint(value.number)
        if isinstance(hint, type) and issubclass(hint, str):
            return lambda value: hint(value.text)
        if hint in (PlayedCard, Pile, Meld):
            several = self._read_several(hint)
            return lambda value: several(value)[0]
        if is_record(hint):
            fields = [(name, self._reader(each)) for name, each in field_types(hint).items()]

            def record(value: Any) -> Any:
                given = {each.name: each.value for each in value.record.fields}
                return hint(
                    **{
                        name: None
                        if name not in given or given[name].WhichOneof("value") is None
                        else read(given[name])
                        for name, read in fields
                    }
                )

            return record
        inner = get_args(hint)[0]
        if inner in (Card, CardName):
            return lambda value: tuple(map(card, value.cards.cards))
        if inner is int:
            return lambda value: tuple(value.numbers.numbers)
        if inner in (PlayedCard, Pile, Meld):
            return self._read_several(inner)
        if get_origin(inner) is tuple and get_args(inner)[0] in (Card, CardName):
            melds = self._read_several(Meld)
            return lambda value: tuple([meld.cards for meld in melds(value)])
        read = self._reader(inner)
        return lambda value: tuple(map(read, value.list.values))

    def _read_several(self, kind: Any) -> Read:
        card = self._cards.read

        def seat(each: Any) -> int | None:
            return each.seat if each.HasField("seat") else None

        if kind is PlayedCard:
            return lambda value: tuple(
                [PlayedCard(each.seat, card(each.card)) for each in value.trick.played]
            )
        if kind is Pile:
            return lambda value: tuple(
                [
                    Pile(each.cards, card(each.top) if each.top else None, seat(each))
                    for each in value.piles.piles
                ]
            )
        return lambda value: tuple(
            [Meld(tuple(map(card, each.cards)), seat(each)) for each in value.melds.melds]
        )


def bounded(message: Message) -> bytes:
    """Return an encoded part of a view.

    Raises:
        ValueError: it takes more than `MOST_VIEW_BYTES`.
    """
    encoded = message.SerializeToString()
    if len(encoded) > MOST_VIEW_BYTES:
        raise ValueError(
            f"a view of the game takes {len(encoded)} bytes; {MOST_VIEW_BYTES} are allowed"
        )
    return encoded


def _result(last: other_pb2.OtherResult) -> Result:
    return Result(tuple(last.winners), last.points, last.reason)


def result_of(part: Any) -> other_pb2.OtherResult | None:
    """Return how the last hand ended, if a part of a view tells it."""
    last = getattr(part, "last", None)
    if not isinstance(last, Result):
        return None
    reason = last.reason[:_LONGEST_TEXT]
    return other_pb2.OtherResult(winners=last.winners, points=last.points, reason=reason)


def _inside(hint: Any) -> tuple[Any, ...]:
    return (hint, *get_args(hint))


def _without_none(hint: Any) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        return next(each for each in get_args(hint) if each is not type(None))
    return hint
