"""Converts engine values to messages and back, by name: classes to messages, fields to fields.

The annotations of the engine's NamedTuples are read once and compiled into closures, so that a move
needs no reflection.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import cache
from typing import Any, Final, Union, get_args, get_origin

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from cardtui.v1 import table_service_pb2
from cardtui_engine.actions import Action
from cardtui_engine.bots import Advice, Reason
from cardtui_engine.cards import Card, CardName
from cardtui_engine.choices import Choice
from cardtui_engine.library.registry import get_rules
from cardtui_engine.plain import is_record
from cardtui_server.match.state import TableState
from cardtui_server.wire.action_codec import action_codec
from cardtui_server.wire.values import read_option, write_option
from cardtui_server.wire.vocabulary import CardNumbers, fields_of, member_reader, part, words_of

Convert = Callable[[Any], Any]

_new: Final = tuple.__new__
"""It makes a value from all of its fields, in a third of the time that its class takes."""

_OPTION_TYPE: Final = Union[bool, int, str, tuple[int, ...]]  # noqa: UP007 - compared with a hint at run time


class Codec:
    """Converts the values of one game.

    Attributes:
        cards: converts its cards.
        actions: converts its actions and choices.
    """

    def __init__(self, game: str) -> None:
        self.cards = CardNumbers(get_rules(game).deck)
        self.actions = action_codec(game, self.cards)
        self._writers: dict[tuple[type, Descriptor], Convert] = {}
        self._readers: dict[tuple[type, Descriptor], Convert] = {}

    def writer(self, cls: type, message: Descriptor) -> Convert:
        """Return the function that makes messages of values of that class."""
        key = (cls, message)
        if key not in self._writers:
            self._writers[key] = self._compile_writer(cls, message)
        return self._writers[key]

    def reader(self, cls: type, message: Descriptor) -> Convert:
        """Return the function that makes values of that class of messages."""
        key = (cls, message)
        if key not in self._readers:
            self._readers[key] = self._compile_reader(cls, message)
        return self._readers[key]

    def _compile_writer(self, cls: type, message: Descriptor) -> Convert:
        make = GetMessageClass(message)
        plan = [
            (index, field.name, self.field_writer(hint, field))
            for index, (field, hint) in enumerate(fields_of(cls, message))
        ]

        def write(value: Any) -> Message:
            given = {}
            for index, name, convert in plan:
                each = value[index]
                if each is not None:
                    given[name] = each if convert is None else convert(each)
            return make(**given)

        return write

    def field_writer(self, hint: Any, field: FieldDescriptor) -> Convert | None:
        """Return the function that converts values of that annotation; ``None`` means unchanged."""
        hint = _without_none(hint)
        if hint in (Card, CardName):
            return self.cards.write
        if hint is Action:
            return self.actions.write
        if hint is Choice:
            return self.actions.write_choice
        if hint == _OPTION_TYPE:
            return write_option
        if is_record(hint):
            return self.writer(hint, part(field))
        origin = get_origin(hint)
        if origin is tuple:
            inner = self.field_writer(get_args(hint)[0], field)
            if inner is None:
                return None
            return lambda values: [inner(each) for each in values]
        if origin is Mapping:
            return lambda values: {name: write_option(each) for name, each in values.items()}
        if isinstance(hint, type) and issubclass(hint, IntEnum):
            return int
        if isinstance(hint, type) and issubclass(hint, str) and field.enum_type is not None:
            return words_of(field.enum_type).__getitem__
        return None

    def _compile_reader(self, cls: type, message: Descriptor) -> Convert:
        plan = [
            (field.name, field.has_presence, self._read_value(hint, field))
            for field, hint in fields_of(cls, message)
        ]

        def read(value: Any) -> Any:
            found: list[Any] = []
            for name, optional, convert in plan:
                if optional and not value.HasField(name):
                    found.append(None)
                    continue
                each = getattr(value, name)
                found.append(each if convert is None else convert(each))
            return _new(cls, found)

        return read

    def _read_value(self, hint: Any, field: FieldDescriptor) -> Convert | None:
        hint = _without_none(hint)
        if hint in (Card, CardName):
            return self.cards.read
        if hint is Action:
            return self.actions.read
        if is_record(hint):
            return self.reader(hint, part(field))
        if isinstance(hint, type) and issubclass(hint, IntEnum):
            return member_reader(hint)
        origin = get_origin(hint)
        if origin is tuple:
            inner = self._read_value(get_args(hint)[0], field)
            if inner is None:
                return tuple
            return lambda values: tuple([inner(each) for each in values])
        if origin is Mapping:
            return lambda values: {name: read_option(each) for name, each in values.items()}
        return None


@cache
def codec_for(game: str) -> Codec:
    """Return the codec of a game."""
    return Codec(game)


def _without_none(hint: Any) -> Any:
    if hint == _OPTION_TYPE:
        return hint
    if get_origin(hint) in (Union, types.UnionType):
        left = [each for each in get_args(hint) if each is not type(None)]
        return left[0]
    return hint


_REASONS: Final = {
    reason: table_service_pb2.AdviceReason.ValueType(
        table_service_pb2.AdviceReason.Value(f"ADVICE_REASON_{reason.name}")
    )
    for reason in Reason
}


def advice_message(advice: Advice, state: TableState) -> table_service_pb2.AdviseResponse:
    """Return advice for a position of a table as a message."""
    write = codec_for(state.rules.id).actions.write
    return table_service_pb2.AdviseResponse(
        action=None if advice.action is None else write(advice.action),
        reason=_REASONS[advice.reason],
        numbers=advice.numbers,
        position=state.position,
    )
