"""The engine's words as the protocol's: sets as enums, cards as numbers, classes as fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import cache
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from cardtui.card_numbers import pack
from cardtui.v1 import cards_pb2, tables_pb2
from cardtui_engine.cards import FRENCH, SPANISH, Card, Deck
from cardtui_engine.plain import field_types
from cardtui_server.match.refusals import Reason, Refused

Convert = Callable[[Any], Any]

_UNKNOWN_CHOICE: Final = "There is no such choice."


@cache
def words_of(kind: EnumDescriptor) -> Mapping[str, int]:
    """Return an enum's numbers by the engine's words; the empty word stands for not set."""
    prefix = kind.values_by_number[0].name.removesuffix("UNSPECIFIED")
    words = {value.name.removeprefix(prefix).lower(): value.number for value in kind.values}
    return _Words(words | {"": 0})


class _Words(dict[str, int]):
    """Numbers by words; a word of a game of another package has that of ``other``."""

    def __missing__(self, word: str) -> int:
        if "other" not in self:
            raise KeyError(word)
        return self["other"]


def word_reader(kind: EnumDescriptor) -> Convert:
    """Return a function from an enum's number to the engine's word, or ``None`` if not set."""
    words: dict[int, str | None] = {number: word for word, number in words_of(kind).items()}
    words[0] = None

    def read(number: int) -> str | None:
        try:
            return words[number]
        except KeyError:
            raise Refused(Reason.MALFORMED, _UNKNOWN_CHOICE) from None

    return read


def member_reader(kind: type[IntEnum]) -> Convert:
    """Return a function from an enum's number to the member of the engine's enum."""

    def read(number: int) -> IntEnum:
        try:
            return kind(number)
        except ValueError:
            raise Refused(Reason.MALFORMED, _UNKNOWN_CHOICE) from None

    return read


_DECKS: Final = {
    SPANISH: (tables_pb2.DECK_SPANISH, "CARD_SPANISH_"),
    FRENCH: (tables_pb2.DECK_FRENCH, "CARD_FRENCH_"),
}


def deck_number(deck: Deck) -> tables_pb2.Deck.ValueType:
    """Return the number of a deck in the enum."""
    return _DECKS[deck][0] if deck in _DECKS else tables_pb2.DECK_OTHER


class CardNumbers:
    """Converts the cards of one deck."""

    def __init__(self, deck: Deck) -> None:
        self._numbers = (
            *[_number_of(*deck.face(Card(card))) for card in range(len(deck.codes))],
            int(cards_pb2.CARD_HIDDEN),  # in the place of `UNKNOWN`, which is -1
        )
        self._cards = {number: Card(card) for card, number in enumerate(self._numbers[:-1])}

    def write(self, card: Card) -> cards_pb2.Card.ValueType:
        """Return the number of a card in the enum."""
        return cards_pb2.Card.ValueType(self._numbers[card])

    def read(self, number: int) -> Card:
        """Return the card with that number in the enum.

        Raises:
            Refused: no card of this deck has that number.
        """
        card = self._cards.get(number)
        if card is None:
            raise Refused(Reason.MALFORMED, "There is no such card in this game’s pack.")
        return card


def _named_cards() -> dict[tuple[str, str], int]:
    """Return the numbers of the cards that the enum has names for, by rank and suit."""
    return {
        deck.face(Card(card)): int(cards_pb2.Card.Value(f"{prefix}{code}"))
        for deck, (_, prefix) in _DECKS.items()
        for card, code in enumerate(deck.codes)
    }


_NAMED_CARDS: Final = _named_cards()


def _number_of(rank: str, suit: str) -> int:
    named = _NAMED_CARDS.get((rank, suit))
    return pack(suit, rank) if named is None else named


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
