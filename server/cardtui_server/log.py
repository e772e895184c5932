"""The log store: what every keeper of tables' logs and of sessions does.

A table's log is append-only and numbered from 1 without gaps. Who appends says which number
was the last; who is late loses, reads on and tries again, so several servers may share one
store. A store keeps bytes; `Journal` makes them from entries.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError

from cardtui.store.v1 import log_pb2
from cardtui_engine.cards import Deck
from cardtui_server.codec import Codec, part, snake_case
from cardtui_server.entries import (
    Acted,
    Closed,
    Created,
    Entry,
    Freed,
    Hosted,
    Packed,
    Readied,
    Seated,
    Stamped,
    Started,
    StoodIn,
    Talked,
)
from cardtui_server.errors import Refused, Told


class StoreError(Told):
    """Something is wrong with the store; the sentence says what to do."""


class Behind(StoreError):
    """Somebody else has appended: the number that was expected is not the last."""


class NoRoom(StoreError):
    """The entry could not be made durable; nothing was written. It may work later."""


class Damaged(StoreError):
    """What was read is not what was written."""


class DamagedStore(Damaged):
    """The store as a whole cannot be read: nothing more should be written to it."""


class Player(NamedTuple):
    """A session as it is kept: the token only as its hash."""

    token_hash: bytes
    id: str
    name: str


class LogStore(ABC):
    """Keeps tables' logs and sessions."""

    @abstractmethod
    async def append(
        self, table: str, expected: int, rows: Sequence[bytes], *, last: bool = False
    ) -> None:
        """Write rows after number ``expected``, all or none; they are durable on return.

        What was begun is done even if the caller is cancelled while it waits.

        Args:
            table: whose log.
            expected: the number of the last row, 0 for a new table.
            rows: what to write.
            last: whether the table is closed with them.

        Raises:
            Behind: ``expected`` is not the number of the last row.
            NoRoom: they could not be written.
        """

    @abstractmethod
    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """Return the rows after a number, in order.

        Raises:
            Damaged: a row is missing or not what was written.
        """

    @abstractmethod
    async def open_tables(self) -> list[str]:
        """Return the tables that are not closed, oldest first."""

    @abstractmethod
    async def save_player(self, player: Player) -> None:
        """Keep a session, or its new name.

        Raises:
            NoRoom: it could not be written.
        """

    @abstractmethod
    async def players(self) -> list[Player]:
        """Return all sessions."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was begun and let go."""


_KINDS: Final = (
    Created,
    Seated,
    Freed,
    StoodIn,
    Readied,
    Hosted,
    Started,
    Packed,
    Acted,
    Talked,
    Closed,
)


class Journal:
    """Writes and reads entries of games that are played with one deck."""

    def __init__(self, deck: Deck) -> None:
        codec = Codec(deck)
        self._writers = {}
        self._readers = {}
        for kind in _KINDS:
            field = log_pb2.Entry.DESCRIPTOR.fields_by_name[snake_case(kind.__name__)]
            self._writers[kind] = (field.name, codec.writer(kind, part(field)))
            self._readers[field.name] = codec.reader(kind, part(field))

    def write(self, stamped: Stamped) -> bytes:
        """Return an entry as a row."""
        name, write = self._writers[type(stamped.entry)]
        return log_pb2.Entry(time=stamped.time, **{name: write(stamped.entry)}).SerializeToString()

    def read(self, row: bytes) -> Stamped:
        """Return the entry of a row.

        Raises:
            Damaged: the row holds none that this release knows.
        """
        try:
            message = log_pb2.Entry.FromString(row)
            kind = message.WhichOneof("entry")
            if kind is None:
                raise Damaged("An entry of the log is of a kind that this release does not know.")
            entry: Entry = self._readers[kind](getattr(message, kind))
        except (DecodeError, Refused) as error:
            raise Damaged("An entry of the log cannot be read.") from error
        return Stamped(message.time, entry)


def read_created(row: bytes) -> str:
    """Return the id of the game of a log's first row, whose cards say how to read the rest.

    Raises:
        Damaged: the row is no beginning of a log.
    """
    try:
        message = log_pb2.Entry.FromString(row)
    except DecodeError as error:
        raise Damaged("The first entry of a log cannot be read.") from error
    if message.WhichOneof("entry") != "created":
        raise Damaged("The log does not begin with the making of its table.")
    return message.created.game
