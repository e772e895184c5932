"""Whether the log of a club can be read in a database (`broken_entry`); its server may run."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

from cardtui_server.ports.log_store import Damaged, StoreError, club_log
from cardtui_server.store.sqlite_database import check_files, first_broken
from cardtui_server.wire.club import ClubJournal


def broken_entry(path: Path) -> int:
    """Return the number of the first entry that is not as written; 0 if there is none.

    Raises:
        StoreError: the database cannot be read.
    """
    check_files(path)
    # Without a write-ahead log nobody writes, and SQLite need not make files beside the database.
    alone = "" if path.with_name(f"{path.name}-wal").exists() else "&immutable=1"
    uri = f"{path.absolute().as_uri()}?mode=ro{alone}"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            return _broken(connection)
    except sqlite3.DatabaseError as error:
        raise StoreError(
            "The database {path} cannot be read ({error}).", path=path, error=error
        ) from error


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
