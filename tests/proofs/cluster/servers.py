"""Table servers of a cluster, each forked from a process that has imported it: so starts are cheap.

`python -m tests.proofs.cluster.servers` is that process. It reads `begin` with what a server needs,
and `wait PID`, and says `began`, `ready`, `failed` and `gone`. An id of an append names its server.
"""

import asyncio
import ctypes
import gc
import os
import random
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from cardtui_server import app
from cardtui_server.__main__ import run, stop_on_signals
from cardtui_server.joining import join_cluster
from cardtui_server.limits import Limits
from cardtui_server.ports.clock import SystemClock
from cardtui_server.server_log import printed
from cardtui_server.settings import ClusterSettings, Settings
from cardtui_server.table import table_log

SLOWER: Final = signal.SIGUSR1
_NETWORK: Final = 0x40000000
"""What Linux calls a network namespace."""

_SLOW: Final = 1.0
"""Seconds that a slow disk takes at most, before it writes and again before it says so."""

OPERATOR: Final = "the operator's token"

_PATIENCE: Final = 60.0
"""Seconds after which what was waited for counts as never coming."""


class Start(NamedTuple):
    """How a server is started.

    Attributes:
        port: where it listens.
        address: where clients reach it.
        urls: where it reaches NATS.
        ahead: how many seconds its clock is ahead.
        identity: the folder of its certificate; ``-`` for one of its own that is not kept.
        machine: the network namespace in which it runs; ``-`` for that of the tests.
    """

    port: int
    address: str
    urls: tuple[str, ...]
    ahead: int
    identity: str = "-"
    machine: str = "-"


class Running:
    """A server that was begun.

    Attributes:
        pid: its process.
        name: what it calls itself; ``""`` until it is ready.
        ready: is set once it is, or has not started.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.name = ""
        self.ready = asyncio.Event()

    def signal(self, which: signal.Signals) -> None:
        """Send it a signal."""
        os.kill(self.pid, which)


class Servers:
    """The process that servers are forked from."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._running: dict[int, Running] = {}
        self._began: asyncio.Queue[Running] = asyncio.Queue()
        self._gone: asyncio.Queue[int] = asyncio.Queue()
        self._asking = asyncio.Lock()
        self._listening = asyncio.create_task(self._listen())

    async def begin(self, start: Start) -> Running:
        """Begin a server, without waiting until it is ready."""
        port, address, urls, ahead, identity, machine = start
        said = f"begin {port} {address} {','.join(urls)} {ahead} {identity} {machine}"
        begun: Running = await self._asked(said, self._began)
        return begun

    async def wait(self, server: Running) -> None:
        """Wait until a server is gone that was told to end."""
        await self._asked(f"wait {server.pid}", self._gone)

    async def stop(self) -> None:
        """End all."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        async with asyncio.timeout(_PATIENCE):
            await self._process.wait()
        await self._listening

    async def _asked(self, said: str, answers: asyncio.Queue[Any]) -> Any:
        assert self._process.stdin is not None
        async with self._asking:
            self._process.stdin.write(f"{said}\n".encode())
            try:
                return await asyncio.wait_for(answers.get(), _PATIENCE)
            except TimeoutError:
                raise AssertionError(f"not done: {said}") from None

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            word, pid, *rest = line.decode().split()
            match word:
                case "began":
                    self._running[int(pid)] = Running(int(pid))
                    self._began.put_nowait(self._running[int(pid)])
                case "ready":
                    self._running[int(pid)].name = rest[0]
                    self._running[int(pid)].ready.set()
                case "failed":
                    self._running[int(pid)].ready.set()
                case _:
                    self._gone.put_nowait(int(pid))


@asynccontextmanager
async def servers(errors: Path) -> AsyncGenerator[Servers]:
    """Run the process that servers are forked from; what they complain of goes to that file."""
    with errors.open("ab") as sink:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.proofs.cluster.servers",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=sink,
        )  # fmt: skip
    made = Servers(process)
    try:
        yield made
    finally:
        await made.stop()


def _say(*words: object) -> None:
    os.write(sys.stdout.fileno(), (" ".join(map(str, words)) + "\n").encode())


class Ahead(SystemClock):
    """A clock that is ahead by some seconds, or behind."""

    def __init__(self, seconds: int) -> None:
        self._ahead = 1000 * seconds

    def wall(self) -> int:
        return super().wall() + self._ahead


class Slow:
    """Has a store take its time, from one signal `SLOWER` to the next, as a slow disk does."""

    def __init__(self, store: Any) -> None:
        self._append = store.append
        self._luck = random.Random(os.getpid())
        self._is_slow = False
        store.append = self.append
        asyncio.get_running_loop().add_signal_handler(SLOWER, self._turn)

    def _turn(self) -> None:
        self._is_slow = not self._is_slow

    async def _wait(self) -> None:
        if self._is_slow:
            await asyncio.sleep(self._luck.uniform(0, _SLOW))

    async def append(self, *given: Any, **named: Any) -> None:
        await self._wait()
        await self._append(*given, **named)
        await self._wait()


def _marked(mark: bytes, count: int) -> bytes:
    return mark + os.urandom(count)


async def _live(start: Start) -> None:
    async def joined(*given: Any, **named: Any) -> Any:
        store, cluster = await join_cluster(*given, **named)
        Slow(store)
        mark = f"{cluster.own.server} ".encode()
        patch.object(table_log, "token_bytes", partial(_marked, mark)).start()
        return store, cluster

    patch.object(app, "join_cluster", joined).start()
    cluster = ClusterSettings(start.urls, start.address)
    settings = Settings(
        port=start.port,
        lan=() if start.machine == "-" else (start.address.rpartition(":")[0],),
        thinking=0.01,
        limits=Limits.open(),
        cluster=cluster,
        identity=None if start.identity == "-" else Path(start.identity),
    )
    clock = Ahead(start.ahead)
    server = await app.serve(settings, clock=clock, log=printed(), operator=OPERATOR)
    stop_on_signals(server)
    _say("ready", os.getpid(), server._cluster.own.server if server._cluster else "")
    await server.wait()
    await server.stop()


def _enter(machine: str) -> None:
    """Have this process be in a network namespace from now on."""
    with Path("/var/run/netns", machine).open("rb") as namespace:
        if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), _NETWORK):
            raise OSError(ctypes.get_errno(), f"no way into {machine}")


def _begin(start: Start) -> int:
    """Fork a server. gRPC has started nothing yet, so no thread of it is lost."""
    child = os.fork()
    if not child:
        try:
            if start.machine != "-":
                _enter(start.machine)
            run(_live(start))
        except BaseException as error:  # noqa: BLE001 - it is told where the test looks
            print(f"server: {error!r}", file=sys.stderr, flush=True)
            _say("failed", os.getpid())
            os._exit(1)
        os._exit(0)
    return child


def main() -> None:
    """Begin servers and wait for their ends as told, until nothing more is said."""
    gc.freeze()
    children: set[int] = set()
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "begin":
            port, address, urls, *others = rest
            ahead, identity, machine = others
            start = Start(int(port), address, tuple(urls.split(",")), int(ahead), identity, machine)
            child = _begin(start)
            children.add(child)
            _say("began", child)
        else:
            pid = int(rest[0])
            _, status = os.waitpid(pid, 0)
            children.discard(pid)
            _say("gone", pid, status)
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
