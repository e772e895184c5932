"""The views and events of a game as parts of messages: only what changed is encoded.

Two views are compared field by field. A value that was encoded before is not encoded again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import compress
from operator import ne
from typing import Any, Final, NamedTuple, get_args

from google.protobuf.descriptor import Descriptor
from google.protobuf.message_factory import GetMessageClass

from cardtui.v1 import events_pb2, other_pb2, table_service_pb2, views_pb2
from cardtui_engine.plain import field_types
from cardtui_engine.views import Common, Own, View
from cardtui_server.match.events import Happening
from cardtui_server.wire.action_codec import has_messages
from cardtui_server.wire.codec import Codec
from cardtui_server.wire.encoding import Encode, Memo, wrap
from cardtui_server.wire.other_values import OtherValues, bounded, result_of
from cardtui_server.wire.vocabulary import part, snake_case

_UPDATE: Final = table_service_pb2.Update


class _Field(NamedTuple):
    number: int
    memo: Memo


class ViewEncoder:
    """Encodes the views and events of a game."""

    def __init__(self, codec: Codec, game: str) -> None:
        """Encode with that codec; the game's id names its fields, whose types games may share."""
        self._codec = codec
        self._name = game.replace("-", "_")
        self._common = self._fields(Common, views_pb2.PublicView.DESCRIPTOR)
        self._own = self._fields(Own, views_pb2.OwnView.DESCRIPTOR, leave_out="game")
        self._games: dict[type, tuple[int, tuple[_Field, ...]]] = {}
        self._own_games: dict[type, _Field] = {}
        own_game = views_pb2.OwnView.DESCRIPTOR.fields_by_name.get(self._name)
        self._own_game_number = () if own_game is None else (own_game.number,)
        self._events: dict[type, Memo] = {}
        self._changed = Memo(_packed_lists)

    def public(self, view: View[Any, Any]) -> bytes:
        """Return the whole public part, as a `PublicView`."""
        game, fields = self._game(type(view.game))
        inside = b"".join(
            [field.memo[value] for field, value in zip(fields, view.game, strict=True)]
        )
        return b"".join(
            [field.memo[value] for field, value in zip(self._common, view.common, strict=True)]
        ) + wrap(game, inside)

    def public_change(self, old: View[Any, Any] | None, new: View[Any, Any]) -> bytes:
        """Return what changed in the public part, as fields of an `Update`."""
        game, fields = self._game(type(new.game))
        if old is None:
            changed = (*(field.number for field in self._common), game)
            return wrap(_UPDATE.VIEW_FIELD_NUMBER, self.public(new)) + self._changed[changed, ()]
        parts: list[bytes] = []
        changed_common: list[int] = []
        changed_game: list[int] = []
        for (number_, memo), value in _changes(self._common, old.common, new.common):
            changed_common.append(number_)
            parts.append(memo[value])
        inside: list[bytes] = []
        for (number_, memo), value in _changes(fields, old.game, new.game):
            changed_game.append(number_)
            inside.append(memo[value])
        if inside:
            parts.append(wrap(game, b"".join(inside)))
        if not parts:
            return b""
        return (
            wrap(_UPDATE.VIEW_FIELD_NUMBER, b"".join(parts))
            + self._changed[tuple(changed_common), tuple(changed_game)]
        )

    def public_gone(self, old: View[Any, Any]) -> bytes:
        """Return that there is no public part any more, as fields of an `Update`."""
        game, _ = self._game(type(old.game))
        return self._changed[(*(field.number for field in self._common), game), ()]

    def own_gone(self) -> bytes:
        """Return that a seat has no own part any more, as fields of an `Update`."""
        return _OWN_LISTS[(*(field.number for field in self._own), *self._own_game_number)]

    def own(self, own: Own[Any]) -> bytes:
        """Return a seat's own part, as an `OwnView`."""
        parts = [field.memo[value] for field, value in zip(self._own, own[:3], strict=True)]
        if own.game is not None:
            parts.append(self._own_game(type(own.game)).memo[own.game])
        return b"".join(parts)

    def own_change(self, old: Own[Any] | None, new: Own[Any]) -> bytes:
        """Return what changed in a seat's own part, as fields of an `Update`; all of it if new."""
        if old is None:
            numbers = (*(field.number for field in self._own), *self._own_game_number)
            return wrap(_UPDATE.OWN_FIELD_NUMBER, self.own(new)) + _OWN_LISTS[numbers]
        changed: list[int] = []
        parts: list[bytes] = []
        for (number_, memo), value in _changes(self._own, old, new):
            changed.append(number_)
            parts.append(memo[value])
        if old.game != new.game:
            number_, memo = self._own_game(type(new.game if new.game is not None else old.game))
            changed.append(number_)
            if new.game is not None:
                parts.append(memo[new.game])
        if not changed:
            return b""
        return wrap(_UPDATE.OWN_FIELD_NUMBER, b"".join(parts)) + _OWN_LISTS[tuple(changed)]

    def event(self, event: Happening) -> bytes:
        """Return an event, as a field of an `Update`."""
        cls = type(event)
        memo = self._events.get(cls)
        if memo is None:
            field = events_pb2.Event.DESCRIPTOR.fields_by_name[snake_case(cls.__name__)]
            write = self._codec.writer(cls, part(field))
            number_ = field.number
            memo = self._events[cls] = Memo(
                lambda value: wrap(
                    _UPDATE.EVENTS_FIELD_NUMBER, wrap(number_, write(value).SerializeToString())
                )
            )
        # Each memo is for a single class, and looks up plain tuples ten times faster.
        return memo[tuple(event)]

    def _fields(self, cls: type, message: Descriptor, leave_out: str = "") -> tuple[_Field, ...]:
        make = GetMessageClass(message)
        found = []
        for name, hint in field_types(cls).items():
            if name == leave_out:
                continue
            field = message.fields_by_name[name]
            if field.is_repeated and field.message_type is not None:
                write = self._codec.field_writer(get_args(hint)[0], field)
                assert write is not None
                encode = _list_encoder(field.number, write)
            else:
                encode = _encoder(make, field.name, self._codec.field_writer(hint, field))
            found.append(_Field(field.number, Memo(encode)))
        return tuple(found)

    def _game(self, cls: type) -> tuple[int, tuple[_Field, ...]]:
        if cls not in self._games:
            field = views_pb2.PublicView.DESCRIPTOR.fields_by_name[self._name]
            self._games[cls] = (field.number, self._fields(cls, part(field)))
        return self._games[cls]

    def _own_game(self, cls: type) -> _Field:
        if cls not in self._own_games:
            field = views_pb2.OwnView.DESCRIPTOR.fields_by_name[self._name]
            write = self._codec.writer(cls, part(field))
            number_ = field.number
            memo = Memo(lambda value: wrap(number_, write(value).SerializeToString()))
            self._own_games[cls] = _Field(number_, memo)
        return self._own_games[cls]


class OtherViewEncoder(ViewEncoder):
    """Encodes the views of a game without messages of its own; its part changes as a whole."""

    def __init__(self, codec: Codec, game: str) -> None:
        super().__init__(codec, game)
        self._values = OtherValues(codec.cards)
        public = views_pb2.PublicView.OTHER_FIELD_NUMBER
        own = views_pb2.OwnView.OTHER_FIELD_NUMBER
        self._common = (*self._common, _Field(public, Memo(self._public_part)))
        self._own_part = _Field(own, Memo(self._own_of))
        self._own_game_number = (own,)

    def public(self, view: View[Any, Any]) -> bytes:
        pairs = zip(self._common, _whole(view), strict=True)
        return b"".join([field.memo[value] for field, value in pairs])

    def public_change(self, old: View[Any, Any] | None, new: View[Any, Any]) -> bytes:
        if old is None:
            numbers = tuple([field.number for field in self._common])
            return wrap(_UPDATE.VIEW_FIELD_NUMBER, self.public(new)) + self._changed[numbers, ()]
        changed = [*_changes(self._common, _whole(old), _whole(new))]
        if not changed:
            return b""
        parts = b"".join([memo[value] for (_, memo), value in changed])
        numbers = tuple([field.number for field, _ in changed])
        return wrap(_UPDATE.VIEW_FIELD_NUMBER, parts) + self._changed[numbers, ()]

    def public_gone(self, old: View[Any, Any]) -> bytes:  # noqa: ARG002 - it is all of it
        return self._changed[tuple([field.number for field in self._common]), ()]

    def _own_game(self, cls: type) -> _Field:  # noqa: ARG002 - one message is for all
        return self._own_part

    def _public_part(self, value: tuple[str, Any]) -> bytes:
        phase, game = value
        message = other_pb2.OtherPublic(
            fields=self._values.write(game), last=result_of(game), phase=phase
        )
        return wrap(views_pb2.PublicView.OTHER_FIELD_NUMBER, bounded(message))

    def _own_of(self, value: Any) -> bytes:
        message = other_pb2.OtherOwn(fields=self._values.write(value))
        return wrap(views_pb2.OwnView.OTHER_FIELD_NUMBER, bounded(message))


def view_encoder(codec: Codec, game: str) -> ViewEncoder:
    """Return what encodes the views and events of a game."""
    return (ViewEncoder if has_messages(game) else OtherViewEncoder)(codec, game)


def _whole(view: View[Any, Any]) -> tuple[Any, ...]:
    """Return the public fields, with the game's part as one more, and the word of its phase."""
    return (*view.common, (str(view.common.phase), view.game))


def _changes(
    fields: tuple[_Field, ...], old: tuple[Any, ...], new: tuple[Any, ...]
) -> Iterator[tuple[_Field, Any]]:
    """Return the fields that changed, with their new values; values without a field are left."""
    return compress(zip(fields, new, strict=False), map(ne, old, new))


def _encoder(make: Any, name: str, convert: Callable[[Any], Any] | None) -> Encode:
    def encode(value: Any) -> bytes:
        if value is None:
            return b""
        content = value if convert is None else convert(value)
        encoded: bytes = make(**{name: content}).SerializeToString()
        return encoded

    return encode


def _list_encoder(field: int, write: Callable[[Any], Any]) -> Encode:
    """Return what encodes a list of messages; lists seldom come again, what is in them does."""
    one = Memo(lambda value: wrap(field, write(value).SerializeToString()))
    return lambda values: b"".join([one[each] for each in values])


def _packed_lists(lists: Any) -> bytes:
    common, game = lists
    return _UPDATE(changed=common, changed_game=game).SerializeToString()


_OWN_LISTS: Final = Memo(lambda numbers: _UPDATE(changed_own=numbers).SerializeToString())
