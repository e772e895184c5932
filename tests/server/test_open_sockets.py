"""What looks after connections leaves every file alone: SQLite's locks outlast it."""

from __future__ import annotations

import asyncio
import fcntl
import os
import resource
import socket
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest

from cardtui_server.limits import Limits
from cardtui_server.rpc.open_sockets import Ends, OpenSockets
from cardtui_server.settings import Settings
from cardtui_server.store.sqlite import SqliteStore
from tests.support.calling import BOUND, Caller, running
from tests.support.playing import until
from tests.support.raw_http2 import connect, until_few_are_open

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists its locks")

_LOCKS: Final = Path("/proc/locks")
_FILES: Final = Path("/proc/self/fd")


def locks(path: Path) -> int:
    """Return how many record locks this process has on a file."""
    which = str(path.stat().st_ino)
    told = [line.split() for line in _LOCKS.read_text("ascii").splitlines()]
    return sum(
        words[1] == "POSIX" and words[4] == str(os.getpid()) and words[5].endswith(f":{which}")
        for words in told
        if "->" not in words
    )


@contextmanager
def no_file_to_open() -> Generator[None]:
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, most))
    try:
        with pytest.raises(OSError, match="open files"):
            socket.socket()
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (least, most))


def all_locks(data: Path) -> list[int]:
    return [locks(data / name) for name in ("cardtui.db", "cardtui.db-shm")]


@pytest.mark.slow
async def test_a_server_keeps_its_locks_while_connections_come_wait_and_are_closed(
    tmp_path: Path,
) -> None:
    limits = Limits(connections=64, connections_rate=20)
    async with running(Settings(port=0, thinking=0, data=tmp_path, limits=limits)) as server:
        assert all(all_locks(tmp_path))
        ana = await Caller.of(server.address, "Ana")
        with ExitStack() as open_ones:
            comes = [open_ones.enter_context(connect(server.port)) for _ in range(64)]
            async with asyncio.timeout(BOUND):
                await asyncio.to_thread(until_few_are_open, comes, 32)
            assert all(all_locks(tmp_path))
        for share in (0.5, 1):  # as when so many come that newcomers wait
            OpenSockets(server.port).admit(share)
        await ana.create(seat=0)
        assert all(all_locks(tmp_path))
        await ana.close()


def test_a_file_that_takes_the_place_of_a_socket_keeps_its_locks(tmp_path: Path) -> None:
    path = tmp_path / "locked"
    with path.open("wb") as file, socket.create_server(("127.0.0.1", 0)) as listening:
        fcntl.lockf(file, fcntl.LOCK_EX)
        port, number = listening.getsockname()[1], file.fileno()
        sockets = OpenSockets(port)
        before = set(_FILES.iterdir())
        with socket.create_connection(("127.0.0.1", port), BOUND) as visitor:
            ends = Ends(*visitor.getsockname())
            # As if the number had named that connection a moment ago.
            assert not sockets.shut(ends, number)
            assert sockets.received(number) is None
            sockets.find()
            sockets.prepare(1, 65536)
            sockets.admit(0.5)
            sockets.admit(1)
        assert locks(path) == 1
        assert set(_FILES.iterdir()) == before


async def test_a_connection_is_found_and_closed_where_no_file_can_be_opened() -> None:
    async with running() as server:
        sockets = OpenSockets(server.port)
        with connect(server.port) as visitor:
            own = Ends(*visitor.getsockname())
            await until(lambda: own in sockets.find().values())
            ((number, _),) = sockets.find().items()
            with no_file_to_open():
                assert sockets.received(number)
                assert sockets.shut(own, number)
            visitor.settimeout(BOUND)
            while visitor.recv(4096):
                pass


async def test_a_database_that_is_opened_twice_keeps_its_locks(tmp_path: Path) -> None:
    path = tmp_path / "cardtui.db"
    first = SqliteStore(path)
    assert all(all_locks(tmp_path))
    second = SqliteStore(path)
    assert all(all_locks(tmp_path))
    for store in (first, second):
        await store.close()
