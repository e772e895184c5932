"""Mends a damaged database: of every table's log the rows up to the first bad one are kept.

Nothing is done in place. What can be read is read from a copy and written into a new
database, which takes the old one's place after the old one has been copied beside it.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtui_engine.registry import get_rules
from cardtui_server.entries import Created
from cardtui_server.log import Journal, Player, StoreError, read_created
from cardtui_server.sqlite_log import SqliteLog, link, seed
from cardtui_server.standing import begin, fold

_SIDES: Final = ("-wal", "-shm")


class Lost(NamedTuple):
    """What a table's log lost: how many rows are kept, and how many there seem to have been."""

    table: str
    kept: int
    of: int


class Mended(NamedTuple):
    """What became of a database.

    Attributes:
        tables: how many tables are kept.
        lost: those that lost rows; with none kept the table is gone.
        backup: where the damaged database is now; ``None`` if nothing was wrong.
    """

    tables: int
    lost: tuple[Lost, ...]
    backup: Path | None


class _Log(NamedTuple):
    table: str
    made: int
    closed: bool
    rows: list[bytes]
    of: int


async def mend(path: Path) -> Mended:
    """Check a database that no server uses, and mend it if need be.

    Raises:
        StoreError: nothing of it can be read, or it is of a newer release.
        OSError: the folder cannot be written.
    """
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".recover-") as folder:
        copy, fresh = Path(folder) / "copy.db", Path(folder) / "fresh.db"
        for side in ("", "-wal"):
            _copy(path, copy, side)
        sound, logs, players = _salvage(copy)
        lost = tuple(
            Lost(log.table, len(log.rows), log.of) for log in logs if len(log.rows) < log.of
        )
        kept = [log for log in logs if log.rows]
        if sound and not lost:
            return Mended(len(kept), (), None)
        await _write(fresh, kept, players)
        backup = _backup(path)
        for side in _SIDES:  # they belong to the damaged one
            path.with_name(path.name + side).unlink(missing_ok=True)
        fresh.replace(path)
        return Mended(len(kept), lost, backup)


def _copy(source: Path, target: Path, side: str) -> None:
    if Path(f"{source}{side}").exists():
        shutil.copy2(f"{source}{side}", f"{target}{side}")


def _backup(path: Path) -> Path:
    stem = f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}"
    backup, count = path.with_name(stem), 1
    while backup.exists():
        count += 1
        backup = path.with_name(f"{stem}-{count}")
    for side in ("", "-wal"):
        _copy(path, backup, side)
    return backup


def _salvage(path: Path) -> tuple[bool, list[_Log], list[Player]]:
    """Return whether the file is sound, and what can be read of it."""
    connection = sqlite3.connect(path)
    connection.text_factory = _text
    try:
        return _salvage_from(connection)
    except sqlite3.DatabaseError as error:
        raise StoreError("The database says: {what}.", what=error) from error
    finally:
        connection.close()


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _salvage_from(connection: sqlite3.Connection) -> tuple[bool, list[_Log], list[Player]]:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > 1:
        raise StoreError("A newer cardtui has written it.")
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not {"logs", "entries", "players"} <= names:
        raise StoreError("It has no tables of cardtui in it.")
    sound = _is_sound(connection)
    listed = {
        str(row[0]): (int(row[1]), bool(row[2]))
        for row in _readable(connection, "SELECT id, made, closed FROM logs ORDER BY made, id")
        if isinstance(row[1], int)
    }
    # A log whose line in the list is gone is an open table's, as far as anybody knows.
    for (table,) in _readable(connection, "SELECT DISTINCT table_id FROM entries"):
        if str(table) not in listed:
            listed[str(table)] = (int(time.time() * 1000), False)
            sound = False
    logs = [_read(connection, table, *listed[table]) for table in listed]
    players = [
        Player(*row)
        for row in _readable(connection, "SELECT token_hash, id, name FROM players")
        if isinstance(row[0], bytes)
    ]
    return sound, logs, players


def _is_sound(connection: sqlite3.Connection) -> bool:
    try:
        return bool(connection.execute("PRAGMA integrity_check").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False


def _readable(connection: sqlite3.Connection, statement: str, *values: Any) -> Iterator[Any]:
    """Yield rows up to the first that cannot be read."""
    try:
        yield from connection.execute(statement, values)
    except sqlite3.DatabaseError:
        return


def _read(connection: sqlite3.Connection, table: str, made: int, closed: bool) -> _Log:
    rows: list[bytes] = []
    chain, most, whole = seed(table), 0, True
    for seq, body, kept in _readable(
        connection, "SELECT seq, body, chain FROM entries WHERE table_id = ? ORDER BY seq", table
    ):
        most = max(most + 1, seq if isinstance(seq, int) else 0)
        whole = whole and (seq, type(body)) == (len(rows) + 1, bytes)
        whole = whole and link(chain, seq, body) == kept
        if whole:
            rows.append(body)
            chain = kept
    good = rows if closed else rows[: _fitting(rows)]
    return _Log(table, made, closed, good, max(most, 1))


def _fitting(rows: list[bytes]) -> int:
    """Return how many rows the rules take, from the first on."""
    count = 0
    try:
        rules = get_rules(read_created(rows[0]))
        journal = Journal(rules.deck)
        made = journal.read(rows[0]).entry
        assert isinstance(made, Created)
        standing = begin(made, rules)
        for count, row in enumerate(rows[1:], 1):  # noqa: B007 - where it stops is the answer
            standing, _ = fold(standing, journal.read(row).entry)
    except Exception:  # noqa: BLE001 - whatever the rules say to a row that cannot be
        return count
    return len(rows)


async def _write(path: Path, logs: list[_Log], players: list[Player]) -> None:
    store = SqliteLog(path)
    for log in logs:
        await store.append(log.table, 0, log.rows, last=log.closed)
    for player in players:
        await store.save_player(player)
    await store.close()
    with sqlite3.connect(path) as connection:
        connection.executemany(
            "UPDATE logs SET made = ? WHERE id = ?", [(log.made, log.table) for log in logs]
        )
    connection.execute("PRAGMA journal_mode = DELETE")  # so that it is one file to be moved
    connection.close()
