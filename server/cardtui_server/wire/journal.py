"""Entries as rows of a log, and rows as entries again."""

from __future__ import annotations

from typing import Any, Final, get_args

from google.protobuf.message import DecodeError

from cardtui.store.v1 import log_pb2
from cardtui_engine.cards import DECKS, Deck
from cardtui_server.match.entries import Created, Entry, Stamped
from cardtui_server.match.refusals import Refused
from cardtui_server.ports.log_store import Damaged
from cardtui_server.wire.codec import codec_for, part, snake_case

_FIELDS: Final = {
    kind: log_pb2.Entry.DESCRIPTOR.fields_by_name[snake_case(kind.__name__)]
    for kind in get_args(Entry)
}


class WireJournal:
    """Writes and reads entries in the form of ``cardtui.store.v1``."""

    def __init__(self) -> None:
        self._writers: dict[tuple[str, type], Any] = {}
        self._readers: dict[tuple[str, str], Any] = {}
        for deck in DECKS:
            codec = codec_for(deck)
            for kind, field in _FIELDS.items():
                self._writers[deck.name, kind] = (field.name, codec.writer(kind, part(field)))
                self._readers[deck.name, field.name] = codec.reader(kind, part(field))

    def write(self, stamped: Stamped, deck: Deck) -> bytes:
        """See `cardtui_server.table.table_log.Journal.write`."""
        name, write = self._writers[deck.name, type(stamped.entry)]
        return log_pb2.Entry(time=stamped.time, **{name: write(stamped.entry)}).SerializeToString()

    def read(self, row: bytes, deck: Deck) -> Stamped:
        """See `cardtui_server.table.table_log.Journal.read`."""
        try:
            message = log_pb2.Entry.FromString(row)
            kind = message.WhichOneof("entry")
            if kind is None:
                raise Damaged("An entry of the log is of a kind that this release does not know.")
            entry: Entry = self._readers[deck.name, kind](getattr(message, kind))
        except (DecodeError, Refused) as error:
            raise Damaged("An entry of the log cannot be read.") from error
        return Stamped(message.time, entry)

    def read_first(self, row: bytes) -> tuple[int, Created]:
        """See `cardtui_server.table.table_log.Journal.read_first`."""
        time, entry = self.read(row, DECKS[0])  # it has no cards, so any deck will do
        if not isinstance(entry, Created):
            raise Damaged("The log does not begin with the making of its table.")
        return time, entry
