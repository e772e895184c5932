"""A server of several processes: one lobby, one store; any of them may die, and nothing is lost."""

import asyncio
import contextlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import grpc
import pytest

from cardtui.v1 import lobby_service_pb2, session_service_pb2, table_service_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.arguments import plainest
from cardtui_client.net.address import JoinLine, parse_address, pin_of
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_server import workers
from cardtui_server.app import serve
from cardtui_server.failures import StartError
from cardtui_server.limits import Limits
from cardtui_server.lobby.cluster import BEAT_SECONDS
from cardtui_server.settings import Settings
from cardtui_server.store.backup import back_up
from cardtui_server.store.data_folder import FolderLock, InUse, database_in
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.workers import RunningWorkers, serve_workers
from tests.server.at_table import operator_of, play_some
from tests.support.calling import BOUND, Caller, Stream, person, refused_as
from tests.support.nights import by_night

pytestmark = pytest.mark.slow


def settings(data: Path, port: int = 0, **more: object) -> Settings:
    return Settings(port=port, data=data, thinking=0, limits=Limits.open(), **more)  # type: ignore[arg-type]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RunningWorkers]:
    server = await serve_workers(settings(tmp_path), 2)
    yield server
    await server.stop(0)


def at(server: RunningWorkers, number: int) -> str:
    """Return where one worker is alone."""
    return f"127.0.0.1:{server.own_ports[number]}"


async def both(server: RunningWorkers) -> list[Caller]:
    """Return somebody at each worker."""
    return [await Caller.of(at(server, number), name) for number, name in enumerate(("Ana", "Bia"))]


async def listed(caller: Caller, count: int) -> list[str]:
    """Wait until a caller sees so many tables, and return their ids."""
    async with asyncio.timeout(BOUND):
        while True:
            request = lobby_service_pb2.ListTablesRequest()
            found = (await caller.call(caller.lobby.ListTables, request)).tables
            if len(found) == count:
                return [each.id for each in found]
            await asyncio.sleep(0.02)


async def so(true: Callable[[], bool]) -> None:
    """Wait until something is so of other processes."""
    async with asyncio.timeout(BOUND):
        while not true():  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)


async def came_again(server: RunningWorkers, before: list[int]) -> None:
    """Wait until as many workers serve as before, one of them anew."""
    await so(lambda: server.pids != before and len(server.pids) == len(before))


async def test_the_lobby_is_one_for_all_workers_and_a_restart_is_told_by_all(
    server: RunningWorkers, tmp_path: Path
) -> None:
    ana, bia = await both(server)
    table = await ana.create(seat=0)
    assert await listed(bia, 1) == [table.id]
    with refused_as("MOVED"):
        await bia.join(table.id)
    names = [(await Caller.of(at(server, each), "Ana")).name for each in (0, 1)]
    assert sorted(names) == ["Ana 2", "Ana 3"]
    again = Caller(at(server, 1))
    assert await again.open("Ana", ana.token) == [table.id]
    assert again.name == "Ana"
    streams = [ana.play(table.id), bia.play((await bia.create(seat=0)).id)]
    operator = await operator_of(tmp_path)
    await operator.announce_restart(600, "Updates.")
    for each in streams:
        await each.until(lambda each=each: each.presence.HasField("notice"))
    await operator.announce_restart(1)
    await operator.close()
    async with asyncio.timeout(BOUND):
        await server.wait()


@pytest.mark.nightly
async def test_a_quick_match_goes_where_somebody_waits(server: RunningWorkers) -> None:
    ana, bia = await both(server)
    wanted = lobby_service_pb2.QuickMatchRequest(game="cacho")
    found = (await ana.call(ana.lobby.QuickMatch, wanted)).table
    await listed(bia, 1)
    with refused_as("MOVED"):
        await bia.call(bia.lobby.QuickMatch, wanted)
    there = Caller(at(server, 0))
    await there.open("Bia", bia.token)
    assert (await there.call(there.lobby.QuickMatch, wanted)).table.id == found.id


async def test_two_who_want_a_quick_match_at_two_workers_at_once_meet(
    server: RunningWorkers,
) -> None:
    for game in ("cacho", "cacheta", "truco-paulista"):
        people = [await Connection.open(at(server, number), f"P{number}") for number in (0, 1)]
        found = await asyncio.gather(*(each.quick_match(game) for each in people))
        assert len({each.table.id for each in found}) == 1
        assert len({each.seat for each in found}) == 2
        for each in people:
            await each.close()


@pytest.mark.nightly
async def test_what_a_player_says_at_two_workers_counts_together(tmp_path: Path) -> None:
    limits = replace(Limits.open(), talk_rate=0.001, talk_burst=4)
    server = await serve_workers(replace(settings(tmp_path), limits=limits), 2)
    ana, bia = await both(server)
    tables = [(await each.create(seat=0)).id for each in (ana, bia)]
    there = Caller(at(server, 1))
    await there.open("Ana", ana.token)
    assert await there.join(tables[1]) == 1

    async def say(caller: Caller, table: str) -> None:
        said = table_service_pb2.SayRequest(table=table, text="hello")
        await caller.call(caller.tables.Say, said)

    for _ in range(4):
        await say(ana, tables[0])
    said = 0
    with contextlib.suppress(grpc.aio.AioRpcError):
        while said < 4:
            await asyncio.sleep(BEAT_SECONDS)  # in which the other one hears of it
            await say(there, tables[1])
            said += 1
    assert said < 4
    with refused_as("LIMIT"):
        await say(there, tables[1])
    await say(bia, tables[1])
    await server.stop(0)


@pytest.mark.nightly
async def test_the_operator_names_the_worker_that_is_drained(
    server: RunningWorkers, tmp_path: Path
) -> None:
    ana, _ = await both(server)
    table = (await ana.create(seat=0)).id
    names = [f":{port}" for port in server.own_ports]
    operator = await operator_of(tmp_path)
    with pytest.raises(Refused, match=re.escape(f"say which one, of {', '.join(names)}.")):
        await operator.drain()
    assert (await operator.drain(names[0])).given == 1
    servers = (await operator.get_cluster()).servers
    assert {each.address: each.draining for each in servers} == {names[0]: True, names[1]: False}
    with refused_as("MOVED"):
        await ana.view(table)
    assert (await operator.drain(names[0], end=True)).left == 0
    await operator.close()


async def use_at(caller: Caller, code: str) -> None:
    """Use a code at a worker, once it has heard of it."""
    used = session_service_pb2.UseAccountCodeRequest(code=code)
    async with asyncio.timeout(BOUND):
        while True:
            with contextlib.suppress(grpc.aio.AioRpcError):
                assert (await caller.sessions.UseAccountCode(used)).name == "Ana"
                return
            await asyncio.sleep(0.02)


async def test_an_account_code_is_good_at_every_worker_once(server: RunningWorkers) -> None:
    ana, bia = await both(server)
    made = session_service_pb2.CreateAccountCodeRequest()
    code = (await ana.call(ana.sessions.CreateAccountCode, made)).code
    await use_at(bia, code)
    used = session_service_pb2.UseAccountCodeRequest(code=code)
    with refused_as("BAD_CODE"):
        await ana.sessions.UseAccountCode(used)


async def test_a_client_is_taken_to_the_right_worker_from_any_of_them(
    tmp_path: Path,
) -> None:
    server = await serve_workers(settings(tmp_path, lan=("127.0.0.2",)), 2)
    assert list(server.lan) == [f"127.0.0.2:{server.port}"]
    ana, bia = await both(server)
    tables = {(await each.create(seat=0)).id for each in (ana, bia)}
    for each in (ana, bia):
        await listed(each, 2)
    for host in ("127.0.0.1", "127.0.0.2"):
        for port in (server.port, *server.own_ports):
            pin = pin_of(server.certificate.fingerprint)
            line = JoinLine((parse_address(f"{host}:{port}"),), pin)
            caio = await Connection.open(str(line), "Caio")
            assert {each.id for each in (await caio.list_tables()).tables} == tables
            for table in tables:
                assert (await caio.join(table)).seat == 1
                await caio.leave(table)
            assert caio.address.startswith(host)
            assert caio.join_line.addresses == line.addresses
            await caio.close()
    await server.stop(0)


class Match:
    """Two people at a table of a worker."""

    def __init__(self) -> None:
        self.table = ""
        self.callers: list[Caller] = []
        self.streams: list[Stream] = []
        self.luck = random.Random(7)

    @classmethod
    async def begun(cls, address: str) -> "Match":
        match = cls()
        match.callers = [await Caller.of(address, name) for name in ("Ana", "Bia")]
        made = await match.callers[0].create(game="truco-argentino", seat=0, rated=True)
        match.table = made.id
        await match.callers[1].join(made.id)
        match.streams = [each.play(made.id) for each in match.callers]
        for caller, stream in zip(match.callers, match.streams, strict=True):
            await stream.send()
            await caller.ready(made.id)
        await match.play(10)
        return match

    async def play(self, actions: int) -> None:
        await play_some(self.streams, self.luck, actions)

    async def rest(self) -> int:
        """Wait until nothing comes by itself, and return the number of the last update."""
        while not (told := await self.callers[0].view(self.table)).view.to_act:
            await self.streams[0].reach(told.seq + 1)
        for stream in self.streams:
            await stream.reach(told.seq)
        return told.seq

    async def go_on(self, address: str, seq: int) -> None:
        """Come back at another worker, after the update of that number."""
        before, self.callers = self.callers, [Caller(address) for _ in self.callers]
        for caller, was in zip(self.callers, before, strict=True):
            assert await caller.open("", was.token) == [self.table]
        async with asyncio.timeout(BOUND):
            while True:  # until the others know that its worker is gone
                with contextlib.suppress(grpc.aio.AioRpcError):
                    await self.callers[0].view(self.table)
                    break
                await asyncio.sleep(0.02)
        self.streams = [each.play(self.table, after=seq) for each in self.callers]
        for caller, stream in zip(self.callers, self.streams, strict=True):
            stream.see(await caller.view(self.table))
            await stream.send()

    async def finish(self) -> None:
        """Have people give up hand after hand."""
        first, *_ = self.streams
        while True:
            await first.until(lambda: first.view.to_act or first.view.phase == Phase.PHASE_OVER)
            if first.view.phase == Phase.PHASE_OVER:
                return
            stream = self.streams[first.view.to_act[0]]
            await stream.reach(first.seq)
            choices = sorted(stream.own.choices, key=lambda each: each.action.HasField("resign"))
            reply = await stream.act(plainest(choices[-1]), expected=stream.position)
            assert not reply.HasField("refusal"), reply
            await first.reach(reply.seq)


async def test_a_match_goes_on_when_its_worker_is_killed_and_counts_once(
    server: RunningWorkers,
) -> None:
    match, before = await Match.begun(at(server, 0)), server.pids
    watcher = await Caller.of(at(server, 1), "Caio")
    await listed(watcher, 1)
    seq, began = await match.rest(), time.monotonic()
    os.kill(before[0], signal.SIGKILL)
    await match.go_on(at(server, 1), seq)
    await match.play(4)
    await came_again(server, before)
    anew = Caller(at(server, 0))
    await anew.open("", watcher.token)
    assert time.monotonic() - began < 3 + 2 * os.getloadavg()[0] / (os.cpu_count() or 1)
    assert anew.name == "Caio"
    assert await listed(anew, 1) == [match.table]
    await match.finish()
    told = []
    for number in (0, 1):
        asks = Caller(at(server, number))
        await asks.open("", match.callers[0].token)
        (game,) = (await person(asks)).games
        assert game.won + game.lost == 1
        ranking = lobby_service_pb2.GetRankingRequest()
        told.append((game, await asks.call(asks.lobby.GetRanking, ranking)))
    assert told[0] == told[1]


class Speaker:
    """Somebody who says a line after the other at a table, wherever it is."""

    def __init__(self, connection: Connection, table: str) -> None:
        self.said: list[str] = []
        self.table = table
        self._connection = connection
        self._more = asyncio.Event()
        self._speaking = asyncio.create_task(self._speak())

    async def _speak(self) -> None:
        while True:
            line = f"{self._connection.name} {len(self.said)} over"
            try:
                await self._connection.say(self.table, line)
            except (Refused, Unreachable):
                await asyncio.sleep(0.02)
                await self._connection.go_to_another()
            else:
                self.said.append(line)
                self._more.set()

    async def says(self, lines: int) -> None:
        """Wait until so many more are acknowledged."""
        wanted = len(self.said) + lines
        async with asyncio.timeout(BOUND):
            while len(self.said) < wanted:
                self._more.clear()
                await self._more.wait()

    async def stop(self) -> None:
        self._speaking.cancel()
        await asyncio.wait([self._speaking])
        await self._connection.close()


@pytest.mark.nightly
@pytest.mark.parametrize("kills", [2, *by_night(4)])
async def test_no_acknowledged_line_is_lost_however_often_workers_are_killed(
    tmp_path: Path, kills: int
) -> None:
    server, luck, speakers = await serve_workers(settings(tmp_path), 2), random.Random(1), []
    for number in range(6):
        ana = await Connection.open(server.address, f"Ana{number}")
        wanted = lobby_service_pb2.CreateTableRequest(game="cacho", seats=2, seat=0)
        speakers.append(Speaker(ana, (await ana.create_table(wanted)).table.id))
    for _ in range(kills):
        await asyncio.gather(*(each.says(10) for each in speakers))
        before = server.pids
        os.kill(luck.choice(before), signal.SIGKILL)
        await came_again(server, before)
    await asyncio.gather(*(each.says(10) for each in speakers))
    for each in speakers:
        await each.stop()
    await server.stop(0)
    store = SqliteStore(database_in(tmp_path))
    for each in speakers:
        rows = await store.read(each.table)
        for line in each.said:
            assert any(line.encode() in row for row in rows), line
    await store.close()


def test_a_server_of_one_process_loads_nothing_of_workers() -> None:
    looks = (
        "import sys, cardtui_server.__main__ as _; print('cardtui_server.workers' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", looks], text=True) == "False\n"


async def test_a_worker_that_is_told_to_stop_gives_its_tables_to_the_others(
    server: RunningWorkers,
) -> None:
    match, before = await Match.begun(at(server, 0)), server.pids
    await listed(await Caller.of(at(server, 1), "Caio"), 1)
    seq = await match.rest()
    os.kill(before[0], signal.SIGTERM)
    await match.streams[0].rest()
    end = match.streams[0].end
    assert end.reason == table_service_pb2.END_REASON_MOVED
    assert end.address == f":{server.own_ports[1]}"
    await match.go_on(at(server, 1), seq)
    await match.play(4)
    await came_again(server, before)


async def test_a_worker_that_stands_still_is_ended_and_started_again(
    server: RunningWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, before = await Match.begun(at(server, 0)), server.pids
    seq = await match.rest()
    monkeypatch.setattr(workers, "_MOST_SILENT_LOOKS", 1)
    os.kill(before[0], signal.SIGSTOP)
    await came_again(server, before)
    await match.go_on(at(server, 1), seq)
    await match.play(4)


async def test_no_worker_is_ended_while_it_reads_its_tables(
    server: RunningWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = server.pids
    server._workers[1].serves = False
    monkeypatch.setattr(workers, "_MOST_SILENT_LOOKS", 0)
    monkeypatch.setattr(workers, "_LOOK_SECONDS", 0.01)
    await so(lambda: server.pids[:1] not in ([], before[:1]))
    server._workers[1].serves = True
    assert server.pids[1:] == before[1:]


@pytest.mark.nightly
async def test_all_workers_are_told_when_what_they_share_can_be_written_again(
    server: RunningWorkers,
) -> None:
    people = await both(server)
    tables = [(await each.create(seat=0)).id for each in people]
    streams = [each.play(table) for each, table in zip(people, tables, strict=True)]
    execute = server._store._writer.connection.execute
    execute("PRAGMA max_page_count = 1")
    for caller, stream in zip(people, streams, strict=True):
        line = table_service_pb2.SayRequest(table=tables[streams.index(stream)], text=150 * "x")
        with refused_as("READ_ONLY"):
            for _ in range(1000):
                await caller.call(caller.tables.Say, line)
        await stream.until(lambda stream=stream: stream.presence.HasField("stopped"))
    execute("PRAGMA max_page_count = 1000000")
    for stream in streams:
        await stream.until(lambda stream=stream: not stream.presence.HasField("stopped"))


@pytest.mark.nightly
async def test_a_worker_that_cannot_be_started_again_is_tried_again_and_the_others_serve(
    server: RunningWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = server.pids
    with monkeypatch.context() as patched:
        patched.setattr(sys, "executable", shutil.which("false"))
        os.kill(before[1], signal.SIGKILL)
        await so(lambda: server.pids == before[:1])
        await Caller.of(at(server, 0), "Ana")
    await came_again(server, before)
    await Caller.of(at(server, 1), "Bia")


PARENT = """
import asyncio, sys
from pathlib import Path
from cardtui_server.__main__ import stop_on_signals
from cardtui_server.settings import Settings
from cardtui_server.workers import serve_workers

async def main():
    server = await serve_workers(Settings(port=0, data=Path(sys.argv[1])), 2)
    stop_on_signals(server)
    print(*server.pids, server.own_ports[0], flush=True)
    await server.wait()
    await server.stop()

asyncio.run(main())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, *by_night(signal.SIGTERM)])
async def test_workers_end_with_their_parent(tmp_path: Path, how: signal.Signals) -> None:
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PARENT, str(tmp_path)), stdout=subprocess.PIPE
    )
    assert parent.stdout is not None
    *pids, port = map(int, (await parent.stdout.readline()).split())
    ana = await Caller.of(f"127.0.0.1:{port}", "Ana")
    table = await ana.create(seat=0)
    stream = ana.play(table.id)
    await stream.next()
    parent.send_signal(how)
    if how is signal.SIGTERM:
        await stream.rest()
        assert stream.end.reason == table_service_pb2.END_REASON_SHUTDOWN
    assert await asyncio.wait_for(parent.wait(), BOUND) == (-how if how == signal.SIGKILL else 0)
    await so(lambda: not any(map(runs, pids)))
    store = SqliteStore(database_in(tmp_path))
    tables = [each.id async for page in store.open_tables() for each in page]
    assert tables == [table.id]
    await store.close()


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_folder_goes_to_workers_and_back(tmp_path: Path) -> None:
    one = await serve(settings(tmp_path))
    ana = await Caller.of(one.address, "Ana")
    table = await ana.create(seat=0)
    await one.stop(0)
    for _ in range(2):
        server = await serve_workers(settings(tmp_path), 3)
        people = [Caller(at(server, number)) for number in range(3)]
        for again in people:
            assert await again.open("", ana.token) == [table.id]
        with pytest.raises(InUse):
            FolderLock.take(tmp_path)
        back_up(database_in(tmp_path), tmp_path / "copy.db")
        (tmp_path / "copy.db").unlink()
        await people[2].view(table.id)
        await server.stop(0)
    one = await serve(settings(tmp_path))
    again = Caller(one.address)
    assert await again.open("", ana.token) == [table.id]
    assert (await again.view(table.id)).table.id == table.id
    await one.stop(0)


async def test_a_second_server_is_refused_at_the_folder_and_at_each_port(
    server: RunningWorkers, tmp_path: Path
) -> None:
    with pytest.raises(StartError, match="is in use by another server"):
        await serve_workers(settings(tmp_path), 2)
    for port in (server.port, server.own_ports[0]):
        with pytest.raises(StartError, match=f"Port {port} of 127.0.0.1 is in use"):
            await serve(settings(tmp_path / "other", port))
        with pytest.raises(StartError, match=f"Port {port} of 127.0.0.1 is in use"):
            await serve_workers(settings(tmp_path / "other", port), 2)


async def test_there_must_be_ports_enough(tmp_path: Path) -> None:
    with pytest.raises(StartError, match="up to 65537"):
        await serve_workers(settings(tmp_path, 65_525), 2)


async def test_what_keeps_a_worker_from_starting_is_told(tmp_path: Path) -> None:
    with pytest.raises(StartError, match="is not an address of this machine"):
        await serve_workers(settings(tmp_path, lan=("203.0.113.1",)), 2)
    FolderLock.take(tmp_path).release()
