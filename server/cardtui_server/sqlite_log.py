"""The log store on disk: SQLite, one writer thread, whatever is queued in one transaction.

Each row carries a hash over itself and the row before it, so that a damaged log is noticed
when it is read. A commit is on the disk before anybody is told.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtui_server.log import (
    Behind,
    Damaged,
    DamagedStore,
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

_CHECKPOINT_JOBS: Final = 1000
"""Jobs after which an idle writer moves the write-ahead log into the database."""

_CHECKPOINT_JOBS_BUSY: Final = 20_000
"""Jobs after which a busy one does, too, so that the file stays bounded."""

_IDLE: Final = 0.5
"""Seconds without a job after which the writer counts as idle."""


_PATIENCE: Final = 5.0
"""Seconds until the write-ahead log is moved again, where that failed."""

_LOG: Final = logging.getLogger("cardtui.server")


class _Head(NamedTuple):
    """The last row of a log."""

    seq: int
    chain: bytes


class _Job(NamedTuple):
    """Something to write, and whom to tell."""

    work: Callable[[], None]
    done: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop


class SqliteLog(LogStore):
    """Keeps logs and sessions in one database file."""

    def __init__(self, path: Path) -> None:
        """Open the database, make it if there is none, bring it up to date.

        Raises:
            StoreError: it cannot be opened; the sentence says why and what to do.
        """
        self._path = path
        self._heads: dict[str, _Head] = {}
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._unmoved = 0
        self._move_after = 0.0
        self._reading = threading.Lock()
        try:
            self._keep_private()
            self._writer = self._connect()
            self._migrate()
            self._reader = self._connect()
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

    async def close(self) -> None:
        """See `LogStore.close`."""
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
        connection.execute("PRAGMA busy_timeout = 5000")
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
                self._move_log(_CHECKPOINT_JOBS)
                continue
            while not self._jobs.empty():
                jobs.append(self._jobs.get())
            running = None not in jobs
            self._commit([job for job in jobs if job is not None])
            self._move_log(_CHECKPOINT_JOBS_BUSY)

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
            self._writer.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - the thread must go on, whatever it met
            self._heads.clear()
            try:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
            except sqlite3.Error as worse:  # what is begun next fails, and tries it again
                _LOG.warning("A transaction cannot be rolled back: %s", worse)
            if len(jobs) > 1:
                for job in jobs:
                    self._commit([job])
                return
            results = [(job, _failure(error)) for job in jobs]
        else:
            self._unmoved += len(jobs)
        if results:
            try:
                results[0][0].loop.call_soon_threadsafe(_tell, results)
            except RuntimeError:  # the loop is closed: nobody waits any more
                _LOG.warning("Nobody is there to be told of %d writes.", len(results))

    def _append(self, table: str, expected: int, rows: Sequence[bytes], *, last: bool) -> None:
        seq, chain = self._heads.get(table) or self._find_head(table)
        if seq != expected:
            self._heads.pop(table, None)
            raise Behind("The log has {seq} entries, not {expected}.", seq=seq, expected=expected)
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
            self._heads[table] = _Head(seq, chain)

    def _find_head(self, table: str) -> _Head:
        found = self._writer.execute(
            "SELECT seq, chain FROM entries WHERE table_id = ? ORDER BY seq DESC LIMIT 1", (table,)
        ).fetchone()
        return _Head(*found) if found else _Head(0, seed(table))

    def _move_log(self, jobs: int) -> None:
        if self._unmoved < jobs or time.monotonic() < self._move_after:
            return
        try:
            self._writer.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        except sqlite3.Error as error:
            self._move_after = time.monotonic() + _PATIENCE
            _LOG.warning("The write-ahead log cannot be moved into the database: %s", error)
        else:
            self._unmoved = 0


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
