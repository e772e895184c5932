"""The one thread that writes to the database, all that is queued in one transaction. How long its
write-ahead log may grow: `_LONG_LOG_BYTES`, or `_LONG_IDLE_LOG_BYTES` when it is idle.

A write is acknowledged only when it is on the disk, and in the files that were opened: if these are
no longer in place, nothing is acknowledged.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from cardtui_server.ports.log_store import Behind, Gone, NoRoom, StoreError
from cardtui_server.store.sqlite_database import (
    DATABASE_SUFFIXES,
    INSERT_TRIAL_ROW,
    wait_for_others,
)

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_LONG_LOG_BYTES: Final = 4 * 2**20
"""Bytes in the write-ahead log from which even a busy writer moves it into the database."""

_LONG_IDLE_LOG_BYTES: Final = 2**20
"""The same for an idle writer; a shorter log costs more to move than to keep."""

_IDLE_SECONDS: Final = 0.5
"""Seconds without a job after which the writer counts as idle."""

_RETRY_SECONDS: Final = 5.0
"""Seconds until the next try, if moving the log failed or a reader was in the way."""

_NOT_ROLLED_BACK: Final = "transaction cannot be rolled back"
_NOT_MOVED: Final = "write-ahead log cannot be moved"


class Again(Exception):
    """The transaction failed of something that is left out when it is tried once more."""


class _Job(NamedTuple):
    """Something to write, and who waits for it."""

    work: Callable[[], None]
    done: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop


class SqliteWriter:
    """Writes to one database.

    Attributes:
        connection: the connection it writes through, only in its own thread.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        log: FilteringBoundLogger,
        committed: Callable[[], None],
        failed: Callable[[], None],
    ) -> None:
        """Take over a connection; `start` starts the thread.

        Args:
            connection: a connection that nothing else uses.
            log: the logger for what is wrong with the disk.
            committed: called in the thread when what was written is durable.
            failed: called in the thread when it is unclear what was written, so that it must be
                looked up.
        """
        self.connection = connection
        self._path = path
        self._log = log
        self._committed = committed
        self._failed = failed
        self._gathered: list[_Job] = []
        self._jobs: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._move_after = 0.0
        self._moves_soon = False
        self._complaints = set[str]()
        self._watcher: Callable[[NoRoom | None], object] | None = None
        self._wrong: NoRoom | None = None
        self._files = {
            each: _identity(each) for each in (f"{path}{end}" for end in DATABASE_SUFFIXES)
        }
        self._wal = f"{path}{DATABASE_SUFFIXES[1]}"
        self._thread = threading.Thread(target=self._run, name="cardtui-log", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def move_soon(self) -> None:
        """Move the write-ahead log as soon as the writer is idle: what was deleted is gone then."""
        self._moves_soon = True

    async def write(self, work: Callable[[], None]) -> None:
        """Do some work in a transaction; on return it is durable.

        Raises:
            Behind: raised by the work before it has written anything.
            NoRoom: the work could not be written.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append(_Job(work, done, loop))
        await done

    def watch(self, changed: Callable[[NoRoom | None], None]) -> None:
        """See `LogStore.watch`."""
        loop = asyncio.get_running_loop()
        # Callers who wait for a failed write are told of it first.
        self._watcher = lambda error: loop.call_soon_threadsafe(loop.call_soon, changed, error)

    async def close(self) -> None:
        """Finish what was begun, and close the connection."""
        self._watcher = None
        self._hand_over()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self.connection.close()

    def _hand_over(self) -> None:
        """Give the thread what all tables have asked for in this turn of the loop."""
        if self._gathered:
            self._jobs.put(self._gathered)
            self._gathered = []

    # The methods below run in the thread.

    def _run(self) -> None:
        running = True
        while running:
            try:
                handed = [self._jobs.get(timeout=_IDLE_SECONDS)]
            except queue.Empty:
                self._look()
                self._move_log(1 if self._moves_soon else _LONG_IDLE_LOG_BYTES)
                continue
            while not self._jobs.empty():
                handed.append(self._jobs.get())
            running = None not in handed
            self._commit([job for jobs in handed if jobs is not None for job in jobs])
            self._move_log(_LONG_LOG_BYTES)

    def _commit(self, jobs: list[_Job]) -> None:
        """Write the jobs in one transaction; if that fails, each in its own."""
        results: list[tuple[_Job, StoreError | None]] = []
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                try:
                    job.work()
                except Behind as error:  # it has written nothing
                    results.append((job, error))
                else:
                    results.append((job, None))
            self._check_place()
            self.connection.execute("COMMIT")
            self._check_place()
            self._committed()
        except Exception as error:  # noqa: BLE001 - the thread must go on, whatever happens
            self._failed()
            failure = _failure(error)
            if isinstance(failure, NoRoom):
                self._wrong = failure
            self._roll_back()
            if isinstance(error, Again):
                self._commit(jobs)
                return
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
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        except sqlite3.Error as worse:  # the next transaction fails, too, and rolls back again
            self._complain(_NOT_ROLLED_BACK, worse)

    def _look(self) -> None:
        """Tell the watcher if the files have gone, or if an outage is over."""
        watcher, before = self._watcher, self._wrong
        try:
            self._check_place()
            if before is not None:
                self._try_writing()
            self._wrong = None
        except Exception as error:  # noqa: BLE001 - the thread must go on, whatever happens
            self._roll_back()
            failure = _failure(error)
            self._wrong = failure if isinstance(failure, NoRoom) else before
        if watcher is not None and type(self._wrong) is not type(before):
            with contextlib.suppress(RuntimeError):  # the loop is closed
                watcher(self._wrong)

    def _try_writing(self) -> None:
        """Commit something that needs room and leaves nothing behind."""
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute(INSERT_TRIAL_ROW)
        self.connection.execute("DELETE FROM entries WHERE table_id = '' AND seq = 0")
        self.connection.execute("COMMIT")
        self._check_place()

    def _check_place(self) -> None:
        """Check that the files written to are still in place.

        Raises:
            Gone: a file is not the one that was opened.
        """
        for path, identity in self._files.items():
            if _identity(path) != identity:
                raise Gone(
                    "{path} was deleted or replaced while the server ran: put it back, or restart "
                    "the server.",
                    path=path,
                )

    def _complain(self, what: str, error: Exception) -> None:
        """Log a problem with the disk, once until the disk works again."""
        if what not in self._complaints:
            self._complaints.add(what)
            self._log.warning(what, error=str(error))

    def _move_log(self, most: int) -> None:
        """Move the write-ahead log into the database and empty it, if it has ``most`` bytes."""
        try:
            size = os.stat(self._wal).st_size  # noqa: PTH116 - a `Path` costs more than the call
            if size < most or time.monotonic() < self._move_after:
                return
            self._check_place()
            moved = self._empty_log()
        except (sqlite3.Error, OSError) as error:
            self._complain(_NOT_MOVED, error)
            moved = False
        except Gone:  # the next write reports it
            return
        if moved:
            self._moves_soon = False
            self._complaints.discard(_NOT_MOVED)
        else:
            self._move_after = time.monotonic() + _RETRY_SECONDS

    def _empty_log(self) -> bool:
        """Move the write-ahead log and empty it; return false if a reader was in the way."""
        self.connection.execute("PRAGMA busy_timeout = 0")  # do not wait for readers
        try:
            (busy, *_) = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            wait_for_others(self.connection)
        return not busy


def _identity(path: str) -> tuple[int, int] | None:
    """Return which file is at the path; ``None`` if there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - a `Path` costs more than the call
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


def _failure(error: Exception) -> StoreError:
    if isinstance(error, Gone):
        return error
    if isinstance(error, sqlite3.IntegrityError):
        return Behind("Another server has written to this log.")
    if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
        sentence = (
            "The log cannot be written, since the database is damaged ({error}): stop the server"
            " and run “cardtui recover”."
        )
        return NoRoom(sentence, error=error)
    return NoRoom("The log cannot be written: {error}.", error=error)
