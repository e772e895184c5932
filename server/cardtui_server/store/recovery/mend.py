"""Mends a damaged database: writes what can be kept into a new one, and puts it in its place.

Nothing is done in place. Whatever can be read is read from a copy and written into a new database.
The damaged database is then backed up beside itself, and replaced by the new one.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import NamedTuple

from cardtui_server.ports.log_store import Player, append_all, is_id
from cardtui_server.store.backup import replace
from cardtui_server.store.heads import HEADS_SUFFIX
from cardtui_server.store.recovery.examine import Kept, Log, examine
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.store.sqlite_database import sync


class Mended(NamedTuple):
    """What became of a database.

    Attributes:
        tables: what is kept of each log, in the order in which the tables were made.
        unreadable: the number of pages that could not be read in full.
        backup: the place of the damaged database now; ``None`` if nothing was wrong.
    """

    tables: tuple[Kept, ...]
    unreadable: int
    backup: Path | None

    @property
    def kept(self) -> int:
        """The number of tables of which something is left."""
        return sum(each.rows > 0 for each in self.tables)

    @property
    def all_kept(self) -> bool:
        """Whether no table is entirely lost, as far as can be seen."""
        if self.backup is not None and not self.tables:
            return False  # whatever was in it, nothing of it can be found
        return self.kept == len(self.tables)


async def mend(path: Path) -> Mended:
    """Check a database that no server uses, and mend it if necessary.

    Raises:
        StoreError: nothing in it can be read, or a newer release has written it.
        OSError: the folder cannot be written to.
    """
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".recover-") as folder:
        copy, fresh = Path(folder) / "copy.db", Path(folder) / "fresh.db"
        for side in ("", "-wal", HEADS_SUFFIX):
            _copy(path, copy, side)
        findings = examine(copy)
        if findings.good:
            return Mended(findings.tables, 0, None)
        await _write(
            fresh, [log for log in findings.logs if log.rows and is_id(log.table)], findings.players
        )
        sync(fresh)
        backup = replace(path, fresh, "damaged")
        return Mended(findings.tables, findings.unreadable, backup)


def _copy(source: Path, target: Path, side: str) -> None:
    if Path(f"{source}{side}").is_file():
        shutil.copy2(f"{source}{side}", f"{target}{side}")


async def _write(path: Path, logs: list[Log], players: list[Player]) -> None:
    store = SqliteStore(path)
    await asyncio.gather(
        *(append_all(store, log.table, log.rows, last=log.closed) for log in logs),
        store.save_players(players),
    )
    results = [result for log in logs for result in log.results]
    await store.add_results(sorted(results, key=lambda result: result.ended))
    await store.close()
    with sqlite3.connect(path) as connection:
        connection.executemany(
            "UPDATE logs SET made = ? WHERE id = ?", [(log.made, log.table) for log in logs]
        )
    connection.execute("PRAGMA journal_mode = DELETE")  # so that there is only one file to move
    connection.close()
