"""``cardtui restore`` goes back to a copy, once it is proved, and keeps what was there."""

import asyncio
import errno
import os
import random
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.store.sqlite_database import SCHEMA_VERSION
from tests.cli.conftest import Cardtui
from tests.support.playing import House, play
from tests.support.programs import Program


def rows_of(path: Path) -> list[tuple[str, int, bytes]]:
    """Return the entries of all logs in a database."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(
            "SELECT table_id, seq, body FROM entries ORDER BY table_id, seq"
        ).fetchall()


def play_on(folder: Path, seed: int) -> None:
    """Play twenty acts at a table there: the one that is there, or else a new one."""

    async def go_on() -> None:
        store = SqliteStore(folder / "cardtui.db")
        house = House(store)
        await house.lobby.load()
        found = house.lobby.public()
        if found:
            assert not house.lobby.damaged
            table = await house.lobby.find(found[0].id)
        else:
            table = await house.table("truco-argentino")
        await play(table, random.Random(seed), 20)
        await house.stop()
        await store.close()

    asyncio.run(go_on())


def seen(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder, with what is in them."""
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with a match that was left in the middle."""
    folder = tmp_path_factory.mktemp("begun")
    play_on(folder, 1)
    return folder


@pytest.fixture
def data(begun: Path, tmp_path: Path) -> Path:
    """Return a copy of it for a test."""
    return shutil.copytree(begun, tmp_path / "data")


@pytest.fixture
def copy(cardtui: Cardtui, data: Path, tmp_path: Path) -> Path:
    """Return a copy of it, after which the match went on."""
    made = tmp_path / "copy.db"
    assert cardtui("backup", str(made)).code == 0
    play_on(data, 2)
    return made


def test_the_match_goes_on_from_the_copy_and_what_came_after_it_is_kept(
    cardtui: Cardtui, data: Path, copy: Path
) -> None:
    then, now = rows_of(copy), rows_of(data / "cardtui.db")
    as_it_was = copy.read_bytes()
    result = cardtui("restore", str(copy))
    assert (result.code, result.err) == (0, "")
    assert f"{data / 'cardtui.db'} is as in {copy} now: 1 table, {len(then)} entries." in result.out
    kept = Path(result.out.split("kept as ")[1].strip().removesuffix("."))
    assert rows_of(kept) == now
    assert rows_of(data / "cardtui.db") == then
    assert copy.read_bytes() == as_it_was
    assert (data / "cardtui.db").stat().st_mode & 0o777 == 0o600
    play_on(data, 3)  # it asserts that no table is damaged
    assert rows_of(data / "cardtui.db")[: len(then)] == then
    assert cardtui("restore", str(kept)).code == 0, "and back again"
    assert rows_of(data / "cardtui.db") == now


def test_what_a_crash_left_beside_the_database_is_kept_and_not_read_into_the_copy(
    cardtui: Cardtui, data: Path, copy: Path, tmp_path: Path
) -> None:
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    with closing(sqlite3.connect(data / "cardtui.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("UPDATE players SET name = name")
        connection.execute("DELETE FROM results")
        connection.execute("CREATE TABLE only_in_the_log (a)")
        for side in ("", "-wal", "-heads"):
            shutil.copy(data / f"cardtui.db{side}", crashed)
    before = seen(crashed)
    assert cardtui("restore", str(copy), "--data", str(crashed)).code == 0
    after = seen(crashed)
    assert rows_of(crashed / "cardtui.db") == rows_of(copy)
    kept = min(name for name in after if name.startswith("cardtui.db.replaced-"))
    for side in ("", "-wal", "-heads"):
        assert after[f"{kept}{side}"] == before[f"cardtui.db{side}"]
    assert "cardtui.db-heads" not in after


def test_an_empty_folder_takes_the_copy(cardtui: Cardtui, copy: Path, tmp_path: Path) -> None:
    new = tmp_path / "new" / "machine"
    result = cardtui("restore", str(copy), "--data", str(new))
    assert (result.code, result.err) == (0, "")
    assert "kept as" not in result.out
    assert rows_of(new / "cardtui.db") == rows_of(copy)
    assert [each.name for each in new.iterdir()] == ["cardtui.db"]


def test_what_one_plays_alone_goes_back_where_it_was(
    cardtui: Cardtui, data: Path, copy: Path
) -> None:
    (data / "solo").mkdir()
    for each in data.glob("cardtui.db*"):
        each.rename(data / "solo" / each.name)
    assert cardtui("restore", str(copy)).code == 0
    assert rows_of(data / "solo" / "cardtui.db") == rows_of(copy)
    assert not (data / "cardtui.db").exists()


def test_a_linked_database_is_replaced_where_it_is(
    cardtui: Cardtui, data: Path, copy: Path, tmp_path: Path
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    for each in data.glob("cardtui.db*"):
        each.rename(disk / each.name)
    (data / "cardtui.db").symlink_to(disk / "cardtui.db")
    assert cardtui("restore", str(copy)).code == 0
    assert (data / "cardtui.db").is_symlink()
    assert rows_of(disk / "cardtui.db") == rows_of(copy)


def test_a_damaged_database_is_no_hindrance(cardtui: Cardtui, data: Path, copy: Path) -> None:
    (data / "cardtui.db").write_bytes(b"spoilt")
    assert cardtui("restore", str(copy)).code == 0
    assert rows_of(data / "cardtui.db") == rows_of(copy)


def test_a_folder_in_use_is_refused(cardtui: Cardtui, address: str, tmp_path: Path) -> None:
    assert address
    copy = tmp_path / "copy.db"
    assert cardtui("backup", str(copy)).code == 0
    before = seen(tmp_path / "data")
    result = cardtui("restore", str(copy))
    assert (result.code, result.out) == (1, "")
    assert "is in use: stop its server first." in result.err
    assert seen(tmp_path / "data").keys() == before.keys()


SPOILT = {
    "entry": "UPDATE entries SET body = x'00' WHERE seq = 3",
    "lost": "DELETE FROM entries WHERE seq > 5",
    "no table": "DROP TABLE entries",
}


@pytest.mark.parametrize("how", [*SPOILT, "text", "empty", "cut"])
def test_what_is_no_good_copy_changes_nothing(
    cardtui: Cardtui, data: Path, copy: Path, how: str
) -> None:
    if how in SPOILT:
        with closing(sqlite3.connect(copy)) as connection, connection:
            connection.execute(SPOILT[how])
    elif how == "cut":
        os.truncate(copy, 3 * 4096)
    else:
        copy.write_text("" if how == "empty" else "Dear Ana, " * 1000)
    before = seen(data)
    result = cardtui("restore", str(copy))
    assert (result.code, result.out) == (1, "")
    assert f"{copy} is not a good copy of tables (" in result.err
    assert "nothing was changed" in result.err
    assert seen(data) == before


def test_a_copy_of_another_version_is_refused(cardtui: Cardtui, data: Path, copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = seen(data)
    result = cardtui("restore", str(copy))
    assert result.code == 1
    assert (
        f"The database {copy} was written by another version of cardtui: use that one" in result.err
    )
    assert seen(data) == before


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("none.db", "cannot be read: No such file or directory."),
        (".", "cannot be read: Not a regular file."),
        ("pipe", "cannot be read: Not a regular file."),
        ("data/cardtui.db", "is the database itself: name a copy of it."),
        ("link", "is the database itself"),
    ],
)
def test_what_cannot_be_a_copy_is_named(
    cardtui: Cardtui, data: Path, tmp_path: Path, file: str, said: str
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(data / "cardtui.db")
    before = seen(data)
    result = cardtui("restore", str(tmp_path / file))
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert seen(data) == before


@pytest.mark.parametrize("nth", [1, 2, 3, 4])
def test_a_disk_that_fills_up_costs_nothing_but_a_sentence(
    cardtui: Cardtui, data: Path, copy: Path, monkeypatch: pytest.MonkeyPatch, nth: int
) -> None:
    left, sync = [nth], os.fsync

    def fill(descriptor: int) -> None:
        left[0] -= 1
        if not left[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(descriptor)

    before = seen(data)
    monkeypatch.setattr(os, "fsync", fill)
    result = cardtui("restore", str(copy))
    assert (result.code, result.out) == (1, "")
    assert "cannot be written (No space left on device)" in result.err
    assert seen(data) == before


def test_the_help_of_backup_names_the_way_back(cardtui: Cardtui) -> None:
    assert "cardtui restore FILE" in cardtui("backup", "--help").out


@pytest.mark.slow
def test_the_rehearsal_of_the_guide_lets_nobody_in_from_the_network(tmp_path: Path) -> None:
    guide = Path(__file__).parents[2] / "docs" / "operations.md"
    found = re.search(
        r"`(?:CARDTUI_CONFIG=(\S+) )?club --data \S+/rehearsal (host[^`]+)`",
        guide.read_text(encoding="utf-8"),
    )
    assert found is not None
    club = tmp_path / "config.toml"
    club.write_text('listen = "127.0.0.9"\n')
    env = {"CARDTUI_DATA": str(tmp_path / "rehearsal"), "LC_ALL": "C.UTF-8"}
    program = Program(*found[2].split(), env=env | {"CARDTUI_CONFIG": found[1] or str(club)})
    try:
        program.wait_for("Ctrl-C stops the server")
        assert "127.0.0.9" not in program.text
    finally:
        program.end()
