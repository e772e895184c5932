"""Tables that nobody has asked for since the start: listed, not open, and opened as they were."""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cardtui_engine.library.registry import get_rules
from cardtui_server.lobby import supervisor
from cardtui_server.lobby.table_list import RestingTable
from cardtui_server.match.entries import SpectatorsSet, SpectatorTalk
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import Act, ChangeTerms, Leave
from cardtui_server.match.state import Life, TableState
from cardtui_server.store import sqlite
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.table import table_log
from cardtui_server.table.actor import Table
from cardtui_server.wire import checkpoints
from cardtui_server.wire.checkpoints import _read, _written
from tests.server.clocks import pass_time
from tests.server.store_contract import open_ids
from tests.support.nights import by_night
from tests.support.playing import House, any_action, begin_next, brief, play, until

GAME = "truco-argentino"
LONG = 40
"""So many entries are long, here."""


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = House(SqliteStore(tmp_path / "cardtui.db"))
    yield house
    await house.stop()
    await house.store.close()


def change(folder: Path, statement: str, *values: object) -> None:
    """Change the database behind the server's back."""
    with sqlite3.connect(folder / "cardtui.db") as connection:
        assert connection.execute(statement, values).rowcount
    connection.close()


@pytest.fixture(autouse=True)
def _short_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be a checkpoint after few entries, so that a match has one soon."""
    for each in (table_log, supervisor):
        monkeypatch.setattr(each, "FEWEST_NEW_ENTRIES", LONG // 2)


async def long_match(house: House) -> Table:
    """Return a table with a match so long that there is a checkpoint of it."""
    table, luck = await house.table(GAME, 2), random.Random(1)
    while table.state.life is not Life.PLAYING or table.state.entries < LONG:
        if table.state.life is Life.OVER:
            await begin_next(table)
        await play(table, luck, 10)
    assert await house.store.checkpoint(table.id)
    return table


def rests(house: House, table_id: str) -> bool:
    return table_id not in house.lobby.tables and table_id in [
        each.id for each in house.lobby.public()
    ]


async def test_a_table_rests_until_somebody_asks_for_it(house: House) -> None:
    table = await house.table(GAME, 2)
    await play(table, random.Random(1), 20)
    before, shown = table.state, house.lobby.page("", 0, "p9", every=True).tables
    await house.restart()
    assert rests(house, table.id)
    assert house.lobby.page("", 0, "p9", every=True).tables == shown
    assert house.lobby.seats_of("p1") == [table.id]
    found, again = await asyncio.gather(*(house.lobby.find(table.id) for _ in range(2)))
    assert found is again
    assert found.state == before
    assert await play(found, random.Random(2), 5) == 5


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM kept",
        "UPDATE kept SET body = substr(body, 1, length(body) - 1) || x'15'",
        "UPDATE kept SET seq = seq - 1",
        "UPDATE kept SET chain = x'00'",
        *by_night(
            "UPDATE kept SET table_id = table_id",
            "DELETE FROM kept WHERE kind = 0",
            "DELETE FROM kept WHERE kind = 1",
            "UPDATE kept SET body = x''",
            "UPDATE kept SET body = 'text'",
            "UPDATE kept SET body = zeroblob(32) || substr(body, 33)",
        ),
    ],
)
async def test_without_what_is_kept_beside_it_the_log_says_the_same(
    house: House, tmp_path: Path, statement: str
) -> None:
    table = await long_match(house)
    before = table.state
    await house.lobby.stop()
    change(tmp_path, statement)
    await house.restart()
    found = await house.lobby.find(table.id)
    assert found.state == before
    await play(found, random.Random(2), 5)
    await house.restart()
    assert rests(house, table.id)
    assert (await house.lobby.find(table.id)).state == found.state


@pytest.mark.slow
async def test_another_version_lists_its_tables_and_replays_those_that_are_opened(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await long_match(house)
    before = table.state
    await house.lobby.stop()
    monkeypatch.setattr(checkpoints, "_source", lambda: bytes(32))
    await house.restart()
    assert rests(house, table.id)
    kept = await house.store.checkpoint(table.id)
    assert kept is not None
    assert house.env.checkpoints.read(kept.body) is None
    assert (await house.lobby.find(table.id)).state == before


@pytest.mark.slow
@pytest.mark.parametrize("differs", ["_form", "_offered"])
async def test_another_version_that_lists_otherwise_or_offers_other_options_reads_the_log(
    house: House, monkeypatch: pytest.MonkeyPatch, differs: str
) -> None:
    table = await long_match(house)
    before = table.state
    await house.lobby.stop()

    def other(*_rules: object) -> bytes:
        return bytes(32)

    monkeypatch.setattr(checkpoints, differs, other)
    await house.restart()
    assert house.lobby.tables[table.id].state == before


async def test_a_version_without_the_game_reads_the_log(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing = house.env.checkpoints.listing((await house.table(GAME, 2)).state)
    assert house.env.checkpoints.read_listing(listing) is not None
    monkeypatch.setattr(checkpoints, "is_game", "cacho".__eq__)
    assert house.env.checkpoints.read_listing(listing) is None


def test_the_form_of_a_listing_is_that_of_all_its_parts() -> None:
    parts = list(checkpoints._parts(checkpoints._Listed))
    assert repr(Life.PLAYING) in parts
    assert {"delay_hands", "stand_in", "chips"} <= set(parts)


class _Sets:
    """Pickled, it sets an attribute of a class of the engine."""

    def __reduce__(self) -> tuple[object, ...]:
        return TableState, (), (None, {"made": 1})


class _Calls:
    """Pickled, it calls a function of the engine."""

    def __reduce__(self) -> tuple[object, ...]:
        return get_rules, (GAME,)


class _Prints:
    """Pickled, it calls a function of Python."""

    def __reduce__(self) -> tuple[object, ...]:
        return print, ("read",)


@pytest.mark.parametrize("made_up", [_Sets(), _Calls(), _Prints()])
def test_what_is_kept_makes_values_and_nothing_else(
    made_up: object, capsys: pytest.CaptureFixture[str]
) -> None:
    mark = bytes(32)
    assert _read(_written(("a", 1), mark), mark) == ("a", 1)
    assert _read(_written(made_up, mark), mark) is None
    assert not capsys.readouterr().out


@pytest.mark.slow
async def test_a_request_is_done_once_though_the_table_rested_meanwhile(house: House) -> None:
    table = await long_match(house)
    seat, action = any_action(table, random.Random(3))
    wanted = Act(seat, f"p{seat}", action, table.state.position, "once")
    result = await table.ask(wanted)
    await house.restart()
    assert await (await house.lobby.find(table.id)).ask(wanted) == result


@pytest.mark.slow
async def test_what_the_list_knows_of_a_table_at_rest_is_as_it_is_when_it_opens(
    house: House,
) -> None:
    luck = random.Random(4)
    for step in range(6):
        table = await house.table(GAME, 2, options=brief(GAME), start=step > 0)
        await play(table, luck, 1 + 30 * step)
        if step == 3:
            await table.ask(Leave(player="p1"))
    before = {each.id: _listed(each.state) for each in house.lobby.public()}
    await house.restart()
    assert all(isinstance(each, RestingTable) for each in house.lobby.public())
    assert {each.id: _listed(each.state) for each in house.lobby.public()} == before


def _listed(state: TableState) -> tuple[object, ...]:
    return (
        *(state.made, state.rules, state.host, state.host_name, state.sitters, state.life),
        *(state.tally, state.paused, state.took),
    )


async def test_a_log_that_is_damaged_while_its_table_rests_is_told_when_it_is_opened(
    house: House, tmp_path: Path
) -> None:
    table = await house.table(GAME, 2)
    await house.restart()
    change(tmp_path, "UPDATE entries SET body = x'00' WHERE seq = 2")
    for _ in range(2):
        with pytest.raises(Refused, match="is damaged"):
            await house.lobby.find(table.id)
    assert list(house.lobby.damaged) == [table.id]
    assert house.lobby.public() == []


@pytest.mark.slow
async def test_of_logs_too_long_for_the_start_the_end_is_checked_then_and_the_rest_later(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_CHECKED_AT_START", 0)
    monkeypatch.setattr(sqlite, "_CHECKED_AT_ONCE", LONG // 3)
    good, begun_badly, ended_badly = [await long_match(house) for _ in range(3)]
    before = good.state
    for table, seq in ((begun_badly, 2), (ended_badly, ended_badly.state.entries)):
        change(
            tmp_path,
            "UPDATE entries SET body = x'00' WHERE table_id = ? AND seq = ?",
            *(table.id, seq),
        )
    await house.restart()
    assert list(house.lobby.damaged) == [ended_badly.id]
    assert rests(house, begun_badly.id)
    await until(lambda: begun_badly.id in house.lobby.damaged)  # although nobody asks for it
    assert [each.id for each in house.lobby.public()] == [good.id]
    assert (await house.lobby.find(good.id)).state == before


async def test_nobody_opens_a_table_before_its_log_is_checked(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_CHECKED_AT_START", 0)
    check, begun = SqliteStore.check, asyncio.Event()

    async def checked(store: SqliteStore, table_id: str) -> None:
        if not begun.is_set():
            begun.set()
            await asyncio.Event().wait()  # as if another log came first, and took its time
        await check(store, table_id)

    monkeypatch.setattr(SqliteStore, "check", checked)
    table = await long_match(house)
    change(tmp_path, "UPDATE entries SET body = x'00' WHERE seq = 2")
    await house.restart()
    await begun.wait()
    assert rests(house, table.id)
    with pytest.raises(Refused, match="is damaged"):
        await house.lobby.find(table.id)
    assert house.lobby.public() == []


async def test_where_nobody_may_watch_at_once_the_log_is_read(house: House) -> None:
    table = await house.table(GAME, 2)
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.EVERYBODY, 0, 60_000)))
    await play(table, random.Random(1), 160)
    before = table.state
    await house.restart()
    assert house.lobby.tables[table.id].state == before


@pytest.mark.slow
async def test_a_table_that_rests_for_too_long_is_closed(house: House) -> None:
    tables = [await house.table(GAME, 2) for _ in range(3)]
    await house.restart()
    assert all(rests(house, table.id) for table in tables)
    await pass_time(house, 3600 * 24 + 20)
    await until(lambda: not house.lobby.public())
    assert await open_ids(house.store) == []


@pytest.mark.slow
async def test_a_page_of_the_cache_that_is_spoiled_keeps_nobody_from_playing(
    tmp_path: Path,
) -> None:
    path = tmp_path / "cardtui.db"
    house = House(SqliteStore(path))
    table = await house.table(GAME, 2)
    before = table.state
    await house.stop()
    await house.store.close()
    with sqlite3.connect(path) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'kept'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    data = bytearray(path.read_bytes())
    data[(page - 1) * size : page * size] = b"\x15" * size
    path.write_bytes(data)
    house = House(SqliteStore(path))
    await house.lobby.load()
    table = house.lobby.tables[table.id]
    assert table.state == before
    assert await play(table, random.Random(1), 20)
    await house.stop()
    await house.store.close()
