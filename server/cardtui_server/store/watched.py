"""What everybody at a server could watch (`watched`): no private table, none that ever refused
spectators, and of a delayed match nothing before its end is known. For the operator: `played`, and
whether the log of bans can be read: `broken_entry`.

It is read from the database, while the server runs or not; so only who runs the server may ask.
Private tables, and tables that have ever refused spectators, tell nothing; under a delay, a match
and what it has cost are told once spectators may know the end. A record tells all cards: it is for
counting what was seen, and not to be handed on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

from cardtui_engine.library.records import Record
from cardtui_server.match.entries import Created, Stamped, Started
from cardtui_server.match.late import LateTable, late_after
from cardtui_server.match.record import Recorded, record_of
from cardtui_server.match.replay import replay, unruly
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.timed_rules import rules_of
from cardtui_server.match.transaction import Step
from cardtui_server.ports.log_store import Damaged, StoreError, club_log
from cardtui_server.store.sqlite_database import check_files, check_version, first_broken
from cardtui_server.tournament.state import Tournament, read_back
from cardtui_server.wire.club import ClubJournal
from cardtui_server.wire.journal import WireJournal
from cardtui_server.wire.tournaments import TournamentJournal


class Watched(NamedTuple):
    """What everybody could watch at a table.

    Attributes:
        state: the table as it was last without a match, as spectators know it.
        records: the matches that are over, oldest first.
    """

    state: TableState
    records: tuple[Record, ...]


class Played(NamedTuple):
    """What was played at a table in a span of time, by its log.

    Attributes:
        matches: those that began in it and are over, oldest first.
        before: the table before the first of them.
        after: the table after the last of them.
        held: how many more there are that nobody may know of yet, as others may play their packs.
    """

    matches: tuple[Recorded, ...]
    before: TableState
    after: TableState
    held: int = 0


def used(path: Path) -> dict[str, int]:
    """Return the tables in a database, and when each was used, in milliseconds since 1970.

    Tables whose last row cannot be read are left out.

    Raises:
        StoreError: the database cannot be read.
    """
    found: dict[str, int] = {}
    with _open(path) as connection:
        for table, first, last in connection.execute(
            "SELECT id, first.body, last.body FROM logs"
            " JOIN entries AS first ON first.table_id = id AND first.seq = 1"
            " JOIN entries AS last ON last.table_id = id AND last.seq ="
            " (SELECT max(seq) FROM entries WHERE table_id = id)"
        ):
            try:
                _, made = WireJournal().read_first(first)
                found[str(table)] = WireJournal().read(last, made.game).time
            except Damaged:
                continue
    return found


def watched(path: Path, table: str, now: int) -> Watched | None:
    """Return what everybody could watch at a table; ``None`` if it is not for everybody.

    Args:
        now: in milliseconds since 1970.

    Raises:
        StoreError: the database cannot be read, or the log of the table is damaged.
    """
    rows = _rows(path, table)
    try:
        return _watched(table, rows, now)
    except Damaged:
        raise
    except Exception as error:  # an impossible row may make the rules raise anything
        raise unruly(table) from error


def played(path: Path, table: str, begins: int, ends: int) -> Played | None:
    """Return all that was played at a table, hidden or not; ``None`` if no match began in time.

    Args:
        begins: in milliseconds since 1970.
        ends: likewise.

    Raises:
        StoreError: the database cannot be read, or the log of the table is damaged.
    """
    rows = _rows(path, table)
    try:
        return _played(table, rows, begins, ends)
    except Damaged:
        raise
    except Exception as error:  # an impossible row may make the rules raise anything
        raise unruly(table) from error


def tournament(path: Path, id_: str) -> Tournament:
    """Return a tournament in a database.

    Raises:
        StoreError: the database cannot be read, or the log of the tournament is damaged.
    """
    rows = _rows(path, id_)
    try:
        return read_back(map(TournamentJournal().read, rows))
    except Exception as error:  # an impossible row may make the fold raise anything
        raise Damaged(
            "The log of tournament {tournament} is damaged. Run “cardtui recover” to keep what is"
            " good.",
            tournament=id_,
        ) from error


def broken_entry(path: Path) -> int:
    """Return the number of the club's first entry that is not as written; 0 if there is none.

    It makes no files beside the database, even if no server runs.

    Raises:
        StoreError: the database cannot be read.
    """
    # Without a write-ahead log nobody writes, and SQLite need not make files.
    alone = not path.with_name(f"{path.name}-wal").exists()
    with _open(path, immutable=alone) as connection:
        return _broken(connection)


def _broken(connection: sqlite3.Connection) -> int:
    number, journal = 0, ClubJournal()
    found = "SELECT seq, body, chain FROM entries WHERE table_id = ? ORDER BY seq"
    for log in map(club_log, count(1)):
        rows = connection.execute(found, (log,)).fetchall()
        broken = first_broken(log, rows)
        for _, body, _ in rows[: broken - 1 if broken else len(rows)]:
            number += 1
            try:
                journal.read(body)
            except Damaged:
                return number
        if broken or not rows:
            return number + 1 if broken else 0
    raise AssertionError


def _rows(path: Path, log: str) -> list[bytes]:
    found = "SELECT body FROM entries WHERE table_id = ? ORDER BY seq"
    with _open(path) as connection:
        return [body for (body,) in connection.execute(found, (log,))]


def _played(table: str, rows: Sequence[bytes], begins: int, ends: int) -> Played | None:
    known: list[TableState] = []
    rested: TableState | None = None
    stamped: list[Stamped] = []
    numbers: list[int] = []
    for _before, after, each in replay(rows, WireJournal()):
        if isinstance(each.entry, Started):
            assert rested is not None
            if begins <= each.time < ends:
                known = known or [rested]
                numbers.append(each.entry.match)
            elif known:
                break
        rested = after if after.life is not Life.PLAYING else rested
        stamped.append(each)
    (_, made), *rest = stamped
    assert isinstance(made, Created)
    found = [record_of(table, each, made, rules_of(made.game), rest) for each in numbers]
    over = [each for each in found if each is not None]
    matches = tuple([each for each in over if not each.held])
    assert rested is not None
    if len(matches) < len(over):  # all that is known of a held table is how it began
        return Played((), known[0], known[0], len(over))
    return Played(matches, known[0], rested) if matches else None


def _watched(table: str, rows: Sequence[bytes], now: int) -> Watched | None:
    late: LateTable | None = None
    rested: TableState | None = None
    stamped: list[Stamped] = []
    for before, after, each in replay(rows, WireJournal()):
        if after.made.private or after.made.refuses_spectators:
            return None
        if after is not before:
            late = late_after(late, Step(before, after, each.entry, ()), each.time)
        seen = after if late is None else late.state
        rested = seen if seen.life is not Life.PLAYING else rested
        stamped.append(each)
    if late is not None:
        late.due(now)
        rested = late.state if late.state.life is not Life.PLAYING else rested
    if rested is None:
        return None
    hidden = {} if late is None else late.ends
    return Watched(rested, tuple(_records(table, stamped, hidden)))


def _records(
    table: str, stamped: Sequence[Stamped], hidden: Mapping[int, int]
) -> Generator[Record]:
    (_, made), *rest = stamped
    assert isinstance(made, Created)
    for number in [each.entry.match for each in rest if isinstance(each.entry, Started)]:
        recorded = record_of(table, number, made, rules_of(made.game), rest)
        if recorded is not None and number not in hidden:
            yield replace(recorded.record, origin=recorded.origin)


@contextmanager
def _open(path: Path, *, immutable: bool = False) -> Generator[sqlite3.Connection]:
    """Open a database to read it; its server may write meanwhile, unless it is immutable.

    Raises:
        StoreError: it cannot be read.
    """
    check_files(path)
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro" + "&immutable=1" * immutable
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            check_version(connection, path)
            yield connection
    except sqlite3.DatabaseError as error:
        raise StoreError(
            "The database {path} cannot be read ({error}).", path=path, error=error
        ) from error
