"""The store on disk keeps the contract of stores, and notices what is not as it was written."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest
from structlog.testing import CapturingLogger
from structlog.typing import FilteringBoundLogger

from cardtui_server.ports.log_store import (
    MOST_APPENDED_BYTES,
    Counted,
    Damaged,
    DamagedStore,
    Gone,
    Kept,
    LogStore,
    NoRoom,
    Player,
    StoreError,
)
from cardtui_server.store import sqlite_database, sqlite_writer
from cardtui_server.store.heads import Head
from cardtui_server.store.sqlite import SqliteStore
from tests.server.store_contract import StoreContract, a_result
from tests.support.unreliable import Repeated, Unreliable


class TestSqliteLog(StoreContract):
    kind: type[SqliteStore] = SqliteStore

    @pytest.fixture(autouse=True)
    def place(self, tmp_path: Path) -> None:
        self.path = tmp_path / "cardtui.db"

    def make(self) -> LogStore:
        return self.kind(self.path)

    def fill(self, store: LogStore, *, full: bool) -> None:
        assert isinstance(store, SqliteStore)
        pages = 1 if full else 1_000_000
        store._writer.connection.execute(f"PRAGMA max_page_count = {pages}")


class UnreliableSqlite(Repeated, Unreliable, SqliteStore):
    """Comes late, twice, or not at all."""


class TestUnreliableSqliteLog(TestSqliteLog):
    kind = UnreliableSqlite


async def written(path: Path) -> None:
    store = SqliteStore(path)
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
    store = SqliteStore(path)
    with pytest.raises(Damaged, match="cardtui recover"):
        await store.read("t")
    assert len(await store.read("whole")) == 3
    await store.close()


@pytest.mark.parametrize("at", range(8))
@pytest.mark.parametrize("done", ["made", "longer", "closed", "made and closed"])
async def test_a_log_that_changes_while_it_is_read_is_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: str, at: int
) -> None:
    store, loop, looks = SqliteStore(tmp_path / "cardtui.db"), asyncio.get_running_loop(), count()

    async def change() -> None:
        if "made" in done:
            await store.append("t", 0, [b"one", b"two"])
        if done != "made":
            await store.append("t", 2, [b"three"], last="closed" in done)

    def look() -> None:
        if next(looks) == at:
            asyncio.run_coroutine_threadsafe(change(), loop).result(10)

    class Known(dict[str, Head]):
        def get(self, *key: Any) -> Any:
            found = super().get(*key)
            look()
            return found

    query = store._query

    def after_a_look(statement: str, *values: object) -> list[Any]:
        look()
        return query(statement, *values)

    if "made" not in done:
        await store.append("t", 0, [b"one", b"two"])
    monkeypatch.setattr(store, "_query", after_a_look)
    monkeypatch.setattr(store._acknowledged, "known", Known(store._acknowledged.known))
    assert len(await store.read("t")) in {0, 2, 3}
    await store.close()


async def test_nobody_else_can_read_what_a_match_hides(tmp_path: Path) -> None:
    path = tmp_path / "cardtui.db"
    await written(path)
    path.chmod(0o644)
    store = SqliteStore(path)
    await store.append("fresh", 0, [b"x"])
    modes = {each.name: each.stat().st_mode & 0o777 for each in tmp_path.iterdir()}  # noqa: ASYNC240
    assert {"cardtui.db", "cardtui.db-wal"} <= modes.keys()
    assert set(modes.values()) == {0o600}
    await store.close()


async def test_a_spoiled_cache_is_told_once_and_done_without(tmp_path: Path) -> None:
    path, log = tmp_path / "cardtui.db", CapturingLogger()
    store = SqliteStore(path)
    await store.append("t", 0, [b"one"], kept=Kept(b"a listing"))
    await store.close()
    with sqlite3.connect(path) as connection:
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'kept'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    data = bytearray(path.read_bytes())
    data[(root - 1) * size : root * size] = b"\xff" * size
    path.write_bytes(data)
    store = SqliteStore(path, cast("FilteringBoundLogger", log))
    await store.append("t", 1, [b"two"], kept=Kept(b"a listing"))
    assert await store.read("t") == [b"one", b"two"]
    await store.close()
    assert [call.method_name for call in log.calls] == ["warning"]


async def test_a_file_that_is_no_database_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "cardtui.db"
    path.write_bytes(b"certainly no database " * 100)
    with pytest.raises(Damaged, match="is damaged"):
        SqliteStore(path)


async def test_a_database_without_its_tables_is_told_with_its_path(tmp_path: Path) -> None:
    folder = tmp_path / "a{b}c"
    folder.mkdir()
    path = folder / "cardtui.db"
    await written(path)
    spoil(path, "DROP TABLE entries")
    store = SqliteStore(path)
    with pytest.raises(DamagedStore, match=r"a\{b\}c/cardtui.db is damaged") as caught:
        await store.read("t")
    assert caught.value.template.startswith("The database {path} is damaged")
    await store.close()


async def test_a_database_whose_pages_are_garbled_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cardtui.db"
    store = SqliteStore(path)
    await store.append("t", 0, [bytes(900)] * 200)
    await store.close()
    data = bytearray(path.read_bytes())
    data[8192 : len(data) - 4096] = b"\xff" * (len(data) - 12288)
    path.write_bytes(data)
    with pytest.raises(DamagedStore, match="is damaged"):
        SqliteStore(path)


@pytest.mark.parametrize("version", [1, 999])
async def test_a_database_of_other_tables_is_refused(tmp_path: Path, version: int) -> None:
    path = tmp_path / "cardtui.db"
    await written(path)
    spoil(path, f"PRAGMA user_version = {version}")
    with pytest.raises(StoreError, match=r"another version of cardtui: use that one, or move"):
        SqliteStore(path)


async def test_a_query_that_nobody_waits_for_any_more_ends_before_the_database_is_closed(
    tmp_path: Path,
) -> None:
    store, begun = SqliteStore(tmp_path / "cardtui.db"), threading.Event()
    go, ended = threading.Event(), threading.Event()
    reader = store._reader

    class Slow:
        def execute(self, *asked: Any) -> sqlite3.Cursor:
            begun.set()
            assert go.wait(30)
            ended.set()
            return reader.execute(*asked)

        def rollback(self) -> None:
            reader.rollback()

        def close(self) -> None:
            assert ended.is_set(), "it was closed under the query: Python crashes"
            reader.close()

    store._reader = Slow()  # type: ignore[assignment] # it does as much
    reading = asyncio.create_task(store.read("t"))
    assert await asyncio.to_thread(begun.wait, 30)
    reading.cancel()
    closing = asyncio.create_task(store.close())
    await asyncio.wait([closing], timeout=0.1)
    go.set()
    await closing


async def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(tmp_path / "nowhere" / "cardtui.db")


async def test_what_is_acknowledged_survives_without_closing(tmp_path: Path) -> None:
    """The write-ahead log has it: another reader sees it at once."""
    path = tmp_path / "cardtui.db"
    store = SqliteStore(path)
    await store.append("t", 0, [b"1"])
    with sqlite3.connect(path) as reader:
        assert reader.execute("SELECT count(*) FROM entries").fetchone() == (1,)
        assert reader.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    reader.close()
    await store.close()


async def test_commits_are_synchronous_and_shared(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "cardtui.db")
    assert store._writer.connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    commits: list[str] = []
    store._writer.connection.set_trace_callback(
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
        self.begun = threading.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement.startswith(self.failing):
            self.failed.set()
            raise sqlite3.OperationalError("disk I/O error")
        cursor = self.connection.execute(statement, *values)
        if statement.startswith("PRAGMA wal_checkpoint"):
            self.moved.set()
        elif statement.startswith("BEGIN"):
            self.begun.set()
        return cursor


async def test_a_log_that_cannot_be_moved_is_written_on_and_moved_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_writer, "_RETRY_SECONDS", 0.0)
    monkeypatch.setattr(sqlite_writer, "_LONG_IDLE_LOG_BYTES", 1)
    monkeypatch.setattr(sqlite_writer, "_IDLE_SECONDS", 0.01)
    told = CapturingLogger()
    store = SqliteStore(tmp_path / "cardtui.db", cast("FilteringBoundLogger", told))
    writer = Failing(store._writer.connection, "PRAGMA wal_checkpoint")
    store._writer.connection = writer  # type: ignore[assignment]
    await store.append("t", 0, [b"1"])
    assert await asyncio.to_thread(writer.failed.wait, 30)
    async with asyncio.timeout(30):
        await store.append("t", 1, [b"2"])
    assert not writer.moved.is_set()
    writer.failing = ("nothing",)
    assert await asyncio.to_thread(writer.moved.wait, 30)
    assert [call.args for call in told.calls] == [("write-ahead log cannot be moved",)]
    assert await store.read("t") == [b"1", b"2"]
    await store.close()


@pytest.mark.slow
async def test_the_write_ahead_log_stays_short_in_a_rush(tmp_path: Path) -> None:
    path = tmp_path / "cardtui.db"
    store = SqliteStore(path)
    row = bytes(MOST_APPENDED_BYTES)
    longest = 0
    for number in range(48):
        await store.append("t", number, [row])
        longest = max(longest, (tmp_path / "cardtui.db-wal").stat().st_size)
    # It is emptied once who waited is told: the write that came next is the most on top.
    assert longest <= sqlite_writer._LONG_LOG_BYTES + 2 * 1.1 * len(row)
    assert path.stat().st_size > 12 * len(row)
    await store.close()


async def test_a_reader_does_not_hold_up_writes_and_the_log_is_emptied_when_it_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_writer, "_RETRY_SECONDS", 0.0)
    monkeypatch.setattr(sqlite_writer, "_LONG_LOG_BYTES", 1)
    monkeypatch.setattr(sqlite_database, "_BUSY_MILLISECONDS", 60_000)
    store = SqliteStore(tmp_path / "cardtui.db")
    await store.append("t", 0, [b"1"])
    reader = sqlite3.connect(tmp_path / "cardtui.db", isolation_level=None)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM entries").fetchone() == (1,)
    big = bytes(100_000)
    async with asyncio.timeout(30):
        await store.append("t", 1, [big])
        await store.append("t", 2, [big])
    assert (tmp_path / "cardtui.db-wal").stat().st_size > 2 * len(big)
    reader.close()
    await store.append("t", 3, [b"4"])
    await store.append("t", 4, [b"5"])  # its turn comes after the log was emptied
    assert (tmp_path / "cardtui.db-wal").stat().st_size < len(big)
    assert await store.read("t") == [b"1", big, big, b"4", b"5"]
    await store.close()


def replace_by_copy(path: Path) -> None:
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
@pytest.mark.parametrize("lose", [Path.unlink, replace_by_copy])
async def test_nothing_is_acknowledged_once_a_file_was_deleted_or_replaced(
    tmp_path: Path, lose: Callable[[Path], None], end: str
) -> None:
    store = SqliteStore(tmp_path / "cardtui.db")
    await store.append("t", 0, [b"1"])
    lose(tmp_path / f"cardtui.db{end}")
    writes = [
        store.append("t", 1, [b"2"]),
        store.append("new", 0, [b"1"]),
        store.save_players([Player(b"h1", "p1", "Ana")]),
    ]
    for result in await asyncio.gather(*writes, return_exceptions=True):
        assert isinstance(result, Gone)
        assert f"cardtui.db{end} was deleted or replaced" in str(result)
    await store.close()


async def test_a_database_that_is_put_back_is_written_on_without_what_was_refused(
    tmp_path: Path,
) -> None:
    store = SqliteStore(tmp_path / "cardtui.db")
    await store.append("t", 0, [b"1"])
    away = tmp_path / "away"
    (tmp_path / "cardtui.db").rename(away)
    with pytest.raises(Gone):
        await store.append("t", 1, [b"refused"])
    away.rename(tmp_path / "cardtui.db")
    await store.append("t", 1, [b"2"])
    assert await store.read("t") == [b"1", b"2"]
    await store.close()


@pytest.mark.parametrize("failing", ["COMMIT", "INSERT", "BEGIN"])
async def test_who_watches_is_told_that_there_is_room_again_though_nobody_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    monkeypatch.setattr(sqlite_writer, "_IDLE_SECONDS", 0.01)
    store = SqliteStore(tmp_path / "cardtui.db")
    told: asyncio.Queue[NoRoom | None] = asyncio.Queue()
    store.watch(told.put_nowait)
    writer = Failing(store._writer.connection, failing)
    store._writer.connection = writer  # type: ignore[assignment]
    with pytest.raises(NoRoom):
        await store.append("t", 0, [b"1"])
    for _ in range(3):  # it is tried in vain
        writer.failed.clear()
        assert await asyncio.to_thread(writer.failed.wait, 30)
    assert told.empty()
    writer.failing = ("nothing",)
    async with asyncio.timeout(30):
        assert await told.get() is None
    await store.append("t", 0, [b"1"])
    assert [await store.read(table) for table in ("t", "")] == [[b"1"], []]
    await store.close()


async def test_a_full_database_is_over_only_when_it_takes_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_writer, "_IDLE_SECONDS", 0.01)
    store = SqliteStore(tmp_path / "cardtui.db")
    writer = Failing(store._writer.connection, "nothing")
    store._writer.connection = writer  # type: ignore[assignment]
    told: asyncio.Queue[NoRoom | None] = asyncio.Queue()
    store.watch(told.put_nowait)
    writer.execute("PRAGMA max_page_count = 1")
    with pytest.raises(NoRoom, match="full"):
        await store.append("t", 0, [bytes(100_000)])
    for _ in range(3):
        writer.begun.clear()
        assert await asyncio.to_thread(writer.begun.wait, 30)
    assert told.empty()
    writer.execute("PRAGMA max_page_count = 1000000")
    async with asyncio.timeout(30):
        assert await told.get() is None
    await store.close()


@pytest.mark.slow
async def test_a_transaction_that_cannot_even_be_rolled_back_leaves_the_writer_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_writer, "_IDLE_SECONDS", 60.0)  # else it rolls back by itself
    store = SqliteStore(tmp_path / "cardtui.db")
    writer = Failing(store._writer.connection, "COMMIT", "ROLLBACK")
    store._writer.connection = writer  # type: ignore[assignment]
    async with asyncio.timeout(30):
        for _ in range(3):
            with pytest.raises(NoRoom):
                await store.append("t", 0, [b"1"])
        writer.failing = ("nothing",)
        with pytest.raises(NoRoom):  # the transaction that is open yet goes first
            await store.append("t", 0, [b"1"])
        await store.append("t", 0, [b"1"])
    assert await store.read("t") == [b"1"]
    await store.close()


async def test_results_are_listed_whole_across_the_gaps_of_those_that_are_gone(
    tmp_path: Path,
) -> None:
    store = SqliteStore(tmp_path / "cardtui.db")
    for log in ("before", "gone", "after"):
        await store.append(log, 0, [b"1"], results=[a_result(log, each) for each in range(1, 6)])
    store._writer.connection.execute("DELETE FROM results WHERE table_id = 'gone'")
    found, page = list[Counted](), await store.results("cacho", most=2)
    while page:
        found += page
        page = await store.results("cacho", page[-1].cursor, most=2)
    assert [each.result.table for each in found] == ["before"] * 5 + ["after"] * 5
    await store.close()


@pytest.mark.parametrize("rows", [[], [b"1", b"end"]])
async def test_what_is_kept_beside_a_log_goes_when_that_is_changed(
    tmp_path: Path, rows: list[bytes]
) -> None:
    path = tmp_path / "cardtui.db"
    store = SqliteStore(path)
    await store.append("t", 0, [b"Ana"], kept=Kept(listing=b"Ana", checkpoint=b"Ana"))
    store._spoiled = True  # as the table closes, it cannot be changed
    await store.append("t", 1, [b"end"], last=True)
    await store.close()
    store = SqliteStore(path)
    await store.redact("t", rows)
    assert await store.read("t") == rows
    assert store._query("SELECT body FROM kept") == []
    await store.close()
