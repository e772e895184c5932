"""``cardtui recover`` keeps what is good of a damaged database, and says what is lost."""

import asyncio
import os
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cardtui_client.commands.recover import told
from cardtui_client.hosting.own_server import OwnServer, closed_table
from cardtui_server.app import serve
from cardtui_server.failures import StartError
from cardtui_server.ports.log_store import Player
from cardtui_server.settings import Settings
from cardtui_server.store.data_folder import FolderLock, InUse
from cardtui_server.store.recovery.mend import Mended
from cardtui_server.store.sqlite import SqliteStore
from tests.cli.conftest import Cardtui
from tests.support.nights import by_night
from tests.support.playing import House

LENGTH = 40


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with two tables and a player."""
    folder = tmp_path_factory.mktemp("sound")

    async def play() -> None:
        store = SqliteStore(folder / "cardtui.db")
        house = House(store)
        for _ in range(2):
            table = await house.table()
            for number in range(LENGTH):
                await store.append(table.id, table.state.seq + number, [_talk(number)])
        await store.save_players([Player(b"hash", "p0", "Ana")])
        await house.stop()
        await store.close()

    asyncio.run(play())
    with sqlite3.connect(folder / "cardtui.db") as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return folder


@pytest.fixture
def data(sound: Path, tmp_path: Path) -> Path:
    """Return a copy of it for a test."""
    return shutil.copytree(sound, tmp_path / "data")


def _talk(number: int) -> bytes:
    from cardtui_server.match.entries import Stamped, Talked
    from cardtui_server.wire.journal import WireJournal

    said = Talked(None, "Eva", f"line {number} " + "x" * 150)
    return WireJournal().write(Stamped(1, said), "cacho")


def spoil(data: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(data / "cardtui.db") as connection:
        connection.execute(statement, values)
    connection.close()


def opened(data: Path) -> int:
    """Return how many tables a server lists, and opens when it is asked for them."""

    async def start() -> int:
        server = await serve(Settings(port=0, data=data, thinking=0))
        for table in server._lobby.public():
            await server._lobby.find(table.id)
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
    """Return the damaged databases that are kept, without how long their logs were."""
    kept = sorted(data.glob("cardtui.db.damaged-*"))
    return [each for each in kept if not each.name.endswith("-heads")]


def test_a_good_database_is_left_alone(cardtui: Cardtui, data: Path) -> None:
    before = (data / "cardtui.db").read_bytes()
    result = cardtui("recover")
    assert (result.code, result.err) == (0, "")
    assert "is good: 2 tables" in result.out
    assert (data / "cardtui.db").read_bytes() == before
    assert backups(data) == []


def test_a_damaged_table_keeps_what_was_before_the_damage(cardtui: Cardtui, data: Path) -> None:
    (first, whole), (other, length) = tables(data)
    spoil(data, "UPDATE entries SET body = x'00' WHERE table_id = ? AND seq = 20", first)
    assert opened(data) == 1
    damaged = (data / "cardtui.db").read_bytes()
    result = cardtui("recover")
    assert result.code == 0
    assert (
        "was damaged and has been repaired: 2 tables. The damaged database is kept as" in result.out
    )
    assert f"Table {first} (“table”) goes on from its first 19 entries." in result.out
    assert f"{whole - 19} entries after that are lost." in result.out
    assert f"Table {other} (“table 2”) is intact: {length} entries." in result.out
    assert dict(tables(data)) == {first: 19, other: length}
    assert [each.read_bytes() for each in backups(data)] == [damaged]
    assert opened(data) == 2
    assert "is good" in cardtui("recover").out


def test_a_linked_database_is_mended_where_it_is(
    cardtui: Cardtui, data: Path, tmp_path: Path
) -> None:
    (first, _), (other, length) = tables(data)
    disk, link = tmp_path / "disk", data / "cardtui.db"
    disk.mkdir()
    spoiled = "UPDATE entries SET body = ? WHERE table_id = ? AND seq = 20"
    with closing(sqlite3.connect(link, isolation_level=None)) as connection:
        ((good,),) = connection.execute(
            "SELECT body FROM entries WHERE table_id = ? AND seq = 20", [first]
        )
        connection.execute(spoiled, [b"\0", first])
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute(spoiled, [good, first])
        for side in ("", "-wal"):  # as a crash leaves them: what is good is in the second one
            shutil.copy(f"{link}{side}", disk)
    link.unlink()
    link.symlink_to(disk / "cardtui.db")
    assert "is good: 2 tables" in cardtui("recover").out
    spoil(data, spoiled, b"\0", first)
    assert "was damaged and has been repaired: 2 tables." in cardtui("recover").out
    assert link.readlink() == disk / "cardtui.db"
    assert dict(tables(data)) == {first: 19, other: length}
    assert len(backups(disk)) == 1
    assert opened(data) == 2


@pytest.mark.slow
@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "command",
    [
        ["recover"],
        ["recover", "--results"],
        ["backup", "copy.db"],
        ["host", "--port", "0"],
        ["play", "cacho", "--plain", "--name", "Ana"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize(
    "name", ["cardtui.db", "cardtui.db-wal", *by_night("cardtui.db-journal", "cardtui.db-shm")]
)
def test_a_pipe_in_the_place_of_a_database_is_named_and_not_waited_for(
    cardtui: Cardtui, data: Path, name: str, command: list[str]
) -> None:
    if command[0] == "play":
        (data / "solo").mkdir()
        for each in [*data.glob("cardtui.db*")]:
            each.rename(data / "solo" / each.name)
        data /= "solo"
    (data / name).unlink(missing_ok=True)
    os.mkfifo(data / name)
    result = cardtui(*command)
    assert result.code == (3 if command[0] in ("host", "play") else 1)
    assert f"{data / name} is not a regular file: move it away" in result.err
    assert (data / name).is_fifo()


@pytest.mark.timeout(30)
@pytest.mark.parametrize("command", [["recover"], ["backup", "copy.db"]], ids=" ".join)
def test_nor_is_a_pipe_in_the_place_of_what_was_acknowledged(
    cardtui: Cardtui, data: Path, command: list[str]
) -> None:
    (data / "cardtui.db-heads").unlink(missing_ok=True)
    os.mkfifo(data / "cardtui.db-heads")
    result = cardtui(*command)
    assert (result.code, "regular file" in result.err) in ((1, True), (0, False))


def test_a_table_without_a_beginning_is_lost_and_the_others_stay(
    cardtui: Cardtui, data: Path
) -> None:
    (first, length), other = tables(data)
    spoil(data, "DELETE FROM entries WHERE table_id = ? AND seq = 1", first)
    result = cardtui("recover")
    assert result.code == 1
    assert "was damaged: 1 of 2 tables could be kept. The damaged database is kept as" in result.out
    assert f"Table {first} is lost" in result.out
    assert f"{length} entries or more" in result.out
    assert tables(data) == [other]
    assert opened(data) == 1


def test_a_lost_table_is_named_where_its_first_entry_can_be_read(
    cardtui: Cardtui, data: Path
) -> None:
    (first, _), (other, _) = tables(data)
    spoil(data, "UPDATE entries SET chain = x'00' WHERE seq = 1")
    result = cardtui("recover")
    assert result.code == 1
    assert "was damaged: 0 of 2 tables could be kept." in result.out
    assert f"Table {first} (“table”) is lost" in result.out
    assert f"Table {other} (“table 2”) is lost" in result.out


def test_a_damaged_database_in_which_no_table_is_found_is_not_called_mended(tmp_path: Path) -> None:
    said = told(tmp_path / "cardtui.db", lost := Mended((), 3, tmp_path / "backup"))
    assert "was damaged: no table can be found in it." in said[0]
    assert not lost.all_kept


@pytest.mark.parametrize("language", ["pt_BR", "es_AR"])
def test_the_loss_is_told_in_the_readers_language(
    cardtui: Cardtui, data: Path, language: str
) -> None:
    (first, length), _other = tables(data)
    spoil(data, "UPDATE entries SET body = x'00' WHERE table_id = ? AND seq = 2", first)
    result = cardtui("--language", language, "recover")
    assert result.code == 0
    assert re.search(rf"\b{length - 1} entradas\b", result.out)
    assert "entries" not in result.out
    assert result.out.count("\n") == 3


def test_what_is_no_database_cannot_be_mended(cardtui: Cardtui, data: Path) -> None:
    (data / "cardtui.db").write_bytes(b"no database at all " * 100)
    result = cardtui("recover")
    assert result.code == 1
    assert result.err.startswith(f"cardtui: {data / 'cardtui.db'} cannot be repaired.")


def test_a_database_in_use_is_left_alone(cardtui: Cardtui, data: Path) -> None:
    before = (data / "cardtui.db").read_bytes()
    with FolderLock.take(data):
        result = cardtui("recover")
    assert result.code == 1
    assert result.err == f"cardtui: {data / 'cardtui.db'} is in use: stop its server first.\n"
    assert (data / "cardtui.db").read_bytes() == before


def test_no_server_starts_in_a_folder_that_is_being_mended(
    cardtui: Cardtui, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[str] = []

    async def look(path: Path) -> Mended:
        with pytest.raises(StartError) as error:
            await serve(Settings(port=0, data=path.parent))
        refused.append(str(error.value))
        return Mended((), 0, None)

    monkeypatch.setattr("cardtui_server.store.recovery.mend.mend", look)
    assert cardtui("recover").code == 0
    assert f"{data} is in use by another server or by “cardtui recover”" in refused[0]
    assert opened(data) == 2


def test_a_folder_that_is_not_there_is_refused(cardtui: Cardtui, tmp_path: Path) -> None:
    result = cardtui("recover", "--data", str(tmp_path / "nowhere"))
    assert (result.code, result.out) == (2, "")
    assert f"{tmp_path / 'nowhere'} cannot be read: No such file or directory." in result.err


def test_an_empty_folder_has_nothing_to_mend(cardtui: Cardtui, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    result = cardtui("recover")
    assert result.code == 0
    assert "no tables" in result.out


@pytest.mark.slow
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
        with pytest.raises(InUse):
            FolderLock.take(home / "solo")
    finally:
        own.stop()
    assert "cardtui recover" in closed_table(first)
    FolderLock.take(home / "solo").release()


@pytest.mark.nightly
def test_results_are_counted_anew_when_asked_for(cardtui: Cardtui, data: Path) -> None:
    result = cardtui("recover", "--results")
    assert result.code == 0
    assert "The results of 0 matches are counted." in result.out
    assert "The results" not in cardtui("recover").out
