"""A log that is damaged anywhere keeps its table closed, and the server says so as it starts."""

import asyncio
import random
import shutil
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from cardtui_server.match.entries import Closed, Entry, Stamped, Talked
from cardtui_server.ports.log_store import Damaged, Player, StoreError
from cardtui_server.store.heads import read_heads
from cardtui_server.store.recovery.mend import mend
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.wire.journal import WireJournal
from tests.support.nights import by_night
from tests.support.playing import House

PAGE: Final = 4096
LENGTH: Final = 40
PLAYERS: Final = [Player(bytes([each]) * 32, f"p{each}", f"P{each}") for each in range(60)]


class Stored(NamedTuple):
    """What lies on the disk, and what was acknowledged.

    Attributes:
        files: by suffix, the database and what lies beside it.
        logs: the rows of each table.
        closed: the table that is closed.
    """

    files: dict[str, bytes]
    logs: dict[str, list[bytes]]
    closed: str


def _row(entry: Entry, number: int) -> bytes:
    return WireJournal().write(Stamped(number, entry), "cacho")


async def _stored(folder: Path, *, moved: bool) -> Stored:
    path = folder / "cardtui.db"
    store = SqliteStore(path)
    house = House(store)
    tables = [await house.table() for _ in range(4)]
    heads = {table.id: table.state.entries for table in tables}
    await house.stop()

    async def more(count: int) -> None:
        for number in range(count):
            for table, head in heads.items():
                said = _row(Talked(None, "Eva", f"{number} " + "x" * 150), number)
                await store.append(table, head, [said])
                heads[table] = head + 1

    await store.save_players(PLAYERS)
    if not moved:
        await more(LENGTH // 2)
        store._writer.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    await more(LENGTH // 2 if not moved else LENGTH)
    closed = next(iter(heads))
    await store.append(closed, heads[closed], [_row(Closed(), LENGTH)], last=True)
    if moved:
        store._writer.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    logs = {table: await store.read(table) for table in heads}
    files = lying(path)
    await store.close()
    return Stored(files, logs, closed)


def lying(path: Path) -> dict[str, bytes]:
    return {suffix: Path(f"{path}{suffix}").read_bytes() for suffix in ("", "-wal", "-heads")}


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """Return a database into which all has been moved."""
    return asyncio.run(_stored(tmp_path_factory.mktemp("moved"), moved=True))


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """Return a database half of which lies in the write-ahead log."""
    return asyncio.run(_stored(tmp_path_factory.mktemp("beside"), moved=False))


def lay(folder: Path, files: dict[str, bytes]) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for suffix, data in files.items():
        (folder / f"cardtui.db{suffix}").write_bytes(data)
    return folder / "cardtui.db"


async def told(path: Path, stored: Stored) -> str:
    """Open what lies there; return what the server said of it: nothing, tables, or a refusal.

    Whatever is not told must be there to the last entry.
    """
    try:
        store = SqliteStore(path)
    except StoreError:
        return "refused"
    house = House(store)
    try:
        await house.lobby.load()
        await store.players()  # as the server does
        for table, rows in stored.logs.items():
            if table in house.lobby.damaged:
                continue
            assert (table != stored.closed) == (table in house.lobby._listed), "silently gone"
            try:
                found = await store.read(table)
            except Damaged:
                assert table == stored.closed  # it is read once somebody asks for its record
            else:
                assert found == rows, "a silent prefix"
    except Damaged:
        return "refused"
    else:
        return "tables" if house.lobby.damaged else "nothing"
    finally:
        await house.stop()
        await store.close()


def _zeros(data: bytes, _luck: random.Random) -> bytes:
    return bytes(len(data))


def _noise(data: bytes, luck: random.Random) -> bytes:
    return luck.randbytes(len(data))


def _half(data: bytes, _luck: random.Random) -> bytes:
    return data[: len(data) // 2] + bytes(len(data) - len(data) // 2)


def _empty(data: bytes, _luck: random.Random) -> bytes:
    """Leave a page that is sound, and holds nothing."""
    return data[:3] + bytes(2) + len(data).to_bytes(2, "big") + data[7:]


def _bit(data: bytes, luck: random.Random) -> bytes:
    at = luck.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << luck.randrange(8)]) + data[at + 1 :]


def _byte(data: bytes, luck: random.Random) -> bytes:
    at = luck.randrange(len(data))
    return data[:at] + luck.randbytes(1) + data[at + 1 :]


WAYS: Final[list[Callable[[bytes, random.Random], bytes]]] = [
    _zeros, _noise, _half, _empty, *[_bit] * 3, *[_byte] * 2,
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("known", [True, *by_night(False)])
async def test_each_page_spoiled_in_each_way(tmp_path: Path, moved: Stored, known: bool) -> None:
    luck = random.Random(5)
    whole, seen = moved.files[""], set[str]()
    for at in range(0, len(whole), PAGE):
        for way in WAYS:
            page = way(whole[at : at + PAGE], luck)
            files = {"": whole[:at] + page + whole[at + PAGE :]}
            if known:
                files["-heads"] = moved.files["-heads"]
            seen.add(await told(lay(tmp_path / "spoiled", files), moved))
    assert seen == {"nothing", "tables", "refused"}


@pytest.mark.slow
async def test_a_database_that_opens_whatever_its_head_says_can_be_written_to(
    tmp_path: Path, moved: Stored
) -> None:
    whole, refused, luck = moved.files[""], 0, random.Random(5)
    for place in range(16, 100):
        spoiled = bytearray(whole)
        spoiled[place] ^= 1 << luck.randrange(8)
        path = lay(tmp_path / "spoiled", {"": bytes(spoiled)})
        try:
            store = SqliteStore(path)
        except StoreError:
            refused += 1
            continue
        await store.append("new", 0, [_row(Closed(), 1)])
        await store.close()
    assert refused


@pytest.mark.nightly(reason="each page spoiled in each way, above")
async def test_each_page_overwritten_by_another(tmp_path: Path, moved: Stored) -> None:
    whole = moved.files[""]
    count = len(whole) // PAGE
    for page, other in product(range(1, count), repeat=2):
        spoiled = bytearray(whole)
        spoiled[page * PAGE : (page + 1) * PAGE] = whole[other * PAGE : (other + 1) * PAGE]
        files = {**moved.files, "": bytes(spoiled), "-wal": b""}
        assert await told(lay(tmp_path / "spoiled", files), moved) or page == other


async def test_a_database_that_ends_too_early(tmp_path: Path, moved: Stored) -> None:
    whole = moved.files[""]
    for end in range(0, len(whole), 1500):
        files = {**moved.files, "": whole[:end], "-wal": b""}
        assert await told(lay(tmp_path / "spoiled", files), moved) != "nothing"


@pytest.mark.slow
@pytest.mark.parametrize("fill", [False, True], ids=["cut", "zeros"])
async def test_a_write_ahead_log_that_ends_too_early_or_is_gone(
    tmp_path: Path, beside: Stored, fill: bool
) -> None:
    whole = beside.files["-wal"]
    for end in range(0, len(whole), 9000):
        wal = whole[:end] + bytes(len(whole) - end if fill else 0)
        path = lay(tmp_path / "spoiled", {**beside.files, "-wal": wal})
        assert await told(path, beside) == "tables"
    path = lay(tmp_path / "spoiled", {each: beside.files[each] for each in ("", "-heads")})
    assert await told(path, beside) == "tables"


async def test_what_is_whole_is_told_to_nobody(
    tmp_path: Path, moved: Stored, beside: Stored
) -> None:
    for number, stored in enumerate((moved, beside)):
        path = lay(tmp_path / str(number), stored.files)
        assert [await told(path, stored) for _ in range(2)] == ["nothing"] * 2
        assert (await mend(path)).backup is None


async def test_recover_says_what_the_end_of_a_log_has_lost_and_the_rest_is_played_on(
    tmp_path: Path, beside: Stored
) -> None:
    path = lay(tmp_path / "data", {each: beside.files[each] for each in ("", "-heads")})
    heads = read_heads(path.with_name("cardtui.db-heads")).keys()
    mended = await mend(path)
    assert mended.backup is not None
    assert read_heads(mended.backup.with_name(f"{mended.backup.name}-heads")).keys() == heads
    for each in mended.tables:
        assert each.lost == len(beside.logs[each.table]) - each.rows > 0
        assert each.closed == (each.table == beside.closed)
    shorter = {each.table: beside.logs[each.table][: each.rows] for each in mended.tables}
    assert await told(path, beside._replace(logs=shorter)) == "nothing"


async def test_where_all_is_lost_recover_says_so(tmp_path: Path, moved: Stored) -> None:
    path = lay(tmp_path / "data", {"": b"", "-heads": moved.files["-heads"]})
    assert await told(path, moved) == "tables"
    mended = await mend(path)
    lost = {each.table: each.lost for each in mended.tables}
    assert lost == {table: len(rows) for table, rows in moved.logs.items()}
    assert not mended.all_kept


async def test_a_database_that_was_moved_away_is_begun_afresh(
    tmp_path: Path, moved: Stored
) -> None:
    path = lay(tmp_path / "data", {"-heads": moved.files["-heads"]})
    assert await told(path, moved._replace(logs={})) == "nothing"
    assert not read_heads(path.with_name("cardtui.db-heads"))
