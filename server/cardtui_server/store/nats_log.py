"""What is in a message of a table's log on NATS, and where a log ends (`Head`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError

from cardtui.store.v1 import cluster_pb2 as pb
from cardtui_server.ports.log_store import Damaged, Unreadable, is_id
from cardtui_server.store.nats_connection import Connection, Message, Stored
from cardtui_server.store.nats_streams import LOG, TRY
from cardtui_server.store.sqlite_database import link, seed

MARK: Final = 8
"""How many bytes of a row's hash tell which row a listing was kept with."""

_HASH: Final = 32


class Position(NamedTuple):
    """A place in a log between two appends.

    Attributes:
        entries: the number of the row before it.
        chain: that row's hash.
        stream: the number in the stream of the append before it; 0 at the beginning.
    """

    entries: int
    chain: bytes
    stream: int


class Head(NamedTuple):
    """Where a log ends.

    Attributes:
        end: after the last append.
        append_id: of the last append.
        closed: whether it closed the table.
        first: the number in the stream of the first append; 0 if there is none.
        listed: the number of the last row with which a listing was kept; 0 if none was.
        listed_chain: the beginning of that row's hash.
    """

    end: Position
    append_id: bytes = b""
    closed: bool = False
    first: int = 0
    listed: int = 0
    listed_chain: bytes = b""

    def with_listing(self) -> Head:
        """Return it with a listing that was kept after the last row."""
        return self._replace(listed=self.end.entries, listed_chain=self.end.chain[:MARK])


def subject_of(table: str) -> str:
    """Return the subject of a table's log."""
    return f"cardtui.log.{table}"


def beginning(table: str) -> Position:
    """Return where a table's log begins."""
    return Position(0, seed(table), 0)


def chained(position: Position, rows: Sequence[bytes]) -> bytes:
    """Return the hash of the last of some rows after a place in a log."""
    chain = position.chain
    for number, body in enumerate(rows, position.entries + 1):
        chain = link(chain, number, body)
    return chain


def append_in(message: Stored) -> pb.Append:
    """Return the append in a message.

    Raises:
        Damaged: there is none: it is not of a server of ours, or not as it was written.
        Unreadable: a newer release has written it.
    """
    table = message.subject.rpartition(".")[2]
    try:
        found = pb.Append.FromString(message.body)
    except DecodeError:
        found = pb.Append()
    if found.form:
        raise Unreadable(
            "Table {table} was written on by a newer cardtui: update this one to open it.",
            table=table,
        )
    if not found.rows or len(found.chain) != _HASH:
        raise Damaged(
            "Message {number} of the stream {stream} is not of cardtui, but stands in the log of"
            " table {table}: delete it with “nats stream rmm {stream} {number}”.",
            number=message.number,
            stream=LOG,
            table=table,
        )
    return found


def head_in(message: Stored) -> Head:
    """Return where a log ends, whose last message this is.

    Raises:
        Damaged, Unreadable: see `append_in`.
    """
    found = append_in(message)
    return Head(
        Position(found.after + len(found.rows), found.chain, message.number),
        found.append_id,
        found.last,
        found.first or message.number,
        found.listed,
        found.listed_chain,
    )


async def look(connection: Connection, table: str) -> Head:
    """Return where a log ends, as the leader of the stream has it.

    Raises:
        Damaged, Unreadable: see `append_in`.
        Refusal, NotSent, NoAnswer: it cannot be seen now.
    """
    found = await connection.last(LOG, subject_of(table)) if is_id(table) else None
    return Head(beginning(table)) if found is None else head_in(found)


async def look_twice(connection: Connection, table: str) -> Head:
    """Return where a log ends, once that cannot be the opinion of a leader that no longer is one.

    Raises:
        Damaged, Unreadable: see `append_in`.
        Lagging, Refusal, NotSent, NoAnswer: it cannot be seen now.
    """
    number = await connection.publish([Message(TRY, b"", alone=True)])
    subjects = [subject_of(table), TRY] if is_id(table) else [TRY]
    for message in await connection.last_of_each(LOG, subjects, number):
        if message.subject != TRY:
            return head_in(message)
    return Head(beginning(table))
