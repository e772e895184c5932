"""What a server keeps of one person (`PersonalData`): tells it line by line (`lines`), or erases
it (`erase`), and refuses that while the person is in a log that is still written.

A log is written by all who were at a table, in one chain, and records of its matches are proved by
what stands in it: one person cannot be taken out of it. So the logs of closed tables go as a whole,
tournaments that are over get other names, and results keep an id that leads to nobody any more.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from cardtui_server.lobby.sessions import Sessions
from cardtui_server.lobby.tournaments import Journal as TournamentJournal
from cardtui_server.match.entries import Created, Seated
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.replay import replay
from cardtui_server.ports.log_store import Damaged, Player, is_tournament_id
from cardtui_server.table.environment import Environment
from cardtui_server.table.table_log import read_rows
from cardtui_server.thread_queue import with_rests
from cardtui_server.tournament.entries import Corrected, Directed, Entered, Entry, Made

_NOBODY: Final = "–"
"""What somebody is called in a tournament whose name is erased."""

_OPEN: Final = (
    "{name} is in a log that is still written: {names}. Close these tables (cardtui tables close),"
    " end these tournaments, or wait until they are over."
)


_SEVERAL: Final = "Several people were called {name} here: give the id of one instead, of {ids}."


class _Log(NamedTuple):
    """A log in which a person is."""

    id: str
    closed: bool
    rows: Sequence[bytes]


class Erased(NamedTuple):
    """How many logs of tables went, and how many of tournaments have no name of theirs any more."""

    tables: int
    tournaments: int


class PersonalData:
    """Finds what is kept of a person."""

    def __init__(
        self,
        env: Environment,
        journal: TournamentJournal,
        sessions: Sessions,
        forget: Callable[[str], object],
    ) -> None:
        """Be ready.

        Args:
            env: the ways to the world.
            journal: reads and writes the logs of tournaments.
            sessions: whom the server knows.
            forget: is called with each log that is gone, or another one.
        """
        self._env = env
        self._journal = journal
        self._sessions = sessions
        self._forget = forget

    async def lines(self, name: str) -> AsyncGenerator[str]:
        """Yield all that is kept of the person of that name.

        Raises:
            Refused: there is none, or that cannot be read now.
        """
        player = await self._person(name)
        machines = [
            {"began": each.began, "used": each.used, "sat": each.sat}
            for each in await self._sessions.devices(player.id)
        ]
        yield _line("person", id=player.id, name=player.name, machines=machines)
        for result in await self._env.store.results_of(player.id):
            told = result._asdict()
            seats = [each._asdict() for each in told.pop("seats") if each.player == player.id]
            yield _line("result", **told, seats=seats)
        async for log in self._logs_of(player):
            if is_tournament_id(log.id):
                entries = [each for each in log.rows if player.id.encode() in each]
                shown = [*map(self._journal.shown, entries)]
            else:
                shown = await asyncio.to_thread(list, self._own_entries(log.rows, player))
            kind = "tournament" if is_tournament_id(log.id) else "table"
            for entry in shown:
                yield _line(kind, log=log.id, entry=json.loads(entry))

    async def erase(self, name: str) -> Erased:
        """Erase what is kept of the person of that name, and shut out all their machines.

        Raises:
            Refused: there is none, or a log with them is still written, or that cannot be done now.
        """
        player = await self._person(name)
        logs = [each async for each in self._logs_of(player)]
        if still := [self._called(each) for each in logs if not each.closed]:
            named = ", ".join(still)
            raise Refused(Reason.TABLE_STATE, _OPEN, name=player.name, names=named)
        await self._sessions.erase(player.id)
        tournaments = [each for each in logs if is_tournament_id(each.id)]
        for log in logs:
            rows = [self._nameless(each, player) for each in log.rows] if log in tournaments else []
            await self._env.store.redact(log.id, rows)
            self._forget(log.id)
        return Erased(len(logs) - len(tournaments), len(tournaments))

    async def _person(self, name: str) -> Player:
        """Return the person of a name, also one who is forgotten but for logs.

        Args:
            name: the name, in any case; of who is forgotten as it was written, or their id.

        Raises:
            Refused: there is none, or there are several; or that cannot be read now.
        """
        try:
            return await self._sessions.names.owner(name)
        except Refused as refused:
            if refused.reason is not Reason.UNKNOWN_PLAYER:
                raise
            found = await self._called_once(name.strip())
            if not found:
                raise
        if len(found) > 1:
            raise Refused(Reason.UNKNOWN_PLAYER, _SEVERAL, name=name, ids=", ".join(sorted(found)))
        return Player(b"", *found.popitem())

    async def _called_once(self, name: str) -> dict[str, str]:
        """Return by id who had that name, or has that id, in logs of tables."""
        found: dict[str, str] = {}
        for log in await self._env.store.tables():
            with suppress(Damaged):
                rows = [] if is_tournament_id(log) else await read_rows(self._env, log)
                named = [row for row in with_rests(rows) if name.encode() in row]
                game = self._env.journal.read_first(rows[0])[1].game if named else ""
                for entry in [self._env.journal.read(row, game).entry for row in named]:
                    if isinstance(entry, Seated) and name in (entry.name, entry.player):
                        found[entry.player] = entry.name
                    elif isinstance(entry, Created) and name in (entry.host_name, entry.host):
                        found[entry.host] = entry.host_name
        return {id_: each for id_, each in found.items() if id_ and not is_tournament_id(id_)}

    async def _logs_of(self, player: Player) -> AsyncGenerator[_Log]:
        """Yield the logs in which a person is; damaged ones are left to the operator."""
        for log, closed in (await self._env.store.tables()).items():
            with suppress(Damaged):
                rows = await read_rows(self._env, log)
                if any(player.id.encode() in each for each in with_rests(rows)):
                    yield _Log(log, closed, rows)

    def _called(self, log: _Log) -> str:
        if not is_tournament_id(log.id):
            return self._env.journal.read_first(log.rows[0])[1].name
        made = self._journal.read(log.rows[0]).entry
        assert isinstance(made, Made)
        return made.name

    def _own_entries(self, rows: Sequence[bytes], player: Player) -> Iterator[str]:
        """Yield the entries of a table that name a person, or are of the seat that they hold."""
        journal = self._env.journal
        replayed = with_rests(replay(rows, journal))
        for row, (before, after, (_, entry)) in zip(rows, replayed, strict=True):
            seats = {before.seat_of(player.id), after.seat_of(player.id)} - {None}
            if player.id.encode() in row or getattr(entry, "seat", None) in seats:
                yield journal.shown(row)

    def _nameless(self, row: bytes, player: Player) -> bytes:
        stamped = self._journal.read(row)
        entry = _nameless(stamped.entry, player.id)
        return row if entry is stamped.entry else self._journal.write(stamped._replace(entry=entry))


def _nameless(entry: Entry, player: str) -> Entry:
    match entry:
        case Entered() if entry.player == player:
            return entry._replace(name=_NOBODY)
        case Made() if entry.director == player:
            table = entry.table._replace(host_name=_NOBODY)
            return entry._replace(director_name=_NOBODY, table=table)
        case Corrected() | Directed() if entry.director == player:
            return entry._replace(director_name=_NOBODY)
        case _:
            return entry


def _line(kind: str, **said: object) -> str:
    return json.dumps({"kind": kind, **said}, ensure_ascii=False)
