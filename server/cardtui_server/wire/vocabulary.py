"""The engine's words as the protocol's: sets as enums, cards as numbers, classes as fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import cache
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from cardtui.v1 import cards_pb2
from cardtui_engine.cards import UNKNOWN, Card, Deck
from cardtui_engine.plain import field_types
from cardtui_server.match.refusals import Reason, Refused

Convert = Callable[[Any], Any]

_UNKNOWN: Final = "There is no such choice."


@cache
def words_of(kind: EnumDescriptor) -> Mapping[str, int]:
    """Return an enum's numbers by the engine's words; the empty word stands for not set."""
    prefix = kind.values_by_number[0].name.removesuffix("UNSPECIFIED")
    words = {value.name.removeprefix(prefix).lower(): value.number for value in kind.values}
    return words | {"": 0}


def word_reader(kind: EnumDescriptor) -> Convert:
    """Return a function from an enum's number to the engine's word, or ``None`` if not set."""
    words: dict[int, str | None] = {number: word for word, number in words_of(kind).items()}
    words[0] = None

    def read(number: int) -> str | None:
        try:
            return words[number]
        except KeyError:
            raise Refused(Reason.MALFORMED, _UNKNOWN) from None

    return read


def member_reader(kind: type[IntEnum]) -> Convert:
    """Return a function from an enum's number to the member of the engine's enum."""

    def read(number: int) -> IntEnum:
        try:
            return kind(number)
        except ValueError:
            raise Refused(Reason.MALFORMED, _UNKNOWN) from None

    return read


_FIRST_CARD: Final = {
    "spanish": cards_pb2.CARD_SPANISH_1E,
    "french": cards_pb2.CARD_FRENCH_AS,
}


class CardNumbers:
    """Converts the cards of one deck."""

    def __init__(self, deck: Deck) -> None:
        self._first = int(_FIRST_CARD[deck.name])
        self._count = len(deck.codes)

    def write(self, card: Card) -> cards_pb2.Card.ValueType:
        """Return the number of a card in the enum."""
        number = int(cards_pb2.CARD_HIDDEN) if card == UNKNOWN else self._first + card
        return cards_pb2.Card.ValueType(number)

    def read(self, number: int) -> Card:
        """Return the card with that number in the enum.

        Raises:
            Refused: no card of this deck has that number.
        """
        if not 0 <= number - self._first < self._count:
            raise Refused(Reason.MALFORMED, "There is no such card in this game's pack.")
        return Card(number - self._first)


def part(field: FieldDescriptor) -> Descriptor:
    """Return the type of a field that holds a message."""
    assert field.message_type is not None
    return field.message_type


def fields_of(cls: type, message: Descriptor) -> list[tuple[FieldDescriptor, Any]]:
    """Return a message's fields in the order of the class's, with the class's annotations."""
    return [(message.fields_by_name[name], hint) for name, hint in field_types(cls).items()]


def snake_case(name: str) -> str:
    """Return a class's name as a field's name: ``hand_ended`` for ``HandEnded``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
