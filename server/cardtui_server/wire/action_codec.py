"""Actions and choices of one game as messages, and back. How many cards or numbers an action may
hold: `_LONGEST_LIST`.

An action is the field of a ``oneof`` that is named after its verb. Where a game has its own meaning
for a verb, the game's name stands before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message_factory import GetMessageClass

from cardtui.v1 import actions_pb2, cards_pb2, rummy_pb2, views_pb2
from cardtui_engine.actions import Action, Kind
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Cards, Domain, Flag, Numbers, Range, Words
from cardtui_engine.families.rummy.cards.laying import Melds
from cardtui_engine.library.registry import get_rules
from cardtui_engine.shared_refusals import NO_VERB
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.safe_text import NAME_CELLS, safe_text
from cardtui_server.wire.vocabulary import CardNumbers, part, word_reader, words_of

Convert = Callable[[Any], Any]

_CARD: Final = cards_pb2.Card.DESCRIPTOR
_MELD: Final = rummy_pb2.Meld.DESCRIPTOR
_LONGEST_LIST: Final = 108
"""The most numbers or melds in an action, and the most cards in a meld."""
_KEPT_MESSAGES: Final = 1024
"""How many messages of actions are kept."""


class _Argument(NamedTuple):
    """An argument of a verb: its field in the message has the same name as in `Action`."""

    name: str
    write: Convert | None
    read: Convert | None
    optional: bool


class _Verb(NamedTuple):
    """A verb of a game, as the messages have it."""

    field: str
    make: Any
    arguments: tuple[_Argument, ...]


class ActionCodec:
    """Converts the actions and choices of one game."""

    def __init__(self, game: str, cards: CardNumbers) -> None:
        self._cards = cards
        self._actions: dict[Action, actions_pb2.Action] = {}
        self._action: Any = actions_pb2.Action
        self._verbs = {verb: self._verb(verb_field(game, verb)) for verb in get_rules(game).verbs}
        self._meant = {each.field: verb for verb, each in self._verbs.items()}

    def write(self, action: Action) -> actions_pb2.Action:
        """Return the message of an action, in which the field of its verb is set.

        It is not to be changed: most actions occur again and again, and have one message.
        """
        known = self._actions.get(action)
        if known is None:
            if len(self._actions) == _KEPT_MESSAGES:
                self._actions.clear()
            known = self._actions[action] = self._made(action)
        return known

    def _made(self, action: Action) -> actions_pb2.Action:
        field, make, arguments = self._verbs[action.verb]
        values = {}
        for name, write, _, _ in arguments:
            value = getattr(action, name)
            if value is not None:
                values[name] = value if write is None else write(value)
        message: actions_pb2.Action = self._action(**{field: make(**values)})
        return message

    def read(self, message: actions_pb2.Action) -> Action:
        """Return the action of a message.

        Raises:
            Refused: no verb is set, the verb is not one of this game, or an argument has an
                impossible value.
        """
        field = message.WhichOneof("action")
        if field is None:
            raise Refused(Reason.MALFORMED, "The action has no verb: set one of its fields.")
        verb = self._meant.get(field)
        if verb is None:
            raise Refused(Reason.MALFORMED, NO_VERB, verb=field)
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
        """Return how to write and read a verb, found by the types of its message's fields."""
        arguments = tuple(
            [
                _Argument(each.name, *self._argument(each), optional=each.has_presence)
                for each in part(field).fields
            ]
        )
        return _Verb(field.name, GetMessageClass(part(field)), arguments)

    def _argument(self, field: FieldDescriptor) -> tuple[Convert | None, Convert | None]:
        """Return how to write and read an argument of that field; ``None`` means unchanged."""
        if field.enum_type == _CARD:
            return self._cards.write, self._read_given_card
        if field.enum_type is not None:
            return words_of(field.enum_type).__getitem__, word_reader(field.enum_type)
        if field.message_type == _MELD:
            return self._write_melds, self._read_melds
        if field.type == FieldDescriptor.TYPE_BOOL:
            return None, _read_flag
        return None, _read_numbers if field.is_repeated else None

    def _read_given_card(self, number: int) -> Card | None:
        return None if number == cards_pb2.CARD_UNSPECIFIED else self._cards.read(number)

    def _write_melds(self, melds: tuple[tuple[Card, ...], ...]) -> list[rummy_pb2.Meld]:
        return [rummy_pb2.Meld(cards=[self._cards.write(card) for card in meld]) for meld in melds]

    def _read_melds(self, melds: Sequence[rummy_pb2.Meld]) -> tuple[tuple[Card, ...], ...] | None:
        _bound(len(melds))
        _bound(max((len(meld.cards) for meld in melds), default=0))
        return tuple([tuple(map(self._cards.read, meld.cards)) for meld in melds]) or None

    def write_choice(self, choice: Choice) -> actions_pb2.Choice:
        """Return the message of a choice."""
        return actions_pb2.Choice(
            action=self.write(Action(choice.verb)),
            arguments=[self._write_domain(choice.verb, domain) for domain in choice.arguments],
            price=choice.price,
            kind=actions_pb2.ChoiceKind.ValueType(choice.kind),
        )

    def _write_domain(self, verb: str, domain: Domain) -> actions_pb2.Argument:
        argument = actions_pb2.Argument(name=domain.field, optional=domain.optional)
        match domain:
            case Cards():
                argument.cards.cards.extend([self._cards.write(card) for card in domain.cards])
                if domain.price is not None:
                    argument.price = domain.price
            case Range():
                argument.range.low, argument.range.high = domain.low, domain.high
            case Numbers():
                argument.numbers.low, argument.numbers.high = domain.low, domain.high
                argument.numbers.most = domain.most
            case Words():
                self._write_words(argument, verb, domain)
            case Flag():
                argument.flag.SetInParent()
            case Melds():
                argument.melds.SetInParent()
            case _:
                raise TypeError(f"no domain on the wire is {domain}")
        return argument

    def _write_words(self, argument: actions_pb2.Argument, verb: str, domain: Words) -> None:
        arguments = self._verbs[verb].arguments
        write = next(each.write for each in arguments if each.name == domain.field)
        assert write is not None
        argument.values.values.extend([write(word) for word in domain.words])


class OtherActionCodec(ActionCodec):
    """Converts the actions and choices of a game that has no messages of its own.

    Its actions name their verb, and have the arguments that actions have in the engine.
    """

    def __init__(self, game: str, cards: CardNumbers) -> None:
        self._cards = cards
        self._actions: dict[Action, actions_pb2.Action] = {}
        self._taken = get_rules(game).verbs
        self._message = self._verb(actions_pb2.Action.DESCRIPTOR.fields_by_name["other"])

    def _made(self, action: Action) -> actions_pb2.Action:
        values: dict[str, Any] = {}
        for name, write, _, _ in self._message.arguments:
            value = getattr(action, name, None)
            if value is not None and name != "verb":
                values[name] = value if write is None else write(value)
        if isinstance(action.at, int):
            values["at"] = [action.at]
        fields = sorted(param.field for param in self._taken[action.verb].params)
        other = self._message.make(verb=action.verb, first=next(iter(fields), ""), **values)
        return actions_pb2.Action(other=other)

    def read(self, message: actions_pb2.Action) -> Action:
        if message.WhichOneof("action") != "other":
            raise Refused(Reason.MALFORMED, "The action has no verb: set one of its fields.")
        given: Any = message.other
        verb = self._taken.get(given.verb)
        if verb is None:
            raise Refused(Reason.MALFORMED, NO_VERB, verb=safe_text(given.verb, NAME_CELLS))
        values: dict[str, Any] = {}
        for name, _, read, optional in self._message.arguments:
            if name not in Action._fields or (optional and not given.HasField(name)):
                continue
            value = getattr(given, name)
            values[name] = value if read is None else read(value)
        values["at"] = values["at"] or None
        if any(each.name == "at" and each.kind is Kind.NUMBER for each in verb.params):
            values["at"] = None if values["at"] is None else values["at"][0]
        values["verb"] = verb.name
        return Action(**values)

    def _write_words(
        self,
        argument: actions_pb2.Argument,
        verb: str,  # noqa: ARG002 - its field has no enum
        domain: Words,
    ) -> None:
        argument.words.words.extend(domain.words)


def action_codec(game: str, cards: CardNumbers) -> ActionCodec:
    """Return what converts the actions and choices of a game."""
    return (ActionCodec if has_messages(game) else OtherActionCodec)(game, cards)


def has_messages(game: str) -> bool:
    """Return whether the protocol has messages for a game: ours have them."""
    return game.replace("-", "_") in views_pb2.PublicView.DESCRIPTOR.fields_by_name


def _read_flag(flag: bool) -> bool | None:
    """Return a flag that is set; a flag that is not set counts as left out."""
    return flag or None


def _read_numbers(numbers: Sequence[int]) -> tuple[int, ...]:
    _bound(len(numbers))
    return tuple(numbers)


def _bound(count: int) -> None:
    """Check how much an argument holds, before it is converted.

    Raises:
        Refused: it holds more than the pack of any game could need.
    """
    if count > _LONGEST_LIST:
        raise Refused(Reason.MALFORMED, "The action holds too much: leave something out.")


def verb_name(game: str, verb: str) -> str:
    """Return what the protocol calls a verb of a game."""
    return verb_field(game, verb).name if has_messages(game) else verb


def verb_field(game: str, verb: str) -> FieldDescriptor:
    """Return the field of a verb: the one with the game's name before it, if there is one."""
    fields = actions_pb2.Action.DESCRIPTOR.fields_by_name
    own = f"{game.replace('-', '_')}_{verb}"
    return fields[own if own in fields else verb]
