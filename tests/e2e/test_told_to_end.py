"""A program that is told to end also ends what it started, and leaves no note behind."""

import asyncio
import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client.net.connection import Connection
from cardtui_server.app import serve
from cardtui_server.settings import Settings
from tests.e2e.conftest import Start
from tests.e2e.waiting import has_come, made_table, seen
from tests.support.nights import by_night
from tests.support.programs import PROGRAM, SECONDS

STUBBORN: Final = """
import os, signal, subprocess, sys
for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(each, signal.SIG_IGN)
pipe = os.open(sys.argv[1], os.O_WRONLY)
os.set_inheritable(pipe, True)
sleep = [sys.executable, "-c", "import signal\\nwhile True: signal.pause()"]
more = {"close_fds": False, "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
subprocess.Popen(sleep, **more)
subprocess.Popen(sleep, start_new_session=True, **more)
subprocess.Popen(sleep, start_new_session=True, env={}, **more)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        signal.pause()
    os._exit(0)
os.wait()
os.write(pipe, b"ready\\n")
while True:
    signal.pause()
"""
"""A program that answers nothing and ignores signals, with children here, in other sessions, in one
without an environment, and a grandchild whose parent has ended."""


class Alive:
    """A pipe that whatever a program starts holds open as long as it lives."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self._end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def ready(self) -> None:
        """Wait until a program and all that it starts are there."""
        assert self._read() == b"ready\n"

    def gone(self) -> None:
        """Wait until all of it has ended."""
        while self._read():
            pass

    def _read(self) -> bytes:
        until = time.monotonic() + SECONDS
        poll = select.poll()
        poll.register(self._end, select.POLLIN)
        while time.monotonic() < until:
            for _, event in poll.poll(1000):
                if event & (select.POLLIN | select.POLLHUP):
                    return os.read(self._end, 6)
        raise AssertionError("it lives on")

    def close(self) -> None:
        os.close(self._end)


@pytest.fixture
def alive(tmp_path: Path) -> Iterator[Alive]:
    made = Alive(tmp_path / "alive")
    yield made
    made.close()


@pytest.fixture
def stubborn(tmp_path: Path, alive: Alive) -> str:
    """Return a command that runs that program."""
    source = tmp_path / "stubborn.py"
    source.write_text(STUBBORN)
    return f"{sys.executable} {source} {alive.path}"


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("workers", "number"),
    [*by_night(("2", signal.SIGTERM), ("2", signal.SIGHUP), ("1", signal.SIGINT))],
)
def test_an_arena_takes_its_programs_along(
    start: Start, alive: Alive, stubborn: str, number: signal.Signals, workers: str
) -> None:
    arena = start("Ana", "arena", "cacho", stubborn, stubborn, "--workers", workers)
    alive.ready()
    arena.send(number)
    assert arena.wait() == 128 + number
    alive.gone()


@pytest.mark.nightly(reason="each of these programs is told to end above")
async def test_a_terminal_that_hangs_up_ends_an_arena_with_its_programs(
    alive: Alive, stubborn: str, tmp_path: Path
) -> None:
    arena = await asyncio.create_subprocess_exec(
        PROGRAM, "arena", "cacho", stubborn, "easy", "--workers", "2",
        env={**os.environ, "CARDTUI_DATA": str(tmp_path / "data")}, start_new_session=True,
    )  # fmt: skip
    await asyncio.to_thread(alive.ready)
    os.killpg(arena.pid, signal.SIGHUP)  # to all of its group, as the system does
    assert await asyncio.wait_for(arena.wait(), SECONDS) == 128 + signal.SIGHUP
    await asyncio.to_thread(alive.gone)


@pytest.mark.parametrize("number", [signal.SIGTERM, *by_night(signal.SIGHUP)])
async def test_a_bot_takes_its_program_along_and_gives_up_its_seat(
    start: Start, alive: Alive, stubborn: str, number: signal.Signals
) -> None:
    server = await serve(Settings(port=0))
    host = await Connection.open(server.address, "Ana")
    bot = start("Robo", "bot", "Robo", "--connect", server.address, "--", *stubborn.split())
    table = await made_table(host)
    await host.add_bot(table.id, tables_pb2.BOT_LEVEL_EASY, 0)
    await host.invite(table.id, (await has_come(host)).player)
    await seen(host, table.id, lambda each: each.seats[1].ready)
    await host.start(table.id)
    await asyncio.to_thread(alive.ready)
    bot.send(number)
    assert await asyncio.to_thread(bot.wait) == 128 + number
    await asyncio.to_thread(alive.gone)
    await seen(host, table.id, lambda each: not each.seats[1].bot_account)
    await host.close()
    await server.stop(grace=0)


@pytest.mark.parametrize("number", [signal.SIGTERM, *by_night(signal.SIGHUP, signal.SIGINT)])
def test_a_host_leaves_no_note_of_itself(
    start: Start, tmp_path: Path, number: signal.Signals
) -> None:
    host = start("Ana", "host", "--port", "0")
    host.wait_for("Ctrl-C stops")
    notes = [tmp_path / "Ana" / "operator.json", *(tmp_path / "Ana" / "running").iterdir()]
    assert len(notes) == 2
    host.send(number)
    assert host.wait() == 0
    assert not any(each.exists() for each in notes)


@pytest.mark.parametrize("number", [signal.SIGHUP, *by_night(signal.SIGTERM)])
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "cacho", "--plain"), "^Hand 1"),
        pytest.param(("web", "--port", "0"), "Ctrl-C stops", marks=pytest.mark.nightly),
        pytest.param(("learn", "cacho", "--plain"), ".", marks=pytest.mark.nightly),
    ],
)
def test_ones_own_server_ends_with_the_last_command_that_holds_it(
    start: Start, tmp_path: Path, arguments: tuple[str, ...], said: str, number: signal.Signals
) -> None:
    command = start("Ana", *arguments)
    command.wait_for(said)
    command.send(number)
    command.wait()
    solo = tmp_path / "Ana" / "solo"
    until = time.monotonic() + SECONDS
    while any((solo / name).exists() for name in ("operator.json", "listening")):
        assert time.monotonic() < until, "the server lives on"
        time.sleep(0.02)


async def test_what_was_started_to_ignore_the_terminals_end_goes_on(
    start: Start, tmp_path: Path
) -> None:
    """As nohup has it."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        host = start("Ana", "host", "--port", "0")
    finally:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    line = host.lines[host.wait_for("cardtui connect ") - 1]
    host.wait_for("Ctrl-C stops")
    host.send(signal.SIGHUP)
    for name in ("Bia", "Caio"):  # the first may come before the signal does
        guest = await Connection.open(line.split()[-1], name)
        assert not (await guest.list_tables()).tables
        await guest.close()
    host.send(signal.SIGTERM)
    assert await asyncio.to_thread(host.wait) == 0
    assert not (tmp_path / "Ana" / "operator.json").exists()
