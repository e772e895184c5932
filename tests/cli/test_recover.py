"""``cardtui recover`` keeps what is good of a damaged database, and says what is lost."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from cardtui_client.commands.serving import OwnServer, closed_table, take_folder
from cardtui_server.app import Settings, serve
from cardtui_server.log import Player
from cardtui_server.sqlite_log import SqliteLog
from tests.cli.conftest import Cardtui
from tests.server.playing import House

LENGTH = 40


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a data folder with two tables and a player."""
    folder = tmp_path / "data"
    folder.mkdir()

    async def play() -> None:
        store = SqliteLog(folder / "cardtui.db")
        house = House(store)
        for _ in range(2):
            table = await house.table()
            for number in range(LENGTH):
                await store.append(table.id, table.standing.seq + number, [_talk(number)])
        await store.save_player(Player(b"hash", "p0", "Ana"))
        await house.stop()
        await store.close()

    asyncio.run(play())
    with sqlite3.connect(folder / "cardtui.db") as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return folder


def _talk(number: int) -> bytes:
    from cardtui_engine.cards import FRENCH
    from cardtui_server.entries import Stamped, Talked
    from cardtui_server.log import Journal

    return Journal(FRENCH).write(Stamped(1, Talked(None, "Eva", f"line {number} " + "x" * 150)))


def spoil(data: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(data / "cardtui.db") as connection:
        connection.execute(statement, values)
    connection.close()


def opened(data: Path) -> int:
    """Return how many tables a server opens."""

    async def start() -> int:
        server = await serve(Settings(port=0, data=data, thinking=0))
        count = len(server.tables)
        await server.stop(0)
        return count

    return asyncio.run(start())


def tables(data: Path) -> list[tuple[str, int]]:
    with sqlite3.connect(data / "cardtui.db") as connection:
        found = connection.execute(
            "SELECT table_id, max(seq) FROM entries GROUP BY table_id ORDER BY table_id"
        ).fetchall()
    connection.close()
    return found


def backups(data: Path) -> list[Path]:
    return sorted(data.glob("cardtui.db.damaged-*"))


def test_a_good_database_is_left_alone(cardtui: Cardtui, data: Path) -> None:
    before = (data / "cardtui.db").read_bytes()
    result = cardtui("recover")
    assert (result.code, result.err) == (0, "")
    assert "is good: 2 tables" in result.out
    assert (data / "cardtui.db").read_bytes() == before
    assert backups(data) == []


def test_a_damaged_table_keeps_what_was_before_the_damage(cardtui: Cardtui, data: Path) -> None:
    (first, _), (other, length) = tables(data)
    spoil(data, "UPDATE entries SET body = x'00' WHERE table_id = ? AND seq = 20", first)
    assert opened(data) == 1
    damaged = (data / "cardtui.db").read_bytes()
    result = cardtui("recover")
    assert result.code == 0
    assert f"Table {first} goes on from entry 19" in result.out
    assert other not in result.out
    assert dict(tables(data)) == {first: 19, other: length}
    assert [each.read_bytes() for each in backups(data)] == [damaged]
    assert opened(data) == 2
    assert "is good" in cardtui("recover").out


def test_a_table_without_a_beginning_is_lost_and_the_others_stay(
    cardtui: Cardtui, data: Path
) -> None:
    (first, _), other = tables(data)
    spoil(data, "DELETE FROM entries WHERE table_id = ? AND seq = 1", first)
    result = cardtui("recover")
    assert result.code == 0
    assert f"Table {first} is lost" in result.out
    assert tables(data) == [other]
    assert opened(data) == 1


@pytest.mark.parametrize("place", [0.3, 0.5, 0.7, 0.9])
def test_flipped_bytes_cost_no_more_than_what_they_hit(
    cardtui: Cardtui, data: Path, place: float
) -> None:
    path = data / "cardtui.db"
    spoiled = bytearray(path.read_bytes())
    middle = int(len(spoiled) * place)
    for at in range(middle, middle + 64):
        spoiled[at] ^= 0xFF
    path.write_bytes(spoiled)
    result = cardtui("recover")
    assert result.code == 0, result.err
    assert opened(data) >= 1
    assert "is good" in cardtui("recover").out


def test_a_database_that_was_cut_off_is_mended_or_told(cardtui: Cardtui, data: Path) -> None:
    path = data / "cardtui.db"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 3 // 4])
    result = cardtui("recover")
    assert result.code in (0, 1)
    if result.code == 0:
        assert len(backups(data)) == 1
        opened(data)
    else:
        assert "cannot be mended" in result.err
        assert path.read_bytes() == whole[: len(whole) * 3 // 4]


def test_what_is_no_database_cannot_be_mended(cardtui: Cardtui, data: Path) -> None:
    (data / "cardtui.db").write_bytes(b"no database at all " * 100)
    result = cardtui("recover")
    assert result.code == 1
    assert "cannot be mended" in result.err


def test_a_database_in_use_is_left_alone(cardtui: Cardtui, data: Path) -> None:
    lock = take_folder(data)
    assert lock is not None
    with lock:
        result = cardtui("recover")
    assert result.code == 1
    assert "stop its server" in result.err


def test_an_empty_folder_has_nothing_to_mend(cardtui: Cardtui) -> None:
    result = cardtui("recover")
    assert result.code == 0
    assert "no tables" in result.out


def test_ones_own_server_says_which_tables_stay_closed(data: Path) -> None:
    (first, _), _other = tables(data)
    spoil(data, "UPDATE entries SET body = x'00' WHERE table_id = ? AND seq = 20", first)
    home = data.parent / "home"
    home.mkdir()
    data.rename(home / "solo")
    own = OwnServer(home)
    try:
        assert own.address() == own.running_at
        assert own.damaged == [first]
    finally:
        own.stop()
    assert "cardtui recover" in closed_table(first)
