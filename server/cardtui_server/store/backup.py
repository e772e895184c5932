"""Copies a database while its server plays (`back_up`), and puts a copy back (`restore`), proved
each time. How much it copies before it rests: `_PAGES_AT_ONCE`, `_REST_SECONDS`.

SQLite copies the pages as they were at one moment. Until every log in the copy is what was written,
as its chain of hashes proves, and as long as was acknowledged, the copy has another name. A
database that another one replaces is kept beside it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtui_server.ports.log_store import DamagedStore, StoreError
from cardtui_server.store.heads import HEADS_SUFFIX, Head, read_heads, what_is_missing
from cardtui_server.store.sqlite_database import (
    DATABASE_SUFFIXES,
    SELECT_KEPT_LENGTH,
    check_files,
    check_version,
    damaged,
    first_broken,
    sync,
)
from cardtui_server.thread_queue import with_rests

_PAGES_AT_ONCE: Final = 1000
"""How many pages are copied between two rests, and looks at whether a signal has come."""

_REST_SECONDS: Final = 0.02
"""Seconds of a rest: people may play meanwhile."""

_LAST_COPY_FILE: Final = "last-backup"
"""The file in the data folder that is as old as the last copy, and says where that is."""

_SIDE_FILE_SUFFIXES: Final = (*DATABASE_SUFFIXES[1:], "-journal")
"""The suffixes of what SQLite keeps beside a database, and would take for part of another one."""

_UNFINISHED_PREFIX: Final = ".cardtui-unfinished-"
"""How the name of a copy begins that is not proved yet."""


class Copied(NamedTuple):
    """What a copy holds: its tables, and all entries of their logs."""

    tables: int
    entries: int


def back_up(path: Path, target: Path, *, rests: bool = True) -> Copied:
    """Copy a database to a file that must not be there; a server may use it meanwhile.

    Args:
        path: the database.
        target: the file.
        rests: whether people may play meanwhile, so that the disk is left to them now and then.

    Raises:
        FileExistsError: something is there already.
        Damaged: the database is damaged; there is no copy.
        StoreError: it cannot be read, or a newer release has written it.
        OSError: the copy cannot be written.
    """
    check_files(path)
    try:
        heads = read_heads(path.with_name(path.name + HEADS_SUFFIX))  # first: the logs may grow
    except OSError as error:
        raise _uncopied(path, error.strerror) from error
    # For its owner alone.
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=_UNFINISHED_PREFIX)
    os.close(handle)
    unfinished = Path(name)
    try:
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
            _copy(path, copy, partial(_rest, unfinished) if rests else _go_on)
            copied = _proved(path, copy, heads, with_rests if rests else iter)
        sync(unfinished)
        _name(unfinished, target)
        try:
            sync(target.parent)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # a disk that knows no such thing
                target.unlink()
                raise
    finally:
        for side in ("", *_SIDE_FILE_SUFFIXES):
            Path(f"{unfinished}{side}").unlink(missing_ok=True)
    return copied


def note_copy(folder: Path, target: Path) -> None:
    """Note in the data folder that a copy was made now, if it can be written."""
    with contextlib.suppress(OSError):
        (folder / _LAST_COPY_FILE).write_text(
            f"{target}\n", encoding="utf-8", errors="surrogateescape"
        )


def last_copy(folder: Path) -> float | None:
    """Return when the last copy was made that the data folder knows of, in seconds since 1970."""
    with contextlib.suppress(FileNotFoundError):
        return (folder / _LAST_COPY_FILE).stat().st_mtime
    return None


class Restored(NamedTuple):
    """What a database holds now, and where the one is that was there, if there was one."""

    copied: Copied
    kept: Path | None


def restore(copy: Path, path: Path) -> Restored:
    """Put a copy in the place of a database that no server uses, once the copy is proved.

    Raises:
        Damaged: the copy is not good; nothing has changed.
        StoreError: it cannot be read, or a newer release has written it.
        OSError: the folder cannot be written to.
    """
    check_files(path)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".restore-") as folder:
        fresh = Path(folder) / "fresh.db"
        copied = back_up(copy, fresh, rests=False)
        return Restored(copied, replace(path, fresh, "replaced"))


def replace(path: Path, fresh: Path, why: str) -> Path | None:
    """Put a database in the place of another that no server uses.

    Args:
        path: the database; what belongs to it may be there without it.
        fresh: what goes in its place: one file, on the same disk, and synced.
        why: what happened to the database, for the name under which it is kept.

    Returns:
        The place of the earlier database now; ``None`` if there was none.

    Raises:
        OSError: the folder cannot be written to; nothing has changed, or all is kept.
    """
    kept = _keep(path, f"{path.name}.{why}-{time.strftime('%Y%m%d-%H%M%S')}")
    for side in _SIDE_FILE_SUFFIXES:
        path.with_name(path.name + side).unlink(missing_ok=True)
    fresh.replace(path)
    path.with_name(path.name + HEADS_SUFFIX).unlink(missing_ok=True)  # what is lost is accepted
    sync(path.parent)
    return kept


def _keep(path: Path, name: str) -> Path | None:
    """Copy a database and what lies beside it to a name of its own; ``None`` if nothing is there.

    They are copied, not moved: a database without its log would be a damaged one.
    """
    kept, count = path.with_name(name), 1
    while kept.exists():
        count += 1
        kept = path.with_name(f"{name}-{count}")
    sides = [
        side for side in ("", "-wal", "-journal", HEADS_SUFFIX) if Path(f"{path}{side}").is_file()
    ]
    try:
        for side in sides:
            shutil.copy2(f"{path}{side}", f"{kept}{side}")
            sync(Path(f"{kept}{side}"))
        sync(path.parent)
    except OSError:
        for side in sides:
            Path(f"{kept}{side}").unlink(missing_ok=True)
        raise
    return kept if sides else None


def _copy(path: Path, copy: sqlite3.Connection, rest: Callable[[int, int, int], object]) -> None:
    """Copy all pages; the database itself is never written, nor tidied up afterwards.

    Args:
        rest: is called after some pages, and when Python looks whether a signal has come.
    """
    copy.execute("PRAGMA synchronous = OFF")  # it is synced as a whole once it is good
    try:
        source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        with closing(source):
            source.isolation_level = None
            source.execute("BEGIN")  # what is written from now on is not in the copy
            check_version(source, path)
            source.backup(copy, pages=_PAGES_AT_ONCE, progress=rest, sleep=0)
        copy.execute("PRAGMA journal_mode = DELETE")  # so that there is only one file
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
        raise _uncopied(path, error) from error
    except sqlite3.DatabaseError as error:
        raise damaged(path, str(error), DamagedStore) from error


def _uncopied(path: Path, error: object) -> StoreError:
    return StoreError("The database {path} cannot be copied ({error}).", path=path, error=error)


def _rest(unfinished: Path, *_: int) -> None:
    """Have the disk take what was copied, and leave it to others for a moment.

    Where all was written at the end, the moves of those who play waited for all of it.
    """
    sync(unfinished)
    time.sleep(_REST_SECONDS)


def _go_on(*_: int) -> None:
    """Copy on without a rest."""


def _proved(
    path: Path,
    copy: sqlite3.Connection,
    heads: dict[str, Head],
    paced: Callable[[Iterable[Any]], Iterator[Any]],
) -> Copied:
    """Return what a copy holds.

    Args:
        path: the database, for the sentence.
        copy: its copy.
        heads: how long each log is at least.
        paced: yields the logs, and the rows of one, with rests or without.

    Raises:
        Damaged: it is not what was written and acknowledged.
    """
    try:
        (said,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            raise damaged(path, said, DamagedStore)
        tables = dict(copy.execute("SELECT id, closed FROM logs").fetchall())
        lengths = dict.fromkeys(tables, 0)
        for table, count in copy.execute(
            "SELECT table_id, count(*) FROM entries GROUP BY table_id"
        ):
            lengths[table] = count
        keeps = copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'kept'").fetchone()
        for table in paced({*lengths, *heads}):
            if type(table) is not str:
                raise damaged(path, "the list of tables is not as written", DamagedStore)
            rows = copy.execute(
                "SELECT seq, body, chain FROM entries WHERE table_id = ? ORDER BY seq", (table,)
            )
            broken = first_broken(table, paced(rows))
            if broken:
                raise damaged(path, f"entry {broken} of table {table} is not as written")
            kept = copy.execute(SELECT_KEPT_LENGTH, (table,)).fetchone() if keeps else ()
            length, closed = lengths.get(table, 0), tables.get(table)
            missing = what_is_missing(table, length, closed, heads.get(table), kept)
            if missing:
                raise damaged(path, missing)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise damaged(path, str(error), DamagedStore) from error
    return Copied(len(tables), sum(lengths.values()))


def _name(unfinished: Path, target: Path) -> None:
    """Give a copy its name, which nothing has yet.

    Raises:
        FileExistsError: something has it.
    """
    try:
        os.link(unfinished, target)
    except FileExistsError:
        raise
    except OSError:  # a disk without links
        os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))  # the name is ours
        try:
            unfinished.rename(target)
        except OSError:
            target.unlink()
            raise
