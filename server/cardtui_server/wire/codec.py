"""Engine values to wire messages and back, by name: a class is a message, a field a field.

The annotations of the engine's NamedTuples are read once and compiled into closures, so no
reflection is left on the way of a move. Cards become the enum's numbers by the game's deck,
words of a closed set the enum's value of that name, actions and events the field of a ``oneof``
that is named after their verb or class. Where a game means something of its own by a verb, the
field has the game's name before it.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from functools import cache
from typing import Any, Final, NamedTuple, Union, get_args, get_origin

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from cardtui.store.v1 import log_pb2
from cardtui.v1 import actions_pb2, cards_pb2, events_pb2, rummy_pb2, tables_pb2, views_pb2
from cardtui_engine.actions import Action
from cardtui_engine.cards import UNKNOWN, Card, CardName
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Cards, Domain, Flag, Numbers, Range, Words
from cardtui_engine.options import OptionKind, OptionValue
from cardtui_engine.registry import get_rules
from cardtui_engine.rummy.laying import Melds
from cardtui_engine.shapes import field_types, is_record
from cardtui_server.match.refusals import Reason, Refused

Convert = Callable[[Any], Any]

_FIRST_CARD: Final = {
    "spanish": cards_pb2.CARD_SPANISH_1E,
    "french": cards_pb2.CARD_FRENCH_AS,
}
_FILES: Final = (log_pb2.DESCRIPTOR, views_pb2.DESCRIPTOR, events_pb2.DESCRIPTOR)
_CARD: Final = cards_pb2.Card.DESCRIPTOR
_MELD: Final = rummy_pb2.Meld.DESCRIPTOR
_MOST: Final = 108
"""How many numbers or melds an action has at most, and how many cards a meld."""
_KEPT: Final = 1024
"""How many messages of choices are kept: most choices come again and again."""
_OPTION: Final = Union[bool, int, str, tuple[int, ...]]  # noqa: UP007 - compared at run time


class _Argument(NamedTuple):
    """An argument of a verb: its field on the wire, which is named as in `Action`."""

    name: str
    write: Convert | None
    read: Convert | None
    optional: bool


class _Verb(NamedTuple):
    """A verb of a game as the wire has it."""

    field: str
    make: Any
    arguments: tuple[_Argument, ...]


class Codec:
    """Converts the values of one game."""

    def __init__(self, game: str) -> None:
        rules = get_rules(game)
        self._first = int(_FIRST_CARD[rules.deck.name])
        self._count = len(rules.deck.codes)
        self._writers: dict[tuple[type, Descriptor], Convert] = {}
        self._readers: dict[tuple[type, Descriptor], Convert] = {}
        self._choices: dict[Choice, actions_pb2.Choice] = {}
        self._action: Any = actions_pb2.Action
        self._verbs = {verb: self._verb(verb_field(game, verb)) for verb in rules.verbs}
        self._meant = {each.field: verb for verb, each in self._verbs.items()}

    def writer(self, cls: type, message: Descriptor) -> Convert:
        """Return the function that makes the message of a value of that class."""
        key = (cls, message)
        if key not in self._writers:
            self._writers[key] = self._compile_writer(cls, message)
        return self._writers[key]

    def reader(self, cls: type, message: Descriptor) -> Convert:
        """Return the function that makes the value of a message."""
        key = (cls, message)
        if key not in self._readers:
            self._readers[key] = self._compile_reader(cls, message)
        return self._readers[key]

    def write_card(self, card: Card) -> cards_pb2.Card.ValueType:
        """Return the enum's number of a card."""
        number = int(cards_pb2.CARD_HIDDEN) if card == UNKNOWN else self._first + card
        return cards_pb2.Card.ValueType(number)

    def read_card(self, number: int) -> Card:
        """Return the card of an enum's number.

        Raises:
            Refused: no card of this deck has that number.
        """
        if not 0 <= number - self._first < self._count:
            raise Refused(Reason.MALFORMED, "There is no such card in this game's pack.")
        return Card(number - self._first)

    def write_action(self, action: Action) -> actions_pb2.Action:
        """Return the message of an action: the field of its verb is set."""
        field, make, arguments = self._verbs[action.verb]
        values = {}
        for name, write, _, _ in arguments:
            value = getattr(action, name)
            if value is not None:
                values[name] = value if write is None else write(value)
        message: actions_pb2.Action = self._action(**{field: make(**values)})
        return message

    def read_action(self, message: actions_pb2.Action) -> Action:
        """Return the action of a message.

        Raises:
            Refused: no verb is set, or none of this game, or an argument is none of its values.
        """
        field = message.WhichOneof("action")
        if field is None:
            raise Refused(Reason.MALFORMED, "The action has no verb: set one of its fields.")
        verb = self._meant.get(field)
        if verb is None:
            raise Refused(Reason.MALFORMED, "This game has no action “{verb}”.", verb=field)
        arguments = self._verbs[verb].arguments
        if not arguments:
            return Action(verb)
        given = getattr(message, field)
        values = {}
        for name, _, read, optional in arguments:
            if optional and not given.HasField(name):
                continue
            value = getattr(given, name)
            values[name] = value if read is None else read(value)
        return Action(verb, **values)

    def _verb(self, field: FieldDescriptor) -> _Verb:
        """Return how a verb is written and read, by the kinds of its message's fields."""
        arguments = tuple(
            [
                _Argument(each.name, *self._argument(each), optional=each.has_presence)
                for each in part(field).fields
            ]
        )
        return _Verb(field.name, GetMessageClass(part(field)), arguments)

    def _argument(self, field: FieldDescriptor) -> tuple[Convert | None, Convert | None]:
        """Return how an argument of that field is written and read, ``None``: as it is."""
        if field.enum_type == _CARD:
            return self.write_card, self._read_given_card
        if field.enum_type is not None:
            return _words_of(field.enum_type).__getitem__, _word_reader(field.enum_type)
        if field.message_type == _MELD:
            return self._write_melds, self._read_melds
        if field.type == FieldDescriptor.TYPE_BOOL:
            return None, _read_flag
        return None, _read_numbers if field.is_repeated else None

    def _read_given_card(self, number: int) -> Card | None:
        return None if number == cards_pb2.CARD_UNSPECIFIED else self.read_card(number)

    def _write_melds(self, melds: tuple[tuple[Card, ...], ...]) -> list[rummy_pb2.Meld]:
        return [rummy_pb2.Meld(cards=[self.write_card(card) for card in meld]) for meld in melds]

    def _read_melds(self, melds: Sequence[rummy_pb2.Meld]) -> tuple[tuple[Card, ...], ...] | None:
        _bound(len(melds))
        _bound(max((len(meld.cards) for meld in melds), default=0))
        return tuple([tuple(map(self.read_card, meld.cards)) for meld in melds]) or None

    def _write_choice(self, choice: Choice) -> actions_pb2.Choice:
        known = self._choices.get(choice)
        if known is None:
            if len(self._choices) == _KEPT:
                self._choices.clear()
            known = self._choices[choice] = actions_pb2.Choice(
                action=self.write_action(Action(choice.verb)),
                arguments=[self._write_domain(domain) for domain in choice.arguments],
                price=choice.price,
                kind=actions_pb2.ChoiceKind.ValueType(choice.kind),
            )
        return known

    def _write_domain(self, domain: Domain) -> actions_pb2.Argument:
        argument = actions_pb2.Argument(name=domain.field, optional=domain.optional)
        match domain:
            case Cards():
                argument.cards.cards.extend([self.write_card(card) for card in domain.cards])
            case Range():
                argument.range.low, argument.range.high = domain.low, domain.high
            case Numbers():
                argument.numbers.low, argument.numbers.high = domain.low, domain.high
                argument.numbers.most = domain.most
            case Words():
                argument.words.words.extend(domain.words)
            case Flag():
                argument.flag.SetInParent()
            case Melds():
                argument.melds.SetInParent()
            case _:
                raise TypeError(f"no domain on the wire is {domain}")
        return argument

    def _compile_writer(self, cls: type, message: Descriptor) -> Convert:
        make = GetMessageClass(message)
        plan = [
            (index, field.name, self.field_writer(hint, field))
            for index, (field, hint) in enumerate(_fields(cls, message))
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
        """Return how a value of that annotation is put into that field, ``None``: as it is."""
        hint = _without_none(hint)
        if hint in (Card, CardName):
            return self.write_card
        if hint is Action:
            return self.write_action
        if hint is Choice:
            return self._write_choice
        if hint == _OPTION:
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
            return _words_of(field.enum_type).__getitem__
        return None

    def _compile_reader(self, cls: type, message: Descriptor) -> Convert:
        plan = [
            (field.name, field.has_presence, self._read_value(hint, field))
            for field, hint in _fields(cls, message)
        ]

        def read(value: Any) -> Any:
            found: list[Any] = []
            for name, optional, convert in plan:
                if optional and not value.HasField(name):
                    found.append(None)
                    continue
                each = getattr(value, name)
                found.append(each if convert is None else convert(each))
            return cls(*found)

        return read

    def _read_value(self, hint: Any, field: FieldDescriptor) -> Convert | None:
        hint = _without_none(hint)
        if hint in (Card, CardName):
            return self.read_card
        if hint is Action:
            return self.read_action
        if is_record(hint):
            return self.reader(hint, part(field))
        if isinstance(hint, type) and issubclass(hint, IntEnum):
            return _member_reader(hint)
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


@cache
def _words_of(kind: EnumDescriptor) -> Mapping[str, int]:
    """Return the numbers of an enum by the engine's words; the empty word is not set."""
    prefix = kind.values_by_number[0].name.removesuffix("UNSPECIFIED")
    words = {value.name.removeprefix(prefix).lower(): value.number for value in kind.values}
    return words | {"": 0}


def _word_reader(kind: EnumDescriptor) -> Convert:
    """Return how a number on the wire becomes the engine's word, ``None`` where it is not set."""
    words: dict[int, str | None] = {number: word for word, number in _words_of(kind).items()}
    words[0] = None

    def read(number: int) -> str | None:
        try:
            return words[number]
        except KeyError:
            raise Refused(Reason.MALFORMED, "There is no such choice.") from None

    return read


def _read_flag(flag: bool) -> bool | None:
    """Return a flag that is set; one that is not counts as not given."""
    return flag or None


def _read_numbers(numbers: Sequence[int]) -> tuple[int, ...]:
    _bound(len(numbers))
    return tuple(numbers)


def _member_reader(kind: type[IntEnum]) -> Convert:
    """Return how a number on the wire becomes a member of that enum."""

    def read(number: int) -> IntEnum:
        try:
            return kind(number)
        except ValueError:
            raise Refused(Reason.MALFORMED, "There is no such choice.") from None

    return read


def _bound(count: int) -> None:
    """Check how much an argument holds, before anything is made of it.

    Raises:
        Refused: more than any game's pack could ask for.
    """
    if count > _MOST:
        raise Refused(Reason.MALFORMED, "The action holds too much: leave something out.")


def part(field: FieldDescriptor) -> Descriptor:
    """Return the type of a field that holds a message."""
    assert field.message_type is not None
    return field.message_type


def _fields(cls: type, message: Descriptor) -> list[tuple[FieldDescriptor, Any]]:
    """Return the fields of a message in the order of the class's, with their annotations."""
    return [(message.fields_by_name[name], hint) for name, hint in field_types(cls).items()]


def verb_field(game: str, verb: str) -> FieldDescriptor:
    """Return the field of a verb: with the game's name before it where there is one."""
    fields = actions_pb2.Action.DESCRIPTOR.fields_by_name
    own = f"{game.replace('-', '_')}_{verb}"
    return fields[own if own in fields else verb]


def snake_case(name: str) -> str:
    """Return a class's name as the name of a field: ``HandEnded`` is ``hand_ended``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def write_option(value: OptionValue, kind: OptionKind = OptionKind.TEXT) -> tables_pb2.OptionValue:
    """Return the message of an option's value; the kind tells a choice from a text."""
    match value:
        case bool():
            return tables_pb2.OptionValue(flag=value)
        case int():
            return tables_pb2.OptionValue(number=value)
        case str() if kind is OptionKind.CHOICE:
            return tables_pb2.OptionValue(choice=value)
        case str():
            return tables_pb2.OptionValue(text=value)
        case tuple():
            return tables_pb2.OptionValue(by_seat=tables_pb2.NumberBySeat(numbers=value))


def read_option(message: tables_pb2.OptionValue) -> OptionValue:
    """Return the value of an option.

    Raises:
        Refused: none is set.
    """
    match message.WhichOneof("value"):
        case "flag":
            return message.flag
        case "number":
            return message.number
        case "choice":
            return message.choice
        case "text":
            return message.text
        case "by_seat":
            return tuple(message.by_seat.numbers)
        case None:
            raise Refused(Reason.BAD_OPTION, "An option is named but has no value.")


def _without_none(hint: Any) -> Any:
    if hint == _OPTION:
        return hint
    if get_origin(hint) in (Union, types.UnionType):
        left = [each for each in get_args(hint) if each is not type(None)]
        return left[0]
    return hint
