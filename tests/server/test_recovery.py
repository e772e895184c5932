"""What can be read of a spoiled database is kept, and no more is said to be there than is."""

import asyncio
import os
import random
import re
import sqlite3
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from cardtui_client.commands.recover import told
from cardtui_client.i18n import set_language
from cardtui_server.match.entries import Closed, Created, Entry, Stamped, Talked
from cardtui_server.ports.log_store import Player, StoreError
from cardtui_server.store.recovery.examine import Findings, _play, examine
from cardtui_server.store.recovery.mend import Mended, mend
from cardtui_server.store.recovery.pages import _MOST_GENERATIONS, _behind, read_pages
from cardtui_server.store.recovery.rows import salvage
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.wire.journal import WireJournal
from tests.server.store_contract import open_ids
from tests.support.playing import House, brief, play

PAGE = 4096
FRAME = PAGE + 24
LENGTHS = {"ana": 60, "bia": 12, "cleo": 90, "long": 5, "over": 25}
"""How many entries the log of each table has; ``over`` is closed."""

MADE = Created("cacho", 2, "fuente", {}, "table", 0, 0, "p0", "P0")


class Stored(NamedTuple):
    """A database and its write-ahead log, as they lie on the disk."""

    database: bytes
    wal: bytes


@cache
def rows(table: str) -> list[bytes]:
    """Return the log of a table: its beginning, and talk."""
    write = WireJournal().write
    long = 3500 if table == "long" else 120
    entries = [
        Talked(None, "Eva", f"{table} {number} " + "x" * long) for number in range(LENGTHS[table])
    ]
    made: list[Entry] = [MADE, *entries[1:]]
    if table == "over":
        made[-1] = Closed()
    return [write(Stamped(number, entry), "cacho") for number, entry in enumerate(made)]


def lying(folder: Path, name: str = "cardtui.db") -> Stored:
    return Stored((folder / name).read_bytes(), (folder / f"{name}-wal").read_bytes())


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Stored, Stored]:
    """Return a database whose log was moved into it, and one whose log lies beside it."""
    folder = tmp_path_factory.mktemp("stored")

    async def write() -> tuple[Stored, Stored]:
        store = SqliteStore(folder / "cardtui.db")
        for table in LENGTHS:
            await store.append(table, 0, rows(table)[:3])
        for table in LENGTHS:  # one after the other, so that their pages mix
            await store.append(table, 3, rows(table)[3:-1])
        await store.save_players([Player(b"h" * 32, "p0", "Ana")])
        store._writer.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for table, length in LENGTHS.items():
            await store.append(table, length - 1, rows(table)[-1:], last=table == "over")
        await store.save_players([Player(b"h" * 32, "p0", "Anna")])
        beside = lying(folder)
        await store.close()
        return Stored((folder / "cardtui.db").read_bytes(), b""), beside

    return asyncio.run(write())


def laid(folder: Path, stored: Stored) -> Path:
    path = folder / "cardtui.db"
    path.write_bytes(stored.database)
    path.with_name("cardtui.db-wal").write_bytes(stored.wal)
    return path


def examined(folder: Path, stored: Stored) -> Findings:
    return examine(laid(folder, stored))


def check(findings: Findings) -> None:
    """Hold what was found, and the sentences about it, against what there truly was."""
    mended = Mended(findings.tables, findings.unreadable, None if findings.good else Path("copy"))
    set_language("en")
    said = told(Path("db"), mended)
    found = {log.table: log for log in findings.logs}
    assert found.keys() <= LENGTHS.keys()
    loss = {
        table: LENGTHS[table] - len(found[table].rows if table in found else ())
        for table in LENGTHS
    }
    for table, log in found.items():
        assert log.rows == rows(table)[: len(log.rows)]
        assert log.of <= LENGTHS[table]
        assert log.closed <= (table == "over")
    if findings.good:
        assert not any(loss.values())
        assert said == ["db is good: 5 tables."]
        return
    unseen = re.search(r"^(\d+) pages? of the database could not be read", said[-1])
    for table, lost in loss.items():
        (line, *_) = [each for each in said if f"Table {table} " in each] or [""]
        if not line:  # it was closed, or nothing at all is left of it
            assert not lost or unseen, said
            assert table not in found or "1 closed table is intact." in said
        elif table in found and not found[table].rows:
            assert "is lost: its beginning cannot be read" in line
        elif " goes on from " in line:
            kept, gone = re.search(r"first (?:(\d+) entries|entry)\. (\d+) entr", line).groups()  # type: ignore[union-attr]
            assert int(kept or 1) == LENGTHS[table] - lost
            assert int(gone) == lost or (int(gone) < lost and unseen), said
        else:
            assert f"is intact: {LENGTHS[table] - lost} entr" in line
            assert not lost or unseen, said


def spoiled(data: bytes, start: int, length: int) -> Iterator[bytes]:
    """Yield the data with a part of it overwritten in several ways."""
    noise = random.Random(start).randbytes(length)
    for at in (4, length // 2, length - 20):
        flipped = bytearray(data)
        flipped[start + at] ^= 0x15
        yield bytes(flipped)
    for instead in (
        bytes(length),
        noise,
        noise[: length // 2] + data[start + length // 2 :][: length - length // 2],
    ):
        yield data[:start] + instead + data[start + length :]


def looks_old(wal: bytes, start: int) -> bool:
    """Return whether a frame has the salt of an older generation, whose frames are no loss.

    SQLite draws its salts by lot, so what overwrites one may look like that: once in thousands.
    """
    return 0 < _behind(wal[16:24], wal[start + 8 : start + 16]) < _MOST_GENERATIONS


def test_all_is_found_where_nothing_is_spoiled(
    tmp_path: Path, stored: tuple[Stored, Stored]
) -> None:
    for each in stored:
        findings = examined(tmp_path, each)
        assert findings.good
        assert {log.table: len(log.rows) for log in findings.logs} == LENGTHS
        assert [log.table for log in findings.logs if log.closed] == ["over"]
        assert [player.name for player in findings.players] == ["Anna"]


@pytest.mark.slow
def test_whatever_page_is_spoiled_the_loss_is_told(
    tmp_path: Path, stored: tuple[Stored, Stored]
) -> None:
    whole, _ = stored
    pages = range(0, len(whole.database), PAGE)
    assert len(pages) > 15
    kept = []
    for start in pages:
        for database in spoiled(whole.database, start, PAGE):
            findings = examined(tmp_path, Stored(database, b""))
            check(findings)
            kept.append(sum(len(log.rows) for log in findings.logs))
    # No page leads to all the others here.
    assert min(kept) > 0


@pytest.mark.slow
def test_with_its_first_page_spoiled_a_database_loses_nothing(
    tmp_path: Path, stored: tuple[Stored, Stored]
) -> None:
    for each in stored:
        for database in spoiled(each.database, 0, PAGE):
            findings = examined(tmp_path, each._replace(database=database))
            assert {log.table: len(log.rows) for log in findings.logs} == LENGTHS


@pytest.mark.nightly
def test_whatever_page_of_the_write_ahead_log_is_spoiled_the_loss_is_told(
    tmp_path: Path, stored: tuple[Stored, Stored]
) -> None:
    _, beside = stored
    frames = range(32, len(beside.wal), FRAME)
    assert len(frames) > 5
    for start, length in ((0, 32), *((start, FRAME) for start in frames)):
        for wal in spoiled(beside.wal, start, length):
            if start and looks_old(wal, start):
                continue
            findings = examined(tmp_path, beside._replace(wal=wal))
            assert not findings.good
            check(findings)


@pytest.mark.nightly
def test_wherever_a_database_is_cut_off_the_loss_is_told(
    tmp_path: Path, stored: tuple[Stored, Stored]
) -> None:
    for each in stored:
        for length in range(1, len(each.database), 1777):
            cut = each._replace(database=each.database[:length])
            try:
                findings = examined(tmp_path, cut)
            except StoreError as error:
                assert length < 3 * PAGE
                assert "It holds nothing of cardtui that can be read" in str(error)
            else:
                assert not findings.good
                check(findings)


def test_a_write_that_was_cut_off_is_no_damage(
    tmp_path: Path, stored: tuple[Stored, Stored]
) -> None:
    """Killed in the middle of a transaction, which nobody was told of."""
    _, beside = stored
    whole = examined(tmp_path, beside)
    for length in (24, 100, PAGE):
        findings = examined(tmp_path, beside._replace(wal=beside.wal + bytes(length)))
        assert findings.good
        assert findings.logs == whole.logs


def test_a_table_keeps_its_place_where_the_list_of_tables_is_spoiled(
    tmp_path: Path, stored: tuple[Stored, Stored]
) -> None:
    whole, _ = stored
    path = laid(tmp_path, whole)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM logs")
    connection.close()
    findings = examine(path)
    assert not findings.good
    assert {log.table: log.closed for log in findings.logs} == {
        table: table == "over" for table in LENGTHS
    }


def test_a_table_is_closed_if_its_log_says_so_whatever_the_list_says(
    tmp_path: Path, stored: tuple[Stored, Stored]
) -> None:
    whole, _ = stored
    path = laid(tmp_path, whole)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE logs SET closed = 0")
    connection.close()
    findings = examine(path)
    assert not findings.good
    assert [log.table for log in findings.logs if log.closed] == ["over"]


@pytest.mark.parametrize("size", [512, PAGE, 65536])
def test_the_page_of_sqlites_locks_in_a_long_database_is_no_damage(size: int) -> None:
    header = bytearray(b"SQLite format 3\0".ljust(size, b"\0"))
    header[16:18] = (1 if size == 65536 else size).to_bytes(2, "big")
    header[100] = 13
    pages = read_pages(bytes(header), b"")
    number = 2**30 // size + 1
    for blank, unreadable in ((number - 1, 1), (number, 0), (number + 1, 1)):
        pages.latest[blank] = bytes(size)
        assert salvage(pages).unreadable == unreadable
        del pages.latest[blank]


async def test_a_power_cut_while_a_database_is_mended_leaves_it_or_its_copy(
    tmp_path: Path, stored: tuple[Stored, Stored], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, beside = stored
    path = laid(tmp_path, beside._replace(wal=bytes(32) + beside.wal[32:]))
    done: list[tuple[str, str]] = []
    sync, unlink, replace = os.fsync, Path.unlink, Path.replace

    def synced(descriptor: int) -> None:
        done.append(("sync", Path(f"/proc/self/fd/{descriptor}").resolve().name))
        sync(descriptor)

    def unlinked(each: Path, missing_ok: bool = False) -> None:
        done.append(("unlink", each.name))
        unlink(each, missing_ok=missing_ok)

    def replaced(each: Path, target: Path) -> Path:
        done.append(("replace", each.name))
        return replace(each, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "unlink", unlinked)
    monkeypatch.setattr(Path, "replace", replaced)
    mended = await mend(path)
    assert mended.backup is not None
    kept, folder = mended.backup.name, tmp_path.name
    assert done == [
        ("sync", "fresh.db"),
        ("sync", kept),
        ("sync", f"{kept}-wal"),
        ("sync", folder),
        ("unlink", "cardtui.db-wal"),
        ("unlink", "cardtui.db-shm"),
        ("unlink", "cardtui.db-journal"),
        ("replace", "fresh.db"),
        ("unlink", "cardtui.db-heads"),
        ("sync", folder),
    ]


@pytest.mark.parametrize("beside", [False, True])
async def test_what_is_mended_is_good_and_has_what_was_found(
    tmp_path: Path, stored: tuple[Stored, Stored], beside: bool
) -> None:
    whole = stored[beside]
    if beside:  # of its write-ahead log nothing but the header
        spoilt = whole._replace(wal=bytes(32) + whole.wal[32:])
    else:
        spoilt = whole._replace(database=bytes(PAGE) + whole.database[PAGE:])
    path = laid(tmp_path, spoilt)
    mended = await mend(path)
    assert mended.backup is not None
    assert lying(tmp_path, mended.backup.name) == spoilt
    assert {each.table: each.rows for each in mended.tables} == LENGTHS
    assert not any(each.lost for each in mended.tables)
    assert await mend(path) == Mended(mended.tables, 0, None)
    store = SqliteStore(path)
    assert await store.read("cleo") == rows("cleo")
    assert await store.read("long") == rows("long")
    assert sorted(await open_ids(store)) == ["ana", "bia", "cleo", "long"]
    assert (await store.players()).found == [Player(b"h" * 32, "p0", "Anna")]
    await store.close()


async def test_results_are_found_anew_from_the_logs(tmp_path: Path) -> None:
    path = tmp_path / "cardtui.db"
    store = SqliteStore(path)
    house = House(store)
    for seed in range(2):
        table = await house.table("cacho", 2, options=brief("cacho"))
        await play(table, random.Random(seed))
    results = await store.results("cacho")
    assert len(results) == 2
    await house.stop()
    await store.close()
    assert (await mend(path)).backup is None
    path.write_bytes(bytes(PAGE) + path.read_bytes()[PAGE:])
    assert (await mend(path)).backup is not None
    again = SqliteStore(path)
    assert [each.result for each in await again.results("cacho")] == [
        each.result for each in results
    ]
    await again.close()


def test_all_rows_of_a_game_that_is_not_installed_are_kept() -> None:
    journal = WireJournal()
    made = Created("not-here", 2, "", {}, "table", 0, 0, "p0", "P0")
    rows = [journal.write(Stamped(1, made), "cacho"), b"what its rules alone can read"]
    assert _play("t", rows).fitting == len(rows)
