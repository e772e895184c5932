"""The store on disk keeps the contract of stores, and notices what is not as it was written."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from cardtui_server import sqlite_log
from cardtui_server.log import Behind, Damaged, DamagedStore, LogStore, NoRoom, StoreError
from cardtui_server.sqlite_log import SqliteLog
from tests.server.store_contract import StoreContract


class TestSqliteLog(StoreContract):
    @pytest.fixture(autouse=True)
    def place(self, tmp_path: Path) -> None:
        self.path = tmp_path / "cardtui.db"

    def make(self) -> LogStore:
        return SqliteLog(self.path)

    def fill(self, store: LogStore, *, full: bool) -> None:
        assert isinstance(store, SqliteLog)
        pages = 1 if full else 1_000_000
        store._writer.execute(f"PRAGMA max_page_count = {pages}")


async def written(path: Path) -> None:
    store = SqliteLog(path)
    await store.append("t", 0, [b"one", b"two", b"three"])
    await store.append("u", 0, [b"one", b"two", b"three"])
    await store.append("whole", 0, [b"one", b"two", b"three"])
    await store.close()


def spoil(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET body = 'twö' WHERE table_id = 't' AND seq = 2",
        "DELETE FROM entries WHERE table_id = 't' AND seq = 1",
        "DELETE FROM entries WHERE table_id = 't' AND seq = 2",
        "UPDATE entries SET chain = zeroblob(32) WHERE table_id = 't' AND seq = 3",
        "UPDATE entries SET seq = 9 WHERE table_id = 't' AND seq = 3",
        "UPDATE OR REPLACE entries SET table_id = 't' WHERE table_id = 'u' AND seq = 2",
    ],
)
async def test_a_log_that_was_tampered_with_is_refused(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "cardtui.db"
    await written(path)
    spoil(path, statement)
    store = SqliteLog(path)
    with pytest.raises(Damaged, match="cardtui recover"):
        await store.read("t")
    assert len(await store.read("whole")) == 3
    await store.close()


async def test_nobody_else_can_read_what_a_match_hides(tmp_path: Path) -> None:
    path = tmp_path / "cardtui.db"
    await written(path)
    path.chmod(0o644)
    store = SqliteLog(path)
    await store.append("fresh", 0, [b"x"])
    modes = {each.name: each.stat().st_mode & 0o777 for each in tmp_path.iterdir()}  # noqa: ASYNC240
    assert {"cardtui.db", "cardtui.db-wal"} <= modes.keys()
    assert set(modes.values()) == {0o600}
    await store.close()


async def test_a_file_that_is_no_database_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "cardtui.db"
    path.write_bytes(b"certainly no database " * 100)
    with pytest.raises(Damaged, match="is damaged"):
        SqliteLog(path)


async def test_a_database_without_its_tables_is_told_with_its_path(tmp_path: Path) -> None:
    folder = tmp_path / "a{b}c"
    folder.mkdir()
    path = folder / "cardtui.db"
    await written(path)
    spoil(path, "DROP TABLE entries")
    store = SqliteLog(path)
    with pytest.raises(DamagedStore, match=r"a\{b\}c/cardtui.db is damaged") as caught:
        await store.read("t")
    assert caught.value.template.startswith("The database {path} is damaged")
    await store.close()


async def test_a_database_whose_pages_are_garbled_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cardtui.db"
    store = SqliteLog(path)
    await store.append("t", 0, [bytes(900)] * 200)
    await store.close()
    data = bytearray(path.read_bytes())
    data[8192 : len(data) - 4096] = b"\xff" * (len(data) - 12288)
    path.write_bytes(data)
    store = SqliteLog(path)
    with pytest.raises(Damaged):
        await store.read("t")
    await store.close()


async def test_a_database_of_a_newer_release_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cardtui.db"
    await written(path)
    spoil(path, "PRAGMA user_version = 999")
    with pytest.raises(StoreError, match="newer cardtui"):
        SqliteLog(path)


async def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteLog(tmp_path / "nowhere" / "cardtui.db")


async def test_two_servers_on_one_database_do_not_overwrite_each_other(tmp_path: Path) -> None:
    path = tmp_path / "cardtui.db"
    one, other = SqliteLog(path), SqliteLog(path)
    await one.append("t", 0, [b"1"])
    await other.append("t", 1, [b"2"])
    with pytest.raises(Behind):
        await one.append("t", 1, [b"x"])
    await one.append("t", 2, [b"3"])
    assert await other.read("t") == [b"1", b"2", b"3"]
    await one.close()
    await other.close()


async def test_what_is_acknowledged_survives_without_closing(tmp_path: Path) -> None:
    """The write-ahead log has it: another reader sees it at once."""
    path = tmp_path / "cardtui.db"
    store = SqliteLog(path)
    await store.append("t", 0, [b"1"])
    with sqlite3.connect(path) as reader:
        assert reader.execute("SELECT count(*) FROM entries").fetchone() == (1,)
        assert reader.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    reader.close()
    await store.close()


async def test_commits_are_synchronous_and_shared(tmp_path: Path) -> None:
    store = SqliteLog(tmp_path / "cardtui.db")
    assert store._writer.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    commits: list[str] = []
    store._writer.set_trace_callback(
        lambda statement: commits.append(statement) if statement == "COMMIT" else None
    )
    await asyncio.gather(*(store.append(f"t{number}", 0, [b"1"]) for number in range(50)))
    assert 1 <= len(commits) < 50
    await store.close()


class Failing:
    """A connection on which the statements that begin so fail."""

    def __init__(self, connection: sqlite3.Connection, *failing: str) -> None:
        self.connection = connection
        self.failing = failing
        self.failed = threading.Event()
        self.moved = threading.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement.startswith(self.failing):
            self.failed.set()
            raise sqlite3.OperationalError("disk I/O error")
        cursor = self.connection.execute(statement, *values)
        if statement.startswith("PRAGMA wal_checkpoint"):
            self.moved.set()
        return cursor


async def test_a_log_that_cannot_be_moved_is_written_on_and_moved_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_log, "_PATIENCE", 0.0)
    monkeypatch.setattr(sqlite_log, "_CHECKPOINT_JOBS", 1)
    monkeypatch.setattr(sqlite_log, "_IDLE", 0.01)
    store = SqliteLog(tmp_path / "cardtui.db")
    writer = Failing(store._writer, "PRAGMA wal_checkpoint")
    store._writer = writer  # type: ignore[assignment]
    await store.append("t", 0, [b"1"])
    assert await asyncio.to_thread(writer.failed.wait, 5)
    async with asyncio.timeout(5):
        await store.append("t", 1, [b"2"])
    assert not writer.moved.is_set()
    writer.failing = ("nothing",)
    assert await asyncio.to_thread(writer.moved.wait, 5)
    assert await store.read("t") == [b"1", b"2"]
    await store.close()


async def test_a_transaction_that_cannot_even_be_rolled_back_leaves_the_writer_alive(
    tmp_path: Path,
) -> None:
    store = SqliteLog(tmp_path / "cardtui.db")
    writer = Failing(store._writer, "COMMIT", "ROLLBACK")
    store._writer = writer  # type: ignore[assignment]
    async with asyncio.timeout(5):
        for _ in range(3):
            with pytest.raises(NoRoom):
                await store.append("t", 0, [b"1"])
        assert store._unmoved == 0
        writer.failing = ("nothing",)
        with pytest.raises(NoRoom):  # the transaction that is open yet goes first
            await store.append("t", 0, [b"1"])
        await store.append("t", 0, [b"1"])
    assert await store.read("t") == [b"1"]
    await store.close()
