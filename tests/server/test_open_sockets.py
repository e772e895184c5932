"""What looks after connections leaves every file alone: SQLite's locks outlast it."""

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


@contextmanager
def connected(listening: socket.socket) -> Generator[tuple[int, Ends, socket.socket]]:
    """Connect to a server; yield the number of its file for that, the ends, and the file."""
    with socket.create_connection(listening.getsockname(), BOUND) as visitor:
        served, _ = listening.accept()
        with served:
            yield served.fileno(), Ends(*visitor.getsockname()), served


def test_what_comes_and_goes_is_told_once_and_what_stays_is_looked_at_in_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[int] = []
    stat = os.fstat

    def counted(number: int) -> os.stat_result:
        looked.append(number)
        return stat(number)

    monkeypatch.setattr(os, "fstat", counted)
    with ExitStack() as open_ones, socket.create_server(("127.0.0.1", 0)) as listening:
        sockets = OpenSockets(listening.getsockname()[1])
        stay = [open_ones.enter_context(connected(listening))[:2] for _ in range(8)]
        came, went = sockets.changed(2)
        assert (sorted(came), went) == (sorted(stay), [])
        files, looked[:] = set(looked), []
        for _ in range(-(-len(files) // 2)):
            before = len(looked)
            assert sockets.changed(2) == ([], [])
            assert len(looked) - before <= 2 + 1  # the folder that lists them has a number, too
        assert set(looked) >= {number for number, _ in stay}
        with connected(listening) as (number, ends, _):
            assert sockets.changed(0) == ([(number, ends)], [])
        assert sockets.changed(0) == ([], [(number, ends)])
        assert sockets.find() == dict(stay)


def test_a_number_that_names_another_connection_is_noticed_once_the_old_one_is_to_be_shut() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        sockets = OpenSockets(listening.getsockname()[1])
        with connected(listening) as (number, old, served):
            assert (number, old) in sockets.changed()[0]
            with socket.create_connection(listening.getsockname(), BOUND) as visitor:
                new = Ends(*visitor.getsockname())
                other, _ = listening.accept()
                with other:
                    os.dup2(other.fileno(), number)  # closes it, and gives it away
                assert sockets.changed(0) == ([], [])
                assert not sockets.shut(old, number)
                assert sockets.changed(1) == ([(number, new)], [(number, old)])
                assert sockets.shut(new, number)
                assert not visitor.recv(1)
                assert served.fileno() == number


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
