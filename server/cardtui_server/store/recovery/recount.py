"""Counts the results of all matches anew, from the logs alone.

Results stand beside the logs and follow from them. After an update to a release that counts
more, or where you doubt them, they are made anew. The logs stay as they are.
"""

from __future__ import annotations

import gc
import sqlite3
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

from cardtui_server.match.replay import replay, with_results
from cardtui_server.ports.log_store import Result, is_table_log
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.wire.journal import WireJournal

_LOGS_AT_ONCE: Final = 4
"""How many logs a process is given at a time; few, so that all processes end together."""


class Recounted(NamedTuple):
    """What was counted.

    Attributes:
        matches: how many matches have ended.
        unread: the ids of the tables whose logs cannot be read to their end; what ended before is
            counted.
    """

    matches: int
    unread: tuple[str, ...]


class _Counted(NamedTuple):
    table: str
    results: list[Result]
    whole: bool


async def recount(path: Path) -> Recounted:
    """Write the results of a database anew, all or none; no server may use it.

    Raises:
        StoreError: it cannot be read or written.
    """
    store = SqliteStore(path)  # it brings the database up to date
    try:
        found = [*_count_all(path)]
        results = [each for log in found for each in log.results]
        await store.add_results(sorted(results, key=lambda each: each.ended), instead=True)
    finally:
        await store.close()
    return Recounted(len(results), tuple(log.table for log in found if not log.whole))


def _count_all(path: Path) -> Iterator[_Counted]:
    Path.cwd()  # in a folder that is gone Python 3.13 would write a traceback of its own
    with (
        closing(sqlite3.connect(path)) as connection,
        # Positions hold no cycles: to look for some takes time and finds nothing.
        ProcessPoolExecutor(mp_context=get_context("spawn"), initializer=gc.disable) as processes,
    ):
        logs = [log for (log,) in connection.execute("SELECT id FROM logs")]
        tables = [log for log in logs if is_table_log(log)]
        batches = [tables[at : at + _LOGS_AT_ONCE] for at in range(0, len(tables), _LOGS_AT_ONCE)]
        for counted in processes.map(partial(_count, path), batches):
            yield from counted


def _count(path: Path, tables: Iterable[str]) -> list[_Counted]:
    """Return the results of some tables; it runs in a process of its own."""
    found = []
    with closing(sqlite3.connect(path)) as connection:
        for table in tables:
            rows = connection.execute(
                "SELECT body FROM entries WHERE table_id = ? ORDER BY seq", (table,)
            )
            found.append(_counted(table, [body for (body,) in rows]))
    return found


def _counted(table: str, rows: list[bytes]) -> _Counted:
    results: list[Result] = []
    try:
        replayed = replay(rows, WireJournal(), chained=False)
        deque(with_results(table, replayed, results), maxlen=0)
    except Exception:  # noqa: BLE001 - an impossible row may make the rules raise anything
        return _Counted(table, results, whole=False)
    return _Counted(table, results, whole=True)
