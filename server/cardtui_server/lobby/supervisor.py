"""The supervisor: keeps a task for each table, and opens a table that failed again from its log.

A table that fails again and again stays closed until the server is restarted. A log that cannot be
read for now is different: the supervisor tries until it can.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from cardtui_server.lobby.reopen_backoff import ReopenBackoff, wait_after
from cardtui_server.match.late import LateTable
from cardtui_server.match.refusals import FAILED, Reason, Refused
from cardtui_server.match.requests import CloseUnused
from cardtui_server.match.state import TableState
from cardtui_server.ports.clock import Timer
from cardtui_server.ports.log_store import Damaged, DamagedStore, Unreadable
from cardtui_server.safe_text import TABLE_NAME_CELLS, safe_text
from cardtui_server.table.actor import Table
from cardtui_server.table.end_reason import EndReason
from cardtui_server.table.environment import Environment
from cardtui_server.table.replay import read_back
from cardtui_server.table.replies import ReplyCache
from cardtui_server.table.table_log import read_rows

_PATIENCE: Final = 5.0
"""Seconds within which a table must end when it is stopped."""

_DAMAGED: Final = (
    "The log of this table is damaged: ask whoever runs the server to repair it with “cardtui "
    "recover”."
)


class Supervisor:
    """Keeps the tables open.

    Attributes:
        tables: by id, oldest first; a table that is being opened again is broken until then.
        numbers: by id, a number in the order of opening; a table that failed keeps its number.
        damaged: by id, why a table could not be read back.
    """

    def __init__(
        self, env: Environment, *, thinking: float, changed: Callable[[Table], None]
    ) -> None:
        """Begin with no tables.

        Args:
            env: the tables' ways to the world.
            thinking: the seconds that a bot thinks, where a table does not say.
            changed: called with each table that the lobby must show differently, or no longer.
        """
        self.tables: dict[str, Table] = {}
        self.numbers: dict[str, int] = {}
        self.damaged: dict[str, str] = {}
        self._env = env
        self._thinking = thinking
        self._changed = changed
        self._opened = 0
        self._failed: set[str] = set()
        self._backoffs: dict[str, ReopenBackoff] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._timers: dict[str, Timer] = {}
        self._stopping = False

    async def load(self) -> None:
        """Read back the tables that were not closed; a table that cannot be opened stays closed.

        Raises:
            DamagedStore: the store as a whole cannot be read.
        """
        for table_id in await self._env.store.open_tables():
            try:
                rows = await self._env.store.read(table_id)
                known = read_back(table_id, rows, self._env.journal)
            except DamagedStore:
                raise
            except Damaged as error:
                self._set_apart(table_id, error)
                continue
            try:
                self.open(table_id, *known)
            except Exception as error:  # noqa: BLE001 - the other tables must still be opened
                self._tell_failed(table_id, error)
                self._stay_closed(table_id)

    async def stop(self) -> None:
        """Stop all tables once they have answered, and end all streams."""
        self._stopping = True
        for timer in self._timers.values():
            timer.cancel()
        tables, tasks = list(self.tables.values()), list(self._tasks.values())
        for table in tables:
            table.stop()
        if tasks:
            _, stuck = await asyncio.wait(tasks, timeout=_PATIENCE)
            for task in stuck:  # the disk does not answer
                task.cancel()
        for table in tables:
            table.subscribers.end(EndReason.SHUTDOWN)

    def find(self, table_id: str) -> Table:
        """Return a table.

        Raises:
            Refused: there is no table with that id, or it is not open for now.
        """
        table = self.tables.get(table_id)
        if table_id in self.damaged:
            raise Refused(Reason.UNKNOWN_TABLE, _DAMAGED)
        if table_id in self._failed:
            raise Refused(Reason.UNKNOWN_TABLE, FAILED)
        if table is None:
            raise Refused(
                Reason.UNKNOWN_TABLE,
                "There is no table “{table}” any more: choose one from the list.",
                table=safe_text(table_id, TABLE_NAME_CELLS),
            )
        if table.broken:
            raise table.gone()
        return table

    def open(
        self,
        table_id: str,
        state: TableState,
        replies: ReplyCache | None = None,
        late: LateTable | None = None,
    ) -> Table:
        """Start a table's task; it replaces a broken table with the same id."""
        table = Table(
            table_id,
            state,
            self._env,
            thinking=self._thinking,
            changed=self._changed,
            replies=replies,
            late=late,
        )
        self.tables[table_id] = table
        if table_id not in self.numbers:
            self._opened += 1
            self.numbers[table_id] = self._opened
        task = asyncio.get_running_loop().create_task(table.run(), name=f"table {table_id}")
        self._tasks[table_id] = task
        task.add_done_callback(partial(self._ended, table))
        self._changed(table)
        return table

    async def close(self, table: Table, wanted: CloseUnused) -> None:
        """Have a table closed, and wait until it is gone.

        Raises:
            Refused: it cannot be closed now.
        """
        task = self._tasks[table.id]
        await table.ask(wanted)
        await asyncio.wait([task])

    def _ended(self, table: Table, task: asyncio.Task[None]) -> None:
        """Forget a table that was closed; open one that failed again."""
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            self._open_after_failure(table, error)
        elif not self._stopping:
            self._forget(table)

    def _open_after_failure(self, table: Table, error: BaseException) -> None:
        """Open a table that failed again later, unless it failed too often."""
        self._tell_failed(table.id, error)
        if self._stopping:
            return
        seconds = self._backoffs.setdefault(table.id, ReopenBackoff(self._env.clock)).note()
        if seconds is None:
            self._stay_closed(table.id)
            table.subscribers.end(EndReason.FAILED)
            self._forget(table)
        else:
            table.subscribers.end(EndReason.REOPENING)
            self._open_again_in(seconds, table)

    def _open_again_in(self, seconds: float, table: Table, tries: int = 1) -> None:
        def begin() -> None:
            self._timers.pop(table.id, None)
            task = asyncio.get_running_loop().create_task(
                self._open_again(table, tries), name=f"open table {table.id} again"
            )
            self._tasks[table.id] = task

        self._timers[table.id] = self._env.clock.call_later(seconds, begin)

    async def _open_again(self, table: Table, tries: int) -> None:
        try:
            rows = await read_rows(self._env, table.id)
            # A long log is read in a thread, so that other tables need not wait.
            journal = self._env.journal
            known = await asyncio.to_thread(read_back, table.id, rows, journal)
            if self._stopping:
                return
            self.open(table.id, *known)
        except Unreadable as error:
            if tries == 1:
                self._env.log.warning("log cannot be used", table=table.id, error=str(error))
            if not self._stopping:
                self._open_again_in(wait_after(tries + 1), table, tries + 1)
        except Damaged as error:
            self._set_apart(table.id, error)
            self._forget(table)
        except Exception as error:  # noqa: BLE001 - nobody waits for this task
            self._open_after_failure(table, error)
        else:
            self._env.log.warning("table open again", table=table.id)

    def _tell_failed(self, table_id: str, error: BaseException) -> None:
        self._env.log.error("table failed", table=table_id, exc_info=error)

    def _stay_closed(self, table_id: str) -> None:
        self._failed.add(table_id)
        self._env.log.error("table stays closed", table=table_id)

    def _set_apart(self, table_id: str, error: Damaged) -> None:
        self.damaged[table_id] = str(error)
        self._env.log.warning("table damaged", table=table_id, error=str(error))

    def _forget(self, table: Table) -> None:
        self.tables.pop(table.id, None)
        self.numbers.pop(table.id, None)
        self._tasks.pop(table.id, None)
        self._backoffs.pop(table.id, None)
        self._changed(table)
