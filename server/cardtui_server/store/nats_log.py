"""What is in a message of a table's log on NATS, where a log ends (`Head`), and how one is packed.

A log that is closed is packed: all its rows, compressed, and a last message that says how it ended
take the place of its appends, at one stroke. The subject stays, so nothing can be written there as
if it were a new table. How many bytes a message may have when it is unpacked:
`_MOST_UNPACKED_BYTES`.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError

from cardtui.store.v1 import cluster_pb2 as pb
from cardtui_server.ports.log_store import Damaged, Unreadable, is_id, parts
from cardtui_server.store.nats_connection import Connection, Message, Stored
from cardtui_server.store.nats_streams import LOG_STREAM, TRIAL_SUBJECT
from cardtui_server.store.sqlite_database import link, seed

MARK_BYTES: Final = 8
"""How many bytes of a row's hash tell which row a listing was kept with."""

_HASH_BYTES: Final = 32

_MOST_UNPACKED_BYTES: Final = 2**24


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
        packed_after: if the log is packed, the number in the stream after which that begins; else
            0.
    """

    end: Position
    append_id: bytes = b""
    closed: bool = False
    first: int = 0
    listed: int = 0
    listed_chain: bytes = b""
    packed_after: int = 0

    def with_listing(self) -> Head:
        """Return it with a listing that was kept after the last row."""
        return self._replace(listed=self.end.entries, listed_chain=self.end.chain[:MARK_BYTES])


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
    if found.packed:
        found.rows[:] = _unpacked(found.packed)
    if not (found.rows or found.packed_after) or len(found.chain) != _HASH_BYTES:
        raise Damaged(
            "Message {number} of the stream {stream} is not of cardtui, but stands in the log of"
            " table {table}: delete it with “nats stream rmm {stream} {number}”.",
            number=message.number,
            stream=LOG_STREAM,
            table=table,
        )
    return found


def _unpacked(body: bytes) -> Sequence[bytes]:
    """Return the rows that were packed; none if the bytes are something else."""
    try:
        return pb.Append.FromString(
            zlib.decompressobj().decompress(body, _MOST_UNPACKED_BYTES)
        ).rows
    except (zlib.error, DecodeError):
        return ()


def packed(table: str, head: Head, rows: Sequence[bytes]) -> list[Message]:
    """Return what takes the place of a closed log, to be written all or none.

    Args:
        table: the table's id.
        head: where its log ends.
        rows: all its rows.
    """
    place, found = beginning(table), list[pb.Append]()
    for some in parts(rows):
        end = Position(place.entries + len(some), chained(place, some), 0)
        body = zlib.compress(pb.Append(rows=some).SerializeToString(), zlib.Z_BEST_COMPRESSION)
        found.append(pb.Append(after=place.entries, packed=body, chain=end.chain))
        place = end
    ended = pb.Append(
        after=place.entries,
        chain=place.chain,
        append_id=head.append_id,
        last=True,
        first=head.first,
        packed_after=head.end.stream,
    )
    subject = subject_of(table)
    first, *others = [each.SerializeToString() for each in (*found, ended)]
    whole = Message(subject, first, expected=head.end.stream, alone=True)
    return [whole, *(Message(subject, each) for each in others)]


def missing(table: str, number: int) -> Damaged:
    """Return the error to tell when an entry of a log is missing."""
    return Damaged(
        "Table {table} is damaged: entry {number} is missing. Restore the stream {stream} from a"
        " backup, or leave the table as it is.",
        table=table,
        number=number,
        stream=LOG_STREAM,
    )


def head_in(message: Stored) -> Head:
    """Return where a log ends, whose last message this is.

    Raises:
        Damaged, Unreadable: see `append_in`; or the end of a packed log is missing.
    """
    found = append_in(message)
    if found.packed:
        raise missing(message.subject.rpartition(".")[2], found.after + len(found.rows) + 1)
    return Head(
        Position(found.after + len(found.rows), found.chain, message.number),
        found.append_id,
        found.last,
        found.first or message.number,
        found.listed,
        found.listed_chain,
        found.packed_after,
    )


async def look(connection: Connection, table: str) -> Head:
    """Return where a log ends, as the leader of the stream has it.

    Raises:
        Damaged, Unreadable: see `append_in`.
        Refusal, NotSent, NoAnswer: it cannot be seen now.
    """
    found = await connection.last(LOG_STREAM, subject_of(table)) if is_id(table) else None
    return Head(beginning(table)) if found is None else head_in(found)


async def look_twice(connection: Connection, table: str) -> Head:
    """Return where a log ends, once that cannot be the opinion of a leader that no longer is one.

    Raises:
        Damaged, Unreadable: see `append_in`.
        Lagging, Refusal, NotSent, NoAnswer: it cannot be seen now.
    """
    number = await connection.publish([Message(TRIAL_SUBJECT, b"", alone=True)])
    subjects = [subject_of(table), TRIAL_SUBJECT] if is_id(table) else [TRIAL_SUBJECT]
    for message in await connection.last_of_each(LOG_STREAM, subjects, number):
        if message.subject != TRIAL_SUBJECT:
            return head_in(message)
    return Head(beginning(table))
