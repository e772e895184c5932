"""All the tables of a server (`Lobby`): refuses one too many, names each, counts free seats, gives
tables to other servers, and opens those of a server that is gone, `_TAKEN_AT_ONCE` at a time; the
heartbeat (`_HEARTBEAT_SECONDS`). Which table makes room is in `unused_tables.py`; what a new one
may be, in `new_table.py`; which server takes it, in `cluster.py`.

The heartbeat also ends readers that are stuck, and looks for unused tables. The streams of many
tables are not written to at once: others would wait for that long.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Final

from cardtui_engine.rules import AnyRules
from cardtui_server.fairness.signatures import Signer
from cardtui_server.limits import Limits
from cardtui_server.lobby.claims import Claims
from cardtui_server.lobby.cluster import Cluster, Listed
from cardtui_server.lobby.match_histories import MatchHistories
from cardtui_server.lobby.match_records import MatchRecords
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.quick_match import NewQuickTables
from cardtui_server.lobby.supervisor import Supervisor
from cardtui_server.lobby.table_list import ListedTable, ListSubscription, TablePage, page_after
from cardtui_server.lobby.unused_tables import UnusedTables
from cardtui_server.match.bot_seats import names_at
from cardtui_server.match.commands.execute import execute
from cardtui_server.match.entries import Created, Seated, Stamped
from cardtui_server.match.fold import begin
from cardtui_server.match.refusals import TABLE_MOVED, Reason, Refused
from cardtui_server.match.replay import ReadBack
from cardtui_server.match.replies import ReplyCache
from cardtui_server.match.requests import AddBot, CloseUnused, Disuse, Sit
from cardtui_server.match.state import Life, Sitter, TableState
from cardtui_server.match.transaction import Transaction
from cardtui_server.ports.bus import Beat, Row
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.ports.dealer import TABLE_ID_LETTERS
from cardtui_server.ports.log_store import Kept, KeptStream, NoRoom
from cardtui_server.ports.peers import Place
from cardtui_server.ratings.people import People
from cardtui_server.ratings.rankings import Rankings
from cardtui_server.safe_text import NAME_CELLS, TABLE_NAME_CELLS, name_key, numbered, safe_text
from cardtui_server.table.actor import Table
from cardtui_server.table.environment import Environment
from cardtui_server.table.table_log import write_rows

_HEARTBEAT_SECONDS: Final = 20.0
"""Seconds between two heartbeats; clients wait half as long again."""

_BEATS_AT_ONCE: Final = 8
"""How many tables are beaten for before others are served."""

_PAUSE_SECONDS: Final = 0.02
"""Seconds for these others."""

_TAKEN_AT_ONCE: Final = 16
"""How many tables of a server that is gone are opened at a time."""


class Heartbeat:
    """Beats for all tables until it is stopped."""

    def __init__(
        self, tables: Mapping[str, ListedTable], clock: Clock, unused: UnusedTables
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._timers: list[Timer] = []
        self._unused = unused

    def stop(self) -> None:
        """Beat no more."""
        for timer in self._timers:
            timer.cancel()

    def beat(self) -> None:
        """Send heartbeats, drop readers that are stuck, and close tables that nobody uses."""
        self._timers = [self._clock.call_later(_HEARTBEAT_SECONDS, self.beat)]
        now, tables = self._clock.now(), list(self._tables.values())
        self._unused.forget(self._tables)
        for table in tables:
            self._unused.check(table, now)
        self._beat_for(table for table in tables if isinstance(table, Table))

    def _beat_for(self, tables: Iterator[Table]) -> None:
        """Beat for the next tables now, and for those after them in a moment."""
        now = list(islice(tables, _BEATS_AT_ONCE))
        for table in now:
            subscribers = table.subscribers
            for subscription in (*subscribers.readers(), *subscribers.leaving):
                subscription.beat()
        if len(now) == _BEATS_AT_ONCE:
            self._timers[1:] = [
                self._clock.call_later(_PAUSE_SECONDS, partial(self._beat_for, tables))
            ]


_WRITE_SECONDS: Final = 5.0
"""Seconds within which tables being made must be written when the server stops."""

_SERVER_FULL: Final = (
    "This server keeps as much as it may: join a table, or ask the person who runs it to raise"
    " “database_mb”."
)
_NO_CLUSTER: Final = "This server is in no cluster: start it with --cluster."
_ONLY_SERVER: Final = "This is the only server of its cluster: start another one first."
_NO_OTHER_SERVER: Final = "No other server of this cluster takes tables: start one first."
_UNKNOWN_SERVER: Final = "No server of this cluster is reached there: choose one of {addresses}."
_WHICH_WORKER: Final = "This server has several workers: say which one, of {addresses}."
_NOT_THIS_SERVER: Final = "The server at {address} is another one: use this command on its machine."
_SERVER_DRAINED: Final = "The server at {address} gives its tables away, and takes none."


class Lobby:
    """All the tables of a server.

    Attributes:
        tables: those that are open, by id.
        damaged: by id, why a table could not be read back.
        new_quick: those just made for quick matches.
        claims: what no other server of a cluster does now.
        records: the records of matches, also at tables that are closed.
        rankings: how strong players are, from rated matches.
        people: what they have won and lost.
        histories: what each may look back at, of the latest matches of tables.
        changed: called with each table that the list shows otherwise.
        full: whether the store keeps as much as it may, so that no table is made.
    """

    full = False

    def __init__(
        self,
        env: Environment,
        *,
        thinking: float,
        limits: Limits,
        signer: Signer | None = None,
        cluster: Cluster | None = None,
    ) -> None:
        self._supervisor = Supervisor(env, thinking=thinking, changed=self._touch)
        self.tables = self._supervisor.tables
        self._listed = self._supervisor.listed
        self.damaged = self._supervisor.damaged
        self.new_quick = NewQuickTables(env.clock)
        self.claims = Claims(env, cluster)
        self.records = MatchRecords(env, self._known, signer)
        self.rankings = Rankings(env.store, env.clock)
        self.people = People(env.store, env.clock)
        self.histories = MatchHistories(env)
        self._env = env
        self._cluster = cluster
        self._limits = limits
        self._making: dict[asyncio.Task[Table], Created] = {}
        self._heard: dict[str, tuple[Row, ListedTable]] = {}
        self._closing = set[asyncio.Task[None]]()
        self._taking = set[asyncio.Task[None]]()
        self._giving: dict[Table, asyncio.Task[None]] = {}
        self._clearing = asyncio.Lock()
        self._readers: set[ListSubscription] = set()
        self.changed: Callable[[ListedTable], object] = lambda _table: None
        self._began = env.clock.wall()
        self._unused = UnusedTables(limits.rest_hours * 3600, self._close_unused)
        self._heartbeat = Heartbeat(self._listed, env.clock, self._unused)
        env.outage.watch(self._tell_presence)
        env.restart.watch(self._tell_presence)

    def _known(self, table_id: str, player: str) -> TableState | None:
        table = self.tables.get(table_id)
        return None if table is None else table.known_to(player)

    async def load(self) -> None:
        """Read back the tables that were not closed; a table that cannot be opened stays closed.

        Raises:
            DamagedStore: the store as a whole cannot be read.
        """
        await self._supervisor.load()
        self._env.store.watch(self._note_store)
        self._heartbeat.beat()
        if self._cluster is not None:
            self._cluster.begin(
                listed=self._listed_elsewhere,
                tables=lambda: self.tables,
                row=self._hear,
                given=self._open_given,
                gone=self._take_over,
                woken=self._look_at_logs,
            )

    async def stop(self) -> None:
        """Stop all tables once they have answered, and end all streams."""
        self._heartbeat.stop()
        self.claims.stop()
        for closing in self._closing:
            closing.cancel()
        if self._making:
            await asyncio.wait(self._making, timeout=_WRITE_SECONDS)
        await self.drain()
        await self._supervisor.stop()
        if self._cluster is not None:
            self._cluster.stop()
        for taking in self._taking:
            taking.cancel()
        for reader in self._readers:
            reader.end()

    async def drain(self) -> tuple[int, int]:
        """Give all tables to the other servers of the cluster, if there are any that take them.

        Returns:
            How many they have now, and how many are still here.
        """
        tables = list(self.tables.values())
        if self._cluster is not None:
            self._cluster.take(tables=False)
            if given := [self._giving_of(table) for table in tables]:
                await asyncio.wait(given, timeout=_WRITE_SECONDS)
        left = [each for each in tables if each.state.life is not Life.CLOSED and not each.moved]
        return sum(bool(each.moved) for each in tables), len(left)

    def check_meant(self, address: str) -> None:
        """Check that an operator means this server.

        Args:
            address: where clients reach the server that is meant; ``""`` for the one that is asked.

        Raises:
            Refused: another one is meant, or no one knows which.
        """
        own = self.cluster.own.address
        addresses = sorted(beat.address for beat, _ in self.cluster.servers())
        is_worker = own.startswith(":")
        if address == own or (not address and not (is_worker and len(addresses) > 1)):
            return
        if not address:
            raise Refused(Reason.BAD_REQUEST, _WHICH_WORKER, addresses=", ".join(addresses))
        self._beat_of(address)
        if is_worker:  # it has the same operator
            raise Refused(Reason.MOVED, TABLE_MOVED, address=address)
        raise Refused(Reason.BAD_REQUEST, _NOT_THIS_SERVER, address=address)

    def _beat_of(self, address: str) -> Beat:
        """Return what the server of the cluster has said that clients reach at that address.

        Raises:
            Refused: there is none.
        """
        beats = {beat.address: beat for beat, _ in self.cluster.servers()}
        if address in beats:
            return beats[address]
        if len(beats) == 1:
            raise Refused(Reason.BAD_REQUEST, _ONLY_SERVER)
        raise Refused(Reason.BAD_REQUEST, _UNKNOWN_SERVER, addresses=", ".join(sorted(beats)))

    async def give_all(self) -> tuple[int, int]:
        """Do so while the server goes on, and give every table away that somebody asks for.

        Raises:
            Refused: no other server takes tables.
        """
        if self.cluster.place_for("") is None:
            raise Refused(Reason.TABLE_STATE, _NO_OTHER_SERVER)
        if self._making:
            await asyncio.wait(self._making, timeout=_WRITE_SECONDS)
        return await self.drain()

    def _giving_of(self, table: Table) -> asyncio.Task[None]:
        """Return what gives a table to another server, if it is not given already."""
        giving = self._giving.get(table)
        if giving is None:
            work = self._give(table)
            giving = asyncio.get_running_loop().create_task(work, name=f"give {table.id}")
            self._giving[table] = giving
            giving.add_done_callback(lambda _: self._giving.pop(table, None))
        return giving

    async def _give(self, table: Table) -> None:
        assert self._cluster is not None
        place = self._cluster.place_for(table.id)
        if place is not None:
            with contextlib.suppress(Refused):  # it is closed, or another server has it
                await self._hand_over(table, place)

    async def _hand_over(self, table: Table, to: Place) -> None:
        """Give a table to a server, which opens it.

        Raises:
            Refused: that cannot be written down now, or another server has the table already.
        """
        await table.hand_over(to)
        self.cluster.tell_given(table.id, to)

    async def find(self, table_id: str, *, here: bool = False) -> Table:
        """Return a table; open it if it rests.

        Args:
            table_id: its id.
            here: whether it is taken from another server that has it.

        Raises:
            Refused: there is no table with that id, or it is not open for now, or not here.
        """
        if here:
            return await self._supervisor.take(table_id)
        table = await self._supervisor.find(table_id)
        if self._cluster is not None and self._cluster.instead() is not None:
            self._giving_of(table)  # who asks is told there, or served before
        return table

    async def put_away(self, table_id: str) -> None:
        """Know a table no longer, whose log stays open, until `take_out` opens it again."""
        await self._supervisor.put_away(table_id)

    async def take_out(self, table_id: str) -> Table:
        """Return a table that was put away.

        Raises:
            Refused: it has been closed, or cannot be opened now.
        """
        return await self._supervisor.take_out(table_id)

    async def move(self, table_id: str, address: str) -> None:
        """Have a table go on at the server of the cluster that clients reach at that address.

        Raises:
            Refused: there is no such table, or no such server, or it takes no tables.
        """
        beat = self._beat_of(address)
        if not beat.takes:
            raise Refused(Reason.TABLE_STATE, _SERVER_DRAINED, address=address)
        to = Place(beat.server, address)
        try:
            table = await self._supervisor.find(table_id)
            if to == self.cluster.own:
                return
        except Refused as refused:
            if refused.reason is not Reason.MOVED:
                raise
            if refused.arguments["address"] == address:
                return
            table = await self._supervisor.take(table_id)
        await self._hand_over(table, to)

    @property
    def cluster(self) -> Cluster:
        """The servers that share their tables with this one.

        Raises:
            Refused: there are none.
        """
        if self._cluster is None:
            raise Refused(Reason.TABLE_STATE, _NO_CLUSTER)
        return self._cluster

    def orphans(self) -> list[str]:
        """Return the ids of the matches that stand still: no server that is there has them."""
        there = {beat.server for beat, _ in self.cluster.servers()}
        return self._supervisor.orphans(lambda owner: owner not in there)

    async def streams(self) -> Sequence[KeptStream]:
        """Return the streams that keep the tables of the cluster, if streams do."""
        return await self._env.store.streams()

    def is_elsewhere(self, table_id: str) -> bool:
        """Return whether another server says that it has a table."""
        return self._supervisor.is_elsewhere(table_id)

    def now(self) -> int:
        """Return the time by which bans end, in milliseconds since 1970."""
        return self._env.clock.wall()

    def page(self, token: str, most: int, player: str, *, every: bool = False) -> TablePage:
        """Return a page of the list of tables, as a player may see it; see `page_after`.

        Args:
            token: the page token.
            most: the most tables on it.
            player: the player's id.
            every: whether those are on it, too, that others do not see, and all as they are now.
        """

        def shows(table: ListedTable) -> bytes | None:
            if every:
                return table.shown_to(None)
            return table.shown_to(player) if table.listed_for(player) else None

        numbers = self._supervisor.numbers
        return page_after(token, self._listed, numbers, began=self._began, most=most, shows=shows)

    def listed(self) -> Collection[ListedTable]:
        """Return all tables, also those at rest and those of other servers."""
        return self._listed.values()

    def public(self) -> list[ListedTable]:
        """Return the tables that everybody may see."""
        return [table for table in self._listed.values() if not table.state.made.private]

    def seated(self) -> set[str]:
        """Return the ids of the players who hold a seat."""
        return {
            sitter.player
            for table in self._listed.values()
            for sitter in table.state.sitters
            if sitter is not None and sitter.player
        }

    def hosts(self) -> dict[str, str]:
        """Return by whom each table was made, by the ids of both."""
        return {table_id: table.state.made.host for table_id, table in self._listed.items()}

    def free_seats(self) -> int:
        """Return how many seats somebody may take, at the tables that wait for players."""
        known = [table.known_to("") for table in self.public()]
        return sum(each.sitters.count(None) for each in known if each.life is Life.WAITING)

    def seats_of(self, player: str) -> list[str]:
        """Return the ids of the tables at which a player holds a seat."""
        return [
            table_id
            for table_id, table in self._listed.items()
            if table.state.seat_of(player) is not None and table.state.life is not Life.CLOSED
        ]

    def wanted_by(self, player: str) -> int:
        """Return at how many tables a player holds a seat or asks for one."""
        asked = sum(table.state.asks(player) is not None for table in self._listed.values())
        return len(self.seats_of(player)) + asked

    def is_busy(self, player: str) -> bool:
        """Return whether a player holds a seat, or strangers do not know yet that they left it."""
        return any(
            known.seat_of(player) is not None
            for table in self._listed.values()
            for known in (table.state, table.known_to(""))
        )

    def watch(self, player: str) -> ListSubscription:
        """Return a new reader of the list, with what a player may see of it."""
        reader = ListSubscription(self._listed, player)
        self._readers.add(reader)
        return reader

    def unwatch(self, reader: ListSubscription) -> None:
        """Forget a reader of the list."""
        self._readers.discard(reader)

    async def create(self, player: str, name: str, wanted: NewTable, origin: str = "") -> Table:
        """Make a table, and seat its maker and bots as wanted.

        Args:
            player: the id of the player who makes it.
            name: that player's name.
            wanted: what the table is to be.
            origin: the address that the call comes from; ``""`` where many share it.

        Raises:
            Refused: there is no such game, option, seat or the like, or there are too many tables,
                or another server is to have them, or as much is kept as may be.
        """
        self.check_takes()
        self.check_room()
        self._check_most_each(player)
        if len(self._listed) + len(self._making) >= self._limits.tables:
            await self._make_room()
            self._check_most_each(player)  # others of theirs may have waited, too
        made, rules = wanted.checked(player, name, self._free_name(wanted.made.name, name))
        bots = wanted.bots_beside()
        if wanted.at_start:
            made = made._replace(waiting_bots=tuple(bots))
        tx = Transaction(begin(made, rules), self._env.dealer, {})
        if wanted.seat is not None:
            execute(tx, Sit(player, name, wanted.seat))
        alone = tx.mark()
        for level, character in bots:
            execute(tx, AddBot(player, level, None, character))
        if wanted.at_start:
            tx.back_to(alone)  # each of them may sit down later
        return await self._begin(rules, made, tx, origin)

    async def open_for(self, tournament: str, made: Created, seats: Sequence[Sitter]) -> Table:
        """Make a table of a tournament, which is its host, and seat everybody there.

        Args:
            tournament: its id.
            made: how it is to be made; ``host_name`` is the name of the tournament.
            seats: by seat, who sits there; a level for a bot, without a character for any.

        Raises:
            Refused: there are too many tables.
        """
        if len(self._listed) + len(self._making) >= self._limits.tables:
            await self._make_room()
        wanted = NewTable(made._replace(seats=len(seats), waiting_bots=()))
        name = self._free_name(made.name, made.host_name)
        made, rules = wanted.checked(tournament, made.host_name, name)
        tx = Transaction(begin(made, rules), self._env.dealer, {})
        for seat, each in enumerate(seats):
            if each.player:
                name = numbered(each.name, names_at(tx.state), NAME_CELLS)
                tx.add(Seated(seat, each.player, name, 0))
        for seat, each in enumerate(seats):
            if not each.player:
                execute(tx, AddBot(tournament, each.bot, seat, each.character))
        return await self._begin(rules, made, tx)

    async def _begin(
        self, rules: AnyRules, made: Created, tx: Transaction, origin: str = ""
    ) -> Table:
        """Make a table as it is after a transaction, even if the caller goes away.

        Raises:
            Refused: there is no room for it on the disk.
        """
        table_id = self._env.dealer.new_id(TABLE_ID_LETTERS)
        self._unused.note(table_id, origin)
        making = asyncio.get_running_loop().create_task(
            self._make(table_id, rules, made, tx), name=f"make {table_id}"
        )
        # The caller may go away: once the table is written, it is opened all the same.
        self._making[making] = made
        making.add_done_callback(self._making.pop)
        return await asyncio.shield(making)

    def check_takes(self) -> None:
        """Send those on who want a new table, if another server is to have it.

        Raises:
            Refused: it is.
        """
        place = None if self._cluster is None else self._cluster.instead()
        if place is not None:
            raise Refused(Reason.MOVED, TABLE_MOVED, address=place.address)

    def check_room(self) -> None:
        """Send those away who begin something new, if as much is kept as may be.

        What a tournament under way opens is none of that: its players would wait for ever.

        Raises:
            Refused: it is.
        """
        if self.full:
            raise Refused(Reason.LIMIT, _SERVER_FULL)

    def tell_now(self, table: Table) -> None:
        """Have the other servers of a cluster list a table as it is now, at once."""
        if self._cluster is not None and not table.moved:
            self._cluster.tell_now(table.id)

    def _check_most_each(self, player: str) -> None:
        """Refuse another table to a player who has made too many.

        Raises:
            Refused: the player has as many open tables as are allowed.
        """
        # A table that is closed, and that spectators still see, is none of theirs any more.
        closed = [each for each in self._listed.values() if each.state.life is Life.CLOSED]
        own = sum(made.host == player for made in self._made())
        if own - sum(each.state.made.host == player for each in closed) >= self._limits.tables_each:
            raise Refused(
                Reason.LIMIT,
                "You already have {most} open tables: close one first.",
                most=self._limits.tables_each,
            )

    async def _make_room(self) -> None:
        """Close a table that has not been used for a while.

        Raises:
            Refused: all tables are in use.
        """
        own = [each for each in self._listed.values() if not self._supervisor.is_elsewhere(each.id)]
        table = self._unused.superfluous(own, self._env.clock.now())
        if table is not None:
            with contextlib.suppress(Refused):  # another caller has just had it closed
                await self._supervisor.close(table.id, CloseUnused(Disuse.LEFT))
        if len(self._listed) + len(self._making) >= self._limits.tables:
            raise Refused(Reason.LIMIT, "This server cannot hold more tables: join one.")

    def _close_unused(self, table: ListedTable, wanted: CloseUnused) -> None:
        """Have a table closed that nobody uses, some time; one after the other is opened for it."""
        if self._supervisor.is_elsewhere(table.id):
            return  # the server that has it sees who uses it

        async def close() -> None:
            async with self._clearing:
                with contextlib.suppress(Refused):  # it is used again, or closed already
                    await self._supervisor.close(table.id, wanted)

        closing = asyncio.get_running_loop().create_task(close(), name=f"close {table.id}")
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def _make(self, table_id: str, rules: AnyRules, made: Created, tx: Transaction) -> Table:
        time = await self._write(table_id, rules, made, tx)
        return self._supervisor.open(table_id, ReadBack(tx.state, ReplyCache(), None, time=time))

    async def _write(self, table_id: str, rules: AnyRules, made: Created, tx: Transaction) -> int:
        """Make a new table durable, and return the time of its entries."""
        now, write = self._env.clock.wall(), self._env.journal.write
        entries = [made, *(step.entry for step in tx.steps)]
        rows = [write(Stamped(now, entry), rules.id) for entry in entries]
        kept = Kept(self._env.checkpoints.listing(tx.state))
        await write_rows(self._env, table_id, 0, rows, kept=kept)
        return now

    def _note_store(self, error: NoRoom | None) -> None:
        if error is None:
            self._env.outage.ended()
        else:
            self._env.outage.began(error)

    def _tell_presence(self) -> None:
        for table in self.tables.values():
            try:
                table.tell_presence()
            except Exception as error:  # noqa: BLE001 - an outage may be reported by another table, which must not fail for it
                table.fail(error)

    def _touch(self, table: ListedTable, strangers: bool = True) -> None:
        for reader in self._readers:
            reader.touch(table, strangers=strangers)
        if self._cluster is not None and isinstance(table, Table) and not table.moved:
            self._cluster.tell(table.id)
        self.changed(table)

    def _listed_elsewhere(self, table_id: str) -> Listed:
        """Return what other servers list of a table: as strangers may know it."""
        table = self.tables.get(table_id)
        known = None if table is None else table.known_to("")
        if table is None or known is None or known.life is Life.CLOSED:
            return Listed()
        coming = known.players().keys() if table_id in self.new_quick.ids() else ()
        return Listed(self._env.checkpoints.listing(known), (*{*table.here, *coming},))

    def _hear(self, row: Row) -> None:
        """List a table of another server, if it is not told again of what is listed."""
        is_listed = self._supervisor.is_elsewhere(row.table)
        if is_listed and self._heard.get(row.table) == (row, self._listed[row.table]):
            return
        self._heard.pop(row.table, None)
        state = self._env.checkpoints.read_listing(row.listing) if row.listing else None
        if state is not None or not row.listing:  # else it is of another version
            self._supervisor.list_elsewhere(row.server, row.table, state, frozenset(row.here))
        if state is not None and self._supervisor.is_elsewhere(row.table):
            self._heard[row.table] = (row, self._listed[row.table])

    def _look_at_logs(self) -> None:
        """Look whether another server has opened tables of this one."""
        for table in self.tables.values():
            table.look_at_log()

    def _take_over(self, server: str) -> None:
        """Open the matches of a server that is gone, each at one of those that are there."""
        assert self._cluster is not None
        theirs = self._supervisor.orphans(lambda owner: owner == server)
        self._open_given(*(each for each in theirs if self._cluster.opens(each)))

    def _open_given(self, *tables: str) -> None:
        """Open tables that are this server's now."""
        taking = asyncio.get_running_loop().create_task(self._open_all(tables), name="take over")
        self._taking.add(taking)
        taking.add_done_callback(self._taking.discard)

    async def _open_all(self, tables: Sequence[str]) -> None:
        """Open tables, some at a time: most of it is to wait for the store."""
        left = iter(tables)

        async def open_others() -> None:
            for table_id in left:
                with contextlib.suppress(Refused):  # who asks for it is told why
                    await self.find(table_id)

        await asyncio.gather(*(open_others() for _ in range(_TAKEN_AT_ONCE)))

    def _made(self) -> list[Created]:
        """Return the first entries of all tables, including tables that are still being written."""
        return [*(table.state.made for table in self._listed.values()), *self._making.values()]

    def _free_name(self, name: str, player: str) -> str:
        wanted = safe_text(name, TABLE_NAME_CELLS) or safe_text(player, NAME_CELLS)
        taken = {name_key(made.name) for made in self._made() if not made.of_field}
        return numbered(wanted, taken, TABLE_NAME_CELLS)
