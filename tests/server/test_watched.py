"""What everybody could watch is told of a database: no private table, nothing before its time."""

import random
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cardtui_server.match.entries import SpectatorsSet, SpectatorTalk
from cardtui_server.match.requests import ChangeTerms
from cardtui_server.match.state import Life
from cardtui_server.ports.log_store import Damaged, StoreError
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.store.watched import used, watched
from cardtui_server.wire.values import ledger_message
from tests.support.ledgers import ledger, made
from tests.support.playing import House, begin_next, brief, play, quiet


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cardtui.db"


@pytest.fixture
async def house(path: Path) -> AsyncIterator[House]:
    """A server that keeps its tables in a database, and runs."""
    store = SqliteStore(path)
    house = House(store, seed=2)
    yield house
    await house.stop()
    await store.close()


async def test_the_matches_that_are_over_and_the_ledger_between_them(
    house: House, path: Path
) -> None:
    luck = random.Random(2)
    table = await made(house)
    await begin_next(table)
    await play(table, luck)
    even = ledger(table)
    assert even.payments
    await begin_next(table)
    await play(table, luck, 2)  # this one goes on
    assert used(path) == {table.id: house.clock.wall()}
    seen = watched(path, table.id, house.clock.wall())
    assert seen is not None
    assert [each.origin.match for each in seen.records if each.origin] == [1]
    assert ledger_message(seen.state) == even


@pytest.mark.parametrize("wish", [{"private": True}, {"refuses_spectators": True}])
async def test_a_table_that_not_everybody_could_watch_tells_nothing(
    house: House, path: Path, wish: dict[str, Any]
) -> None:
    table = await made(house, **wish)
    await begin_next(table)
    await play(table, random.Random(1))
    assert watched(path, table.id, house.clock.wall()) is None


async def test_a_table_that_refused_spectators_for_a_while_tells_nothing(
    house: House, path: Path
) -> None:
    table = await made(house)
    await begin_next(table)
    await play(table, random.Random(1))
    for refused in (True, False):
        await table.ask(ChangeTerms("p0", SpectatorsSet(refused, SpectatorTalk.APART)))
    assert watched(path, table.id, house.clock.wall()) is None


async def test_under_a_delay_match_and_ledger_are_told_once_spectators_may_know(
    house: House, path: Path
) -> None:
    table = await made(house)
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.APART, 0, 600_000)))
    await begin_next(table)
    await play(table, random.Random(2))
    await quiet()
    assert table.state.life is Life.OVER
    now = house.clock.wall()
    early = watched(path, table.id, now)
    assert early is not None
    assert early.records == ()
    assert not ledger_message(early.state).payments
    late = watched(path, table.id, now + 600_001)
    assert late is not None
    assert len(late.records) == 1
    assert ledger_message(late.state).payments


async def test_what_cannot_be_read_is_said(house: House, path: Path, tmp_path: Path) -> None:
    table = await house.table("cacho", options=brief("cacho"))
    await play(table, random.Random(1))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE entries SET body = x'ffff' WHERE seq = 3")
    connection.close()
    with pytest.raises(Damaged):
        watched(path, table.id, house.clock.wall())
    none = tmp_path / "none.db"
    none.write_bytes(b"no database" * 100)
    with pytest.raises(StoreError, match="cannot be read"):
        used(none)
