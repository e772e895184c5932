"""The database file: what is in it, how it is opened, and what makes it that of this release."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Final

from cardtui_server.ports.log_store import Damaged, StoreError

_MIGRATIONS: Final = (
    """
    CREATE TABLE logs (
        id TEXT PRIMARY KEY, made INTEGER NOT NULL, closed INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, chain BLOB NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE players (
        token_hash BLOB PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
)
"""What makes version n of the database from version n - 1."""

VERSION: Final = len(_MIGRATIONS)
"""The form of the database that this release writes."""

_BUSY: Final = 5000
"""Milliseconds that a transaction waits for another process's."""

FILES: Final = ("", "-wal", "-shm")
"""The database and the files beside it, by the ends of their names."""


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection to the database, which is made if there is none."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    wait_for_others(connection)
    return connection


def wait_for_others(connection: sqlite3.Connection) -> None:
    """Have transactions wait a while for another process's."""
    connection.execute(f"PRAGMA busy_timeout = {_BUSY}")


def keep_private(path: Path) -> None:
    """Let nobody else read what a match hides; the files beside it take its mode."""
    with contextlib.suppress(OSError):  # what cannot be opened is told when it is opened
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        path.chmod(0o600)


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the database up to date.

    Raises:
        StoreError: a newer release has written it.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise StoreError(
            "The database {path} was written by a newer cardtui: update this one to open it.",
            path=path,
        )
    for number, script in enumerate(_MIGRATIONS[version:], version + 1):
        connection.executescript(
            f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;"
        )


def damaged(path: Path, what: str, kind: type[Damaged] = Damaged) -> Damaged:
    """Return what to tell whoever runs the server of a database that is not as written."""
    return kind(
        "The database {path} is damaged ({what}). Run “cardtui recover” to keep what is good"
        " of it, or move it away to begin anew.",
        path=path,
        what=what,
    )
