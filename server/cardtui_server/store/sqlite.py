"""The log store on disk: SQLite, one writer thread, whatever is queued in one transaction.

Each row carries a hash over itself and the row before it, so that a damaged log is noticed
when it is read. A commit is on the disk before anybody is told, and in the files that were
opened: if they are not where they were, nothing is acknowledged.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from structlog.typing import FilteringBoundLogger

from cardtui_server.logs import unprinted
from cardtui_server.ports.log_store import (
    Behind,
    Damaged,
    DamagedStore,
    Gone,
    LogStore,
    NoRoom,
    Player,
    StoreError,
)

_MIGRATIONS: Final = (
    """
    CREATE TABLE logs (
        id TEXT PRIMARY KEY, made INTEGER NOT NULL, closed INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, chain BLOB NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE players (
        token_hash BLOB PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
)
"""What makes version n of the database from version n - 1."""

VERSION: Final = len(_MIGRATIONS)
"""The form of the database that this release writes."""

_LONG: Final = 4 * 2**20
"""Bytes of the write-ahead log from which a busy writer moves it into the database."""

_LONG_IDLE: Final = 2**20
"""Bytes from which an idle one does, too: one that is short costs more to move than to keep."""

_IDLE: Final = 0.5
"""Seconds without a job after which the writer counts as idle."""

_PATIENCE: Final = 5.0
"""Seconds until the write-ahead log is moved again, where that failed or a reader was on it."""

_BUSY: Final = 5000
"""Milliseconds that a transaction waits for another process's."""

_TRIED: Final = 16 * 1024
"""Bytes for which there must be room until what could not be written counts as over."""

_NOT_ROLLED_BACK: Final = "transaction cannot be rolled back"
_NOT_MOVED: Final = "write-ahead log cannot be moved"

_FILES: Final = ("", "-wal", "-shm")
"""The database and the files beside it, by the ends of their names."""


class _Head(NamedTuple):
    """The last row of a log, and whether the table was closed with it."""

    seq: int
    chain: bytes
    closed: bool


class _Job(NamedTuple):
    """Something to write, and whom to tell."""

    work: Callable[[], None]
    done: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop


class SqliteStore(LogStore):
    """Keeps logs and sessions in one database file."""

    def __init__(self, path: Path, log: FilteringBoundLogger | None = None) -> None:
        """Open the database, make it if there is none, bring it up to date.

        Args:
            path: where it lies.
            log: where to tell what is wrong with the disk, a structlog logger; by default
                Python's own logger ``cardtui.server``.

        Raises:
            StoreError: it cannot be opened; the sentence says why and what to do.
        """
        self._path = path
        self._log = log or unprinted()
        self._heads: dict[str, _Head] = {}
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._move_after = 0.0
        self._complaints = set[str]()
        self._watcher: Callable[[NoRoom | None], object] | None = None
        self._wrong: NoRoom | None = None
        self._reading = threading.Lock()
        try:
            self._keep_private()
            self._writer = self._connect()
            self._migrate()
            self._reader = self._connect()
            self._files = {
                each: _identity(each) for each in (Path(f"{path}{end}") for end in _FILES)
            }
        except sqlite3.OperationalError as error:
            raise StoreError(
                "The database {path} cannot be opened ({error}): check that the folder exists"
                " and may be written.",
                path=path,
                error=error,
            ) from error
        except sqlite3.DatabaseError as error:
            raise _damaged(path, str(error)) from error
        self._thread = threading.Thread(target=self._run, name="cardtui-log", daemon=True)
        self._thread.start()

    async def append(
        self, table: str, expected: int, rows: Sequence[bytes], *, last: bool = False
    ) -> None:
        """See `LogStore.append`."""
        table.encode()
        await self._write(lambda: self._append(table, expected, rows, last=last))

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """See `LogStore.read`."""
        return await asyncio.to_thread(self._read, table, after)

    async def open_tables(self) -> list[str]:
        """See `LogStore.open_tables`."""
        rows = await asyncio.to_thread(
            self._query, "SELECT id FROM logs WHERE NOT closed ORDER BY made, id"
        )
        return [row[0] for row in rows]

    async def save_player(self, player: Player) -> None:
        """See `LogStore.save_player`."""

        def work() -> None:
            self._writer.execute("INSERT OR REPLACE INTO players VALUES (?, ?, ?)", player)

        await self._write(work)

    async def players(self) -> list[Player]:
        """See `LogStore.players`."""
        rows = await asyncio.to_thread(self._query, "SELECT token_hash, id, name FROM players")
        return [Player(*row) for row in rows]

    def watch(self, changed: Callable[[NoRoom | None], None]) -> None:
        """See `LogStore.watch`."""
        loop = asyncio.get_running_loop()
        # Those come first who are yet to be told that a write of theirs failed.
        self._watcher = lambda error: loop.call_soon_threadsafe(loop.call_soon, changed, error)

    async def close(self) -> None:
        """See `LogStore.close`."""
        self._watcher = None
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._reader.close()
        self._writer.close()

    def _keep_private(self) -> None:
        """Let nobody else read what a match hides; the files beside it take its mode."""
        with contextlib.suppress(OSError):  # what cannot be opened is told when it is opened
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
            self._path.chmod(0o600)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute(f"PRAGMA busy_timeout = {_BUSY}")
        return connection

    def _migrate(self) -> None:
        (version,) = self._writer.execute("PRAGMA user_version").fetchone()
        if version > len(_MIGRATIONS):
            raise StoreError(
                "The database {path} was written by a newer cardtui: update this one to open it.",
                path=self._path,
            )
        for number, script in enumerate(_MIGRATIONS[version:], version + 1):
            self._writer.executescript(
                f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;"
            )

    def _query(self, statement: str, *values: object) -> list[Any]:
        with self._reading:
            try:
                return self._reader.execute(statement, values).fetchall()
            except sqlite3.DatabaseError as error:
                raise _damaged(self._path, str(error), DamagedStore) from error

    def _read(self, table: str, after: int) -> list[bytes]:
        rows = self._query(
            "SELECT seq, body, chain FROM entries WHERE table_id = ? AND seq >= ? ORDER BY seq",
            table,
            after,
        )
        chain = seed(table)
        if after:
            if not rows or rows[0][0] != after:
                raise _damaged(self._path, f"entry {after} of table {table} is missing")
            chain = rows.pop(0)[2]
        for number, (seq, body, kept) in enumerate(rows, after + 1):
            if seq != number or type(body) is not bytes or link(chain, number, body) != kept:
                raise _damaged(self._path, f"entry {number} of table {table} is not as written")
            chain = kept
        return [row[1] for row in rows]

    async def _write(self, work: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.put(_Job(work, done, loop))
        await done

    # What follows runs in the writer's thread.

    def _run(self) -> None:
        running = True
        while running:
            try:
                jobs = [self._jobs.get(timeout=_IDLE)]
            except queue.Empty:
                self._look()
                self._move_log(_LONG_IDLE)
                continue
            while not self._jobs.empty():
                jobs.append(self._jobs.get())
            running = None not in jobs
            self._commit([job for job in jobs if job is not None])
            self._move_log(_LONG)

    def _commit(self, jobs: list[_Job]) -> None:
        """Write the jobs in one transaction; if that fails, each in its own."""
        results: list[tuple[_Job, StoreError | None]] = []
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for job in jobs:
                try:
                    job.work()
                except Behind as error:  # it has written nothing
                    results.append((job, error))
                else:
                    results.append((job, None))
            self._check_place()
            self._writer.execute("COMMIT")
            self._check_place()
        except Exception as error:  # noqa: BLE001 - the thread must go on, whatever it met
            self._heads.clear()
            failure = _failure(error)
            if isinstance(failure, NoRoom):
                self._wrong = failure
            self._roll_back()
            if len(jobs) > 1 and not isinstance(error, Gone):
                for job in jobs:
                    self._commit([job])
                return
            results = [(job, failure) for job in jobs]
        else:
            self._complaints.discard(_NOT_ROLLED_BACK)
        if results:
            try:
                results[0][0].loop.call_soon_threadsafe(_tell, results)
            except RuntimeError:  # the loop is closed: nobody waits any more
                self._log.warning("nobody to tell of writes", count=len(results))

    def _roll_back(self) -> None:
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error as worse:  # what is begun next fails, and tries it again
            self._complain(_NOT_ROLLED_BACK, worse)

    def _look(self) -> None:
        """Tell who watches whether the files have gone, or all that was wrong is over."""
        watcher, before = self._watcher, self._wrong
        try:
            self._check_place()
            if before is not None:
                self._try_writing()
            self._wrong = None
        except Exception as error:  # noqa: BLE001 - the thread must go on, whatever it met
            self._roll_back()
            failure = _failure(error)
            self._wrong = failure if isinstance(failure, NoRoom) else before
        if watcher is not None and type(self._wrong) is not type(before):
            with contextlib.suppress(RuntimeError):  # the loop is closed
                watcher(self._wrong)

    def _try_writing(self) -> None:
        """Commit something that takes room and leaves nothing behind."""
        self._writer.execute("BEGIN IMMEDIATE")
        self._writer.execute(
            "INSERT INTO entries VALUES ('', 0, zeroblob(?), x'')", (_TRIED,)
        )  # numbers of entries begin with 1
        self._writer.execute("DELETE FROM entries WHERE table_id = '' AND seq = 0")
        self._writer.execute("COMMIT")
        self._check_place()

    def _check_place(self) -> None:
        """Check that what is written is written where it will be looked for.

        Raises:
            Gone: a file is not the one that was opened.
        """
        for path, identity in self._files.items():
            if _identity(path) != identity:
                raise Gone(
                    "{path} was deleted or replaced while the server ran: put it back, or stop"
                    " the server and start it anew.",
                    path=path,
                )

    def _complain(self, what: str, error: Exception) -> None:
        """Log what is wrong with the disk, once until it works again."""
        if what not in self._complaints:
            self._complaints.add(what)
            self._log.warning(what, error=str(error))

    def _append(self, table: str, expected: int, rows: Sequence[bytes], *, last: bool) -> None:
        seq, chain, closed = self._heads.get(table) or self._find_head(table)
        if seq != expected:
            self._heads.pop(table, None)
            raise Behind("The log has {seq} entries, not {expected}.", seq=seq, expected=expected)
        if closed:
            raise Behind("The log has ended with entry {seq}.", seq=seq)
        if not rows:
            return
        if seq == 0:
            made = time.time_ns() // 1_000_000
            self._writer.execute("INSERT INTO logs (id, made) VALUES (?, ?)", (table, made))
        for body in rows:
            seq += 1
            chain = link(chain, seq, body)
            self._writer.execute(
                "INSERT INTO entries VALUES (?, ?, ?, ?)", (table, seq, body, chain)
            )
        if last:
            self._writer.execute("UPDATE logs SET closed = 1 WHERE id = ?", (table,))
            self._heads.pop(table, None)
        else:
            self._heads[table] = _Head(seq, chain, closed=False)

    def _find_head(self, table: str) -> _Head:
        found = self._writer.execute(
            "SELECT seq, chain, closed FROM entries LEFT JOIN logs ON id = table_id"
            " WHERE table_id = ? ORDER BY seq DESC LIMIT 1",
            (table,),
        ).fetchone()
        return _Head(*found) if found else _Head(0, seed(table), closed=False)

    def _move_log(self, most: int) -> None:
        """Move the write-ahead log into the database and empty it, if it has that many bytes."""
        wal = Path(f"{self._path}{_FILES[1]}")
        try:
            if wal.stat().st_size < most or time.monotonic() < self._move_after:
                return
            self._check_place()
            moved = self._empty_log()
        except (sqlite3.Error, OSError) as error:
            self._complain(_NOT_MOVED, error)
            moved = False
        except Gone:  # who writes is told
            return
        if moved:
            self._complaints.discard(_NOT_MOVED)
        else:
            self._move_after = time.monotonic() + _PATIENCE

    def _empty_log(self) -> bool:
        """Move the write-ahead log and empty it; return whether no reader was in the way."""
        self._writer.execute("PRAGMA busy_timeout = 0")  # nobody waits for a reader
        try:
            (busy, *_) = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            self._writer.execute(f"PRAGMA busy_timeout = {_BUSY}")
        return not busy


def _identity(path: Path) -> tuple[int, int] | None:
    """Return which file lies there, ``None`` if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _tell(results: list[tuple[_Job, StoreError | None]]) -> None:
    for job, error in results:
        if job.done.cancelled():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)


def seed(table: str) -> bytes:
    """Return the hash that stands before the first row of a table's log."""
    return hashlib.sha256(table.encode()).digest()


def link(chain: bytes, seq: int, body: bytes) -> bytes:
    """Return the hash of a row, given that of the row before it."""
    return hashlib.sha256(chain + seq.to_bytes(8, "big") + body).digest()


def _failure(error: Exception) -> StoreError:
    if isinstance(error, Gone):
        return error
    if isinstance(error, sqlite3.IntegrityError):
        return Behind("Another server has written to this log.")
    return NoRoom("The log cannot be written: {error}.", error=error)


def _damaged(path: Path, what: str, kind: type[Damaged] = Damaged) -> Damaged:
    return kind(
        "The database {path} is damaged ({what}). Run “cardtui recover” to keep what is good"
        " of it, or move it away to begin anew.",
        path=path,
        what=what,
    )
