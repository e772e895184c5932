"""The tournaments of a server (`Tournaments`): makes, finds and loads them. How many there may be:
`_MOST_OPEN`, `_MOST_EACH`; which idle one makes room: `_make_room` (after how long it is idle:
`running_tournament.py`); how many past ones are listed: `_MOST_ENDED_LISTED`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from typing import Final

from cardtui_server.lobby.field import Field
from cardtui_server.lobby.names import DAY_MILLISECONDS
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.running_tournament import Running, close_table
from cardtui_server.lobby.table_list import ListedTable
from cardtui_server.lobby.tables import Lobby
from cardtui_server.lookalikes import likeness
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.ports.log_store import (
    Damaged,
    NoRoom,
    Unreadable,
    Unsure,
    is_tournament_id,
    tournament_id,
)
from cardtui_server.ports.own_journal import Journal
from cardtui_server.safe_text import TABLE_NAME_CELLS, safe_text
from cardtui_server.table.environment import Environment
from cardtui_server.table.table_log import new_append_id, read_rows
from cardtui_server.tournament import commands
from cardtui_server.tournament.entries import Form, Made, Paired, Stamped
from cardtui_server.tournament.pairing import smaller
from cardtui_server.tournament.state import Tournament, begin, read_back

_MOST_OPEN: Final = 50
"""The most tournaments that are not over."""

_MOST_EACH: Final = 4
"""The most of them that one player has made."""

_MOST_ENDED_LISTED: Final = 20
"""How many of those that are over are listed."""

_ID_LETTERS: Final = 5

_TOO_MANY: Final = "This server cannot hold more tournaments: wait until one is over."
_TOO_MANY_EACH: Final = "You have made {most} tournaments that are not over: end one of them first."
_NO_CLUSTER: Final = "This server shares its tables with others: tournaments need one by itself."
_LIKE: Final = "“{name}” is the name of a tournament here, or looks like it: choose another name."
_UNKNOWN: Final = "There is no tournament “{tournament}” here: choose one from the list."
_DAMAGED: Final = (
    "The log of this tournament is damaged: ask the person who runs the server to repair it with "
    "“cardtui recover”."
)


class Tournaments:
    """The tournaments of a server.

    Attributes:
        damaged: by id, why the log of a tournament cannot be read.
    """

    def __init__(self, env: Environment, lobby: Lobby, journal: Journal[Stamped]) -> None:
        self.damaged: dict[str, str] = {}
        self._env = env
        self._lobby = lobby
        self._journal = journal
        self._all: dict[str, Running] = {}
        lobby.changed = self._look

    async def load(self) -> None:
        """Go on with the tournaments that are not over; where others share the store, with none."""
        if self._env.peers is not None:
            return
        async for page in self._env.store.open_tables():
            for each in page:
                if is_tournament_id(each.id):
                    try:
                        found = await self._read(each.id)
                    except Damaged as error:
                        self.damaged[each.id] = str(error)
                        self._env.log.warning("tournament damaged", tournament=each.id)
                        continue
                    if found is not None:
                        self._all[each.id] = found
        for table, host in self._lobby.hosts().items():
            # Its match has counted, or it was opened and never written down.
            if is_tournament_id(host) and not any(each.needs(table) for each in self._all.values()):
                await close_table(self._lobby, table)
        for running in self._all.values():
            running.start()

    async def stop(self) -> None:
        """Look after none any more."""
        for each in self._all.values():
            await each.stop()

    def listed(self) -> list[Running]:
        """Return those that are not over, and the latest that are; the newest of each first."""
        newest = [*reversed(self._all.values())]
        over = [each for each in newest if each.state.ended]
        return [each for each in newest if not each.state.ended] + over[:_MOST_ENDED_LISTED]

    def players(self) -> set[str]:
        """Return the ids of all who are in a field, or in one that was not idle for long."""
        return {
            player
            for each in self._under_way()
            if each.now() - each.changed < DAY_MILLISECONDS or each.state.made.form is Form.FIELD
            for player in (*each.state.entrants, each.state.director)
        }

    def has_in_one_round(self, one: str, other: str) -> bool:
        """Return whether both have matches in a tournament that are to be played or counted."""
        return any({one, other} <= each.state.playing() for each in self._all.values())

    async def create(self, made: Made) -> Running:
        """Make a tournament.

        Args:
            made: what it is to be made with, as it was asked for: not checked yet.

        Raises:
            Refused: that cannot be, or there are too many.
        """
        if self._env.peers is not None:
            raise Refused(Reason.TABLE_STATE, _NO_CLUSTER)
        self._lobby.check_room()
        made = self._checked(made)
        under_way = self._under_way()
        if any(likeness(each.state.made.name) == likeness(made.name) for each in under_way):
            raise Refused(Reason.NAME_TAKEN, _LIKE, name=made.name)
        if sum(each.state.made.director == made.director for each in under_way) >= _MOST_EACH:
            raise Refused(Reason.LIMIT, _TOO_MANY_EACH, most=_MOST_EACH)
        if len(under_way) >= _MOST_OPEN:
            await self._make_room(under_way)
        made = made._replace(secret=self._env.dealer.secret())
        id_ = tournament_id(self._env.dealer.new_id(_ID_LETTERS))
        time = self._env.clock.wall()
        log = [Stamped(time, made)]
        if made.form is Form.FIELD:
            log.append(Stamped(time, Paired(())))  # it begins as soon as it is made
        running = self._running(id_, read_back(log), time)
        self._all[id_] = running
        try:
            rows = [*map(self._journal.write, log)]
            await self._env.store.append(id_, 0, rows, append_id=new_append_id())
        except (NoRoom, Unsure) as error:
            del self._all[id_]
            raise self._env.outage.began(error) from error
        running.start()
        for each in [each for each in self._all.values() if each.state.ended][:-_MOST_ENDED_LISTED]:
            del self._all[each.id]
        return running

    def forget(self, id_: str) -> None:
        """Know a tournament no longer that is over: its log is gone, or another one."""
        self._all.pop(id_, None)

    def _under_way(self) -> list[Running]:
        return [each for each in self._all.values() if not each.state.ended]

    async def _make_room(self, under_way: Iterable[Running]) -> None:
        """End the tournament of the fewest players in which nothing was done for a while.

        Raises:
            Refused: there is none.
        """
        idle = [each for each in under_way if each.is_idle()]
        if not idle:
            raise Refused(Reason.LIMIT, _TOO_MANY)
        least = min(idle, key=lambda each: (len(each.state.entrants), each.changed))
        await least.act(commands.end)

    def _checked(self, made: Made) -> Made:
        """Return what a tournament is made with; every table that it may open has been tried."""
        name = safe_text(made.name, TABLE_NAME_CELLS) or safe_text(
            made.director_name, TABLE_NAME_CELLS
        )
        table, _ = NewTable(made.table).checked("", name, name)
        checked = commands.check_made(made._replace(name=name, table=table))
        trial = begin(Stamped(0, checked))
        for seats in smaller(trial):
            NewTable(checked.table._replace(seats=seats)).checked("", name, name)
        return checked

    async def find(self, id_: str) -> Running:
        """Return a tournament, also one that is over.

        Raises:
            Refused: there is none with that id, or its log is damaged.
        """
        found = self._all.get(id_)
        if id_ in self.damaged:
            raise Refused(Reason.UNKNOWN_TABLE, _DAMAGED)
        if found is None and is_tournament_id(id_) and id_.isascii() and id_.isalnum():
            with contextlib.suppress(Damaged, Unreadable):
                found = await self._read(id_)
        if found is None:
            shown = safe_text(id_, TABLE_NAME_CELLS)
            raise Refused(Reason.UNKNOWN_TABLE, _UNKNOWN, tournament=shown)
        return found

    async def _read(self, id_: str) -> Running | None:
        """Return a tournament as its log says; ``None`` if there is none.

        Raises:
            Damaged: its log is.
            Unreadable: it cannot be read now.
        """
        rows = await read_rows(self._env, id_)
        if not rows:
            return None
        log = await asyncio.to_thread(lambda: [*map(self._journal.read, rows)])
        state = await asyncio.to_thread(read_back, log)
        return self._running(id_, state, log[-1].time)

    def _running(self, id_: str, state: Tournament, time: int) -> Running:
        kind = Field if state.made.form is Form.FIELD else Running
        return kind(id_, state, self._env, self._lobby, self._journal, time=time)

    def _look(self, table: ListedTable) -> None:
        """Have its tournament look at a table that has changed."""
        running = self._all.get(table.state.made.host)
        if running is not None:
            running.look(table.id)
