"""The hall: all the tables of a server, read back from their logs when it starts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from cardtui.v1 import table_service_pb2
from cardtui_engine.options import OptionValue
from cardtui_engine.rules import Rules
from cardtui_server import seating
from cardtui_server.catalogue import chosen_options, find_rules
from cardtui_server.clock import Timer
from cardtui_server.doors import Doors
from cardtui_server.draft import Answered, Draft
from cardtui_server.entries import Created, Stamped
from cardtui_server.errors import Reason, Refused
from cardtui_server.list_feed import ListFeed
from cardtui_server.log import Damaged, DamagedStore, Journal, NoRoom
from cardtui_server.read_back import read_back
from cardtui_server.standing import Life, Standing, begin
from cardtui_server.table import Table
from cardtui_server.text import NAME_CELLS, TABLE_NAME_CELLS, name_key, safe_text

_BEAT: Final = 10.0
_UNUSED: Final = 3600.0
_ABANDONED: Final = 600.0
_PATIENCE: Final = 5.0


class Hall:
    """All tables.

    Attributes:
        tables: by id, oldest first.
        damaged: why tables could not be read back, by id.
    """

    def __init__(
        self, doors: Doors, *, thinking: float, most: int, most_each: int | None = None
    ) -> None:
        self.tables: dict[str, Table] = {}
        self.damaged: dict[str, str] = {}
        self._doors = doors
        self._thinking = thinking
        self._most = most
        self._most_each = most if most_each is None else most_each
        self._making: dict[asyncio.Task[Table], Created] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._watchers: set[ListFeed] = set()
        self._beats: Timer | None = None
        self._stopping = False
        self._unused_since: dict[str, float] = {}

    async def load(self) -> None:
        """Read back the tables that were not closed; one whose log is damaged stays closed.

        Raises:
            DamagedStore: the store as a whole cannot be read.
        """
        for table_id in await self._doors.store.open_tables():
            try:
                rows = await self._doors.store.read(table_id)
                standing, answered = read_back(table_id, rows)
            except DamagedStore:
                raise
            except Damaged as error:
                self.damaged[table_id] = str(error)
                self._doors.log.warning("table damaged", table=table_id, error=str(error))
            else:
                self._open(table_id, standing, answered)
        self._beat()

    async def stop(self, sentence: str) -> None:
        """End all tables' tasks once they have answered, and all streams, saying why."""
        self._stopping = True
        if self._beats is not None:
            self._beats.cancel()
        if self._making:
            await asyncio.wait(self._making, timeout=_PATIENCE)
        tables, tasks = list(self.tables.values()), list(self._tasks.values())
        for table in tables:
            table.stop()
        if tasks:
            _, stuck = await asyncio.wait(tasks, timeout=_PATIENCE)
            for task in stuck:  # the disk does not answer
                task.cancel()
        for table in tables:
            table.audience.end(table_service_pb2.END_REASON_SHUTDOWN, sentence)
        for watcher in self._watchers:
            watcher.end()

    def find(self, table_id: str) -> Table:
        """Return a table.

        Raises:
            Refused: there is none of that id.
        """
        table = self.tables.get(table_id)
        if table_id in self.damaged:
            raise Refused(
                Reason.REASON_UNKNOWN_TABLE,
                "What was written down of this table is damaged: ask who runs the server to mend"
                " it with “cardtui recover”.",
            )
        if table is None:
            raise Refused(
                Reason.REASON_UNKNOWN_TABLE,
                "There is no table “{table}” any more: choose one from the list.",
                table=safe_text(table_id, TABLE_NAME_CELLS),
            )
        return table

    def seated(self) -> set[str]:
        """Return the ids of the players who hold a seat."""
        return {
            sitter.player
            for table in self.tables.values()
            for sitter in table.standing.sitters
            if sitter is not None and sitter.player
        }

    def seats_of(self, player: str) -> list[str]:
        """Return the ids of the tables at which a player holds a seat."""
        return [
            table_id
            for table_id, table in self.tables.items()
            if table.standing.seat_of(player) is not None
        ]

    def watch(self) -> ListFeed:
        """Return a new reader of the list."""
        watcher = ListFeed(self.tables)
        self._watchers.add(watcher)
        return watcher

    def unwatch(self, watcher: ListFeed) -> None:
        """Let a reader of the list go."""
        self._watchers.discard(watcher)

    async def create(
        self,
        player: str,
        host: str,
        *,
        game: str,
        seats: int,
        preset: str,
        options: Mapping[str, OptionValue],
        name: str,
        pause: int,
        thinking: int | None,
        seat: int | None,
        bots: int,
        window: int | None = None,
        draw_partners: bool = False,
    ) -> Table:
        """Make a table, seat its maker and bots.

        Raises:
            Refused: there is no such game, option, seat, …, or there are too many tables.
        """
        if len(self.tables) + len(self._making) >= self._most:
            raise Refused(
                Reason.REASON_LIMIT, "This server has all the tables it can have: join one."
            )
        if sum(made.host == player for made in self._made()) >= self._most_each:
            raise Refused(
                Reason.REASON_LIMIT,
                "You have made {most} tables that are open yet: close one first.",
                most=self._most_each,
            )
        rules = find_rules(game)
        if draw_partners and not rules.has_partners(seats):
            raise Refused(
                Reason.REASON_BAD_OPTION,
                "Partners are drawn only where at least four play in two teams.",
            )
        values, preset = chosen_options(rules, preset, options, seats)
        made = Created(
            game,
            seats,
            preset,
            values,
            self._free_name(name, host),
            pause,
            thinking,
            player,
            host,
            window,
            draw_partners,
        )
        draft = Draft(begin(made, rules), self._doors.dealer, {})
        if seat is not None:
            seating.sit(draft, player, host, seat)
        if bots:
            for each in range(seats):
                if draft.standing.sitters[each] is None:
                    seating.add_bot(draft, player, each, bots)
        table_id = self._doors.dealer.name(6)
        making = asyncio.get_running_loop().create_task(
            self._make(table_id, rules, made, draft), name=f"make {table_id}"
        )
        # Whoever asked may go away: a table that is written is opened all the same.
        self._making[making] = made
        making.add_done_callback(self._making.pop)
        return await asyncio.shield(making)

    async def _make(
        self, table_id: str, rules: Rules[object], made: Created, draft: Draft
    ) -> Table:
        await self._write(table_id, rules, made, draft)
        return self._open(table_id, draft.standing, {})

    async def _write(
        self, table_id: str, rules: Rules[object], made: Created, draft: Draft
    ) -> None:
        journal, now = Journal(rules.deck), self._doors.clock.wall()
        entries = [made, *(step.entry for step in draft.steps)]
        rows = [journal.write(Stamped(now, entry)) for entry in entries]
        try:
            await self._doors.store.append(table_id, 0, rows)
        except NoRoom as error:
            raise Refused(
                Reason.REASON_READ_ONLY,
                "The server cannot write anything down for now: try again in a moment.",
                retry=1.0,
            ) from error

    def _open(self, table_id: str, standing: Standing, answered: dict[str, Answered]) -> Table:
        table = Table(
            table_id,
            standing,
            self._doors,
            thinking=self._thinking,
            changed=self._touch,
            answered=answered,
        )
        self.tables[table_id] = table
        task = asyncio.get_running_loop().create_task(table.run(), name=f"table {table_id}")
        self._tasks[table_id] = task
        task.add_done_callback(lambda done: self._ended(table, done))
        self._touch(table)
        return table

    def _ended(self, table: Table, task: asyncio.Task[None]) -> None:
        """Forget a table that was closed, or whose task failed."""
        if task.cancelled() or self._stopping:
            return
        error = task.exception()
        if error is not None:
            self._doors.log.error("table failed", table=table.id, exc_info=error)
            table.audience.end(
                table_service_pb2.END_REASON_SHUTDOWN,
                "Something went wrong at this table: it comes back when the server restarts.",
            )
        self.tables.pop(table.id, None)
        self._tasks.pop(table.id, None)
        self._touch(table)

    def _touch(self, table: Table) -> None:
        for watcher in self._watchers:
            watcher.touch(table.id)

    def _made(self) -> list[Created]:
        """Return what every table was made as, those too that are being written."""
        return [*(table.standing.made for table in self.tables.values()), *self._making.values()]

    def _free_name(self, name: str, player: str) -> str:
        wanted = safe_text(name, TABLE_NAME_CELLS) or safe_text(player, NAME_CELLS)
        taken = {name_key(made.name) for made in self._made()}
        candidate, count = wanted, 1
        while name_key(candidate) in taken:
            count += 1
            suffix = f" {count}"
            candidate = safe_text(wanted, TABLE_NAME_CELLS - len(suffix)) + suffix
        return candidate

    def _beat(self) -> None:
        """Tell readers that their streams live, let go of stuck ones, close unused tables."""
        clock = self._doors.clock
        self._beats = clock.call_later(_BEAT, self._beat)
        now = clock.now()
        for table in list(self.tables.values()):
            readers = table.audience.readers()
            for feed in (*readers, *table.audience.leaving):
                feed.beat()
            empty = not table.standing.people()
            if readers or (table.standing.life is Life.PLAYING and not empty):
                self._unused_since.pop(table.id, None)
                continue
            unused = now - self._unused_since.setdefault(table.id, now)
            if unused > (_ABANDONED if empty else _UNUSED):
                del self._unused_since[table.id]
                table.post(seating.close_abandoned if empty else seating.close_unused, _ignore)


def _ignore(result: object) -> None:
    """Take an answer that nobody waits for."""
    del result
