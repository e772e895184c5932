"""Entries of logs without cards as messages, which are their rows, and back (`Entries`)."""

from __future__ import annotations

from functools import cached_property
from types import UnionType
from typing import Any, get_args

from google.protobuf.json_format import MessageToJson
from google.protobuf.message import DecodeError

from cardtui_engine.library.registry import own_games
from cardtui_server.match.refusals import Refused
from cardtui_server.ports.log_store import Damaged
from cardtui_server.wire.codec import Convert, codec_for
from cardtui_server.wire.vocabulary import part, snake_case


class Entries:
    """Writes and reads the entries of one kind of log."""

    def __init__(self, message: Any, entries: UnionType | Any) -> None:
        """Begin with the message that a row is, and with the kinds of entries."""
        self._message = message
        self._kinds = {snake_case(each.__name__): each for each in get_args(entries)}

    def write(self, time: int, entry: Any) -> bytes:
        """Return an entry as a row."""
        kind = snake_case(type(entry).__name__)
        fields: dict[str, Any] = {kind: self._converts[kind][0](entry)}
        row: bytes = self._message(time_milliseconds=time, **fields).SerializeToString()
        return row

    def read(self, row: bytes) -> tuple[int, Any]:
        """Return when the entry of a row was written, and the entry.

        Raises:
            Damaged: the row holds no entry that this release knows.
        """
        try:
            message = self._message.FromString(row)
            kind = message.WhichOneof("entry")
            if kind is None:
                raise Damaged("An entry of the log is of a kind that this release does not know.")
            entry = self._converts[kind][1](getattr(message, kind))
        except (DecodeError, Refused) as error:
            raise Damaged("An entry of the log cannot be read.") from error
        return message.time_milliseconds, entry

    def shown(self, row: bytes, secret: str = "") -> str:
        """Return a row that can be read as JSON in one line, without the field of that name."""
        message = self._message.FromString(row)
        kind = message.WhichOneof("entry")
        if secret and secret in message.DESCRIPTOR.fields_by_name[kind].message_type.fields_by_name:
            getattr(message, kind).ClearField(secret)
        return MessageToJson(message, indent=None)

    @cached_property
    def _converts(self) -> dict[str, tuple[Convert, Convert]]:
        codec = codec_for(own_games()[0])  # no cards, no verbs
        parts = {name: part(self._message.DESCRIPTOR.fields_by_name[name]) for name in self._kinds}
        return {
            name: (codec.writer(kind, parts[name]), codec.reader(kind, parts[name]))
            for name, kind in self._kinds.items()
        }
