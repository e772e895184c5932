"""A database that an earlier run has written opens, and its matches go on (`KEPT`).

When the tables of the database have changed, nothing has been released with the former ones, and
``python -m tests.server.test_kept_database`` writes it anew. After a release each change leaves it
as it is, under a name of its own, and adds a step (`sqlite_database.UPGRADE_STEPS`): all that are
kept are tried. Until then a step is made up.
"""

from __future__ import annotations

import asyncio
import gzip
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

import pytest
from structlog.testing import CapturingLogger

from cardtui_server.lobby.sessions import Sessions
from cardtui_server.match.requests import Close
from cardtui_server.match.state import Life
from cardtui_server.ports.log_store import StoreError
from cardtui_server.store import sqlite_database
from cardtui_server.store.backup import back_up, restore
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.store.sqlite_database import Step
from cardtui_server.table.outage import Outage
from tests.support.playing import House, brief, play, quiet
from tests.support.ports import FakeClock, FakeDealer

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

KEPT = Path(__file__).parent / "data" / "kept.db.gz"
_GAMES = ("truco-argentino", "cacheta", "cacho")


def _sessions(store: SqliteStore) -> Sessions:
    clock = FakeClock()
    outage = Outage(clock, cast("FilteringBoundLogger", CapturingLogger()))
    return Sessions(store, FakeDealer(), set, outage, clock=clock)


async def _write(path: Path) -> None:
    """Write a table that is closed, after a rated and ended match, and one in mid-match of each."""
    store = SqliteStore(path)
    house = House(store, seed=7)
    for number, game in enumerate(("truco-argentino", *_GAMES)):
        table = await house.table(game, options=brief(game))
        await play(table, random.Random(number), 8 if number else 1000)
        await quiet()
        if not number:
            await table.ask(Close("p0"))
    await house.stop()
    sessions = _sessions(store)
    ana, _ = await sessions.open("Ana", "")
    await sessions.sat_down(ana.id)
    await sessions.open_another(ana.id, alone=False)
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


@pytest.fixture(params=sorted(KEPT.parent.glob("*.db.gz")), ids=lambda each: each.name)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A database as a release has left it."""
    found = tmp_path / "cardtui.db"
    found.write_bytes(gzip.decompress(request.param.read_bytes()))
    return found


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the tables of today be those of earlier releases, two steps ago."""
    former, steps = sqlite_database.SCHEMA_VERSION, sqlite_database.UPGRADE_STEPS
    monkeypatch.setattr(sqlite_database, "SCHEMA_VERSION", 3)
    monkeypatch.setitem(steps, former, Step(2, "CREATE TABLE notes (id TEXT, text TEXT);"))
    monkeypatch.setitem(steps, 2, Step(3, "INSERT INTO notes SELECT id, 'old' FROM logs;"))


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


@pytest.mark.usefixtures("released")
async def test_a_database_of_an_earlier_release_is_brought_up_to_date(path: Path) -> None:
    await goes_on(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM notes WHERE text = 'old'").fetchone() == (
            4,
        )
    assert version_of(path) == 3
    await SqliteStore(path).close()


@pytest.mark.usefixtures("released")
def test_a_copy_of_an_earlier_release_can_be_made_and_restored(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copied = back_up(path, copy)
    former = version_of(copy)
    assert former == version_of(path) != 3
    assert restore(copy, path).copied == copied
    asyncio.run(SqliteStore(path).close())
    assert version_of(path) == 3


@pytest.mark.usefixtures("released")
def test_a_step_that_fails_leaves_the_database_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    former = version_of(path)
    broken = Step(2, "CREATE TABLE notes (id TEXT, text TEXT); INSERT INTO none VALUES (1);")
    monkeypatch.setitem(sqlite_database.UPGRADE_STEPS, former, broken)
    with pytest.raises(StoreError, match="no such table"):
        SqliteStore(path)
    assert version_of(path) == former
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.OperationalError):
        connection.execute("SELECT * FROM notes")


async def test_a_database_of_an_earlier_run_opens_and_its_matches_go_on(path: Path) -> None:
    await goes_on(path)


async def goes_on(path: Path) -> None:
    """Check that all is there that `_write` has written, and that matches go on."""
    store = SqliteStore(path)
    house = House(store, seed=100)
    await house.lobby.load()
    await quiet()
    assert not house.lobby.damaged
    found = {each.id: await house.lobby.find(each.id) for each in house.lobby.public()}
    assert sorted(each.state.made.game for each in found.values()) == sorted(_GAMES)
    for number, table in enumerate(found.values()):
        assert table.state.life is Life.PLAYING
        length = table.state.seq
        await play(table, random.Random(number), 4)
        await quiet()
        assert table.state.seq > length
    await house.stop()
    (counted,) = await store.results("truco-argentino")
    assert [each.player for each in counted.result.seats] == ["p0", "p1"]
    sessions = _sessions(store)
    await sessions.load()
    (ana, pad) = await sessions.devices((await sessions.names.owner("ana")).id)
    assert (ana.name, ana.sat, pad.sat) == ("Ana", True, True)
    await sessions.learn("token-0")
    assert sessions.find("token-0") == ana
    await store.close()


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        asyncio.run(_write(Path(folder) / "kept.db"))
        KEPT.write_bytes(gzip.compress((Path(folder) / "kept.db").read_bytes(), mtime=0))
