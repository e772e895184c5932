"""Entries of logs without cards as messages, which are their rows, and back (`Entries`)."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, Generic, TypeVar, get_args

from google.protobuf.json_format import MessageToJson
from google.protobuf.message import DecodeError

from cardtui_engine.library.registry import own_games
from cardtui_server.match.refusals import Refused
from cardtui_server.ports.log_store import Damaged
from cardtui_server.wire.codec import Convert, codec_for
from cardtui_server.wire.vocabulary import part, snake_case

S = TypeVar("S", bound=tuple[int, Any])


class Entries(Generic[S]):
    """Writes and reads the entries of one kind of log.

    Attributes:
        message: what a row is.
        kinds: the kinds of entries.
        stamped: makes an entry with its time, in milliseconds since 1970.
        hidden: the field of an entry that nobody is shown; ``""`` for none.
    """

    message: ClassVar[Any]
    kinds: ClassVar[Any]
    stamped: ClassVar[Any]
    hidden: ClassVar[str] = ""

    def write(self, stamped: S) -> bytes:
        """Return an entry as a row."""
        time, entry = stamped
        kind = snake_case(type(entry).__name__)
        fields: dict[str, Any] = {kind: self._converts[kind][0](entry)}
        row: bytes = self.message(time_milliseconds=time, **fields).SerializeToString()
        return row

    def read(self, row: bytes) -> S:
        """Return the entry of a row.

        Raises:
            Damaged: the row holds no entry that this release knows.
        """
        try:
            message = self.message.FromString(row)
            kind = message.WhichOneof("entry")
            if kind is None:
                raise Damaged("An entry of the log is of a kind that this release does not know.")
            entry = self._converts[kind][1](getattr(message, kind))
        except (DecodeError, Refused) as error:
            raise Damaged("An entry of the log cannot be read.") from error
        found: S = self.stamped(message.time_milliseconds, entry)
        return found

    def shown(self, row: bytes) -> str:
        """Return a row that can be read as JSON in one line, without what is hidden."""
        message, hidden = self.message.FromString(row), self.hidden
        kind = message.WhichOneof("entry")
        if hidden and hidden in message.DESCRIPTOR.fields_by_name[kind].message_type.fields_by_name:
            getattr(message, kind).ClearField(hidden)
        return MessageToJson(message, indent=None)

    @property
    def _converts(self) -> dict[str, tuple[Convert, Convert]]:
        return _converts(self.message, self.kinds)


@cache
def _converts(message: Any, kinds: Any) -> dict[str, tuple[Convert, Convert]]:
    codec = codec_for(own_games()[0])  # no cards, no verbs
    named = {snake_case(each.__name__): each for each in get_args(kinds)}
    parts = {name: part(message.DESCRIPTOR.fields_by_name[name]) for name in named}
    return {
        name: (codec.writer(kind, parts[name]), codec.reader(kind, parts[name]))
        for name, kind in named.items()
    }
