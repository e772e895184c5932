"""A server in a process of its own: killed, stopped, started where it cannot be."""

import asyncio
import errno
import json
import os
import random
import signal
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import Mock

import grpc
import pytest

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_client.net.discovery import noted_servers
from cardtui_server import run_file
from cardtui_server.app import serve
from cardtui_server.failures import StartError
from cardtui_server.ports.log_store import Damaged, DamagedStore
from cardtui_server.settings import Settings
from cardtui_server.store.data_folder import FolderLock, InUse
from cardtui_server.store.sqlite import SqliteStore
from tests.server.at_table import play_some
from tests.support.calling import BOUND, Caller, reason
from tests.support.raw_http2 import connect, until_few_are_open


class Process:
    """A server's process."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self.process = process
        self.address = address

    async def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        async with asyncio.timeout(BOUND):
            return await self.process.wait()


async def started(
    data: Path, *arguments: str, program: Sequence[str] = ("-m", "cardtui_server")
) -> Process:
    """Start a server and wait until it says that it is ready."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, *program, "--port", "0", "--data", str(data),
        "--thinking", "0", "--unlimited", *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "CARDTUI_DATA": str(data)},
    )  # fmt: skip
    assert process.stdout is not None
    async with asyncio.timeout(60):
        line = (await process.stdout.readline()).decode().split()
    assert line, (await process.communicate())[1].decode()
    assert line[0] == "ready"
    return Process(process, line[1])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has prlimit")
async def test_where_few_files_may_be_open_newcomers_come_in_among_idle_connections(
    data: Path,
) -> None:
    few = "import resource, runpy; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64));"
    server = await started(
        data, program=("-c", f"{few} runpy.run_module('cardtui_server', run_name='__main__')")
    )
    port = int(server.address.rpartition(":")[2])
    with ExitStack() as open_ones:
        idle = [open_ones.enter_context(connect(port)) for _ in range(90)]
        async with asyncio.timeout(BOUND):
            await asyncio.to_thread(until_few_are_open, idle, 16)
        for number in range(3):
            ana = Caller(server.address)
            await ana.open(f"Ana {number}")
            await ana.close()
    assert await server.end(signal.SIGTERM) == 0
    assert server.process.stderr is not None
    told = [json.loads(line) for line in (await server.process.stderr.read()).splitlines()]
    few_files = "fewer files may be open than connections allowed"
    assert [each["files"] for each in told if each["event"] == few_files] == [64]
    assert all(each["level"] != "error" and "exception" not in each for each in told)


@pytest.mark.slow
async def test_a_server_that_was_killed_comes_back_where_it_was(data: Path) -> None:
    """Killed in mid-hand: every acknowledged act is there, and the streams resume."""
    server = await started(data)
    callers = [Caller(server.address) for _ in range(4)]
    table = ""
    for seat, caller in enumerate(callers):
        await caller.open(f"P{seat}")
        if not table:
            far = {"target": tables_pb2.OptionValue(number=120)}
            game = await caller.create(game="truco-argentino", seats=4, seat=0, options=far)
            table = game.id
        else:
            await caller.join(table, seat)
    streams = [caller.play(table) for caller in callers]
    for caller, stream in zip(callers, streams, strict=True):
        await stream.send()
        await caller.ready(table)
    luck = random.Random(7)
    await play_some(streams, luck, 40)
    # Once somebody is to act, nothing more comes by itself: no pack is on its way.
    while not (told := await callers[0].view(table)).view.to_act:
        await streams[0].reach(told.seq + 1)
    seq = told.seq
    for stream in streams:
        await stream.reach(seq)
    with pytest.raises(InUse):
        FolderLock.take(data)
    assert await server.end(signal.SIGKILL) == -signal.SIGKILL
    FolderLock.take(data).release()
    for caller in callers:
        await caller.close()

    server = await started(data)
    again = [Caller(server.address) for _ in range(4)]
    resumed = []
    for caller, before, stream in zip(again, callers, streams, strict=True):
        assert await caller.open("", before.token) == [table]
        told = await caller.view(table)
        told.ClearField("presence")
        stream.knows(told)
        # Who has the last update gets no snapshot, but what comes next.
        back = caller.play(table, after=seq)
        back.see(told)
        await back.send()
        resumed.append(back)
    await play_some(resumed, luck, 40)
    assert all(stream.snapshots == 1 for stream in resumed)
    for caller in again:
        await caller.close()
    assert await server.end(signal.SIGTERM) == 0


@pytest.mark.nightly(reason="make kills, a hundred times in make proofs")
async def test_no_acknowledged_line_is_lost_however_often_the_server_is_killed(data: Path) -> None:
    said: list[str] = []
    token = table = ""
    for life in range(3):
        server = await started(data)
        ana = Caller(server.address)
        await ana.open("Ana", token)
        token = ana.token
        table = table or (await ana.create(seat=0)).id
        found = [each.text for each in (await ana.view(table)).talk]
        # A line that was written but not acknowledged may be there, too; none is missing.
        assert [line for line in found if line in said] == said
        for number in range(8):
            line = f"life {life} line {number}"
            await ana.call(ana.tables.Say, table_service_pb2.SayRequest(table=table, text=line))
            said.append(line)
        request = table_service_pb2.SayRequest(table=table, text=f"last of {life}")
        last = asyncio.ensure_future(ana.call(ana.tables.Say, request))
        await asyncio.sleep(0)
        await server.end(signal.SIGKILL)
        await asyncio.wait([last])
        if last.exception() is None:
            said.append(request.text)
        await ana.close()


@pytest.mark.slow
async def test_a_server_that_is_told_to_stop_says_so_and_ends_well(data: Path) -> None:
    server = await started(data, "--note")
    assert [note.address for note in noted_servers(data)] == [server.address]
    ana = await Caller.of(server.address, "Ana")
    stream = ana.play((await ana.create(seat=0)).id)
    await stream.next()
    server.process.send_signal(signal.SIGTERM)
    await stream.rest()
    assert stream.end.reason == table_service_pb2.END_REASON_SHUTDOWN
    async with asyncio.timeout(BOUND):
        assert await server.process.wait() == 0
    assert noted_servers(data) == []
    await ana.close()


_PATIENT = """
import cardtui_server.__main__
cardtui_server.__main__.GRACE = 3600.0
cardtui_server.__main__.main()
"""


@pytest.mark.slow
async def test_a_thread_that_thinks_gives_way_to_the_loop_within_a_millisecond() -> None:
    program = """
import sys
from cardtui_server.__main__ import run

async def tell():
    print(sys.getswitchinterval())

run(tell())
"""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(BOUND):
        said, _ = await process.communicate()
    assert float(said) <= 0.001


@pytest.mark.slow
async def test_a_second_signal_ends_at_once(data: Path) -> None:
    server = await started(data, program=("-c", _PATIENT))
    ana = await Caller.of(server.address, "Ana")
    # A reader who holds its stream open would be waited for.
    stream = ana.play((await ana.create(seat=0)).id)
    await stream.next()
    server.process.send_signal(signal.SIGTERM)
    await stream.until(lambda: stream.end.reason)
    server.process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(BOUND):
        assert await server.process.wait() == 0
    await ana.close()


# --- where it cannot start -----------------------------------------------------------------


async def test_a_port_that_is_taken_is_told() -> None:
    first = await serve(Settings(port=0))
    with pytest.raises(StartError, match=rf"Port {first.port} of 127.0.0.1 is in use") as error:
        await serve(Settings(port=first.port))
    assert "--port" in str(error.value)
    await first.stop()


async def test_a_data_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StartError, match="cannot be made") as error:
        await serve(Settings(port=0, data=tmp_path / "file" / "data"))
    assert "--data" in str(error.value)


async def test_a_data_folder_that_may_not_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The superuser, who may run these tests, may write anywhere: so the answer is given for it.
    monkeypatch.setattr(os, "access", Mock(return_value=False))
    with pytest.raises(StartError, match="may not be read and written"):
        await serve(Settings(port=0, data=tmp_path))


async def test_a_data_folder_that_may_not_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbidden = PermissionError(errno.EACCES, "Permission denied")
    monkeypatch.setattr(os, "open", Mock(side_effect=forbidden))
    with pytest.raises(StartError, match="may not be read and written"):
        await serve(Settings(port=0, data=tmp_path))


async def test_a_data_folder_on_a_disk_without_locks_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = OSError(errno.ENOLCK, "No locks available")
    monkeypatch.setattr("portalocker.portalocker.LOCKER", Mock(side_effect=none))
    with pytest.raises(StartError, match=r"cannot be locked \(No locks available\)"):
        await serve(Settings(port=0, data=tmp_path))


@pytest.mark.parametrize("error", [RuntimeError("a fault"), asyncio.CancelledError()])
async def test_a_server_that_does_not_start_lets_go_of_its_database_whatever_went_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    store = SqliteStore(tmp_path / "cardtui.db")
    monkeypatch.setattr(store, "players", Mock(side_effect=error))
    with pytest.raises(type(error)):
        await serve(Settings(port=0, data=tmp_path), store=store)
    assert not (tmp_path / "cardtui.db-wal").exists()  # it goes with the last who has it open
    FolderLock.take(tmp_path).release()


async def test_a_server_whose_note_cannot_be_written_is_stopped_and_says_so(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDTUI_DATA", str(tmp_path))
    (tmp_path / "running").write_text("in the way")
    before = asyncio.all_tasks()
    with pytest.raises(StartError, match=r"note .* cannot be written in .* \(File exists\)"):
        await serve(Settings(port=0, data=data, note=True))
    FolderLock.take(data).release()
    assert not (data / "cardtui.db-wal").exists()
    assert asyncio.all_tasks() <= before


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Damaged("an entry is not as written"), "damaged: ask the person who runs the server"),
        (DamagedStore("a page is not as written"), "cannot be read now: try again later"),
        (OSError(errno.EIO, "Input/output error"), "cannot be read now: try again later"),
    ],
)
async def test_a_player_who_asks_what_was_played_is_told_that_the_log_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    store = SqliteStore(tmp_path / "cardtui.db")
    server = await serve(Settings(port=0, data=tmp_path), store=store)
    ana = await Caller.of(server.address, "Ana")
    table = (await ana.create(seat=0)).id
    monkeypatch.setattr(store, "read", Mock(side_effect=error))
    record = table_service_pb2.GetRecordRequest(table="one that is closed", match=1)
    history = table_service_pb2.GetHistoryRequest(table=table)
    for call in (
        ana.tables.GetRecord(record, metadata=ana.metadata, timeout=30),
        ana.tables.GetHistory(history, metadata=ana.metadata, timeout=30),
    ):
        with pytest.raises(grpc.aio.AioRpcError, match=said) as told:
            await anext(aiter(call))
        assert reason(told.value) == "INTERNAL"
    await ana.close()
    await server.stop(grace=0)


@pytest.mark.slow
async def test_a_damaged_table_stays_closed_and_the_others_open(data: Path) -> None:
    server = await started(data)
    ana = await Caller.of(server.address, "Ana")
    spoiled, good = [(await ana.create(seat=0)).id for _ in range(2)]
    await ana.close()
    await server.end(signal.SIGTERM)
    with sqlite3.connect(data / "cardtui.db") as connection:
        connection.execute(
            "UPDATE entries SET body = x'00' WHERE seq = 2 AND table_id = ?", (spoiled,)
        )
    connection.close()
    again = await serve(Settings(port=0, data=data))
    again_ana = Caller(again.address)
    assert await again_ana.open(token=ana.token) == [good]
    assert (await again_ana.view(good)).seq
    with pytest.raises(grpc.aio.AioRpcError, match="is damaged"):
        await again_ana.view(spoiled)
    await again_ana.close()
    assert list(again.damaged) == [spoiled]
    assert "cardtui recover" in again.damaged[spoiled]
    await again.stop(grace=0)


async def test_a_database_that_is_damaged_as_a_whole_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cardtui.db").write_bytes(b"no database" * 1000)
    with pytest.raises(StartError, match=r"damaged.*cardtui recover"):
        await serve(Settings(port=0, data=tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("why", ["is damaged", "is in use by another server"])
async def test_the_command_says_in_a_sentence_why_it_cannot_start(tmp_path: Path, why: str) -> None:
    (tmp_path / "cardtui.db").write_bytes(b"no database" * 1000)
    # A recovery would hold the folder just so.
    lock = FolderLock.take(tmp_path) if "in use" in why else None
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "cardtui_server", "--port", "0", "--data", str(tmp_path),
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    async with asyncio.timeout(60):
        _, errors = await process.communicate()
    assert process.returncode == 1
    assert errors.decode().count("\n") == 1
    assert why in errors.decode()
    if lock is not None:
        lock.release()


# --- the note ------------------------------------------------------------------------------


def test_a_note_of_a_server_that_died_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDTUI_DATA", str(tmp_path))
    dead, living = 2**22 + 1, os.getpid()
    for pid in (dead, living):
        run_file.write("127.0.0.1:1", pid, b"")
    notes = tmp_path / "running"
    assert sorted(notes.iterdir()) == [notes / f"{living}.json"]
    run_file.remove()
    assert not [*notes.iterdir()]
