"""``cardtui backup`` copies the tables of a server that plays on, and proves the copy."""

import asyncio
import errno
import os
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardtui_server.ports.log_store import Damaged, Kept
from cardtui_server.store.backup import back_up, restore
from cardtui_server.store.heads import Head, Heads
from cardtui_server.store.recovery.mend import mend
from cardtui_server.store.sqlite import SqliteStore
from tests.cli.conftest import Cardtui
from tests.support.calling import Caller
from tests.support.playing import House, play


def rows_of(path: Path) -> dict[str, list[bytes]]:
    """Return all logs in a database, read by a process that knows nothing of it."""
    with sqlite3.connect(path) as connection:
        found: dict[str, list[bytes]] = {}
        for table, body in connection.execute(
            "SELECT table_id, body FROM entries ORDER BY table_id, seq"
        ):
            found.setdefault(table, []).append(body)
    connection.close()
    return found


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with a match that was left in the middle."""
    folder = tmp_path_factory.mktemp("begun")

    async def begin() -> None:
        store = SqliteStore(folder / "cardtui.db")
        house = House(store)
        await play(await house.table("truco-argentino"), random.Random(1), 20)
        await house.stop()
        await store.close()

    asyncio.run(begin())
    return folder


@pytest.fixture
def data(begun: Path, tmp_path: Path) -> Path:
    """Return a copy of it for a test."""
    return shutil.copytree(begun, tmp_path / "data")


async def _sit_down(address: str) -> str:
    caller = await Caller.of(address, "Ana")
    made = await caller.create(seat=0)
    await caller.close()
    return str(made.id)


def test_the_tables_of_a_running_server_are_copied_for_oneself_alone(
    cardtui: Cardtui, address: str, tmp_path: Path
) -> None:
    table = asyncio.run(_sit_down(address))
    copy = tmp_path / "copy.db"
    result = cardtui("backup", str(copy))
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"{copy} is a good copy of {tmp_path / 'data' / 'cardtui.db'}: ")
    assert "1 table, " in result.out
    assert copy.stat().st_mode & 0o777 == 0o600
    assert list(rows_of(copy)) == [table]
    assert {each.name for each in tmp_path.iterdir()} == {"copy.db", "data"}
    assert asyncio.run(_sit_down(address)), "the server plays on"


def test_a_match_goes_on_from_the_copy(cardtui: Cardtui, data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert cardtui("backup", str(copy)).code == 0
    kept = rows_of(copy)

    async def go_on(path: Path) -> None:
        store = SqliteStore(path)
        house = House(store)
        await house.lobby.load()
        assert not house.lobby.damaged
        (table,) = house.lobby.public()
        assert await play(await house.lobby.find(table.id), random.Random(2), 10)
        await house.stop()
        await store.close()

    asyncio.run(go_on(data / "cardtui.db"))  # what is lost when you go back to the copy
    # As the help says: all that is called cardtui.db-… goes with the database.
    for each in data.glob("cardtui.db*"):
        each.unlink()
    copy.rename(data / "cardtui.db")
    asyncio.run(go_on(data / "cardtui.db"))
    for table, rows in rows_of(data / "cardtui.db").items():
        assert len(rows) > len(kept[table])
        assert rows[: len(kept[table])] == kept[table]


def test_what_one_plays_alone_is_copied_where_there_is_nothing_else(
    cardtui: Cardtui, data: Path, tmp_path: Path
) -> None:
    (data / "solo").mkdir()
    for each in data.glob("cardtui.db*"):
        each.rename(data / "solo" / each.name)
    assert cardtui("backup", str(tmp_path / "copy.db")).code == 0
    assert rows_of(tmp_path / "copy.db")


def test_where_nobody_has_played_there_is_nothing_to_copy(cardtui: Cardtui, tmp_path: Path) -> None:
    result = cardtui("backup", str(tmp_path / "copy.db"))
    assert (result.code, result.out) == (1, "")
    assert result.err == f"cardtui: There are no tables in {tmp_path / 'data'}.\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("place", "code", "said"),
    [
        ("there.db", 2, "is there already, and is never written over"),
        ("dangling", 2, "is there already"),
        (".", 2, "is a folder"),
        ("data/cardtui.db", 2, "is the database itself"),
        ("link", 2, "is the database itself"),
        ("data/cardtui.db-journal", 2, "is a name that the database itself uses"),
        ("none/copy.db", 2, "cannot be written: No such file or directory"),
        ("there.db/copy.db", 2, "cannot be written: Not a directory"),
        ("x" * 300, 2, "cannot be written: File name too long"),
        ("pipe", 2, "is there already"),
    ],
)
def test_no_place_of_something_else_is_taken(
    cardtui: Cardtui, data: Path, tmp_path: Path, place: str, code: int, said: str
) -> None:
    (tmp_path / "there.db").write_text("mine")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "link").symlink_to(data / "cardtui.db")
    os.mkfifo(tmp_path / "pipe")
    before = _seen(tmp_path)
    result = cardtui("backup", str(tmp_path / place))
    assert (result.code, result.out) == (code, "")
    assert said in result.err
    assert _seen(tmp_path) == before


def _seen(folder: Path) -> dict[str, int]:
    """Return what is in a folder, and since when."""
    return {each.name: each.lstat().st_mtime_ns for each in folder.iterdir() if each.name != "data"}


def test_a_damaged_database_gets_no_copy(cardtui: Cardtui, data: Path, tmp_path: Path) -> None:
    with sqlite3.connect(data / "cardtui.db") as connection:
        connection.execute("UPDATE entries SET body = x'00' WHERE seq = 3")
    connection.close()
    result = cardtui("backup", str(tmp_path / "copy.db"))
    assert result.code == 1
    assert "Nothing was copied." in result.err
    assert "entry 3 of table" in result.err
    assert [each.name for each in tmp_path.iterdir()] == ["data"]


def test_a_database_that_has_lost_what_was_acknowledged_gets_no_copy(
    cardtui: Cardtui, data: Path, tmp_path: Path
) -> None:
    heads = Heads(data / "cardtui.db", afresh=False)
    heads.note("gone", Head(7))
    heads.close()
    result = cardtui("backup", str(tmp_path / "copy.db"))
    assert result.code == 1
    assert "table gone ends with entry 0, but had 7" in result.err
    assert [each.name for each in tmp_path.iterdir()] == ["data"]


SPOILED = [
    "UPDATE logs SET closed = 0 WHERE id = 'closed'",
    "UPDATE logs SET closed = 2 WHERE id = 'open'",
    "UPDATE logs SET closed = 'never' WHERE id = 'open'",
    "UPDATE logs SET closed = 4 WHERE id = 'closed'",
    "DELETE FROM logs WHERE id = 'open'",
    "DELETE FROM logs WHERE id = 'closed'",
    "DELETE FROM entries WHERE table_id = 'open' AND seq = 2",
    "DELETE FROM entries WHERE table_id = 'closed'",
    "UPDATE kept SET seq = 3 WHERE table_id = 'open'",
]


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("statement", ["", *SPOILED])
async def test_the_server_a_copy_and_recovery_call_the_same_logs_damaged(
    tmp_path: Path, statement: str, known: bool
) -> None:
    path = tmp_path / "cardtui.db"
    store = SqliteStore(path)
    for table in ("open", "closed"):
        await store.append(table, 0, [b"one", b"two"], kept=Kept(b"a listing"))
    await store.append("closed", 2, [b"end"], last=True)
    await store.close()
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()
    if not known:
        path.with_name("cardtui.db-heads").unlink()
    said = list[bool]()
    store = SqliteStore(path)
    for table in ("open", "closed"):
        try:
            await store.read(table)
        except Damaged:
            said.append(True)
    await store.close()
    try:
        back_up(path, tmp_path / "copy.db")
        copied = True
    except Damaged:
        copied = False
    assert copied != any(said)
    assert copied or (await mend(path)).backup is not None
    if not statement:
        assert copied


def test_a_full_disk_is_told_and_left_as_it_was(
    cardtui: Cardtui, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def small(*where: object, **how: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*where, **how)  # type: ignore[call-overload] # as it was called
        if "uri" not in how:
            connection.execute("PRAGMA max_page_count = 3")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    result = cardtui("backup", str(tmp_path / "copy.db"))
    assert result.code == 1
    assert "cannot be written: No space left on device." in result.err
    assert [each.name for each in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize("what", ["file", "folder"])
@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC, errno.EDQUOT])
def test_a_copy_that_the_disk_refuses_is_none(
    cardtui: Cardtui,
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    number: int,
) -> None:
    refuse_syncing(monkeypatch, what, number)
    result = cardtui("backup", str(tmp_path / "copy.db"))
    assert (result.code, result.out) == (1, "")
    assert "copy.db cannot be written: " in result.err
    assert [each.name for each in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP])
def test_a_disk_that_cannot_sync_folders_takes_copies(
    cardtui: Cardtui, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    refuse_syncing(monkeypatch, "folder", number)
    assert cardtui("backup", str(tmp_path / "copy.db")).code == 0
    assert rows_of(tmp_path / "copy.db") == rows_of(data / "cardtui.db")


def refuse_syncing(monkeypatch: pytest.MonkeyPatch, what: str, number: int) -> None:
    sync = os.fsync

    def refuse(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode) == (what == "folder"):
            raise OSError(number, os.strerror(number))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", refuse)


@pytest.mark.parametrize("taken", [False, True])
def test_on_a_disk_without_links_nothing_is_written_over_either(
    cardtui: Cardtui, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, taken: bool
) -> None:
    copy = tmp_path / "copy.db"

    def refuse(_source: object, _target: object) -> None:
        if taken:  # by another, at the last moment
            copy.write_text("mine")
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refuse)
    result = cardtui("backup", str(copy))
    assert {each.name for each in tmp_path.iterdir()} == {"copy.db", "data"}
    if taken:
        assert result.code == 2
        assert copy.read_text() == "mine"
    else:
        assert result.code == 0
        assert copy.stat().st_mode & 0o777 == 0o600
        assert rows_of(copy) == rows_of(data / "cardtui.db")


@pytest.mark.parametrize("how", ["circle", "private", "foreign"])
def test_a_database_that_cannot_be_read_is_said_to_be_there(
    cardtui: Cardtui, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    path = data / "cardtui.db"
    refuse = PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if how == "circle":
        path.unlink()
        path.symlink_to(path.name)
    elif how == "private":
        look = os.stat

        def refused(at: Any, *more: Any, **named: Any) -> os.stat_result:
            if str(at).startswith(str(data / "")):
                raise refuse
            return look(at, *more, **named)

        monkeypatch.setattr(os, "stat", refused)
    else:
        read = Path.read_bytes

        def unread(at: Path) -> bytes:
            if at.parent == data:
                raise refuse
            return read(at)

        monkeypatch.setattr(Path, "read_bytes", unread)
        monkeypatch.setattr(sqlite3, "connect", _unable(sqlite3.connect))
    result = cardtui("backup", str(tmp_path / "copy.db"))
    assert (result.code, result.out) == (1, "")
    assert str(path) in result.err
    assert "cannot be read: " in result.err or "cannot be copied (" in result.err
    assert [each.name for each in tmp_path.iterdir()] == ["data"]


def _unable(connect: Callable[..., sqlite3.Connection]) -> Callable[..., sqlite3.Connection]:
    def unable(*where: Any, **how: Any) -> sqlite3.Connection:
        if "uri" in how:
            raise sqlite3.OperationalError("unable to open database file")
        return connect(*where, **how)

    return unable


def _copied_by(program: str, data: Path, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Let a program copy the database to the folder."""
    return subprocess.run(
        [sys.executable, "-c", program, str(folder / "copy.db")],
        check=False,
        timeout=60,
        env={**os.environ, "CARDTUI_DATA": str(data)},
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_copy_that_is_given_up_leaves_nothing(
    data: Path, tmp_path: Path, number: signal.Signals
) -> None:
    program = (
        "import os, signal, sys\n"
        "from cardtui_client.commands.main import run\n"
        "from cardtui_server.store import backup\n"
        f"backup._proved = lambda *_: os.kill(os.getpid(), {int(number)}) or signal.pause()\n"
        "sys.exit(run(['backup', sys.argv[1]]))\n"
    )
    ended = _copied_by(program, data, tmp_path)
    assert ended.returncode == 128 + number
    assert [each.name for each in tmp_path.iterdir()] == ["data"]


def test_a_signal_is_noticed_while_pages_are_copied(data: Path, tmp_path: Path) -> None:
    program = (
        "import os, signal, sqlite3, sys\n"
        "from cardtui_client.commands.main import run\n"
        "class Source(sqlite3.Connection):\n"
        "    def backup(self, target, *, pages, sleep, progress=None):\n"
        "        def after_a_step(*told):\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "            progress(*told)\n"
        "        how = {'progress': after_a_step} if progress else {}\n"
        "        super().backup(target, pages=1, sleep=sleep, **how)\n"
        "connect = sqlite3.connect\n"
        "sqlite3.connect = lambda *at, **how: connect(*at, **how, factory=Source)\n"
        "sys.exit(run(['backup', sys.argv[1]]))\n"
    )
    ended = _copied_by(program, data, tmp_path)
    assert ended.returncode == 128 + signal.SIGINT
    assert [each.name for each in tmp_path.iterdir()] == ["data"]


def test_a_copy_whose_program_is_killed_has_no_name_yet(data: Path, tmp_path: Path) -> None:
    program = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from cardtui_server.store import backup\n"
        "backup._proved = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "backup.back_up(Path(sys.argv[1]), Path(sys.argv[2]))\n"
    )
    arguments = [sys.executable, "-c", program, str(data / "cardtui.db"), str(tmp_path / "copy.db")]
    assert subprocess.run(arguments, check=False, timeout=60).returncode == -signal.SIGKILL
    left = [each.name for each in tmp_path.iterdir() if each != data]
    assert all(name.startswith(".cardtui-unfinished-") for name in left)


async def test_to_go_back_to_a_copy_rests_for_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = tmp_path / "cardtui.db", tmp_path / "copy.db"
    store = SqliteStore(path)
    await store.append("t", 0, [bytes(200_000)])
    await store.close()
    rests = list[float]()
    monkeypatch.setattr("time.sleep", rests.append)
    monkeypatch.setattr("cardtui_server.store.backup._PAGES_AT_ONCE", 10)
    assert back_up(path, copy).entries == 1
    assert rests
    rests.clear()
    assert restore(copy, path).copied.entries == 1
    assert not rests
