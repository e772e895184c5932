"""Examines a database that may be damaged: how much of every table's log can be kept.

Of each log, the rows up to the first bad one are kept. A row is good if the chain of hashes proves
that it is what was written, and if the rules accept its entry.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from cardtui_engine.library.registry import is_game
from cardtui_server.club.entries import Stamped, Turned
from cardtui_server.match.entries import Closed
from cardtui_server.match.replay import replay, with_results
from cardtui_server.ports.log_store import Player, Result, StoreError, is_club_log, is_tournament_id
from cardtui_server.store.heads import HEADS_SUFFIX, Head, read_heads, what_is_missing
from cardtui_server.store.recovery.pages import read_pages
from cardtui_server.store.recovery.rows import Listed, Row, Salvaged, salvage
from cardtui_server.store.sqlite_database import SCHEMA_VERSION, link, seed
from cardtui_server.tournament.state import Tournament, begin, fold
from cardtui_server.wire.club import ClubJournal
from cardtui_server.wire.journal import WireJournal
from cardtui_server.wire.tournaments import TournamentJournal

_TABLE_JOURNAL: Final = WireJournal()
_TOURNAMENT_JOURNAL: Final = TournamentJournal()
_CLUB_JOURNAL: Final = ClubJournal()


class Kept(NamedTuple):
    """What is kept of a table's log.

    Attributes:
        table: the table's id.
        name: the table's name; empty if its first row cannot be read.
        rows: the number of rows kept; if it is 0, the table is lost.
        of: the highest row number that is known of, whether the row is kept or not.
        closed: whether the table was closed.
    """

    table: str
    name: str
    rows: int
    of: int
    closed: bool

    @property
    def lost(self) -> int:
        """The number of rows known to be lost; at least 1 if none is kept."""
        return max(self.of - self.rows, 0 if self.rows else 1)


class Log(NamedTuple):
    """What can be kept of a table's log.

    Attributes:
        table: the table's id.
        name: the table's name; empty if its first row cannot be read.
        made: when the table was made, in milliseconds since 1970.
        closed: whether the table was closed.
        rows: the rows before the first one that is missing or is not what was written.
        of: the highest row number that is known of.
        results: what came of the matches that end in these rows.
    """

    table: str
    name: str
    made: int
    closed: bool
    rows: list[bytes]
    of: int
    results: list[Result]


class Findings(NamedTuple):
    """What can be read from a database.

    Attributes:
        sound: whether SQLite's check and the list of tables show nothing wrong.
        logs: the logs, in the order in which the tables were made.
        players: the sessions.
        unreadable: the number of pages that could not be read in full.
    """

    sound: bool
    logs: list[Log]
    players: list[Player]
    unreadable: int

    @property
    def tables(self) -> tuple[Kept, ...]:
        """What can be kept of each log."""
        return tuple(
            Kept(log.table, log.name, len(log.rows), log.of, log.closed) for log in self.logs
        )

    @property
    def good(self) -> bool:
        """Whether there is nothing to mend."""
        return self.sound and not self.unreadable and not any(each.lost for each in self.tables)


def examine(path: Path) -> Findings:
    """Return what can be read from a copy of a database; SQLite may change the copy.

    Raises:
        StoreError: nothing in it can be read, or another version of cardtui has written it.
    """
    wal = path.with_name(f"{path.name}-wal")
    pages = read_pages(path.read_bytes(), wal.read_bytes() if wal.exists() else b"")
    heads = read_heads(path.with_name(path.name + HEADS_SUFFIX))
    is_ours, sound = _check(path)
    if sound and pages.header is not None and pages.header.version != SCHEMA_VERSION:
        raise StoreError("It was written by another version of cardtui.")
    found = salvage(pages)
    if not is_ours and not (found.rows or found.listed or found.players):
        raise StoreError("It holds nothing of cardtui that can be read.")
    tables = [*found.listed, *(table for table in found.rows if _is_table(table, found)), *heads]
    logs = [_log(table, found, heads.get(table, Head(0))) for table in dict.fromkeys(tables)]
    logs.sort(key=lambda log: (log.made, log.table))
    # If SQLite finds something wrong, some page is at fault, even if every page can be read.
    unreadable = max(found.unreadable, 0 if sound else 1)
    sound = sound and found.rows.keys() <= found.listed.keys()
    sound = sound and not any(_is_missing_some(log, found, heads.get(log.table)) for log in logs)
    sound = sound and all(log.closed == found.listed[log.table].closed for log in logs)
    return Findings(sound, logs, list(found.players.values()), unreadable)


def _is_missing_some(log: Log, found: Salvaged, head: Head | None) -> bool:
    """Return whether a log is not as the list of tables or anything else says."""
    listed, others = found.listed.get(log.table), [found.lengths.get(log.table)]
    closed = None if listed is None else int(listed.closed)
    return bool(what_is_missing(log.table, len(log.rows), closed, head, others))


def _check(path: Path) -> tuple[bool, bool]:
    """Return whether SQLite finds our tables in the file, and whether it finds the file sound."""
    connection = sqlite3.connect(path)
    try:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if not {"logs", "entries", "players"} <= names:
            return False, False
        return True, connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False, False
    finally:
        connection.close()


def _is_table(table: str, found: Salvaged) -> bool:
    """Return whether the rows are those of a table, and not a single row whose name was misread."""
    rows = found.rows[table]
    return table in found.listed or 1 in rows or any(seq + 1 in rows for seq in rows)


def _log(table: str, found: Salvaged, head: Head) -> Log:
    """Return what can be kept of a table's log, which was acknowledged up to its head.

    A table is closed if either the list or its log says so. A closed table is never opened again,
    but its line in the list may be outdated or missing; what was acknowledged last is right.
    """
    candidates = found.rows.get(table, {})
    rows = _prefix(table, candidates)
    made, closed, fitting, results = _play(table, rows)
    listed = found.listed.get(table) or Listed(made, closed)
    if 0 < len(rows) <= head.seq:
        listed = listed._replace(closed=head.closed)
    good = rows if listed.closed else rows[:fitting]
    of = max(len(rows), _highest(candidates), found.lengths.get(table, 0), head.seq)
    name = next(filter(None, map(partial(_name, table), candidates.get(1, ()))), "")
    return Log(table, name, listed.made, closed or listed.closed, good, of, results)


def _name(log: str, first: Row) -> str:
    """Return the name in the first row of a log; ``""`` if the row cannot be read."""
    if not isinstance(first.body, bytes):
        return ""
    try:
        if is_club_log(log):
            return ""
        if is_tournament_id(log):
            return begin(_TOURNAMENT_JOURNAL.read(first.body)).made.name
        return _TABLE_JOURNAL.read_first(first.body)[1].name
    except Exception:  # noqa: BLE001 - it may not be the row that was written
        return ""


def _prefix(table: str, candidates: Mapping[int, list[Row]]) -> list[bytes]:
    """Return the rows from the first on that form an unbroken chain, as their hashes prove."""
    rows: list[bytes] = []
    chain = seed(table)
    while True:
        for body, kept in candidates.get(len(rows) + 1, ()):
            if not isinstance(body, bytes):
                continue
            follows = link(chain, len(rows) + 1, body)
            if follows == kept:
                rows.append(body)
                chain = follows
                break
        else:
            return rows


def _highest(candidates: Mapping[int, object]) -> int:
    """Return the highest row number.

    Rows are written one after the other, so a number without neighbours was misread.
    """
    with_neighbours = (seq for seq in candidates if seq - 1 in candidates or seq + 1 in candidates)
    return max(with_neighbours, default=min(candidates, default=0))


class _Played(NamedTuple):
    """When a table was made, whether it was closed, how many rows the rules accept, and results."""

    made: int
    closed: bool
    fitting: int
    results: list[Result]


def _play(table: str, rows: list[bytes]) -> _Played:
    """Return what the rows of a log come to, up to the first one that the rules refuse.

    Of a game that is not installed all rows are kept: nobody here knows which of them are wrong.
    """
    made, closed, count = int(time.time() * 1000), False, 0
    results: list[Result] = []
    if is_tournament_id(table):
        return _play_tournament(rows, made)
    if is_club_log(table):
        return _play_club(rows, made)
    try:
        if rows and not is_game(_TABLE_JOURNAL.read_first(rows[0])[1].game):
            return _Played(made, closed, len(rows), results)
        for _, after, (time_, entry) in with_results(table, replay(rows, _TABLE_JOURNAL), results):
            made = time_ if after.entries == 1 else made
            closed, count = isinstance(entry, Closed), after.entries
    except Exception:  # noqa: BLE001 - an impossible row may make the rules raise anything
        return _Played(made, closed, count, results)
    return _Played(made, closed, count, results)


def _play_club(rows: list[bytes], made: int) -> _Played:
    """Return what the rows of the club's log come to, up to the first that cannot be read."""
    read: list[Stamped] = []
    with suppress(StoreError):
        read.extend(map(_CLUB_JOURNAL.read, rows))
    made = read[0].time if read else made
    closed = bool(read) and isinstance(read[-1].entry, Turned)
    return _Played(made, closed, len(read), [])


def _play_tournament(rows: list[bytes], made: int) -> _Played:
    """Return what the rows of a tournament's log come to, up to the first that does not fit."""
    state: Tournament | None = None
    with suppress(Exception):  # an impossible row may make the fold raise anything
        for row in rows:
            stamped = _TOURNAMENT_JOURNAL.read(row)
            made = stamped.time if state is None else made
            state = begin(stamped) if state is None else fold(state, stamped)
    if state is None:
        return _Played(made, closed=False, fitting=0, results=[])
    return _Played(made, state.ended, state.entries, [])
