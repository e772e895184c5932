"""The log store on disk, in an SQLite database (`SqliteStore`): what is read, and what proves it
whole. How many stored moves are checked before a server lists its tables: `_CHECKED_AT_START`.

Each row carries a hash made from itself and the hash before it, so that a damaged log is noticed
when it is read; one that has lost its end, or its place in the list of tables, is noticed by what
else says how long it was.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate, groupby, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardtui_server.lookalikes import likeness
from cardtui_server.ports.log_store import (
    NO_CHANGE,
    NOTHING_KEPT,
    Checkpoint,
    Counted,
    Damaged,
    DamagedStore,
    Kept,
    LogStore,
    NoRoom,
    OpenTable,
    Player,
    PlayersPage,
    Result,
    SeatResult,
    StoreError,
    check_append,
    check_last,
    check_redacted,
)
from cardtui_server.safe_text import name_key
from cardtui_server.server_log import unprinted
from cardtui_server.store.heads import HEADS_SUFFIX, Head, Heads, what_is_missing
from cardtui_server.store.sqlite_database import (
    SELECT_KEPT_LENGTH,
    check_files,
    check_growth,
    connect,
    damaged,
    first_broken,
    is_in_order,
    is_sound,
    keep_private,
    link,
    make_tables,
    seed,
)
from cardtui_server.store.sqlite_writer import Again, SqliteWriter
from cardtui_server.thread_queue import with_rests

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_CHECKED_AT_START: Final = 100_000
"""How many entries are checked before the tables are listed, those of short logs first."""

_LISTED_AT_ONCE: Final = 500
"""How many tables, or sessions, are listed at a time."""

_CHECKED_AT_ONCE: Final = 1000
"""How many entries are checked in a row later, which takes one or two milliseconds."""

_REMEMBERED_APPENDS: Final = 1000
"""Of how many tables the latest append finds itself, if it is repeated."""

_KIND_NUMBERS: Final = {name: number for number, name in enumerate(Kept._fields)}
"""The numbers of what is kept beside the logs."""

_INSERT_KEPT: Final = (
    "INSERT INTO kept VALUES (?, ?, ?, ?, ?) ON CONFLICT (kind, table_id) DO UPDATE"
    " SET seq = excluded.seq, chain = excluded.chain, body = excluded.body"
    " WHERE excluded.seq >= seq"
)

_INSERT_RESULT: Final = (
    "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


_SELECT_LISTING: Final = (
    "SELECT (SELECT closed FROM logs WHERE id = ?1),"
    " (SELECT max(seq) FROM entries WHERE table_id = ?1)"
)
"""What the list of tables says of a log, and its end."""

_SELECT_PLAYERS: Final = "SELECT token_hash, id, name, used, sat, began FROM players"

_SELECT_TABLES: Final = (
    "WITH RECURSIVE found (id) AS ("
    " SELECT min(table_id) FROM entries UNION ALL"
    " SELECT (SELECT min(table_id) FROM entries WHERE table_id > id) FROM found"
    " WHERE id IS NOT NULL"
    ") SELECT id FROM found WHERE id IS NOT NULL"
)
"""All tables of which there are entries; one look for each, however long the logs are."""


class _Head(NamedTuple):
    """The last row of a log, and whether that row closed the table."""

    seq: int
    chain: bytes
    closed: bool


class SqliteStore(LogStore):
    """Keeps logs, results and sessions in a single database file."""

    def __init__(self, path: Path, log: FilteringBoundLogger | None = None) -> None:
        """Open the database: make it if it does not exist, and bring it up to date.

        Args:
            log: a structlog logger for what is wrong with the disk; by default one that writes to
                Python's own logger ``cardtui.server``.

        Raises:
            StoreError: the database cannot be opened; the sentence says why, and what to do.
        """
        self._path = path
        self._heads: dict[str, _Head] = {}
        self._written: dict[str, Head] = {}
        self._unacknowledged: dict[str, bytes] = {}
        self._made = 0  # when the latest table was made, in milliseconds since 1970
        self._appends: dict[str, bytes] = {}  # by table, the id of the latest append
        self._reading = threading.RLock()
        check_files(path)
        afresh = not path.exists()
        try:
            keep_private(path)
            connection = connect(path)
            make_tables(connection, path)
            for table in ("logs", "players", "results"):
                if not is_sound(connection, table):
                    raise damaged(path, f"the pages of {table} are not as written", DamagedStore)
            witnessed = path.with_name(path.name + HEADS_SUFFIX).exists()
            if not (witnessed or is_in_order(connection)):
                raise damaged(path, "the pages of entries are not as written", DamagedStore)
            check_growth(connection)
            self._log = log or unprinted()
            self._spoiled = False
            if not is_sound(connection, "kept"):
                self._keep_no_more()
            self._reader = connect(path)
            self._writer = SqliteWriter(path, connection, self._log, self._committed, self._failed)
        except sqlite3.OperationalError as error:
            raise StoreError(
                "The database {path} cannot be opened ({error}): check that the folder exists"
                " and may be written.",
                path=path,
                error=error,
            ) from error
        except sqlite3.DatabaseError as error:
            raise damaged(path, str(error)) from error
        self._acknowledged = Heads(path, afresh=afresh)
        self._writer.start()

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

        def work() -> None:
            if append_id and self._appends.get(table) == append_id:
                return
            self._append(table, expected, rows, last=last, kept=kept)
            if rows:
                self._unacknowledged[table] = append_id
            self._writer.connection.executemany(
                "UPDATE results SET shown = ? WHERE table_id = ? AND match = ?",
                [(since, table, match) for match, since in shown.items()],
            )
            for result in results:
                self._add_result(result)

        await self._writer.write(work)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        return await asyncio.to_thread(self._read, table, after)

    async def open_tables(self) -> AsyncIterator[Sequence[OpenTable]]:
        tables = await asyncio.to_thread(self._open_tables)
        short = await asyncio.to_thread(self._short_logs)
        for first in range(0, len(tables), _LISTED_AT_ONCE):
            yield await asyncio.to_thread(
                self._page, tables[first : first + _LISTED_AT_ONCE], short
            )

    async def tables(self) -> dict[str, bool]:
        def read() -> dict[str, bool]:
            listed, found = self._known_tables()
            return {table: bool(listed.get(table)) for table in dict.fromkeys((*listed, *found))}

        return await asyncio.to_thread(read)

    async def check(self, table: str) -> None:
        after, found = 0, _CHECKED_AT_ONCE
        while found == _CHECKED_AT_ONCE:
            began = time.perf_counter()
            found = len(await asyncio.to_thread(self._checked, table, after, _CHECKED_AT_ONCE))
            after += found
            await asyncio.sleep(time.perf_counter() - began)

    async def checkpoint(self, table: str) -> Checkpoint | None:
        try:
            rows = await asyncio.to_thread(
                self._query,
                "SELECT seq, kept.body FROM kept JOIN entries USING (table_id, seq, chain)"
                " WHERE kind = ? AND table_id = ?",
                _KIND_NUMBERS["checkpoint"],
                table,
            )
        except Damaged:  # if it is more than the cache, the reader of the log is told
            return None
        return Checkpoint(*rows[0]) if rows else None

    async def keep(self, table: str, entries: int, kept: Kept) -> None:
        def work() -> None:
            found = self._writer.connection.execute(
                "SELECT chain FROM entries WHERE table_id = ? AND seq = ?", (table, entries)
            ).fetchone()
            if found:
                self._keep(table, entries, found[0], kept)

        await self._writer.write(work)

    async def last(self, table: str) -> bytes:
        rows = await asyncio.to_thread(
            self._query,
            "SELECT body FROM entries WHERE table_id = ? ORDER BY seq DESC LIMIT 1",
            table,
        )
        return bytes(rows[0][0]) if rows else b""

    async def redact(
        self, table: str, rows: Sequence[bytes], *, instead_of: Sequence[bytes] = ()
    ) -> None:
        if not rows:
            self._acknowledged.forget(table)  # first: a copy may be made just then
        chained = await asyncio.to_thread(_chained, table, rows)
        read = await asyncio.to_thread(_chained, table, instead_of)
        await self._writer.write(lambda: self._redact(table, chained, read))
        self._writer.move_soon()

    async def size(self) -> int:
        ((pages, free, size),) = await asyncio.to_thread(
            self._query,
            "SELECT page_count, freelist_count, page_size"
            " FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
        )
        return int((pages - free) * size)

    async def results(self, game: str, after: str = "", most: int = 1000) -> list[Counted]:
        number = int(after or 0)

        def read() -> list[Counted]:
            rows = self._query(
                "SELECT * FROM results WHERE game = ?1 AND number IN (SELECT DISTINCT number"
                " FROM results WHERE game = ?1 AND number > ?2 ORDER BY number LIMIT ?3)"
                " ORDER BY number, seat",
                *(game, number, most),
            )
            return list(_results(rows))

        return await asyncio.to_thread(read)

    async def results_of(
        self, player: str, most: int = 10_000, *, known: tuple[str, int] | None = None
    ) -> list[Result]:
        asker, now = known or (None, None)

        def read() -> list[Result]:
            rows = self._query(
                "SELECT results.* FROM results JOIN ("
                " SELECT DISTINCT game, number, ended AS at FROM results"
                " WHERE player = ? AND player <> '' AND (? IS NULL OR shown <= ? OR EXISTS ("
                "  SELECT 1 FROM results AS played WHERE played.game = results.game"
                "  AND played.number = results.number AND played.player = ? AND NOT played.gone"
                " )) ORDER BY ended DESC, number DESC LIMIT ?"
                ") USING (game, number) ORDER BY at, game, number, seat",
                *(player, now, now, asker, most),
            )
            return [each.result for each in _results(rows)]

        return await asyncio.to_thread(read)

    async def add_results(self, results: Sequence[Result], *, instead: bool = False) -> None:
        """See `LogStore.add_results`.

        Args:
            instead: whether they are all that the logs say, instead of those that were kept.
                What logs said that are gone stays.
        """

        def work() -> None:
            execute = self._writer.connection.execute
            if instead:
                execute("DELETE FROM results WHERE table_id IN (SELECT id FROM logs)")
            kept = set(execute("SELECT table_id, match FROM results WHERE seat = 0"))
            for result in results:
                if result[:2] not in kept:
                    self._add_result(result)

        await self._writer.write(work)

    async def forget_results(self, before: int) -> None:
        def work() -> None:
            self._writer.connection.execute(
                "DELETE FROM results WHERE ended < ? AND number <"
                " (SELECT max(number) FROM results AS others WHERE others.game = results.game)",
                (before,),
            )

        await self._writer.write(work)

    async def who_played(self) -> set[str]:
        rows = await asyncio.to_thread(
            self._query, "SELECT DISTINCT player FROM results WHERE player <> ''"
        )
        return {player for (player,) in rows}

    async def save_players(
        self, players: Sequence[Player], *, instead_of: Sequence[Player] = ()
    ) -> None:
        def work() -> None:
            execute = self._writer.connection.executemany
            goes = [(each.token_hash,) for each in instead_of]
            execute("DELETE FROM players WHERE token_hash = ?", goes)
            execute(
                "INSERT OR REPLACE INTO players VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(*each, name_key(each.name), likeness(each.name)) for each in players],
            )

        await self._writer.write(work)
        if not players:
            self._writer.move_soon()

    async def players(self, after: str = "") -> PlayersPage:
        where = "WHERE token_hash > ? ORDER BY token_hash LIMIT ?"
        found = await self._sessions(where, bytes.fromhex(after), _LISTED_AT_ONCE)
        return PlayersPage(
            found, found[-1].token_hash.hex() if len(found) == _LISTED_AT_ONCE else ""
        )

    async def player(self, token_hash: bytes) -> Player | None:
        return next(iter(await self._sessions("WHERE token_hash = ?", token_hash)), None)

    async def sessions(self, players: Sequence[str]) -> list[Player]:
        where = "WHERE id IN (SELECT value FROM json_each(?))"
        return await self._sessions(where, json.dumps(list(players)))

    async def alike(self, name: str) -> list[Player]:
        return await self._sessions("WHERE key = ? OR likeness = ?", name_key(name), likeness(name))

    async def _sessions(self, where: str, *values: object) -> list[Player]:
        rows = await asyncio.to_thread(self._query, f"{_SELECT_PLAYERS} {where}", *values)
        return [Player(*row)._replace(sat=bool(row[4])) for row in rows]

    def watch(self, changed: Callable[[NoRoom | None], None]) -> None:
        self._writer.watch(changed)

    async def close(self) -> None:
        await self._writer.close()
        await asyncio.to_thread(self._close_reader)
        self._acknowledged.close()

    def _close_reader(self) -> None:
        """Close it after the query under way: nobody may wait for that any more, but it runs on."""
        with self._reading:
            self._reader.close()

    def _query(self, statement: str, *values: object) -> list[Any]:
        with self._reading:
            try:
                return self._reader.execute(statement, values).fetchall()
            except sqlite3.DatabaseError as error:
                raise damaged(self._path, str(error), DamagedStore) from error

    @contextlib.contextmanager
    def _one_moment(self) -> Generator[None]:
        """Have queries see the database as it is at one moment, whatever is written meanwhile."""
        with self._reading:
            self._query("BEGIN")
            try:
                yield
            finally:
                self._reader.rollback()

    def _open_tables(self) -> list[str]:
        """Return the tables that the list says are open, and those that it should."""
        listed, found = self._known_tables()
        known = self._acknowledged.known
        return [
            table
            for table in found
            if not listed.get(table) or (table in known and not self._is_closed(table))
        ]

    def _known_tables(self) -> tuple[dict[str, int], list[str]]:
        """Return what the list says of tables, and those that it should have as open ones.

        Raises:
            DamagedStore: the list is not as it was written.
        """
        listed = dict(self._query("SELECT id, closed FROM logs ORDER BY made, id"))
        known = self._acknowledged.known
        found = [table for table in listed if not listed[table]]
        found += [table for (table,) in self._query(_SELECT_TABLES)]
        found += known
        if not all(type(table) is str for table in found):
            raise damaged(self._path, "the list of tables is not as written", DamagedStore)
        return listed, list(dict.fromkeys(found))

    def _is_closed(self, table: str) -> bool:
        """Return whether a table is closed, and all of its log is there."""
        try:
            self._checked(table)
        except DamagedStore:
            raise
        except Damaged:
            return False
        self._acknowledged.forget(table)
        return True

    def _short_logs(self) -> set[str]:
        """Return the tables whose logs are read at the start, up to `_CHECKED_AT_START` entries."""
        lengths = self._query(
            "SELECT id, (SELECT max(seq) FROM entries WHERE table_id = id) AS length FROM logs"
            " WHERE NOT closed AND typeof(length) = 'integer' ORDER BY length"
        )
        ends = accumulate(length for _, length in lengths)
        whole = takewhile(
            lambda each: each[1] <= _CHECKED_AT_START, zip(lengths, ends, strict=True)
        )
        return {table for (table, _), _ in whole}

    def _page(self, tables: Sequence[str], short: AbstractSet[str]) -> list[OpenTable]:
        return [self._listed(table, short) for table in tables]

    def _listed(self, table: str, short: AbstractSet[str]) -> OpenTable:
        """Return a table with its listing, where that fits the log.

        All of the log is read: a damaged one must be told when the server starts, not when somebody
        comes back to the table. Of one that is too long for that, the end is.
        """
        with contextlib.suppress(Damaged):  # the reader of the log tells it
            kept = self._query(
                "SELECT seq, chain, body FROM kept WHERE kind = ? AND table_id = ?",
                *(_KIND_NUMBERS["listing"], table),
            )
            for seq, chain, body in kept:
                after = 0 if table in short else seq - 1
                rows = self._checked(table, after)
                if after < seq <= after + len(rows) and rows[seq - after - 1][2] == chain:
                    return OpenTable(table, body, checked=not after)
        return OpenTable(table)

    def _read(self, table: str, after: int) -> list[bytes]:
        return [row[1] for row in self._checked(table, after)]

    def _checked(self, table: str, after: int = 0, most: int = sys.maxsize - 1) -> list[Any]:
        """Return the number, body and hash of each row after number ``after``, or of so many.

        Raises:
            Damaged: see `LogStore.read`.
        """
        head = self._acknowledged.known.get(table)  # asked first: meanwhile the log may grow
        kept: tuple[object, ...] = ()
        with self._one_moment():
            ((closed, highest),) = self._query(_SELECT_LISTING, table)
            with contextlib.suppress(Damaged):  # it is only a cache
                (kept,) = self._query(SELECT_KEPT_LENGTH, table)
            rows = self._query(
                "SELECT seq, body, chain FROM entries WHERE table_id = ? AND seq >= ?"
                " ORDER BY seq LIMIT ?",
                *(table, after, most + bool(after)),
            )
        chain = b""
        if after:
            if not rows or rows[0][0] != after:
                raise damaged(self._path, f"entry {after} of table {table} is missing")
            chain = rows.pop(0)[2]
        broken = first_broken(table, rows, after, chain)
        if broken:
            error = damaged(self._path, f"entry {broken} of table {table} is not as written")
            error.sound = [row[1] for row in rows[: broken - after - 1]]
            raise error
        if len(rows) < most:
            missing = what_is_missing(table, after + len(rows), closed, head, [highest, *kept])
            if missing:
                raise damaged(self._path, missing)
        return rows

    # The methods below run in the writer's thread.

    def _committed(self) -> None:
        for table, head in self._written.items():
            self._acknowledged.note(table, head)
        for table, append_id in self._unacknowledged.items():
            self._appends.pop(table, None)  # so that the latest come last
            self._appends[table] = append_id
        while len(self._appends) > _REMEMBERED_APPENDS:
            del self._appends[next(iter(self._appends))]
        self._written.clear()
        self._unacknowledged.clear()

    def _failed(self) -> None:
        self._written.clear()
        self._unacknowledged.clear()
        self._heads.clear()

    def _append(
        self, table: str, expected: int, rows: Sequence[bytes], *, last: bool, kept: Kept
    ) -> None:
        seq, chain, closed = self._heads.get(table) or self._find_head(table)
        if seq != expected:
            self._heads.pop(table, None)
        check_last(seq, expected, closed=closed)
        if not rows:
            return
        execute = self._writer.connection.execute
        if seq == 0:
            self._made = max(self._made + 1, time.time_ns() // 1_000_000)
            execute("INSERT INTO logs (id, made) VALUES (?, ?)", (table, self._made))
        for body in rows:
            seq += 1
            chain = link(chain, seq, body)
            execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (table, seq, body, chain))
        if last:
            execute("UPDATE logs SET closed = ? WHERE id = ?", (seq, table))
            self._forget(table)
            self._heads.pop(table, None)
            self._written[table] = Head(seq, closed=True)
        else:
            self._keep(table, seq, chain, kept)
            self._heads[table] = _Head(seq, chain, closed=False)
            self._written[table] = Head(seq)

    def _redact(
        self,
        table: str,
        rows: Sequence[tuple[object, ...]],
        read: Sequence[tuple[object, ...]],
    ) -> None:
        execute = self._writer.connection.execute
        found = execute("SELECT closed FROM logs WHERE id = ?", (table,)).fetchone()
        last = execute(
            "SELECT * FROM entries WHERE table_id = ? ORDER BY seq DESC LIMIT 1", (table,)
        ).fetchone()
        same = not read or read[-1] == last
        check_redacted(last[1] if found and found[0] and last else 0, len(rows), same=same)
        execute("DELETE FROM entries WHERE table_id = ?", (table,))
        self._writer.connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)
        self._forget(table)  # it may still be there if it could not be changed as the table closed
        if not rows:
            execute("DELETE FROM logs WHERE id = ?", (table,))

    def _keep(self, table: str, seq: int, chain: bytes, kept: Kept) -> None:
        self._try_keeping(
            _INSERT_KEPT,
            [
                (_KIND_NUMBERS[name], table, seq, chain, body)
                for name, body in kept._asdict().items()
                if body
            ],
        )

    def _forget(self, table: str) -> None:
        self._try_keeping(
            "DELETE FROM kept WHERE kind = ? AND table_id = ?",
            [(kind, table) for kind in _KIND_NUMBERS.values()],
        )

    def _try_keeping(self, statement: str, values: Sequence[tuple[object, ...]]) -> None:
        """Change what is kept beside the logs, unless that is spoiled: then nothing more is kept.

        Raises:
            Again: it has turned out to be spoiled, and the transaction with it.
        """
        if self._spoiled or not values:
            return
        try:
            self._writer.connection.executemany(statement, values)
        except sqlite3.OperationalError:  # there is no room, for the log neither
            raise
        except sqlite3.DatabaseError as error:
            self._keep_no_more()
            raise Again from error

    def _keep_no_more(self) -> None:
        """Do without what is kept beside the logs: it is only a cache."""
        self._spoiled = True
        self._log.warning("cache damaged: logs are read whole", path=str(self._path))

    def _add_result(self, result: Result) -> None:
        execute = self._writer.connection.execute
        ((last,),) = execute("SELECT max(number) FROM results WHERE game = ?", (result.game,))
        number = (last or 0) + 1
        table, match, game, preset, ended, seats, rated, shown = result
        for seat, each in enumerate(seats):
            *counted, calls, place, left = each
            said = " ".join(f"{verb} {times}" for verb, times in calls)
            which = (game, number, seat, table, match, preset, ended)
            execute(_INSERT_RESULT, (*which, *counted, said, place, rated, left, shown))

    def _find_head(self, table: str) -> _Head:
        found = self._writer.connection.execute(
            "SELECT seq, chain, closed FROM entries LEFT JOIN logs ON id = table_id"
            " WHERE table_id = ? ORDER BY seq DESC LIMIT 1",
            (table,),
        ).fetchone()
        return _Head(*found) if found else _Head(0, seed(table), closed=False)


def _chained(table: str, rows: Sequence[bytes]) -> list[tuple[object, ...]]:
    """Return rows as they stand in the database, from the first one of a log on."""
    chain, found = seed(table), list[tuple[object, ...]]()
    for seq, body in enumerate(with_rests(rows), 1):
        chain = link(chain, seq, body)
        found.append((table, seq, body, chain))
    return found


def _results(rows: Sequence[Any]) -> Iterator[Counted]:
    """Yield results from all columns of their rows, of which there is one for each seat."""
    for (game, number), seats in groupby(rows, lambda row: row[:2]):
        (first, *others) = seats
        table, match, preset, ended = first[3:7]
        found = tuple([_seat((*row[7:16], row[17])) for row in (first, *others)])
        rated, shown = bool(first[16]), first[18]
        yield Counted(str(number), Result(table, match, game, preset, ended, found, rated, shown))


def _seat(columns: Sequence[Any]) -> SeatResult:
    player, bot, team, won, chips, hands, bluffs, calls, place, left = columns
    words = calls.split()
    called = zip(words[::2], map(int, words[1::2]), strict=True)
    counted = (chips, hands, bluffs, tuple(called), place)
    return SeatResult(player, bot, team, bool(won), *counted, left=bool(left))
