"""Your own server: one for all windows, whichever started it; it ends with the last."""

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from cardtui.v1 import lobby_service_pb2, table_service_pb2, tables_pb2
from cardtui_client.commands.session import open_connection, open_own, own_server_meant
from cardtui_client.hosting import own_server
from cardtui_client.hosting.own_server import (
    SOLO,
    Ending,
    NotStarted,
    OwnServer,
    ServerHold,
    wait_until_free,
)
from cardtui_client.model.table import Status
from cardtui_client.net.address import pin_of
from cardtui_client.net.connection import Connection
from cardtui_client.net.discovery import running_servers
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_client.net.known_servers import Tokens
from cardtui_client.net.sessions import tidy_up
from cardtui_client.settings import Settings
from cardtui_server import operator_file
from cardtui_server.store.data_folder import FolderLock, InUse
from tests.support.calling import SWIFT, running
from tests.support.nights import by_night


class Windows(list[OwnServer]):
    """Windows that play on their own server."""

    def __init__(self, data: Path) -> None:
        super().__init__()
        self.settings = Settings(name="Ana", data=str(data))

    def open(self, *, lan: bool = False) -> OwnServer:
        self.append(OwnServer(self.settings.data_folder(), lan=lan))
        return self[-1]

    async def session(self, own: OwnServer, name: str = "") -> Connection:
        return await open_own(self.settings, own, name)


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[Windows]:
    windows = Windows(tmp_path)
    yield windows
    for each in windows:
        each.stop()


async def begin_match(connection: Connection) -> str:
    table = (
        await connection.create_table(
            lobby_service_pb2.CreateTableRequest(
                game="truco-argentino", seats=2, seat=0, bots=tables_pb2.BOT_LEVEL_EASY
            )
        )
    ).table
    await connection.start(table.id)
    await connection.reveal_own(table.id)
    return table.id


async def free(folder: Path) -> None:
    """Wait until no server uses the folder."""
    async with asyncio.timeout(15):
        while True:
            try:
                FolderLock.take(folder).release()
            except InUse:
                await asyncio.sleep(0.05)
            else:
                return


async def offered(connection: Connection) -> str:
    table = await tidy_up(connection)
    return "" if table is None else table.id


async def until_offered(connection: Connection, table: str) -> None:
    async with asyncio.timeout(10):
        while await offered(connection) != table:  # noqa: ASYNC110 - another process changes it
            await asyncio.sleep(0.05)


@pytest.mark.slow
async def test_a_second_window_joins_the_server_which_ends_with_the_last(
    windows: Windows, tmp_path: Path
) -> None:
    first, second = windows.open(), windows.open()
    address = first.address()
    assert await second.start() == address
    first.stop()
    here = await windows.session(second)
    assert await offered(here) == ""
    await here.close()
    second.stop()
    third = windows.open()
    assert third.address()
    third.stop()
    await free(tmp_path / SOLO)
    assert not (tmp_path / f"{SOLO}-2").exists()


@pytest.mark.nightly
async def test_a_match_begun_in_a_second_window_is_found_when_both_are_closed(
    windows: Windows, tmp_path: Path
) -> None:
    first, second = windows.open(), windows.open()
    for window in (first, second):
        session = await windows.session(window)
        token = Tokens(tmp_path).get(SOLO, "Ana")
        begun = await begin_match(session)
        await session.close()
        assert Tokens(tmp_path).get(SOLO, "Ana") == token
    second.stop()
    first.stop()
    session = await windows.session(windows.open())
    assert await offered(session) == begun
    await session.close()


@pytest.mark.nightly
async def test_as_many_matches_are_kept_as_one_leaves(windows: Windows) -> None:
    session = await windows.session(windows.open())
    left = [await begin_match(session) for _match in range(20)]
    assert await offered(session) in left
    assert len({*left}) == 20
    await session.close()


async def test_a_match_that_another_window_shows_is_left_to_it(windows: Windows) -> None:
    shows, looks = [await windows.session(windows.open()) for _ in range(2)]
    begun = await begin_match(shows)
    assert await offered(looks) == begun
    stream = shows.play_stream()
    await stream.write(table_service_pb2.PlayRequest(join=table_service_pb2.PlayJoin(table=begun)))
    await until_offered(looks, "")
    stream.cancel()
    await shows.close()
    await until_offered(looks, begun)
    await looks.close()


@pytest.mark.slow
async def test_a_server_that_is_killed_runs_again_and_its_windows_go_on(
    windows: Windows, tmp_path: Path
) -> None:
    first, second = windows.open(), windows.open()
    async with asyncio.timeout(30), AsyncExitStack() as ends:
        sessions = [await windows.session(each) for each in (first, second)]
        begun = await begin_match(sessions[0])
        address = first.running_at
        feeds = [TableFeed(each, begun, seat=False) for each in sessions]
        frames = [feed.frames() for feed in feeds]
        for close in [each.close for each in feeds] + [each.close for each in sessions]:
            ends.push_async_callback(close)
        ran: set[int] = set()
        for _death in range(2):
            for each in frames:
                await until_live(each)
            [server] = [each for each in running_servers(tmp_path) if each.address == address]
            os.kill(server.pid, signal.SIGKILL)
            ran.add(server.pid)
        for each in frames:
            await until_live(each)
        assert len(ran) == 2
    assert (first.running_at, second.running_at) == (address, address)


@pytest.mark.slow
@pytest.mark.parametrize("lan", [False, True])
async def test_the_own_server_is_noted_as_ones_alone_unless_others_may_join(
    windows: Windows, tmp_path: Path, lan: bool
) -> None:
    address = await windows.open(lan=lan).start()
    [server] = [each for each in running_servers(tmp_path) if each.address == address]
    assert server.alone is not lan


async def until_live(frames: AsyncIterator[table_service_pb2.Frame | FeedStatus]) -> None:
    """Wait until a feed shows its table, after it was lost if it did so before."""
    async for frame in frames:
        if isinstance(frame, FeedStatus) and frame.status is Status.LIVE:
            return
    pytest.fail("the feed has ended")


@pytest.mark.slow
@pytest.mark.parametrize("lan", [False, True])
def test_a_server_closed_to_other_machines_is_not_opened_by_a_second_window(
    windows: Windows, lan: bool
) -> None:
    assert windows.open().address()
    second = windows.open(lan=lan)
    if not lan:
        assert second.address() == windows[0].running_at
        return
    with pytest.raises(NotStarted, match="for another window"):
        second.address()
    assert windows[0].running_at


@pytest.mark.slow
async def test_a_server_that_was_closed_is_opened_to_others_and_keeps_its_tables(
    windows: Windows,
) -> None:
    own = windows.open()
    alone = await windows.session(own)
    table = await begin_match(alone)
    await alone.close()
    await own.open()
    line = own.line_now()
    assert line is not None
    assert await own.open() == own.running_at
    assert own.line_now() == line
    again = await windows.session(own)
    assert table in again.seated_at
    await again.close()


async def test_a_server_that_another_window_needs_closed_is_used_as_before(
    windows: Windows,
) -> None:
    first, second = windows.open(), windows.open()
    address = await first.start()
    assert await second.start() == address
    with pytest.raises(NotStarted, match="for another window"):
        await second.open()
    assert await second.start() == address


def test_the_server_is_free_once_nobody_holds_it_and_then_nobody_can(tmp_path: Path) -> None:
    one, other = (ServerHold.take(tmp_path) for _ in range(2))
    free = threading.Event()

    def wait() -> None:
        wait_until_free(tmp_path)
        free.set()

    threading.Thread(target=wait, daemon=True).start()
    assert not one.let_go()
    assert not free.wait(0.1)
    other.let_go()
    assert free.wait(10)
    with pytest.raises(Ending):
        ServerHold.take(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("host", ["localhost", *by_night("127.0.0.1")])
async def test_ones_own_server_knows_one_under_its_address_too(windows: Windows, host: str) -> None:
    own = windows.open()
    first = await windows.session(own)
    port = own.running_at.rpartition(":")[2]
    pinned = own.line if host == "127.0.0.1" else f"{host}:{port}"
    second = await open_connection(windows.settings, pinned)
    assert (second.name, second.token) == ("Ana", first.token)
    await first.close()
    await second.close()


async def test_the_token_of_ones_own_server_is_for_nobody_else_at_its_port(
    windows: Windows,
) -> None:
    folder = windows.settings.data_folder() / SOLO
    folder.mkdir(parents=True)
    operator_file.write(folder, "127.0.0.1:4711", "token", b"")
    assert own_server_meant(folder, "127.0.0.1:4711") == ""  # it was killed, and left this
    with FolderLock.take(folder):
        assert own_server_meant(folder, "localhost:4711") == "127.0.0.1:4711"
        assert own_server_meant(folder, "127.0.0.1:4712") == ""
        assert own_server_meant(folder, f"127.0.0.1:4711/{pin_of(bytes(32))}") == ""
        assert own_server_meant(folder, "192.168.1.7:4711") == ""


async def test_a_window_knows_the_line_of_its_server_when_the_addresses_have_changed(
    tmp_path: Path,
) -> None:
    folder = tmp_path / SOLO
    hold, own = ServerHold.take(folder), OwnServer(tmp_path)
    async with running(replace(SWIFT, lan=("127.0.0.2",))) as server:
        serving = asyncio.create_task(own_server._serve_on(server, folder))
        async with asyncio.timeout(30):
            while server.moved is None:  # noqa: ASYNC110 - nothing tells it
                await asyncio.sleep(0.01)
        assert str(own.line_now()).startswith("127.0.0.2:")
        server._lan = ("127.0.0.3",)
        server.moved()
        assert str(own.line_now()).startswith("127.0.0.3:")
        hold.let_go()
        await serving
