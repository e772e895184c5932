"""Tables move from a folder into a cluster and back, with the same rows and chains."""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from cardtui_engine.library.record_reading import read
from cardtui_engine.library.registry import game_ids
from cardtui_server import joining, moving
from cardtui_server.app import serve
from cardtui_server.failures import StartError
from cardtui_server.fairness.verification import verify
from cardtui_server.match.requests import Close
from cardtui_server.match.state import Life
from cardtui_server.moving import Copied, copy, export_cluster, import_folder
from cardtui_server.network.certificate import CERTIFICATE_FILE
from cardtui_server.ports.log_store import LogStore, NoRoom, Player, StoreError, append_all
from cardtui_server.settings import ClusterSettings, Settings
from cardtui_server.store.data_folder import FolderLock
from cardtui_server.store.memory import MemoryStore
from cardtui_server.store.nats import NatsStore
from cardtui_server.store.nats_streams import STREAMS
from cardtui_server.store.sqlite import SqliteStore
from tests.support.lasting_port import lasting_port
from tests.support.nats_servers import NatsServers, nats_servers
from tests.support.nights import by_night
from tests.support.playing import House, brief, play, quiet

_ANA, _BIA = Player(b"h1", "p0", "Ana", 7, True, 3), Player(b"h2", "p1", "Bia")


@pytest.fixture(scope="module")
def nats() -> Iterator[NatsServers]:
    with nats_servers() as servers:
        yield servers


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no server runs, do not listen for long."""
    monkeypatch.setattr(joining, "LISTEN_SECONDS", 0.05)


@pytest.fixture
def cluster(nats: NatsServers) -> ClusterSettings:
    """A cluster in which nothing is kept."""
    for stream in STREAMS:
        nats.ask(f"$JS.API.STREAM.DELETE.{stream.name}")
    return ClusterSettings(tuple(nats.urls), replicas=1)


async def filled(store: LogStore) -> list[str]:
    """Play at some tables, of which the first is closed and the last in mid-match."""
    house = House(store, seed=random.randrange(10**9))
    tables = []
    for number in range(3):
        table = await house.table("truco-argentino", options=brief("truco-argentino"))
        await play(table, random.Random(number), 8 if number == 2 else 1000)
        await quiet()
        tables.append(table.id)
    first = house.lobby.tables[tables[0]]
    await first.ask(Close("p0"))
    await house.stop()
    await append_long(store)
    await store.save_players([_ANA, _BIA])
    return tables


async def append_long(store: LogStore) -> None:
    """Write a log that no single append takes."""
    for number in range(4):
        await store.append("long", number, [bytes([number]) * 100_000], last=number == 3)


async def everything(store: LogStore) -> dict[str, Any]:
    tables = await store.tables()
    return {
        "tables": list(tables.items()),
        "rows": {table: await store.read(table) for table in tables},
        "results": {
            game: [each.result for each in await store.results(game)] for game in game_ids()
        },
        "players": sorted((await store.players()).found),
    }


class Stores:
    """Stores of each kind, with nothing in them; those that were made end with the test."""

    def __init__(self, folder: Path, servers: NatsServers) -> None:
        self._paths = (folder / f"{number}.db" for number in count())
        self._servers = servers
        self.made: list[LogStore] = []

    async def make(self, kind: str) -> LogStore:
        store: LogStore = MemoryStore()
        if kind == "sqlite":
            store = SqliteStore(next(self._paths))
        elif kind == "nats":
            store = NatsStore(self._servers.urls, replicas=1)
        await store.open()
        self.made.append(store)
        return store


@pytest.fixture
async def stores(
    tmp_path: Path, nats: NatsServers, cluster: ClusterSettings
) -> AsyncIterator[Stores]:
    del cluster
    stores = Stores(tmp_path, nats)
    yield stores
    for each in stores.made:
        await each.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "other"),
    [("sqlite", "nats"), ("nats", "sqlite"), *by_night(("memory", "nats"), ("nats", "memory"))],
)
async def test_what_is_copied_is_the_same_in_another_store(
    stores: Stores, one: str, other: str
) -> None:
    source, target = await stores.make(one), await stores.make(other)
    closed, over, going = await filled(source)
    before = await everything(source)
    assert dict(before["tables"]) == {closed: True, over: False, going: False, "long": True}
    copied = await copy(source, target)
    assert copied == Copied(4, 2, 2, {})
    assert await everything(target) == before
    assert await copy(source, target) == copied  # again
    assert await everything(target) == await everything(source) == before
    # Records are the same text, good on both sides; and the match goes on.
    texts = []
    for store in (source, target):
        house = House(store)
        await house.lobby.load()
        texts.append([await house.lobby.records.text(each, 1, "p0") for each in (closed, over)])
        assert not any(each.is_fault for text in texts[-1] for each in verify(read(text)).findings)
        if store is target:
            table = await house.lobby.find(going)
            await play(table, random.Random(1))
            assert table.state.life is not Life.PLAYING
        await house.stop()
    assert texts[0] == texts[1]
    # What has gone on there stays as it is.
    played = await everything(target)
    await copy(source, target)
    assert await everything(target) == played


class Failing(MemoryStore):
    """Has no room any more after so many writes."""

    left = 0

    def _check_room(self) -> None:
        self.full = self.left <= 0
        self.left -= 1
        super()._check_room()


async def test_a_copy_that_was_broken_off_anywhere_is_made_whole() -> None:
    source, broken_off = MemoryStore(), 0
    await filled(source)
    before = await everything(source)
    while True:
        target = Failing()
        target.left = broken_off
        try:
            await copy(source, target)
        except NoRoom:
            broken_off += 1
        else:
            break
        target.left = 1000
        await copy(source, target)
        found = await everything(target)
        for each in (found, before):
            each["tables"] = sorted(each["tables"])
        assert found == before
    assert broken_off > 6


async def test_a_table_that_has_gone_on_otherwise_is_told_and_left() -> None:
    source, target = MemoryStore(), MemoryStore()
    await source.append("t", 0, [b"1", b"2"])
    await target.append("t", 0, [b"1", b"other"])
    with pytest.raises(StoreError, match="Table t is there already, but was played on otherwise"):
        await copy(source, target)
    assert await target.read("t") == [b"1", b"other"]


async def test_a_name_that_looks_like_that_of_another_player_there_is_told_first() -> None:
    source, target = MemoryStore(), MemoryStore()
    await source.append("t", 0, [b"1"])
    await source.save_players([_ANA])
    await target.save_players([_BIA._replace(name="aná")])
    with pytest.raises(StoreError, match="“Ana” would be taken for “aná”"):
        await copy(source, target)
    assert await target.tables() == {}


async def test_a_session_that_was_used_later_there_stays() -> None:
    source, target = MemoryStore(), MemoryStore()
    await source.save_players([_ANA, _BIA._replace(used=9)])
    await target.save_players([_ANA._replace(used=8), _BIA])
    await copy(source, target)
    assert sorted((await target.players()).found) == [_ANA._replace(used=8), _BIA._replace(used=9)]


def entries(data: Path) -> list[Any]:
    """Return all rows of all logs in a folder, with their hashes."""
    with closing(sqlite3.connect(data / "cardtui.db")) as connection:
        connection.row_factory = sqlite3.Row
        return connection.execute("SELECT * FROM entries ORDER BY table_id, seq").fetchall()


def write(data: Path, table: str, body: bytes) -> None:
    """Write another third entry into the log of a table."""
    with closing(sqlite3.connect(data / "cardtui.db")) as connection:
        connection.execute(
            "UPDATE entries SET body = ? WHERE table_id = ? AND seq = 3", (body, table)
        )
        connection.commit()


async def in_folder(data: Path) -> list[str]:
    FolderLock.take(data).release()  # it is made
    store = SqliteStore(data / "cardtui.db")
    tables = await filled(store)
    await store.close()
    return tables


@pytest.mark.slow
async def test_a_folder_moves_into_a_cluster_and_out_with_its_chains_and_its_certificate(
    tmp_path: Path, cluster: ClusterSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    tables = await in_folder(data)
    rows = entries(data)
    with monkeypatch.context() as nobody_is_there:
        nobody_is_there.setattr(joining, "LISTEN_SECONDS", 0.05)
        # As long as a table is damaged, the others are copied, and the database stays.
        over = tables[1]
        body = next(each["body"] for each in rows if (each["table_id"], each["seq"]) == (over, 3))
        write(data, over, b"x")
        copied, away = await import_folder(data, cluster)
        assert (copied.tables, list(copied.damaged), away) == (3, [over], None)
        write(data, over, body)
        copied, away = await import_folder(data, cluster)
        assert (copied.tables, copied.damaged) == (4, {})
    assert away is not None
    assert away.name.startswith("cardtui.db.moved-")
    assert not (data / "cardtui.db").exists()
    with pytest.raises(StartError, match="There are no tables in"):
        await import_folder(data, cluster)
    # The folder is that of a server of the cluster now.
    server = await serve(Settings(port=lasting_port(), data=data, cluster=cluster))
    assert {each.id for each in server._lobby.public()} == set(tables[1:])
    for work in (import_folder(await _another(tmp_path), cluster), export_cluster(out, cluster)):
        with pytest.raises(StartError, match="Servers of this cluster run at 127"):
            await work
    await server.stop(0)
    assert await export_cluster(out, cluster) == copied
    assert entries(out) == rows
    assert (out / CERTIFICATE_FILE).read_bytes() == (data / CERTIFICATE_FILE).read_bytes()
    assert {each.name for each in out.iterdir()} == {CERTIFICATE_FILE, "cardtui.db"}
    alone = await serve(Settings(port=0, data=out))
    assert {each.id for each in alone._lobby.public()} == set(tables[1:])
    await alone.stop(0)
    with pytest.raises(StartError, match=r"There are tables in .* already"):
        await export_cluster(out, cluster)


async def _another(folder: Path) -> Path:
    await in_folder(folder / "another")
    return folder / "another"


@pytest.mark.slow
@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("after", [1, 3, *by_night(0, 2)])
async def test_a_move_that_was_broken_off_is_repeated(
    tmp_path: Path, cluster: ClusterSettings, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    await in_folder(data)
    rows = entries(data)
    left = after

    async def broken(*given: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise NoRoom("The power is gone.")
        await append_all(*given, **named)

    for move in (lambda: import_folder(data, cluster), lambda: export_cluster(out, cluster)):
        left = after
        monkeypatch.setattr(moving, "append_all", broken)
        with pytest.raises(NoRoom):
            await move()
        assert not (out / "cardtui.db").exists()
        monkeypatch.setattr(moving, "append_all", append_all)
        await move()
    assert entries(out) == rows


async def test_a_folder_in_use_stays_as_it_is(tmp_path: Path, cluster: ClusterSettings) -> None:
    data = tmp_path / "data"
    await in_folder(data)
    with FolderLock.take(data), pytest.raises(StartError, match="is in use"):
        await asyncio.to_thread(asyncio.run, import_folder(data, cluster))
    assert (data / "cardtui.db").exists()
