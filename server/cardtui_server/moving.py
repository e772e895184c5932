"""Moves tables from a data folder into a cluster, or back (`copy`), `_LOGS_AT_ONCE` logs at a time;
what is there already stays as it is.

Either is a copy from one store into another (`copy`), which may be repeated: what is there already
is compared, not written again.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from heapq import merge
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from cardtui_engine.library.registry import game_ids
from cardtui_server.failures import StartError
from cardtui_server.joining import open_cluster, servers_there, share_certificate
from cardtui_server.lookalikes import likeness
from cardtui_server.ports.log_store import (
    Damaged,
    DamagedStore,
    LogStore,
    Player,
    Result,
    StoreError,
    all_players,
    append_all,
)
from cardtui_server.settings import ClusterSettings
from cardtui_server.store.data_folder import database_in, take_folder
from cardtui_server.store.heads import HEADS_SUFFIX
from cardtui_server.store.nats import NatsStore
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.store.sqlite_database import DATABASE_SUFFIXES, sync

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_LOGS_AT_ONCE: Final = 50

_UNFINISHED_SUFFIX: Final = ".unfinished"
"""How the name of a database ends that does not have all tables of a cluster yet."""


class Copied(NamedTuple):
    """What the other store has now.

    Attributes:
        tables: how many tables were copied, or were there already.
        results: how many results of matches.
        players: how many players.
        damaged: by table, why it was left out.
    """

    tables: int
    results: int
    players: int
    damaged: Mapping[str, Damaged]


async def import_folder(
    data: Path, wanted: ClusterSettings, log: FilteringBoundLogger | None = None
) -> tuple[Copied, Path | None]:
    """Copy all that a data folder has into a cluster of which no server runs.

    Returns:
        What was copied, and what the database is called from now on, so that it is not used beside
        the cluster; ``None`` if a table was left out, for which the database is still needed.

    Raises:
        StartError: that cannot be done; the sentence says why.
        StoreError: one of the stores cannot be used, or they do not fit together.
    """
    path = database_in(data)
    if not path.exists():
        raise StartError("There are no tables in {folder}.", folder=data)
    with take_folder(data):
        async with _cluster(wanted, log) as cluster:
            await share_certificate(cluster, data)
            source = SqliteStore(path)
            try:
                copied = await copy(source, cluster)
            finally:
                await source.close()
        if copied.damaged:
            return copied, None
        return copied, _put_away(path)


async def export_cluster(
    folder: Path, wanted: ClusterSettings, log: FilteringBoundLogger | None = None
) -> Copied:
    """Copy all that a cluster keeps, of which no server runs, into a folder without tables.

    Raises:
        StartError: that cannot be done; the sentence says why.
        StoreError: one of the stores cannot be used, or they do not fit together.
    """
    path = database_in(folder)
    if path.exists():
        raise StartError("There are tables in {folder} already: name another one.", folder=folder)
    with take_folder(folder):
        unfinished = path.with_name(path.name + _UNFINISHED_SUFFIX)
        async with _cluster(wanted, log) as cluster:
            await share_certificate(cluster, folder)
            target = SqliteStore(unfinished)
            try:
                copied = await copy(cluster, target)
            finally:
                await target.close()
        with closing(sqlite3.connect(unfinished)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # so that there is only one file
        unfinished.with_name(unfinished.name + HEADS_SUFFIX).unlink(missing_ok=True)
        sync(unfinished)
        unfinished.rename(path)
        sync(path.parent)
        return copied


async def copy(source: LogStore, target: LogStore) -> Copied:
    """Copy all tables, results and sessions that one store has into another, where they are not.

    Raises:
        StoreError: one of them cannot be used; or a table or a name is something else there.
    """
    players, kept = [[each async for each in all_players(one)] for one in (source, target)]
    _check_names(players, kept)
    there = await target.tables()
    tables = await source.tables()
    damaged: dict[str, Damaged] = {}
    for first in range(0, len(tables), _LOGS_AT_ONCE):
        some = list(tables)[first : first + _LOGS_AT_ONCE]
        read = await asyncio.gather(*map(source.read, some), return_exceptions=True)
        good: dict[str, list[bytes]] = {}
        for table, rows in zip(some, read, strict=True):
            if isinstance(rows, Damaged) and not isinstance(rows, DamagedStore):
                damaged[table] = rows
            elif isinstance(rows, BaseException):
                raise rows
            else:
                good[table] = rows
        await asyncio.gather(
            *(
                _copy_log(target, table, rows, closed=tables[table], known=table in there)
                for table, rows in good.items()
            )
        )
    results = await _results(source)
    await target.add_results(results)
    known = {each.token_hash: each for each in kept}
    await target.save_players([each for each in players if _is_newer(each, known)])
    return Copied(
        len(tables) - len(damaged), len(results), len({each.id for each in players}), damaged
    )


def _is_newer(player: Player, known: Mapping[bytes, Player]) -> bool:
    return player.token_hash not in known or known[player.token_hash].used < player.used


async def _copy_log(
    target: LogStore, table: str, rows: Sequence[bytes], *, closed: bool, known: bool
) -> None:
    """Copy a log, or what is missing of it; one that has gone on there stays as it is."""
    had = await target.read(table) if known else []
    if any(map(bytes.__ne__, rows, had)):
        raise StoreError(
            "Table {table} is there already, but was played on otherwise: choose a place that does"
            " not have it.",
            table=table,
        )
    await append_all(target, table, rows, after=len(had), last=closed)


async def _results(store: LogStore) -> list[Result]:
    """Return all results of a store, those of each game in their order."""
    games: list[list[Result]] = []
    for game in game_ids():
        found, cursor = list[Result](), ""
        while some := await store.results(game, cursor):
            found += [each.result for each in some]
            cursor = some[-1].cursor
        games.append(found)
    return list(merge(*games, key=lambda each: each.ended))


def _check_names(players: Sequence[Player], others: Sequence[Player]) -> None:
    """Refuse names that people would take for those of other players.

    Raises:
        StoreError: there are some.
    """
    theirs = {likeness(each.name): each for each in others}
    taken = {
        each.name: theirs[likeness(each.name)].name
        for each in players
        if likeness(each.name) in theirs and theirs[likeness(each.name)].id != each.id
    }
    for name, other in taken.items():
        raise StoreError(
            "The player “{name}” would be taken for “{other}”, another player there: nothing was"
            " written. Have one of them take another name first.",
            name=name,
            other=other,
        )


@asynccontextmanager
async def _cluster(
    wanted: ClusterSettings, log: FilteringBoundLogger | None
) -> AsyncGenerator[NatsStore]:
    """Open the store of a cluster of which no server runs.

    Raises:
        StartError: one runs.
        StoreError: the NATS servers cannot be used.
    """
    store = await open_cluster(wanted, log)
    try:
        if there := await servers_there(store):
            raise StartError(
                "Servers of this cluster run at {addresses}: stop them first.",
                addresses=", ".join(sorted(each.address for each in there)),
            )
        yield store
    finally:
        await store.close()


def _put_away(path: Path) -> Path:
    """Give a database another name, and what lies beside it."""
    away = path.with_name(f"{path.name}.moved-{time.strftime('%Y%m%d-%H%M%S')}")
    # The database last: without it there is nothing to move.
    for side in (*DATABASE_SUFFIXES[1:], HEADS_SUFFIX, ""):
        if os.path.lexists(f"{path}{side}"):
            Path(f"{path}{side}").rename(f"{away}{side}")
    sync(path.parent)
    return away
