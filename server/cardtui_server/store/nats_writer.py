"""Writes appends to the stream: how many at once (`BATCH_MESSAGES`), and how long it tries
(`GIVE_UP_SECONDS`).

What is asked for in a turn of the loop, or while others are written, goes as one atomic batch. If
that is refused, or without an answer, each append goes on alone: the writer looks where its log
ends, and writes again if the append is not there. NATS writes a message only if the last one of its
subject has the number that is expected; so an append that is late may still come, but never twice.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from secrets import token_bytes
from typing import Any, Final

from cardtui.store.v1 import cluster_pb2 as pb
from cardtui_server.ports.log_store import (
    Behind,
    Damaged,
    Gone,
    Kept,
    NoRoom,
    Result,
    StoreError,
    Unreadable,
    Unsure,
    check_last,
)
from cardtui_server.store.nats_connection import (
    NATS_ERRORS,
    NO_STREAM,
    Connection,
    Message,
    NoAnswer,
    NotSent,
    Refusal,
)
from cardtui_server.store.nats_log import (
    MARK_BYTES,
    Head,
    Position,
    beginning,
    chained,
    look,
    look_twice,
    subject_of,
)
from cardtui_server.store.nats_results import messages_of
from cardtui_server.store.nats_streams import LOG_STREAM

GIVE_UP_SECONDS: Final = 5.0
"""Seconds after which an append that cannot be written, or of which nobody knows, is given up."""

BATCH_MESSAGES: Final = 200
"""The most messages that are written at once."""

MOST_KEPT_BYTES: Final = 900_000
"""The most bytes of what is kept beside a log; NATS takes a little more in a message."""

_MOST_BATCHES: Final = 10
"""The most batches of single appends under way; a stream takes 50 from all servers together."""

_WRONG_LAST: Final = 10071
_IN_PROCESS: Final = 10164
_FULL_CODES: Final = (10023, 10047, 10077, 10122)
_FIRST_PAUSE: Final = 0.002
_LONGEST_PAUSE: Final = 0.25


def _asked_for() -> asyncio.Future[None]:
    return asyncio.get_running_loop().create_future()


@dataclass(eq=False, kw_only=True)
class _Append:
    """An append, and what is known of it.

    Attributes:
        unsure: whether it may have been written, or may come to be.
        then: where its log ends once it is written, but for its number in the stream.
        done: is done when it is known what came of it.
    """

    table: str
    expected: int
    rows: Sequence[bytes]
    id: bytes
    last: bool
    results: Sequence[Result]
    shown: Mapping[int, int]
    kept: Kept
    unsure: bool = False
    then: Head = field(default=Head(Position(0, b"", 0)))
    done: asyncio.Future[None] = field(default_factory=_asked_for)

    def messages(self, head: Head) -> list[Message]:
        """Return all that is written at once with it, after the end of its log; rows come first."""
        entries = head.end.entries + len(self.rows)
        chain = chained(head.end, self.rows)
        listed = (
            (entries, chain[:MARK_BYTES]) if self.kept.listing else (head.listed, head.listed_chain)
        )
        self.then = Head(Position(entries, chain, 0), self.id, self.last, head.first, *listed)
        body = pb.Append(
            after=head.end.entries,
            rows=self.rows,
            chain=chain,
            append_id=self.id,
            last=self.last,
            first=head.first,
            listed=listed[0],
            listed_chain=listed[1],
        ).SerializeToString()
        rows = Message(subject_of(self.table), body, head.end.stream)
        return [rows, *messages_of(self.results, self.table, self.shown)]

    def head(self, number: int) -> Head:
        """Return where its log ends, once what `messages` returned has that number and more."""
        end = self.then.end._replace(stream=number)
        return self.then._replace(end=end, first=self.then.first or number)


class NatsWriter:
    """Writes appends.

    Attributes:
        heads: by table, where its log ends, as far as this server knows.
        read_to: by table, a place from which on it is read.
        trouble: what the latest write met that is no fault of its own; ``None`` if it was written.
    """

    def __init__(self, connection: Connection, patience: float = GIVE_UP_SECONDS) -> None:
        self.heads: dict[str, Head] = {}
        self.read_to: dict[str, Position] = {}
        self.trouble: NoRoom | None = None
        self._connection = connection
        self._patience = patience
        self._queue: list[_Append] = []
        self._unsure: dict[str, bytes] = {}  # by table, the id of an append nobody knows of
        self._tasks: set[asyncio.Task[None]] = set()
        self._running = False
        self._few = asyncio.Semaphore(_MOST_BATCHES)

    async def append(
        self,
        table: str,
        expected: int,
        rows: Sequence[bytes],
        *,
        append_id: bytes,
        last: bool,
        results: Sequence[Result],
        shown: Mapping[int, int],
        kept: Kept,
    ) -> None:
        """See `LogStore.append`."""
        append = _Append(
            table=table,
            expected=expected,
            rows=rows,
            id=append_id or token_bytes(8),
            last=last,
            results=results,
            shown=shown,
            kept=kept,
            unsure=self._unsure.get(table, b"-") == append_id,
        )
        if rows and self._fits(append) is not None and not append.unsure:
            self._queue.append(append)
            if not self._running:
                self._running = True
                self.begin(self._run())
        else:
            self.begin(self._alone(append))
        await asyncio.shield(append.done)

    def know(self, table: str, head: Head) -> None:
        """Know how a log ends that was read whole, unless more is known."""
        known = self.heads.get(table)
        if known is None or known.end.stream <= head.end.stream:
            self.heads[table] = head
            self.read_to[table] = head.end

    async def close(self) -> None:
        """Finish what was begun."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin some work; `close` waits until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _fits(self, append: _Append) -> Head | None:
        """Return where a log ends, if the append fits there as far as is known."""
        head = self.heads.get(append.table)
        if head is None and append.expected == 0:  # most likely a new table
            return Head(beginning(append.table))
        fits = head is not None and head.end.entries == append.expected and not head.closed
        return head if fits else None

    async def _run(self) -> None:
        """Write what waits, until nothing does."""
        while self._queue:
            await self._write(self._some())
        self._running = False

    def _some(self) -> dict[str, _Append]:
        """Take what is written at once: one append of a table."""
        taken: dict[str, _Append] = {}
        left: list[_Append] = []
        room = BATCH_MESSAGES
        for each in self._queue:
            size = 1 + len(each.results) + len(each.shown)
            if each.table in taken or (size > room and taken):
                left.append(each)
            else:
                taken[each.table] = each
                room -= size
        self._queue = left
        return taken

    async def _write(self, appends: Mapping[str, _Append]) -> None:
        """Write appends at once; each that cannot be written so goes on alone."""
        fits: list[tuple[_Append, Head, list[Message]]] = []
        for each in appends.values():
            head = self._fits(each)
            if head is None:
                self.begin(self._alone(each))
            else:
                fits.append((each, head, each.messages(head)))
        messages = [message for *_, some in fits for message in some]
        if not messages:
            return
        try:
            number = await self._connection.publish(messages) - len(messages) + 1
        except Exception as error:  # noqa: BLE001 - each is told by itself what is wrong
            for each, *_ in fits:
                each.unsure = not isinstance(error, (Refusal, NotSent))
                self.begin(self._alone(each))
            return
        for each, head, some in fits:
            await self._written(each, head, number)
            number += len(some)

    async def _alone(self, append: _Append) -> None:
        """Write an append, however often it takes, and tell who waits for it what came of it."""
        try:
            await self._persist(append)
        except Behind as error:
            self._unsure.pop(append.table, None)
            _fail(append, error)
        except StoreError as error:
            _fail(append, error)
        except Exception as error:  # noqa: BLE001 - those who wait are told
            _fail(append, Unsure("The log cannot be used: {error}.", error=repr(error)))

    async def _persist(self, append: _Append) -> None:
        loop = asyncio.get_running_loop()
        deadline, pause = loop.time() + self._patience, _FIRST_PAUSE
        while True:
            try:
                if await self._tried(append):
                    return
                trouble: Exception = NotSent("another append is in process")
            except NATS_ERRORS as error:
                trouble = error
            full = isinstance(trouble, Refusal) and trouble.code in (*_FULL_CODES, NO_STREAM)
            if full or loop.time() > deadline:
                raise self._given_up(append, trouble)
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _tried(self, append: _Append) -> bool:
        """Try to write an append once; return whether it is written.

        Raises:
            Behind: it must not be written.
            Refusal, NotSent, NoAnswer: it cannot be, or nobody knows.
        """
        table = append.table
        try:
            head = await look(self._connection, table)
            if head.end.entries < append.expected:
                head = await look_twice(self._connection, table)
        except (Damaged, Unreadable) as error:  # who reads on is told
            raise Behind(error.template, **error.arguments) from error
        if head.append_id == append.id:
            await self._written(append, head, head.end.stream, found=True)
            return True
        self.heads[table] = head
        check_last(head.end.entries, append.expected, closed=head.closed)
        if not append.rows:
            _succeed(append)
            return True
        messages = append.messages(head)
        try:
            async with self._few if len(messages) > 1 else contextlib.nullcontext():
                number = await self._connection.publish(messages)
        except NoAnswer:
            append.unsure = True
            raise
        except Refusal as refusal:
            if refusal.code not in (_WRONG_LAST, _IN_PROCESS):
                raise
            await self._leave_out_counted(append)
            return False
        await self._written(append, head, number - len(messages) + 1)
        return True

    async def _leave_out_counted(self, append: _Append) -> None:
        """Leave out the results that are written already: each counts once."""
        for each in append.results:
            (message,) = messages_of([each])
            if await self._connection.last(LOG_STREAM, message.subject) is not None:
                append.results = [other for other in append.results if other != each]

    async def _written(
        self, append: _Append, head: Head, number: int, *, found: bool = False
    ) -> None:
        """Note that an append is written; what is kept beside the log goes after it."""
        table = append.table
        now = head if found else append.head(number)
        self.trouble = None
        self._unsure.pop(table, None)
        if append.last:
            self.heads.pop(table, None)
            self.read_to.pop(table, None)
        else:
            self.heads[table] = now
            self.read_to[table] = now.end
        _succeed(append)
        if not append.last and not found:
            await self._keep(append, now.end)

    def _given_up(self, append: _Append, trouble: Exception) -> StoreError:
        self.trouble = no_room(trouble)
        if not append.unsure:
            return self.trouble
        self._unsure[append.table] = append.id
        return Unsure("The log does not answer: {error}.", error=trouble)

    async def _keep(self, append: _Append, end: Position) -> None:
        for kind, body in append.kept._asdict().items():
            if body and len(body) <= MOST_KEPT_BYTES:
                await self._connection.tell(*beside(kind, append.table, body, end))


def beside_subject(kind: str, table: str) -> str:
    """Return the subject of what is kept beside a table's log: one of the fields of `Kept`."""
    return f"cardtui.beside.{kind}.{table}"


def beside(kind: str, table: str, body: bytes, end: Position) -> tuple[str, bytes]:
    """Return the message that keeps something beside a log, and its subject."""
    said = pb.Beside(entries=end.entries, chain=end.chain, body=body, append=end.stream)
    return beside_subject(kind, table), said.SerializeToString()


def no_room(trouble: Exception) -> NoRoom:
    """Return the error to tell when nothing can be written."""
    if isinstance(trouble, Refusal) and trouble.code == NO_STREAM:
        return Gone(
            "The stream {stream} was deleted while the server ran: restore it from a backup, or"
            " restart the server to begin anew.",
            stream=LOG_STREAM,
        )
    return NoRoom("The log cannot be written: {error}.", error=trouble)


def _succeed(append: _Append) -> None:
    if not append.done.done():
        append.done.set_result(None)


def _fail(append: _Append, error: StoreError) -> None:
    if not append.done.done():
        append.done.set_exception(error)
        append.done.exception()  # perhaps nobody waits any more
