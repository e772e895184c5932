"""The log store on a cluster of NATS servers, which several servers share (`NatsStore`): what is
read. What is written is in `nats_writer.py`, its streams in `nats_streams.py`.

Each append is one message in the stream of all logs, with a hash that is chained as in SQLite. What
reads asks the leader of the stream where a log ends; any server of the cluster may answer with what
comes before. If that one lags behind, it is asked again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, TypeVar

from google.protobuf.message import DecodeError

from cardtui.store.v1 import cluster_pb2 as pb
from cardtui_server.lookalikes import likeness
from cardtui_server.ports.log_store import (
    NO_CHANGE,
    NOTHING_KEPT,
    Checkpoint,
    Counted,
    Damaged,
    Kept,
    KeptStream,
    LogStore,
    NoRoom,
    OpenTable,
    Player,
    PlayersPage,
    Result,
    StoreError,
    Unreadable,
    check_append,
    check_redacted,
    is_id,
)
from cardtui_server.safe_text import name_key
from cardtui_server.server_log import unprinted
from cardtui_server.store.nats_bus import player_of, session_of
from cardtui_server.store.nats_connection import (
    NATS_ERRORS,
    PAGE_MESSAGES,
    Connection,
    Message,
    Refusal,
    Stored,
)
from cardtui_server.store.nats_log import (
    MARK_BYTES,
    Head,
    Position,
    append_in,
    beginning,
    chained,
    head_in,
    look,
    look_twice,
    missing,
    packed,
    subject_of,
)
from cardtui_server.store.nats_results import ALL_RESULTS_SUBJECT, NatsResults, messages_of
from cardtui_server.store.nats_streams import (
    BESIDE_STREAM,
    LOG_STREAM,
    PLAYERS_STREAM,
    STREAMS,
    TRIAL_SUBJECT,
    check_servers,
    check_sync,
    ensure_streams,
    kept_stream,
)
from cardtui_server.store.nats_writer import (
    BATCH_MESSAGES,
    GIVE_UP_SECONDS,
    MOST_KEPT_BYTES,
    NatsWriter,
    beside,
    beside_subject,
    no_room,
)

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_PLAYER_SUBJECT: Final = "cardtui.player."
_KNOWN_SUBJECT: Final = "cardtui.known."
_CERTIFICATE_SUBJECT: Final = "cardtui.beside.certificate.cluster"

T = TypeVar("T")

_MESSAGES_AT_ONCE: Final = 500
"""How many messages about sessions are written at once, all or none."""

_PLAYERS_AT_ONCE: Final = 50
"""Of how many players sessions are read at once: each has few, and `PAGE_MESSAGES` are answered at
most."""

_FORGOTTEN_AFTER_SECONDS: Final = 60
"""Seconds until nothing is left of a session that was forgotten, or of a claim given up."""

_LOOK_SECONDS: Final = 1.0
"""Seconds between two looks whether the cluster can be written to; a quarter while it cannot."""

_TRIAL_BODY: Final = bytes(16_384)
"""What is written to see whether there is room."""

_LAG_PAUSE_SECONDS: Final = 0.02
"""Seconds until a server that lags behind is asked again."""


class NatsStore(LogStore):
    """Keeps logs, results and sessions in streams of NATS.

    Attributes:
        connection: to some server of the cluster.
    """

    def __init__(
        self,
        urls: Sequence[str],
        *,
        name: str = "cardtui",
        replicas: int = 3,
        monitors: Sequence[str] = (),
        patience: float = GIVE_UP_SECONDS,
        log: FilteringBoundLogger | None = None,
    ) -> None:
        """Prepare it; `open` connects.

        Args:
            urls: the addresses of some servers of the cluster: ``nats://NAME:PASSWORD@HOST:PORT``.
            name: what the cluster is called; nobody of another name may use its streams.
            replicas: on how many servers everything is kept.
            monitors: where the servers tell their settings: ``http://HOST:PORT``.
            patience: how many seconds it tries to write or read something.
            log: a structlog logger for what is wrong with the cluster; by default one that writes
                to Python's own logger ``cardtui.server``.
        """
        self._name = name
        self._replicas = replicas
        self._monitors = tuple(monitors)
        self._patience = patience
        self._log = log or unprinted()
        self.connection = self._connection = Connection(urls)
        self._writer = NatsWriter(self._connection, patience)
        self._results = NatsResults()
        self._counting = asyncio.Lock()
        self._packing = asyncio.Lock()
        self._closing = False
        self._looking: asyncio.Task[None] | None = None
        self._watcher: Callable[[NoRoom | None], object] | None = None
        self._wrong: NoRoom | None = None

    async def open(self) -> None:
        await self._connection.open()
        await check_servers(self._connection)
        await check_sync(self._monitors)
        if not self._monitors:
            self._log.warning("NATS servers may not wait for their disk")
        await ensure_streams(self._connection, self._name, self._replicas)
        for each in STREAMS:
            self._connection.follow(each.name)
        self._looking = asyncio.create_task(self._look_after())

    async def certificate(self, own: bytes) -> bytes:
        """Return the certificate that all servers of the cluster show: that of the first one.

        Args:
            own: what is kept if there is none yet.

        Raises:
            Unreadable, NoRoom: the NATS servers do not answer.
        """
        last = partial(self._connection.last, BESIDE_STREAM, _CERTIFICATE_SUBJECT)
        if (found := await self._patiently(last)) is not None:
            return found.body
        with contextlib.suppress(*NATS_ERRORS):  # another server may be the first
            await self._connection.publish([Message(_CERTIFICATE_SUBJECT, own, expected=0)])
        found = await self._patiently(last)
        if found is None:
            raise NoRoom("The certificate of the cluster cannot be kept.")
        return found.body

    async def append(
        self,
        table: str,
        expected: int,
        rows: Sequence[bytes],
        *,
        append_id: bytes = b"",
        last: bool = False,
        results: Sequence[Result] = (),
        shown: Mapping[int, int] = NO_CHANGE,
        kept: Kept = NOTHING_KEPT,
    ) -> None:
        check_append(table, rows)
        await self._writer.append(
            table,
            expected,
            rows,
            append_id=append_id,
            last=last,
            results=results,
            shown=shown,
            kept=kept,
        )
        if last and rows:
            self._writer.begin(self._tidy_up([table]))

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        found = list[bytes]()
        try:
            async for rows in self._pieces(table, after):
                found += rows
        except Damaged as error:
            error.sound = found
            raise
        return found

    async def check(self, table: str) -> None:
        async for _ in self._pieces(table, 0):
            await asyncio.sleep(0)

    async def open_tables(self) -> AsyncIterator[Sequence[OpenTable]]:
        heads = await self._patiently(self._heads)
        for first in range(0, len(heads), PAGE_MESSAGES):
            page = heads[first : first + PAGE_MESSAGES]
            yield await self._patiently(partial(self._page, page))

    async def tables(self) -> dict[str, bool]:
        heads = await self._patiently(partial(self._heads, closed=True))
        return {
            table: head is not None and head.closed
            for table, head in heads
            if head is None or head.end.entries
        }

    async def checkpoint(self, table: str) -> Checkpoint | None:
        try:
            found = await self._connection.last(BESIDE_STREAM, beside_subject("checkpoint", table))
            kept = None if found is None else pb.Beside.FromString(found.body)
            message = (
                None if kept is None else await self._connection.numbered(LOG_STREAM, kept.append)
            )
            if kept is None or message is None or message.subject != subject_of(table):
                return None
            end = head_in(message).end
        except (*NATS_ERRORS, Damaged, Unreadable, DecodeError):  # the log is read instead
            return None
        if (end.entries, end.chain) != (kept.entries, kept.chain):
            return None
        self._writer.read_to[table] = end  # from there on it is read now
        return Checkpoint(kept.entries, kept.body)

    async def keep(self, table: str, entries: int, kept: Kept) -> None:
        head = self._writer.heads.get(table)
        if head is None or head.end.entries != entries or head.closed:
            return  # the log has grown meanwhile
        if kept.listing:
            self._writer.heads[table] = head.with_listing()
        for kind, body in kept._asdict().items():
            if body and len(body) <= MOST_KEPT_BYTES:
                await self._publish([Message(*beside(kind, table, body, head.end))])

    async def redact(
        self, table: str, rows: Sequence[bytes], *, instead_of: Sequence[bytes] = ()
    ) -> None:
        async with self._packing:
            head = await self._patiently(partial(look_twice, self._connection, table))
            read = await asyncio.to_thread(chained, beginning(table), instead_of)
            same = not instead_of or head.end.chain == read
            check_redacted(head.end.entries if head.closed else 0, len(rows), same=same)
            messages = await asyncio.to_thread(packed, table, head, rows)
            if len(messages) > BATCH_MESSAGES:
                raise NoRoom("The log of table {table} is too long to be changed.", table=table)
            await self._publish(messages)
            self._writer.heads.pop(table, None)
            self._writer.read_to.pop(table, None)

    async def size(self) -> int:
        found = [await self._patiently(partial(self._info, each.name)) for each in STREAMS]
        return sum(int(each["state"]["bytes"]) for each in found)

    async def _info(self, stream: str) -> Mapping[str, Any]:
        return await self._connection.api(f"STREAM.INFO.{stream}")

    async def results(self, game: str, after: str = "", most: int = 1000) -> list[Counted]:
        await self._patiently(self._count)
        return self._results.of_game(game, after, most)

    async def results_of(
        self, player: str, most: int = 10_000, *, known: tuple[str, int] | None = None
    ) -> list[Result]:
        await self._patiently(self._count)
        return await asyncio.to_thread(self._results.of_player, player, most, known)

    async def add_results(self, results: Sequence[Result]) -> None:
        for first in range(0, len(results), BATCH_MESSAGES):
            await self._patiently(partial(self._add, results[first : first + BATCH_MESSAGES]))

    async def _add(self, results: Sequence[Result]) -> None:
        messages = messages_of(results)
        subjects = [each.subject for each in messages]
        kept = {
            each.subject for each in await self._connection.last_of_each(LOG_STREAM, subjects, 0)
        }
        new = [each for each in messages if each.subject not in kept]
        if new:
            await self._connection.publish(new)

    async def forget_results(self, before: int) -> None:
        await self._patiently(self._count)
        first = self._results.first_since(before)
        try:
            await self._connection.api(
                f"STREAM.PURGE.{LOG_STREAM}", {"filter": ALL_RESULTS_SUBJECT, "seq": first}
            )
        except NATS_ERRORS as error:
            raise no_room(error) from error
        async with self._counting:
            self._results = NatsResults()

    async def who_played(self) -> set[str]:
        await self._patiently(self._count)
        return self._results.who_played()

    async def save_players(
        self, players: Sequence[Player], *, instead_of: Sequence[Player] = ()
    ) -> None:
        bodies = {subject: b"" for each in instead_of for subject in _subjects_of(each)}
        for each in players:
            bodies |= dict.fromkeys(_subjects_of(each), session_of(each).SerializeToString())
        messages = [
            Message(subject, body, seconds=0 if body else _FORGOTTEN_AFTER_SECONDS)
            for subject, body in bodies.items()
        ]
        for first in range(0, len(messages), _MESSAGES_AT_ONCE):
            await self._publish(messages[first : first + _MESSAGES_AT_ONCE])

    async def players(self, after: str = "") -> PlayersPage:
        return await self._patiently(partial(self._players, int(after or 0)))

    async def player(self, token_hash: bytes) -> Player | None:
        last = partial(self._connection.last, PLAYERS_STREAM, _token_subject(token_hash))
        found = await self._patiently(last)
        return None if found is None else next(_players_in([found]), None)

    async def sessions(self, players: Sequence[str]) -> list[Player]:
        return await self._sessions([_players_with(id_=each) for each in players])

    async def alike(self, name: str) -> list[Player]:
        key, like = _short(name_key(name)), _short(likeness(name))
        return await self._sessions([_players_with(key=key), _players_with(like=like)])

    async def _sessions(self, subjects: Sequence[str]) -> list[Player]:
        """Return the sessions in the last messages of subjects with wildcards."""
        found: dict[bytes, Player] = {}
        for first in range(0, len(subjects), _PLAYERS_AT_ONCE):
            some = subjects[first : first + _PLAYERS_AT_ONCE]
            messages = await self._patiently(partial(self._last_of_all, some))
            found |= {each.token_hash: each for each in _players_in(messages)}
        return list(found.values())

    async def _last_of_all(self, subjects: Sequence[str]) -> Sequence[Stored]:
        asked = (self._connection.last(PLAYERS_STREAM, each) for each in subjects)
        last = max((each.number for each in await asyncio.gather(*asked) if each), default=0)
        if not last:
            return ()
        found = await self._connection.last_of_each(PLAYERS_STREAM, subjects, last)
        return sorted(found, key=lambda each: each.number)

    async def claim(
        self, likeness: str, player: str, *, instead_of: str = "", seconds: int = 0
    ) -> str:
        subject = beside_subject("name", sha256(likeness.encode()).hexdigest())
        last = partial(self._connection.last, BESIDE_STREAM, subject)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        while True:
            try:
                found = await last()
                owner = "" if found is None else found.body.decode()
                if owner not in ("", instead_of):
                    return owner
                number = 0 if found is None else found.number
                lasts = seconds if player else _FORGOTTEN_AFTER_SECONDS
                claim = Message(subject, player.encode(), number, seconds=lasts)
                await self._connection.publish([claim])
            except NATS_ERRORS as error:  # somebody else may have been sooner
                if loop.time() > deadline:
                    raise no_room(error) from error
                await asyncio.sleep(_LAG_PAUSE_SECONDS)
            else:
                return player

    async def streams(self) -> Sequence[KeptStream]:
        return [await kept_stream(self._connection, each.name) for each in STREAMS]

    def watch(self, changed: Callable[[NoRoom | None], None]) -> None:
        self._watcher = changed

    async def close(self) -> None:
        self._watcher, self._closing = None, True
        while self._looking is not None and not self._looking.done():
            # One cancellation may get lost: up to Python 3.11, in an answer that comes just then.
            self._looking.cancel()
            await asyncio.wait([self._looking], timeout=_LOOK_SECONDS)
        await self._writer.close()
        await self._connection.close()

    async def _patiently(self, read: Callable[[], Awaitable[T]]) -> T:
        """Return what is read, as soon as that can be.

        Raises:
            Unreadable: it cannot be read for now.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        while True:
            try:
                return await read()
            except NATS_ERRORS as error:
                if loop.time() > deadline:
                    raise Unreadable("The log cannot be read: {error}.", error=error) from error
            await asyncio.sleep(_LAG_PAUSE_SECONDS)

    async def _publish(self, messages: Sequence[Message]) -> None:
        """Write what may be written twice.

        Raises:
            NoRoom: it could not be written, as far as is known.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        while True:
            try:
                await self._connection.publish(messages)
            except NATS_ERRORS as error:
                if isinstance(error, Refusal) or loop.time() > deadline:
                    raise no_room(error) from error
            else:
                return
            await asyncio.sleep(_LAG_PAUSE_SECONDS)

    async def _pieces(self, table: str, after: int) -> AsyncGenerator[Sequence[bytes]]:
        """Yield the rows after number ``after``, some at a time.

        Raises:
            Damaged, Unreadable: see `LogStore.read`.
        """
        head = await self._patiently(partial(look, self._connection, table))
        if head.end.entries < after:
            head = await self._patiently(partial(look_twice, self._connection, table))
        if head.end.entries < after:
            raise Damaged("Entry {number} of table {table} is missing.", number=after, table=table)
        position, rows = await self._patiently(partial(self._begun, table, after, head))
        yield rows
        after = max(after, position.entries)
        while position.stream < head.end.stream or position.entries < head.end.entries:
            position, rows = await self._patiently(partial(self._next, table, position))
            yield rows[max(0, len(rows) - position.entries + after) :]
            after = max(after, position.entries)
        if not head.closed:
            self._writer.know(table, head)

    async def _begun(self, table: str, after: int, head: Head) -> tuple[Position, Sequence[bytes]]:
        """Return from where on a log is read, and the rows after number ``after`` before that."""
        if head.packed_after:
            return beginning(table)._replace(stream=head.packed_after), ()
        place = self._writer.read_to.get(table)
        if place is not None and after > 0:
            if place.entries <= after:
                return place, ()
            message = await self._connection.numbered(LOG_STREAM, place.stream)
            if message is not None and message.subject == subject_of(table):
                found = append_in(message)
                if found.after <= after and found.chain == place.chain:
                    return place, found.rows[after - found.after :]
        return beginning(table), ()

    async def _next(self, table: str, position: Position) -> tuple[Position, Sequence[bytes]]:
        """Return the next rows of a log, and where they end.

        If it was packed since the last ones, it begins anew.

        Raises:
            Damaged, Unreadable: see `LogStore.read`.
        """
        rows: list[bytes] = []
        for message in await self._connection.some(
            LOG_STREAM, subject_of(table), position.stream + 1
        ):
            found = append_in(message)
            if found.packed and not found.after:
                position, rows = beginning(table), []
            if found.after != position.entries:
                raise missing(table, position.entries + 1)
            if chained(position, found.rows) != found.chain:
                raise Damaged(
                    "Table {table} is damaged: what message {number} of the stream {stream} says is"
                    " not as written. Restore the stream from a backup, or leave the table as it"
                    " is.",
                    table=table,
                    number=message.number,
                    stream=LOG_STREAM,
                )
            rows += found.rows
            position = Position(found.after + len(found.rows), found.chain, message.number)
        return position, rows

    async def _tidy_up(self, tables: Sequence[str]) -> None:
        """Keep nothing beside closed logs, and pack them; what fails is left to the next start."""
        for table in tables:
            async with self._packing:
                if self._closing:
                    return
                # Also: another server was sooner.
                with contextlib.suppress(StoreError, *NATS_ERRORS):
                    filtered = {"filter": beside_subject("*", table)}
                    await self._connection.api(f"STREAM.PURGE.{BESIDE_STREAM}", filtered)
                    await self._pack(table)

    async def _pack(self, table: str) -> None:
        """Pack a closed log, unless it is packed or longer than what is written at once."""
        head = await look(self._connection, table)
        if head.closed and not head.packed_after:
            rows = await self.read(table)
            messages = await asyncio.to_thread(packed, table, head, rows)
            if len(messages) <= BATCH_MESSAGES:
                await self._connection.publish(messages)

    async def _heads(self, *, closed: bool = False) -> list[tuple[str, Head | None]]:
        """Return the tables, oldest first, and where their logs end; closed ones if wanted."""
        subjects, upto = await self._subjects()
        tables = [each for each in subjects if is_id(each.rpartition(".")[2])]
        if len(tables) < len(subjects):
            self._log.warning("messages of others in the stream", stream=LOG_STREAM)
        found: list[tuple[str, Head | None]] = []
        unpacked: list[str] = []
        for first in range(0, len(tables), PAGE_MESSAGES):
            some = tables[first : first + PAGE_MESSAGES]
            for message in await self._connection.last_of_each(LOG_STREAM, some, upto):
                table, head = message.subject.rpartition(".")[2], None
                with contextlib.suppress(Damaged, Unreadable):  # who reads the log is told
                    head = head_in(message)
                if closed or head is None or not head.closed:
                    found.append((table, head))
                if head is not None and head.closed and not head.packed_after:
                    unpacked.append(table)
        self._writer.begin(self._tidy_up(unpacked))
        return sorted(found, key=lambda each: 0 if each[1] is None else each[1].first)

    async def _subjects(self) -> tuple[Sequence[str], int]:
        """Return the subjects of all logs, and the last number in their stream."""
        subjects: list[str] = []
        while True:
            asked = {"subjects_filter": subject_of("*"), "offset": len(subjects)}
            found = await self._connection.api(f"STREAM.INFO.{LOG_STREAM}", asked)
            some = found["state"].get("subjects") or {}
            subjects += some
            if not some or len(subjects) >= found.get("total", 0):
                return subjects, int(found["state"]["last_seq"])

    async def _page(self, page: Sequence[tuple[str, Head | None]]) -> Sequence[OpenTable]:
        """Return a page of open tables, with those listings that fit."""
        subjects = [beside_subject("listing", table) for table, _ in page]
        kept: dict[str, pb.Beside] = {}
        for message in await self._connection.last_of_each(BESIDE_STREAM, subjects, 0):
            with contextlib.suppress(DecodeError):
                kept[message.subject.rpartition(".")[2]] = pb.Beside.FromString(message.body)
        return [_open_table(table, head, kept.get(table)) for table, head in page]

    async def _count(self) -> None:
        """Take in all results that there are by now."""
        async with self._counting:
            last = await self._connection.last(LOG_STREAM, ALL_RESULTS_SUBJECT)
            while last is not None and self._results.read_to < last.number:
                first = self._results.read_to + 1
                self._results.take(
                    await self._connection.some(LOG_STREAM, ALL_RESULTS_SUBJECT, first)
                )

    async def _players(self, after: int) -> PlayersPage:
        every = _players_with()
        last = await self._connection.last(PLAYERS_STREAM, every)
        if last is None or after >= last.number:
            return PlayersPage([], "")
        found = await self._connection.some(PLAYERS_STREAM, every, after + 1)
        number = found[-1].number
        players = {each.token_hash: each for each in _players_in(found)}
        return PlayersPage([*players.values()], str(number) if number < last.number else "")

    async def _look_after(self) -> None:
        """Tell who watches when the cluster cannot be written to, and when it can again."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS if self._wrong is None else _LOOK_SECONDS / 4)
            before = self._wrong or self._writer.trouble
            try:
                # Says if the stream is gone.
                await self._connection.api(f"STREAM.INFO.{LOG_STREAM}")
                if before is not None:
                    await self._connection.publish(
                        [Message(TRIAL_SUBJECT, _TRIAL_BODY, alone=True)]
                    )
            except NATS_ERRORS as error:
                self._wrong = no_room(error)
            else:
                self._wrong = self._writer.trouble = None
            if self._watcher is not None and type(self._wrong) is not type(before):
                self._watcher(self._wrong)


def _open_table(table: str, head: Head | None, kept: pb.Beside | None) -> OpenTable:
    if head is None or kept is None:
        return OpenTable(table)
    at_end = (kept.entries, kept.chain) == (head.end.entries, head.end.chain)
    as_said = (kept.entries, kept.chain[:MARK_BYTES]) == (head.listed, head.listed_chain)
    return OpenTable(table, kept.body, checked=False) if at_end or as_said else OpenTable(table)


def _players_with(*, id_: str = "*", key: str = "*", like: str = "*", hash_: str = "*") -> str:
    """Return the subject of sessions with all that."""
    return f"{_KNOWN_SUBJECT}{id_}.{key}.{like}.{hash_}"


def _token_subject(token_hash: bytes) -> str:
    return f"{_PLAYER_SUBJECT}{token_hash.hex()}"


def _subjects_of(player: Player) -> tuple[str, str]:
    """Return under which subjects a session is kept: by its token, and by all else."""
    by_all = _players_with(
        id_=player.id,
        key=_short(name_key(player.name)),
        like=_short(likeness(player.name)),
        hash_=player.token_hash.hex(),
    )
    return _token_subject(player.token_hash), by_all


def _short(text: str) -> str:
    """Return what a text is called in a subject; others may be called the same."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _players_in(messages: Iterable[Stored]) -> Iterator[Player]:
    """Yield the sessions in messages; not those that are kept no longer, or not of cardtui."""
    for message in messages:
        with contextlib.suppress(DecodeError):
            player = player_of(pb.Session.FromString(message.body))
            if player.id and message.subject in _subjects_of(player):
                yield player
