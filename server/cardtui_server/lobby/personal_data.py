"""What a server keeps of one person (`PersonalData`): how it is written out, line by line
(`lines`), and erased (`erase`). Erasing is refused while the person is in a log that is still
written, and for a name that several people have or had. What of the club's log a person may read:
`club/book.py`.

A log is written by all who were at a table, in one chain, and records of its matches are proved by
what stands in it: one person cannot be taken out of it. So the logs of closed tables go as a whole,
tournaments that are over get other names, and results keep an id that leads to nobody any more.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import filterfalse
from typing import Final, NamedTuple

from cardtui_engine.library.registry import is_game, own_games
from cardtui_server.club.book import Concerning
from cardtui_server.lobby.club import Club
from cardtui_server.lobby.sessions import Sessions
from cardtui_server.match.entries import Entry as TableEntry
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.replay import replay
from cardtui_server.ports.log_store import (
    Behind,
    Damaged,
    Player,
    StoreError,
    is_club_log,
    is_id,
    is_tournament_id,
)
from cardtui_server.ports.own_journal import Journal as OwnJournal
from cardtui_server.safe_text import name_key
from cardtui_server.table.environment import Environment
from cardtui_server.table.table_log import read_rows
from cardtui_server.thread_queue import with_rests
from cardtui_server.tournament.entries import (
    Corrected,
    Directed,
    Entered,
    Entry,
    Made,
    Paired,
    Stamped,
)

_ERASED_NAME: Final = "–"
"""What somebody is called in a tournament whose name is erased."""

_LOG_OPEN: Final = (
    "{name} is in a log that is still written: {names}. Close these tables (cardtui tables close),"
    " end these tournaments, or wait until they are over."
)
_JUST_SAT_DOWN: Final = (
    "{name} sat down in this moment: {names}. Close these tables (cardtui tables close), or end"
    " these tournaments, and then erase {id}."
)
_AMBIGUOUS_NAME: Final = (
    "Several people are, or were, called {name} here: give one of these ids instead: {ids}."
)
_NOT_ALL_DONE: Final = "The server could not read or change all of it ({error}): do it again."

_MOST_TRIES: Final = 20
"""How often it is tried to take a person out of a log that others change meanwhile."""

_NAME_FIELDS: Final = {"player": "name", "host": "host_name", "director": "director_name"}
"""The fields of entries that hold a player's id, and those that hold the name with it."""


class _Log(NamedTuple):
    """A log in which a person is."""

    id: str
    closed: bool
    rows: Sequence[bytes]

    @property
    def is_tournament(self) -> bool:
        """Whether it is a tournament's."""
        return is_tournament_id(self.id)


class Erased(NamedTuple):
    """How many logs of tables went, and how many of tournaments have no name of theirs any more."""

    tables: int
    tournaments: int


class PersonalData:
    """Finds what is kept of a person."""

    def __init__(
        self,
        env: Environment,
        journal: OwnJournal[Stamped],
        sessions: Sessions,
        forget: Callable[[str], object],
        club: Club | None = None,
    ) -> None:
        """Be ready.

        Args:
            env: the ways to the world.
            journal: reads and writes the logs of tournaments.
            sessions: whom the server knows.
            forget: is called with each log that is gone, or another one.
            club: knows of reports, bans and mutes.
        """
        self._env = env
        self._journal = journal
        self._sessions = sessions
        self._forget = forget
        self._club = club

    async def lines(self, name: str) -> AsyncGenerator[str]:
        """Yield all that is kept of the person of that name, or with that id.

        Raises:
            Refused: there is none, or there are several, or that cannot be read now.
        """
        with _refusing():
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
            if self._club is not None:
                async for line in self._club.lines(Concerning(player.id).told):
                    yield _line("club", **json.loads(line))
            async for log in self._logs_of(player, set()):
                kind = "tournament" if log.is_tournament else "table"
                for entry in await asyncio.to_thread(self._own_entries, log, player):
                    yield _line(kind, log=log.id, entry=json.loads(entry))

    async def erase(self, name: str) -> Erased:
        """Erase what is kept of the person of that name, or with that id; shut their machines out.

        The machines come last: where it is not done to its end, the person is found again. Who sat
        down while the logs were read, and cannot any more, is looked for once more.

        Raises:
            Refused: there is none, or there are several, or a log with them is still written, or
                that cannot be done to its end now.
        """
        with _refusing():
            player = await self._person(name)
            seen = set[str]()
            first = await self._take_out(await self._closed_logs(player, seen, _LOG_OPEN), player)
            if self._club is not None:
                await self._club.erase(player.id)
            await self._sessions.erase(player.id)
            late = await self._take_out(
                await self._closed_logs(player, seen, _JUST_SAT_DOWN), player
            )
        return Erased(first.tables + late.tables, first.tournaments + late.tournaments)

    async def _closed_logs(self, player: Player, seen: set[str], sentence: str) -> list[_Log]:
        """Return the logs in which a person is; of those of tables only what names them.

        Args:
            player: the person.
            seen: the closed logs that were looked at; these are left out, and the others added.
            sentence: what is said if one is still written.

        Raises:
            Refused: one is still written.
        """
        logs = [
            each if each.is_tournament or not each.closed else each._replace(rows=())
            async for each in self._logs_of(player, seen)
        ]
        if still := [self._called(each) for each in logs if not each.closed]:
            names = ", ".join(still)
            raise Refused(Reason.TABLE_STATE, sentence, name=player.name, names=names, id=player.id)
        return logs

    async def _take_out(self, logs: Sequence[_Log], player: Player) -> Erased:
        """Take a person out of logs; tables come last, as one who is forgotten is found by them."""
        tournaments = [each for each in logs if each.is_tournament]
        tables = [each for each in logs if not each.is_tournament]
        for log in [*tournaments, *tables]:
            await self._take_out_of(log, player)
            self._forget(log.id)
        return Erased(len(tables), len(tournaments))

    async def _take_out_of(self, log: _Log, player: Player) -> None:
        """Take a person out of a log, also where another one is taken out of it meanwhile."""
        kept = log.rows
        for left in reversed(range(_MOST_TRIES)):
            rows = await asyncio.to_thread(self._nameless, log._replace(rows=kept), player)
            try:
                await self._env.store.redact(log.id, rows, instead_of=kept)
            except Behind:
                if not left:
                    raise
                kept = await read_rows(self._env, log.id) if rows else ()
                if kept:  # otherwise it was old, and has just gone
                    continue
            return

    async def _person(self, name: str) -> Player:
        """Return the person of a name, also one who is forgotten but for logs.

        Args:
            name: the name, in any case, or the id.

        Raises:
            Refused: there is none, or there are several; or that cannot be read now.
        """
        name = name.strip()
        known = await self._sessions.names.called(name)
        known += await self._sessions.devices(name) if is_id(name) else []
        found = await self._in_logs(name) if name else {}
        found |= {each.id: each.name for each in known}
        if self._club is not None:
            found = self._club.book.called(name) | found
        if not found:
            return await self._sessions.names.owner(name)  # which says so
        if len(found) > 1:
            raise Refused(
                Reason.UNKNOWN_PLAYER, _AMBIGUOUS_NAME, name=name, ids=", ".join(sorted(found))
            )
        return Player(b"", *found.popitem())

    async def _in_logs(self, name: str) -> dict[str, str]:
        """Return by id who has, or had, that name in logs, or has that id."""
        found = dict[str, str]()
        for log in filterfalse(is_club_log, await self._env.store.tables()):
            with suppress(Damaged):
                rows = await read_rows(self._env, log)
                found |= await asyncio.to_thread(self._called_so, log, rows, name)
        return found

    def _called_so(self, log: str, rows: Sequence[bytes], name: str) -> dict[str, str]:
        key = name_key(name)
        return {
            id_: called or id_
            for _, entry in self._entries(log, rows, name)
            for id_, called in _people(entry)
            if (name == id_ or name_key(called) == key) and not is_tournament_id(id_)
        }

    async def _logs_of(self, player: Player, seen: set[str]) -> AsyncGenerator[_Log]:
        """Yield the logs in which a person is; damaged ones are left to the operator.

        Args:
            player: the person.
            seen: the closed logs that were looked at; these are left out, and the others added.
        """
        for log, closed in (await self._env.store.tables()).items():
            if log in seen or is_club_log(log):
                continue
            with suppress(Damaged):
                rows = await read_rows(self._env, log)
                if await asyncio.to_thread(self._own_rows, log, rows, player):
                    yield _Log(log, closed, rows)
            seen |= {log} if closed else set()

    def _own_rows(self, log: str, rows: Sequence[bytes], player: Player) -> set[bytes]:
        """Return the rows of a log that name a person by the id, in the fields that do so.

        An id in what somebody says, or in another text, is nothing: everybody may write that.
        """
        entries = self._entries(log, rows, player.id)
        return {row for row, entry in entries if player.id in dict(_people(entry))}

    def _entries(
        self, log: str, rows: Sequence[bytes], said: str
    ) -> Iterator[tuple[bytes, TableEntry | Entry]]:
        """Yield those rows of a log in which some text is, in a usual case, with their entries.

        One that cannot be read names nobody. Of a game that is not installed any other game reads
        what names somebody: there are no cards in it.
        """
        game = own_games()[0]
        if rows and not is_tournament_id(log):
            made = self._env.journal.read_first(rows[0])[1].game
            game = made if is_game(made) else game
        cases = (said, said.lower(), said.upper(), said.title(), name_key(said))
        sought = {each.encode("utf-8", "replace").lower() for each in cases}  # Latin letters alone
        for row in with_rests(rows):
            if any(each in row.lower() for each in sought):
                with suppress(Damaged):
                    if is_tournament_id(log):
                        yield row, self._journal.read(row).entry
                    else:
                        yield row, self._env.journal.read(row, game).entry

    def _called(self, log: _Log) -> str:
        if not log.is_tournament:
            return self._env.journal.read_first(log.rows[0])[1].name
        made = self._journal.read(log.rows[0]).entry
        assert isinstance(made, Made)
        return made.name

    def _own_entries(self, log: _Log, player: Player) -> list[str]:
        """Return the entries that name a person, or are of the seat that they hold."""
        own = self._own_rows(log.id, log.rows, player)
        if log.is_tournament:
            return [self._journal.shown(row) for row in log.rows if row in own]
        own |= self._of_seats(log.rows, player)
        return [self._env.journal.shown(row) for row in log.rows if row in own]

    def _of_seats(self, rows: Sequence[bytes], player: Player) -> set[bytes]:
        """Return the rows of the seats that a person holds, as far as the log can be replayed."""
        found = set[bytes]()
        with suppress(Exception):  # the game is not installed any more, or is another one
            replayed = with_rests(replay(rows, self._env.journal))
            for row, (before, after, (_, entry)) in zip(rows, replayed, strict=True):
                seats = {before.seat_of(player.id), after.seat_of(player.id)} - {None}
                if getattr(entry, "seat", None) in seats:
                    found.add(row)
        return found

    def _nameless(self, log: _Log, player: Player) -> list[bytes]:
        """Return the rows of a tournament without a person's name; none of a table."""
        found = list[bytes]()
        for row in with_rests(log.rows):
            stamped = self._journal.read(row)
            entry = _nameless(stamped.entry, player.id)
            same = entry is stamped.entry
            found.append(row if same else self._journal.write(stamped._replace(entry=entry)))
        return found


@contextmanager
def _refusing() -> Generator[None]:
    """Refuse what the store cannot do."""
    try:
        yield
    except StoreError as error:
        raise Refused(Reason.READ_ONLY, _NOT_ALL_DONE, error=error) from error


def _people(entry: TableEntry | Entry) -> Iterator[tuple[str, str]]:
    """Yield the ids of the players whom an entry names, with their names if these are there."""
    for field, name in _NAME_FIELDS.items():
        if id_ := getattr(entry, field, ""):
            yield id_, getattr(entry, name, "")
    match entry:
        case Made():
            yield from ((each, "") for each in entry.invited)
        case Paired():
            seated = [each for seats in entry.tables for each in seats.players]
            yield from ((each, "") for each in (*seated, *entry.byes) if each)
        case _:
            pass


def _nameless(entry: Entry, player: str) -> Entry:
    match entry:
        case Entered() if entry.player == player:
            return entry._replace(name=_ERASED_NAME)
        case Made() if entry.director == player:
            table = entry.table._replace(host_name=_ERASED_NAME)
            return entry._replace(director_name=_ERASED_NAME, table=table)
        case Corrected() | Directed() if entry.director == player:
            return entry._replace(director_name=_ERASED_NAME)
        case _:
            return entry


def _line(kind: str, **said: object) -> str:
    return json.dumps({"kind": kind, **said}, ensure_ascii=False)
