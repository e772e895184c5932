"""The database file: its tables (`_SCHEMA`), what brings those of an earlier release up to date
(`UPGRADE_STEPS`), how it is opened, and the hash of each row (`link`).

A database of other tables is refused: `SCHEMA_VERSION`, which it contains, follows from the script
that makes them. Tables of an earlier release are brought up to date, by `UPGRADE_STEPS`. A row's
hash is made from the row and the hash before it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtui_server.ports.log_store import Damaged, StoreError

_SCHEMA: Final = """
    CREATE TABLE logs (
        id TEXT PRIMARY KEY, made INTEGER NOT NULL, closed INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, chain BLOB NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE kept (
        kind INTEGER NOT NULL, table_id TEXT NOT NULL, seq INTEGER NOT NULL, chain BLOB NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (kind, table_id)
    ) WITHOUT ROWID;
    CREATE TABLE players (
        token_hash BLOB PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL, used INTEGER NOT NULL,
        sat INTEGER NOT NULL, began INTEGER NOT NULL, key TEXT NOT NULL, likeness TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX players_by_id ON players (id);
    CREATE INDEX players_by_key ON players (key);
    CREATE INDEX players_by_likeness ON players (likeness);
    CREATE TABLE results (
        game TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL,
        table_id TEXT NOT NULL, match INTEGER NOT NULL, preset TEXT NOT NULL,
        ended INTEGER NOT NULL,
        player TEXT NOT NULL, bot INTEGER NOT NULL, team INTEGER, won INTEGER NOT NULL,
        chips INTEGER NOT NULL, hands INTEGER NOT NULL, bluffs INTEGER NOT NULL,
        calls TEXT NOT NULL, place INTEGER NOT NULL, rated INTEGER NOT NULL,
        gone INTEGER NOT NULL, shown INTEGER NOT NULL,
        PRIMARY KEY (game, number, seat)
    ) WITHOUT ROWID;
    CREATE INDEX results_of_players ON results (player, ended) WHERE player <> '';
"""

SCHEMA_VERSION: Final = (
    int.from_bytes(hashlib.sha256(" ".join(_SCHEMA.split()).encode()).digest()[:4]) >> 1
)
"""The number of a database that has just these tables."""


class Step(NamedTuple):
    """What brings the tables of a release up to those of another one.

    Attributes:
        to: the number of a database that has those.
        script: what makes them of the earlier ones.
    """

    to: int
    script: str


UPGRADE_STEPS: Final[dict[int, Step]] = {}
"""By the number of a released database, what is done to it; empty, as nothing is released yet.

Who changes `_SCHEMA` after a release adds a step from its number, and a database that it has
written to ``tests/server/data``; a step stays for as long as its release may be met.
"""

SELECT_KEPT_LENGTH: Final = "SELECT max(seq) FROM kept WHERE kind IN (0, 1) AND table_id = ?"
"""How long a log was, as what is kept beside it says."""

INSERT_TRIAL_ROW: Final = "INSERT INTO entries VALUES ('', 0, zeroblob(16384), x'')"
"""A row that needs room, and is no entry: their numbers begin with 1."""

_BUSY_MILLISECONDS: Final = 5000
"""Milliseconds that a transaction waits for another process's transaction."""

DATABASE_SUFFIXES: Final = ("", "-wal", "-shm")
"""The suffixes of the database and of the files beside it."""


def check_files(path: Path) -> None:
    """Refuse to open a pipe or anything else that is no file: SQLite would wait for it for ever.

    Raises:
        StoreError: the database is none, or what lies beside it under a name that SQLite opens.
    """
    for side in (*DATABASE_SUFFIXES, "-journal"):
        each = path.with_name(path.name + side)
        with contextlib.suppress(OSError):  # a failure is reported when the file is opened
            if not stat.S_ISREG(each.stat().st_mode):
                raise StoreError(
                    "{path} is not a regular file: move it away, or choose another folder with"
                    " --data.",
                    path=each,
                )


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection to the database; make the database if it does not exist."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    except UnicodeDecodeError as error:  # SQLite's own sentence has what is damaged in it
        raise sqlite3.DatabaseError("malformed database schema") from error
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("PRAGMA secure_delete = ON")  # zeroes take the place of what is deleted
    wait_for_others(connection)
    return connection


def wait_for_others(connection: sqlite3.Connection) -> None:
    """Make transactions wait a while for those of other processes."""
    connection.execute(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}")


def keep_private(path: Path) -> None:
    """Let no other user read what a match hides; the files beside it get the same mode.

    A database that is there is not opened: to close it would drop SQLite's locks on it, if this
    process has it open already.
    """
    with contextlib.suppress(OSError):  # a failure is reported when the file is opened
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        path.chmod(0o600)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, would survive a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def check_version(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether the database has any tables.

    Raises:
        StoreError: another version of cardtui has written it.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version not in (0, SCHEMA_VERSION, *UPGRADE_STEPS):
        raise StoreError(
            "The database {path} was written by another version of cardtui: use that one, or move"
            " the database away to start afresh.",
            path=path,
        )
    return bool(version)


def make_tables(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a database, or bring those of an earlier release up to date.

    A step is done as a whole or not at all.

    Raises:
        StoreError: another version of cardtui has written it.
    """
    if not check_version(connection, path):
        _do(connection, Step(SCHEMA_VERSION, _SCHEMA))
    while (version := connection.execute("PRAGMA user_version").fetchone()[0]) != SCHEMA_VERSION:
        _do(connection, UPGRADE_STEPS[version])


def _do(connection: sqlite3.Connection, step: Step) -> None:
    try:
        connection.executescript(
            f"BEGIN IMMEDIATE; {step.script} PRAGMA user_version = {step.to}; COMMIT;"
        )
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def is_sound(connection: sqlite3.Connection, table: str) -> bool:
    """Return whether SQLite finds nothing wrong with the pages of one of our tables.

    What is written to a page that belongs to two tables spoils both. Whether an index has all rows
    takes longer with each result; it is left to backup and recovery.
    """
    return _finds_nothing(connection, f"quick_check({table})")


def is_in_order(connection: sqlite3.Connection) -> bool:
    """Return whether the entries of the logs lie in their order: it takes longer with each entry.

    Where they do not, a log can seem to end early.
    """
    return _finds_nothing(connection, "integrity_check(entries)")


def _finds_nothing(connection: sqlite3.Connection, check: str) -> bool:
    try:
        return bool(connection.execute(f"PRAGMA {check}").fetchone() == ("ok",))
    except sqlite3.OperationalError:  # it cannot be read now
        raise
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False


def check_growth(connection: sqlite3.Connection) -> None:
    """Add a row to the logs as if it were one of them, and take it back: nothing is written.

    What only says how pages are given out is seen by no query.

    Raises:
        sqlite3.DatabaseError: the database is damaged, or says that it may not be written.
    """
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(INSERT_TRIAL_ROW)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_READONLY:
            raise  # anything else may pass, or is told by what reads
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def damaged(path: Path, what: str, kind: type[Damaged] = Damaged) -> Damaged:
    """Return the error to report to the person who runs the server, about a damaged database."""
    return kind(
        "The database {path} is damaged ({what}). Run “cardtui recover” to keep what is good, or "
        "move it away to start afresh.",
        path=path,
        what=what,
    )


def seed(table: str) -> bytes:
    """Return the hash that precedes the first row of a table's log."""
    return hashlib.sha256(table.encode()).digest()


def link(chain: bytes, seq: int, body: bytes) -> bytes:
    """Return the hash of a row, given the hash of the row before it."""
    return hashlib.sha256(chain + seq.to_bytes(8, "big") + body).digest()


def first_broken(table: str, rows: Iterable[Any], after: int = 0, chain: bytes = b"") -> int:
    """Return the number of the first row that is missing or not as written; 0 if there is none.

    Args:
        rows: number, body and hash of each.
        after: the number of the row before them.
        chain: that row's hash; not needed at the beginning of a log.
    """
    chain = chain or seed(table)
    for number, (seq, body, kept) in enumerate(rows, after + 1):
        if seq != number or type(body) is not bytes or link(chain, number, body) != kept:
            return number
        chain = kept
    return 0
