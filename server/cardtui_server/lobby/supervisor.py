"""Which tables rest or run (`Supervisor`), and when one that failed is opened again from its log:
up to `MOST_REOPENINGS` times in `REOPENED_WITHIN_SECONDS`, after `_FIRST_WAIT` to `_LONGEST_WAIT`.
How long a match may rest: `unused_tables.py`.

It waits longer from failure to failure, and a table that fails again and again stays closed until
the server is restarted. A log that cannot be read for now is different: it tries until it can.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Final

from cardtui_server.lobby.table_list import ListedTable, RestingTable
from cardtui_server.match.late import is_late
from cardtui_server.match.refusals import (
    GOING_DOWN,
    RETRY_SECONDS,
    TABLE_FAILED,
    TABLE_MOVED,
    TABLE_REOPENING,
    Reason,
    Refused,
)
from cardtui_server.match.replay import ReadBack, Resumable, read_back, read_on
from cardtui_server.match.requests import CloseUnused
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.timed_rules import RulesFailed
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.ports.log_store import (
    Damaged,
    DamagedStore,
    Kept,
    NoRoom,
    OpenTable,
    Unreadable,
    is_id,
    is_table_log,
)
from cardtui_server.safe_text import TABLE_NAME_CELLS, safe_text
from cardtui_server.table.actor import Table
from cardtui_server.table.environment import Environment
from cardtui_server.table.reader import EndReason
from cardtui_server.table.table_log import FEWEST_NEW_ENTRIES, read_rows, readable

MOST_REOPENINGS: Final = 6
"""How many times a table is opened again within `REOPENED_WITHIN_SECONDS`."""

REOPENED_WITHIN_SECONDS: Final = 600.0
"""The length of the time in which failures are counted, in seconds."""

_FIRST_WAIT: Final = 0.25
_LONGEST_WAIT: Final = 30.0


class ReopenBackoff:
    """The recent failures of one table."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: list[float] = []

    def note(self) -> float | None:
        """Count a failure; return the seconds until the next try, or ``None`` if there is none."""
        now = self._clock.now()
        self._failures = [each for each in self._failures if now - each < REOPENED_WITHIN_SECONDS]
        self._failures.append(now)
        count = len(self._failures)
        return wait_after(count) if count <= MOST_REOPENINGS else None


def wait_after(count: int) -> float:
    """Return the seconds to wait after that many failures; each wait is twice the last."""
    return float(min(_FIRST_WAIT * 2 ** min(count - 1, 10), _LONGEST_WAIT))


_STOP_SECONDS: Final = 5.0
"""Seconds within which a table must end when it is stopped."""

DAMAGED: Final = (
    "The log of this table is damaged: ask the person who runs the server to repair it with "
    "“cardtui recover”."
)


class Supervisor:
    """Keeps the tables open that somebody has asked for; the others rest.

    Attributes:
        tables: those that are open, by id; one that is being opened again is broken until then.
        listed: those that are open or rest, by id, oldest first.
        numbers: by id, a number in the order of opening; a table that failed keeps its number.
        damaged: by id, why a table could not be read back.
    """

    def __init__(
        self, env: Environment, *, thinking: float, changed: Callable[[ListedTable, bool], None]
    ) -> None:
        """Begin with no tables.

        Args:
            env: the tables' ways to the world.
            thinking: the seconds that a bot thinks, where a table does not say.
            changed: called with each table that the lobby must show differently, or no longer, and
                whether to everybody.
        """
        self.tables: dict[str, Table] = {}
        self.listed: dict[str, ListedTable] = {}
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
        self._waking: dict[str, asyncio.Task[str]] = {}
        self._unchecked: set[str] = set()
        self._owners: dict[str, str] = {}  # of tables of other servers, as far as they say so
        self._taking: set[str] = set()
        self._taken_out: set[str] = set()
        self._checking: asyncio.Task[None] | None = None
        self._stopping = False

    async def load(self) -> None:
        """Find the tables that were not closed, and read back those that the list does not know.

        A table that cannot be opened stays closed. Logs that are too long for that are checked
        later, or when somebody asks for their tables.

        Raises:
            DamagedStore: the store as a whole cannot be read.
        """
        async for page in self._env.store.open_tables():
            tables = [each for each in page if is_table_log(each.id)]
            opened = [await self._load(each) for each in tables]
            await asyncio.gather(*(self._keep(*each) for each in opened if each is not None))
        if self._unchecked:
            self._checking = asyncio.get_running_loop().create_task(
                self._check_rest(), name="check long logs"
            )

    async def _load(self, found: OpenTable) -> tuple[str, ReadBack] | None:
        """List a table that was not closed; return it if its log was read."""
        listed = self._env.checkpoints.read_listing(found.listing)
        if listed is not None and listed.made.of_field and listed.life is Life.OVER:
            return None  # it was put away
        if listed is not None and not is_late(listed.made):
            self._rest(found.id, listed)
            if not found.checked:
                self._unchecked.add(found.id)
            return None
        try:
            known = read_back(found.id, await self._env.store.read(found.id), self._env.journal)
        except DamagedStore:
            raise
        except Damaged as error:
            self._set_apart(found.id, error)
            return None
        if self._env.peers is not None:  # another server may have it
            self._rest(found.id, known.state if known.late is None else known.late.state)
            return None
        try:
            self.open(found.id, known)
        except Exception as error:  # noqa: BLE001 - the other tables must still be opened
            self._tell_failed(found.id, error)
            self._stay_closed(found.id)
            return None
        return found.id, known

    def list_elsewhere(
        self,
        server: str,
        table_id: str,
        state: TableState | None,
        here: AbstractSet[str] = frozenset(),
    ) -> None:
        """List a table of another server as it is now; ``None`` for one that is gone."""
        if table_id in self.tables:
            self.tables[table_id].look_at_log()  # this server may have been thought gone
            return
        if table_id in self.damaged:
            return
        if state is not None:
            self._unchecked.discard(table_id)  # it was checked where it is open
            self._owners[table_id] = server
            self._rest(table_id, state, here)
            self._changed(self.listed[table_id], True)
        elif table_id in self.listed:
            self._forget(self.listed[table_id])

    def is_elsewhere(self, table_id: str) -> bool:
        """Return whether another server says that it has a table."""
        return table_id not in self.tables and table_id in self._owners

    def orphans(self, gone: Callable[[str], bool]) -> list[str]:
        """Return the matches that stand still.

        Args:
            gone: tells whether the server that had one is gone; ``""`` if none has said so.
        """
        return [
            table_id
            for table_id, table in self.listed.items()
            if table_id not in self.tables
            and table.state.life is Life.PLAYING
            and gone(self._owners.get(table_id, ""))
        ]

    async def stop(self) -> None:
        """Stop all tables once they have answered, and end all streams."""
        self._stopping = True
        if self._checking is not None:
            self._checking.cancel()
        for timer in self._timers.values():
            timer.cancel()
        tables, tasks = list(self.tables.values()), [*self._tasks.values(), *self._waking.values()]
        for table in tables:
            table.stop()
        if tasks:
            _, stuck = await asyncio.wait(tasks, timeout=_STOP_SECONDS)
            for task in stuck:  # the disk does not answer
                task.cancel()
        for table in tables:
            table.subscribers.end(EndReason.SHUTDOWN)

    async def take(self, table_id: str) -> Table:
        """Return a table; open it here, whichever server has it.

        Raises:
            Refused: there is no table with that id, or it is not open for now.
        """
        if table_id in self._waking:  # it may have found that another server has the table
            await asyncio.wait([self._waking[table_id]])
        self._taking.add(table_id)
        try:
            return await self.find(table_id)
        finally:
            self._taking.discard(table_id)

    async def put_away(self, table_id: str) -> None:
        """Know a table no longer, as if it had been closed, although its log stays open."""
        table = self.tables.get(table_id)
        if table is not None:
            task = self._tasks[table_id]
            table.stop()
            await asyncio.wait([task])
            table.subscribers.end(EndReason.CLOSED)

    async def take_out(self, table_id: str) -> Table:
        """Return a table that was put away.

        Raises:
            Refused: it has been closed, or cannot be opened now.
        """
        self._taken_out.add(table_id)
        try:
            return await self.find(table_id)
        finally:
            self._taken_out.discard(table_id)

    async def find(self, table_id: str) -> Table:
        """Return a table; open it if it rests.

        Raises:
            Refused: there is no table with that id, or it is not open for now, or not here.
        """
        if table_id not in self.tables and (table_id in self.listed or self._may_be_new(table_id)):
            waking = self._waking.get(table_id)
            if waking is None:
                waking = asyncio.get_running_loop().create_task(
                    self._wake(table_id), name=f"wake {table_id}"
                )
                self._waking[table_id] = waking
                waking.add_done_callback(lambda _: self._waking.pop(table_id, None))
            # The others who ask for it wait for the same task.
            if address := await asyncio.shield(waking):
                raise Refused(Reason.MOVED, TABLE_MOVED, address=address)
        return self._found(table_id)

    def _may_be_new(self, table_id: str) -> bool:
        """Return whether a table may be there that is not listed: of another server, or away."""
        apart = table_id in self.damaged or table_id in self._failed
        new = is_id(table_id) and is_table_log(table_id)
        known = self._env.peers is not None or table_id in self._taken_out
        return known and new and not apart

    def _elsewhere(self, state: TableState) -> str:
        """Return where another server has the table, if that server is there; ``""`` if not."""
        peers, owner = self._env.peers, state.owner
        if peers is None or owner is None or owner.server == peers.own.server:
            return ""
        return owner.address if peers.is_there(owner.server) else ""

    def _found(self, table_id: str) -> Table:
        table = self.tables.get(table_id)
        if table_id in self.damaged:
            raise Refused(Reason.UNKNOWN_TABLE, DAMAGED)
        if table_id in self._failed:
            raise Refused(Reason.UNKNOWN_TABLE, TABLE_FAILED)
        if table is None and table_id in self.listed:
            if self._stopping:
                raise Refused(Reason.SHUTTING_DOWN, GOING_DOWN, retry=RETRY_SECONDS)
            raise Refused(Reason.REOPENING, TABLE_REOPENING, retry=RETRY_SECONDS)
        if table is None:
            raise Refused(
                Reason.UNKNOWN_TABLE,
                "There is no table “{table}” any more: choose one from the list.",
                table=safe_text(table_id, TABLE_NAME_CELLS),
            )
        if table.broken:
            raise table.gone()
        return table

    def open(self, table_id: str, known: ReadBack) -> Table:
        """Start a table's task; it replaces one with the same id that is broken, or rests."""
        table = Table(
            table_id,
            known.state,
            self._env,
            thinking=self._thinking,
            changed=self._changed,
            replies=known.replies,
            late=known.late,
            checkpoint=known.checkpoint,
            time=known.time,
        )
        self.tables[table_id] = table
        self._list(table)
        task = asyncio.get_running_loop().create_task(table.run(), name=f"table {table_id}")
        self._tasks[table_id] = task
        task.add_done_callback(partial(self._ended, table))
        self._changed(table, True)
        return table

    async def close(self, table_id: str, wanted: CloseUnused) -> None:
        """Have a table closed, and wait until it is gone.

        Raises:
            Refused: it cannot be closed now.
        """
        table = await self.find(table_id)
        task = self._tasks[table_id]
        await table.ask(wanted)
        await asyncio.wait([task])

    def _rest(self, table_id: str, state: TableState, here: AbstractSet[str] = frozenset()) -> None:
        """Know a table that is opened once somebody asks for it."""
        self._list(RestingTable(table_id, state, self._env.encode, here))

    def _list(self, table: ListedTable) -> None:
        self.listed[table.id] = table
        if table.id not in self.numbers:
            self._opened += 1
            self.numbers[table.id] = self._opened

    async def _wake(self, table_id: str) -> str:
        """Open a table that rests, if that can be done now and here.

        Returns:
            Where it is, if another server has it.

        Raises:
            Refused: it is not known whether there is such a table.
        """
        try:
            await self._check(table_id)
            known = await self._read_from_checkpoint(table_id) or await self._read_all(table_id)
            if known is None or (table_id not in self.listed and known.state.life is Life.CLOSED):
                return ""
            address = "" if table_id in self._taking else self._elsewhere(known.state)
            if address:
                return address
            if not self._stopping:
                self.open(table_id, known)
        except Unreadable as error:
            self._env.log.warning("log cannot be used", table=table_id, error=str(error))
            if table_id not in self.listed:
                raise Refused(Reason.REOPENING, TABLE_REOPENING, retry=RETRY_SECONDS) from error
        except Damaged as error:
            self._give_up(table_id, error)
        except Exception as error:  # noqa: BLE001 - the caller is told that it failed
            self._tell_failed(table_id, error)
            self._stay_closed(table_id)
            if table_id in self.listed:
                self._forget(self.listed[table_id])
        return ""

    async def _check(self, table_id: str) -> None:
        """Check a log of which only the end has been looked at."""
        if table_id in self._unchecked:
            await readable(partial(self._env.store.check, table_id))
            self._unchecked.discard(table_id)

    async def _check_rest(self) -> None:
        """Check the logs that were too long for the start, one after the other."""
        for table_id in sorted(self._unchecked):
            try:
                await self._check(table_id)
            except Unreadable as error:
                self._env.log.warning("log cannot be used", table=table_id, error=str(error))
            except Damaged as error:
                if table_id in self._unchecked:
                    self._give_up(table_id, error)

    def _give_up(self, table_id: str, error: Damaged) -> None:
        """Keep a table closed whose log is damaged, and list it no more."""
        self._unchecked.discard(table_id)
        self._set_apart(table_id, error)
        if table_id in self.listed:
            self._forget(self.listed[table_id])

    async def _read_from_checkpoint(self, table_id: str) -> ReadBack | None:
        """Return a table from its checkpoint and the rest of its log; ``None`` if that cannot be.

        Raises:
            Unreadable: the store cannot be read for now.
        """
        store, env = self._env.store, self._env
        found = await store.checkpoint(table_id)
        table = None if found is None else env.checkpoints.read(found.body)
        if found is None or table is None or table.state.entries != found.entries:
            return None
        rows = await read_rows(env, table_id, found.entries - 1)
        return await asyncio.to_thread(read_on, table, rows, env.journal)

    async def _read_all(self, table_id: str) -> ReadBack | None:
        """Return a table as its log says; ``None`` if there is none.

        See `read_rows` and `read_back` for what may be wrong.
        """
        rows = await read_rows(self._env, table_id)
        if not rows and table_id not in self.listed:
            return None
        # A long log is read in a thread, so that other tables need not wait.
        return await asyncio.to_thread(read_back, table_id, rows, self._env.journal)

    async def _keep(self, table_id: str, known: ReadBack) -> None:
        """Keep what a log has come to that was read, so that it need not be read the next time."""
        state, checkpoints = known.state, self._env.checkpoints
        kept = Kept(checkpoints.listing(state))
        if known.late is None and state.entries >= FEWEST_NEW_ENTRIES:
            kept = kept._replace(checkpoint=checkpoints.checkpoint(Resumable(state, known.replies)))
        with contextlib.suppress(NoRoom):  # it is read once more, then
            await self._env.store.keep(table_id, state.entries, kept)

    def _ended(self, table: Table, task: asyncio.Task[None]) -> None:
        """Forget a table that was closed; open one that failed again."""
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            self._open_after_failure(table, error)
        elif not self._stopping:
            self._forget(table)
            if table.moved and table.state.owner is not None:
                self._rest(table.id, table.state)
                self._owners[table.id] = table.state.owner.server

    def _open_after_failure(self, table: Table, error: BaseException) -> None:
        """Open a table that failed again later, unless it failed too often."""
        self._tell_failed(table.id, error)
        if self._stopping:
            return
        seconds = self._backoffs.setdefault(table.id, ReopenBackoff(self._env.clock)).note()
        if seconds is None or isinstance(error, RulesFailed):  # they would again
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
            known = await self._read_all(table.id)  # a checkpoint may be what it failed of
            if self._stopping or known is None:
                return
            if self._elsewhere(known.state):
                self._forget(table)
                self._rest(table.id, known.state)
                return
            self.open(table.id, known)
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

    def _forget(self, table: ListedTable) -> None:
        self.tables.pop(table.id, None)
        self.listed.pop(table.id, None)
        self.numbers.pop(table.id, None)
        self._tasks.pop(table.id, None)
        self._backoffs.pop(table.id, None)
        self._owners.pop(table.id, None)
        self._changed(table, True)
