"""Turns views, choices and events that came over the wire into the engine's values (`WireViews`).

A program is told the same at a server's table as in an arena. Only the melds that a choice allows
are not on the wire: any are taken here, and the server judges them.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor

from cardtui.v1 import actions_pb2, cards_pb2, events_pb2, views_pb2
from cardtui_client.model.cards import part_of
from cardtui_engine import events as engine_events
from cardtui_engine.cards import UNKNOWN, Card
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Cards, Domain, Flag, Given, Numbers, RandomBits, Range, Words
from cardtui_engine.events import Event
from cardtui_engine.library.registry import get_rules
from cardtui_engine.views import Common, Own, SeatView
from cardtui_server.wire.action_codec import action_codec, has_messages, verb_field
from cardtui_server.wire.codec import Codec
from cardtui_server.wire.other_values import OtherValues
from cardtui_server.wire.vocabulary import CardNumbers, part, snake_case, words_of


class _SeenCards(CardNumbers):
    """Cards as they are seen: some are hidden."""

    def read(self, number: int) -> Card:
        if number == cards_pb2.CARD_HIDDEN:
            return UNKNOWN
        return super().read(number)


class _SeenCodec(Codec):
    """Reads what a server sends, where `Codec` reads what it is sent."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.cards = _SeenCards(get_rules(game).deck)
        self.actions = action_codec(game, self.cards)

    def _read_value(self, hint: Any, field: FieldDescriptor) -> Callable[[Any], Any] | None:
        if field.enum_type == _CARD_ENUM and not field.is_repeated:
            read = self.cards.read  # where no card is, the number is 0
            return lambda number: read(number) if number else None
        kind = _text_of(hint)
        if kind is not None and field.enum_type is not None:
            words = {number: word for word, number in words_of(field.enum_type).items()}
            words[0] = ""
            return lambda number: kind(words[number])
        return super()._read_value(hint, field)


class AnyMelds(NamedTuple):
    """Melds that may be named: which of them are good is for the server to say."""

    field: str
    optional: bool = True

    def after(self, _given: Given, /) -> AnyMelds:
        """See `Domain.after`."""
        return self

    def values(self) -> Iterator[Any]:
        """See `Domain.values`: none is listed."""
        return iter(())

    def size(self) -> int:
        """See `Domain.size`."""
        return 0

    def has(self, value: Any) -> bool:
        """See `Domain.has`."""
        return type(value) is tuple

    def draw(self, _bits: RandomBits, /) -> Any:
        """See `Domain.draw`: there is nothing to draw from."""
        raise LookupError("melds are not drawn here")


class WireViews:
    """Reads what the seats of one game are sent.

    Attributes:
        codec: converts its actions.
    """

    def __init__(self, game: str) -> None:
        """Read that game."""
        self.codec = _SeenCodec(game)
        self._game = game
        hints = _view_types(game)
        public, own = views_pb2.PublicView.DESCRIPTOR, views_pb2.OwnView.DESCRIPTOR
        name = game.replace("-", "_")
        self._common = self.codec.reader(Common, public)
        self._values = None if has_messages(game) else OtherValues(self.codec.cards)
        self._classes = hints
        if self._values is not None:
            return
        self._public = self.codec.reader(hints[0], part(public.fields_by_name[name]))
        self._own = None
        if hints[1] is not None and name in own.fields_by_name:
            self._own = self.codec.reader(hints[1], part(own.fields_by_name[name]))

    def view(self, public: views_pb2.PublicView, own: views_pb2.OwnView) -> SeatView[Any, Any]:
        """Return the view of a seat."""
        game, mine = part_of(public), part_of(own)
        if self._values is not None:
            return self._other_view(self._values, public, own)
        return SeatView(
            self._common(public),
            self._public(game),
            Own(
                own.seat,
                tuple([self.codec.cards.read(card) for card in own.hand]),
                tuple(map(self._choice, own.choices)),
                None if mine is None or self._own is None else self._own(mine),
            ),
        )

    def _other_view(
        self, values: OtherValues, public: views_pb2.PublicView, own: views_pb2.OwnView
    ) -> SeatView[Any, Any]:
        """Return the view of a game that has no messages of its own."""
        cls, own_cls = self._classes
        told = public.other
        common = self._common(public)._replace(phase=told.phase)
        game = values.read(cls, told.fields, told.last if told.HasField("last") else None)
        mine = None if own_cls is None else values.read(own_cls, own.other.fields)
        hand = tuple([self.codec.cards.read(card) for card in own.hand])
        return SeatView(
            common, game, Own(own.seat, hand, tuple(map(self._choice, own.choices)), mine)
        )

    def event(self, message: events_pb2.Event) -> Event | None:
        """Return an event of the game; ``None`` for one of the table, or of a newer server."""
        name = message.WhichOneof("event")
        cls = _EVENT_CLASSES.get(name or "")
        if name is None or cls is None:
            return None
        field = events_pb2.Event.DESCRIPTOR.fields_by_name[name]
        event: Event = self.codec.reader(cls, part(field))(getattr(message, name))
        return event

    def _choice(self, message: actions_pb2.Choice) -> Choice:
        verb = self.codec.actions.read(message.action).verb
        return Choice(
            verb,
            tuple([self._domain(verb, each) for each in message.arguments]),
            message.price if message.HasField("price") else None,
            ChoiceKind(message.kind),
        )

    def _domain(self, verb: str, argument: actions_pb2.Argument) -> Domain:
        name, optional = argument.name, argument.optional
        match argument.WhichOneof("domain"):
            case "cards":
                cards = tuple([self.codec.cards.read(card) for card in argument.cards.cards])
                price = argument.price if argument.HasField("price") else None
                return Cards(name, cards, optional, price)
            case "range":
                return Range(name, argument.range.low, argument.range.high, optional)
            case "numbers":
                several = argument.numbers
                return Numbers(name, several.low, several.high, several.most, optional)
            case "values":
                kind = part(verb_field(self._game, verb)).fields_by_name[name].enum_type
                words = {number: word for word, number in words_of(kind).items()}
                return Words(
                    name, tuple([words[each] for each in argument.values.values]), optional
                )
            case "words":
                return Words(name, tuple(argument.words.words), optional)
            case "flag":
                return Flag(name, optional)
            case _:
                return AnyMelds(name, optional)


@cache
def wire_views(game: str) -> WireViews:
    """Return what reads a game."""
    return WireViews(game)


def _view_types(game: str) -> tuple[type, type | None]:
    """Return the classes of a game's public part and of its own part, as those of a first hand."""
    rules = get_rules(game)
    seats = rules.seats[0]
    start = rules.start(rules.options({}, seats), seats, 0)
    state, _events = rules.deal(start, rules.pack_of(start))
    view = rules.seat_view(state, 0)
    return type(view.game), None if view.own.game is None else type(view.own.game)


def _text_of(hint: Any) -> type[str] | None:
    """Return the kind of text that an annotation stands for."""
    union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    for each in typing.get_args(hint) if union else (hint,):
        if isinstance(each, type) and issubclass(each, StrEnum | str):
            return each
    return None


def _event_classes() -> Mapping[str, type]:
    return {snake_case(cls.__name__): cls for cls in typing.get_args(engine_events.Event)}


_EVENT_CLASSES: Final = _event_classes()
_CARD_ENUM: Final = cards_pb2.Card.DESCRIPTOR
