"""The journal: a log's entries as messages, which are its rows, and back."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, get_args

from google.protobuf.json_format import MessageToJson
from google.protobuf.message import DecodeError

from cardtui.store.v1 import log_pb2
from cardtui_engine.library.registry import own_games
from cardtui_server.match.entries import Created, Entry, Stamped
from cardtui_server.match.refusals import Refused
from cardtui_server.match.replay import NOT_INSTALLED
from cardtui_server.ports.log_store import Damaged
from cardtui_server.wire.codec import Convert, codec_for
from cardtui_server.wire.vocabulary import part, snake_case

_FIELDS: Final = {
    kind: log_pb2.Entry.DESCRIPTOR.fields_by_name[snake_case(kind.__name__)]
    for kind in get_args(Entry)
}
_KINDS: Final = {field.name: kind for kind, field in _FIELDS.items()}


class WireJournal:
    """Writes and reads entries in the form of ``cardtui.store.v1``."""

    def write(self, stamped: Stamped, game: str) -> bytes:
        """See `cardtui_server.match.replay.Journal.write`."""
        kind: type = type(stamped.entry)
        name, write = _writer(game, kind)
        fields: dict[str, Any] = {name: write(stamped.entry)}
        return log_pb2.Entry(time_milliseconds=stamped.time, **fields).SerializeToString()

    def read(self, row: bytes, game: str) -> Stamped:
        """See `cardtui_server.match.replay.Journal.read`."""
        try:
            message = log_pb2.Entry.FromString(row)
            kind = message.WhichOneof("entry")
            if kind is None:
                raise Damaged("An entry of the log is of a kind that this release does not know.")
            entry: Entry = _reader_of(game, kind)(getattr(message, kind))
        except (DecodeError, Refused) as error:
            raise Damaged("An entry of the log cannot be read.") from error
        return Stamped(message.time_milliseconds, entry)

    def shown(self, row: bytes) -> str:
        """See `cardtui_server.match.replay.Journal.shown`."""
        return MessageToJson(log_pb2.Entry.FromString(row), indent=None)

    def read_first(self, row: bytes) -> tuple[int, Created]:
        """See `cardtui_server.match.replay.Journal.read_first`."""
        time, entry = self.read(row, own_games()[0])  # no cards and no verbs: any game will do
        if not isinstance(entry, Created):
            raise Damaged("The log does not begin with the making of its table.")
        return time, entry


def _reader_of(game: str, kind: str) -> Convert:
    try:
        return _reader(game, kind)
    except KeyError:
        raise Damaged(NOT_INSTALLED, game=game) from None


@cache
def _writer(game: str, kind: type) -> tuple[str, Convert]:
    """Return the name of the field for a kind of entry, and the function that fills it."""
    field = _FIELDS[kind]
    return field.name, codec_for(game).writer(kind, part(field))


@cache
def _reader(game: str, kind: str) -> Convert:
    """Return the function that reads the field of that name."""
    entry = _KINDS[kind]
    return codec_for(game).reader(entry, part(_FIELDS[entry]))
