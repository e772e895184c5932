"""A server of several processes (`serve_workers`): a parent that keeps the store, and its workers.
When one that died is started again (`_FIRST_WAIT` to `_LONGEST_WAIT`), when a silent one is ended
(`_MOST_SILENT_LOOKS`), and which ports they have (`FIRST_PORT_OFFSET`). What a worker does is in
`worker.py`.

Workers share the public port, and have one each beside it, from `FIRST_PORT_OFFSET` beyond it on.
One that says nothing for `_LOOK_SECONDS` times `_MOST_SILENT_LOOKS` is ended, and started again.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from cardtui_server import operator_file, run_file
from cardtui_server.app import unnoted
from cardtui_server.failures import StartError, check_system
from cardtui_server.metrics import Metrics
from cardtui_server.network.announcer import Unannounced
from cardtui_server.network.certificate import (
    CERTIFICATE_FILE,
    Certificate,
    Outdated,
    kept_certificate,
)
from cardtui_server.ports.bus import Beat, Goodbye
from cardtui_server.ports.dealer import PLAYER_ID_LETTERS, SystemDealer
from cardtui_server.ports.log_store import StoreError
from cardtui_server.ports.peers import Place
from cardtui_server.rpc.listening import DOOR_HOST, free_port, why_not
from cardtui_server.server_log import unprinted
from cardtui_server.settings import GRACE_SECONDS, Reload, Settings
from cardtui_server.store.data_folder import FolderLock, database_in, take_folder
from cardtui_server.store.parent import Link, Noticed, Said, SharedStore
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.table.restart import Notice

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

FIRST_PORT_OFFSET: Final = 11
"""How far the first worker's own port is from the public one; those between are for ssh and web."""

_FIRST_WAIT: Final = 0.1
_LONGEST_WAIT: Final = 30.0
"""Seconds until a worker that has died is started again; each time that it dies soon, twice."""

_EARLY_DEATH_SECONDS: Final = 10.0
"""Seconds after its start within which a worker dies soon."""

_LOOK_SECONDS: Final = 2.0
_MOST_SILENT_LOOKS: Final = 5
"""Seconds between two looks whether workers say anything, and after how many one is stuck."""

_STOP_SECONDS: Final = 15.0
"""Seconds that workers have to end in order."""

_ANSWER_SECONDS: Final = 1.0
"""Seconds in which workers say what they have counted."""

_NEVER_READY: Final = "A worker ended before it was ready: its log says why."


class Doors(NamedTuple):
    """Where people come without cardtui, as workers tell clients; see `RunningServer.tell_ssh`."""

    web_port: int = 0
    ssh_port: int = 0
    ssh_key: str = ""


class Begin(NamedTuple):
    """What a worker is to be.

    Attributes:
        settings: how it serves.
        own: what it is called, and where clients reach it alone.
        others: the other workers.
        operator: the operator's token.
        doors: where else people come.
    """

    settings: Settings
    own: Place
    others: tuple[Place, ...]
    operator: str
    doors: Doors


class Stop(NamedTuple):
    """A worker is to stop, as all are: it gives no tables away."""

    grace: float


class Ready(NamedTuple):
    """A worker serves, or has come to be at other addresses.

    Attributes:
        lan: where other machines reach it at the public port.
        damaged: by table id, why a table stays closed.
        unannounced: why it is not announced, though it was to be.
    """

    lan: tuple[str, ...]
    damaged: Mapping[str, str]
    unannounced: Unannounced | None


class Unable(NamedTuple):
    """A worker cannot serve."""

    error: StartError


class Measure(NamedTuple):
    """A worker is to say what it has counted."""


class Measured(NamedTuple):
    """What a worker has counted."""

    metrics: Metrics


class Logged(NamedTuple):
    """A worker has something to say in the server's log."""

    level: str
    event: str
    values: Mapping[str, object]


class _Worker:
    """A worker while its process runs."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.silent = 0
        self.serves = False
        self.metrics = Metrics()
        self.measured = asyncio.Event()
        self.ended = asyncio.Event()
        link.ended = self.ended.set
        self.process: asyncio.subprocess.Process | None = None

    def take(self, measured: Measured) -> None:
        """Note what it has counted."""
        self.metrics = measured.metrics
        self.measured.set()


async def serve_workers(
    settings: Settings, number: int, *, log: FilteringBoundLogger | None = None
) -> RunningWorkers:
    """Start a server of several processes.

    Args:
        settings: how it runs; there must be a data folder.
        number: of workers.
        log: a structlog logger for what goes wrong; by default one that writes to Python's own
            logger ``cardtui.server``.

    Raises:
        StartError: the server cannot start.
    """
    check_system()
    assert settings.data is not None
    log = log or unprinted()
    with ExitStack() as undone:
        lock = take_folder(settings.data)
        undone.callback(lock.release)
        ports = _ports(settings, number)
        held = undone.enter_context(_held(settings, ports))
        certificate = kept_certificate(settings.identity or settings.data)
        try:
            store = SqliteStore(database_in(settings.data), log)
        except StoreError as error:
            raise StartError(error.template, **error.arguments) from error
        running = RunningWorkers(
            settings,
            ports=ports,
            certificate=certificate,
            store=store,
            log=log,
            held=held,
            lock=lock,
        )
        undone.pop_all()
    try:
        await running.start()
    except BaseException:
        await running.stop(0)
        raise
    return running


class RunningWorkers:
    """A running server of several processes; it is run and stopped as a `RunningServer` is.

    Attributes:
        host: the address it listens on for programs on this machine.
        port: the public port.
        own_ports: those of the workers.
        certificate: by which clients know it.
        damaged: by table id, why the log of a table that stays closed is damaged.
        cluster_addresses: where else clients reach it: nowhere.
        unannounced: why it is not announced to them, though it was to be.
        outdated: why clients will refuse its certificate, if they will.
        moved: is called whenever its addresses for other machines have changed.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        ports: Sequence[int],
        certificate: Certificate,
        store: SqliteStore,
        log: FilteringBoundLogger,
        held: ExitStack,
        lock: FolderLock,
    ) -> None:
        assert settings.data is not None
        self.host = settings.host
        self.port = ports[0]
        self.own_ports = ports[1:]
        self.certificate = certificate
        self.lan: Sequence[str] = ()
        self.damaged: Mapping[str, str] = {}
        self.cluster_addresses: Sequence[str] = ()
        self.unannounced: Unannounced | None = None
        self.outdated: Outdated | None = certificate.outdated(
            (settings.identity or settings.data) / CERTIFICATE_FILE, datetime.now(UTC)
        )
        self.moved: Callable[[], object] | None = None
        self._data = settings.data
        self._settings = replace(
            settings, data=None, identity=settings.identity or settings.data, note=False
        )
        self._noted = settings.note
        self._store = store
        self._shared = SharedStore(store, log)
        self._log = log
        self._held = held
        self._lock = lock
        self._dealer = SystemDealer()
        self._operator = self._dealer.token()
        self._doors = Doors()
        self._places: dict[int, Place] = {}
        self._workers: dict[int, _Worker] = {}
        self._ready: dict[int, asyncio.Future[None]] = {}
        self._ending = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._stopped: asyncio.Task[None] | None = None
        self._notice = Notice(None)
        self._restarts: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        """Where to connect: ``HOST:PORT``."""
        return f"{self.host}:{self.port}"

    @property
    def is_open(self) -> bool:
        """Whether other machines are let in: now, or as soon as this one is in a network."""
        return self._settings.is_open

    @property
    def pids(self) -> list[int]:
        """The processes of the workers that serve, the first one's first."""
        serving = [worker for _, worker in sorted(self._workers.items()) if worker.serves]
        return [each.process.pid for each in serving if each.process is not None]

    def tell_web_port(self, port: int) -> None:
        """See `RunningServer.tell_web_port`."""
        self._tell_doors(self._doors._replace(web_port=port))

    def tell_ssh(self, port: int, key: str) -> None:
        """See `RunningServer.tell_ssh`."""
        self._tell_doors(self._doors._replace(ssh_port=port, ssh_key=key if port else ""))

    def reload(self, anew: Reload) -> None:
        """See `RunningServer.reload`."""
        self._settings = replace(self._settings, **anew._asdict())
        self._tell(anew)

    def restart(self, notice: Notice) -> None:
        """See `RunningServer.restart`."""
        if self._restarts is not None:
            self._restarts.cancel()
        self._notice, self._restarts = notice, None
        if notice.seconds is not None:
            loop = asyncio.get_running_loop()
            self._restarts = loop.call_later(notice.seconds, self._end)
        self._tell(notice)

    def _end(self) -> None:
        if self._stopped is None:
            self._stopped = asyncio.get_running_loop().create_task(self._stop(GRACE_SECONDS))

    async def measured(self) -> Metrics:
        """Return what all workers have counted; of one that does not say, what it said last."""
        serving = [each for each in self._workers.values() if each.serves]
        for worker in serving:
            worker.measured.clear()
            worker.link.send(Measure())
        with suppress(TimeoutError):
            async with asyncio.timeout(_ANSWER_SECONDS):
                await asyncio.gather(*(each.measured.wait() for each in serving))
        return sum((each.metrics for each in serving), Metrics())

    async def start(self) -> None:
        """Start all workers, and wait until they serve.

        Raises:
            StartError: one cannot.
        """
        self._store.watch(lambda error: self._tell(Noticed(error)))
        loop = asyncio.get_running_loop()
        self._ready = {number: loop.create_future() for number in range(len(self.own_ports))}
        self._places = {number: self._place(number) for number in self._ready}
        self._tasks = [loop.create_task(self._keep(number)) for number in self._ready]
        for failed in await asyncio.gather(*self._ready.values(), return_exceptions=True):
            if failed is not None:
                raise failed
        self._tasks.append(loop.create_task(self._look()))
        try:
            if self._noted:
                run_file.write(self.address, os.getpid(), self.certificate.fingerprint)
            fingerprint = self.certificate.fingerprint
            operator_file.write(self._data, self.address, self._operator, fingerprint)
        except OSError as error:
            raise unnoted(error) from error

    async def wait(self) -> None:
        """Wait until the server is to stop."""
        await self._ending.wait()

    async def stop(self, grace: float = GRACE_SECONDS) -> None:
        """Stop all workers in order, and close the store.

        A second call with a grace of 0 ends at once what the first call waits for.
        """
        if self._stopped is None:
            self._stopped = asyncio.get_running_loop().create_task(self._stop(grace))
        elif not grace:
            self._tell(Stop(0))
        await asyncio.shield(self._stopped)

    async def _stop(self, grace: float) -> None:
        self._ending.set()
        self._tell(Stop(grace))
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=grace + _STOP_SECONDS)
            self._kill(*self._workers)
            if late:
                await asyncio.wait(late)
        operator_file.remove(self._data)
        await self._store.close()
        self._held.close()
        self._lock.release()
        if self._noted:
            run_file.remove()

    async def _keep(self, number: int) -> None:
        """Run a worker, and another one whenever it has died, until all are to stop."""
        soon = 0
        while not self._ending.is_set():
            began = time.monotonic()
            await self._run(number)
            ready = self._ready[number]
            if self._ending.is_set() or not ready.done() or ready.exception() is not None:
                break
            self._log.warning("worker started again", worker=number + 1)
            soon = soon + 1 if time.monotonic() - began < _EARLY_DEATH_SECONDS else 0
            with suppress(TimeoutError):
                async with asyncio.timeout(min(_FIRST_WAIT * 2**soon, _LONGEST_WAIT)):
                    await self._ending.wait()
        if not self._ready[number].done():
            self._ready[number].set_exception(StartError(_NEVER_READY))

    async def _run(self, number: int) -> None:
        """Run a worker until its process has ended; the others are told at once."""
        worker = await self._begin(number)
        if self._ending.is_set():
            self._kill(number)
        await worker.ended.wait()  # until then something may be left to read
        assert worker.process is not None
        await worker.process.wait()
        del self._workers[number]
        self._pass_on(number, Said(Goodbye(self._places.pop(number).server)))

    def _place(self, number: int) -> Place:
        """Return what a worker is called that is to be started, and where it will be."""
        return Place(self._dealer.new_id(PLAYER_ID_LETTERS), f":{self.own_ports[number]}")

    async def _begin(self, number: int) -> _Worker:
        """Start a worker."""
        place = self._places.setdefault(number, self._place(number))
        worker = _Worker(link := Link())
        self._shared.serve(link)
        link.take(Said, partial(self._hear, number))
        link.take(Ready, partial(self._note, number))
        link.take(Unable, partial(self._fail, number))
        link.take(Logged, partial(self._write, number))
        link.take(Measured, worker.take)
        link.take(Notice, self.restart)
        others = tuple(each for other, each in self._places.items() if other != number)
        self._workers[number] = worker
        ours, theirs = socket.socketpair()
        with theirs:
            await link.attach(ours)
            worker.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "cardtui_server.worker", str(theirs.fileno())),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C at the terminal is for the parent
            )
        settings = replace(
            self._settings,
            port=self.own_ports[number],
            shared_port=self.port,
            announce=self._settings.announce and not number,
        )
        link.send(Begin(settings, place, others, self._operator, self._doors))
        if self._restarts is not None:
            left = self._restarts.when() - asyncio.get_running_loop().time()
            link.send(self._notice._replace(seconds=max(left, 0)))
        return worker

    def _hear(self, number: int, said: Said) -> None:
        if isinstance(said.message, Beat):
            self._workers[number].silent = 0
        self._pass_on(number, said)

    def _pass_on(self, number: int, said: Said) -> None:
        """Tell the other workers what that one says."""
        for other, worker in self._workers.items():
            if other != number:
                worker.link.hint(said)

    def _note(self, number: int, ready: Ready) -> None:
        self._workers[number].serves = True
        if not number:  # each sees the same
            before, self.lan = self.lan, ready.lan
            self.damaged, self.unannounced = ready.damaged, ready.unannounced
            if before and before != self.lan and self.moved is not None:
                self.moved()
        if not self._ready[number].done():
            self._ready[number].set_result(None)

    def _fail(self, number: int, unable: Unable) -> None:
        if self._ready[number].done():
            self._log.warning("worker cannot serve", worker=number + 1, error=str(unable.error))
        else:
            self._ready[number].set_exception(unable.error)

    def _write(self, number: int, line: Logged) -> None:
        getattr(self._log, line.level)(line.event, worker=number + 1, **line.values)

    def _tell_doors(self, doors: Doors) -> None:
        self._doors = doors
        self._tell(doors)

    def _tell(self, what: object) -> None:
        for worker in self._workers.values():
            worker.link.send(what)

    async def _look(self) -> None:
        """End workers that say nothing more: what they hold up goes on elsewhere."""
        while not self._ending.is_set():
            for number, worker in self._workers.items():
                worker.silent += worker.serves  # while tables are read, none says anything
                if worker.silent > _MOST_SILENT_LOOKS:
                    self._log.warning("worker stuck", worker=number + 1)
                    self._kill(number)
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_SECONDS):
                    await self._ending.wait()

    def _kill(self, *numbers: int) -> None:
        for number in numbers:
            process = self._workers[number].process
            if process is not None:
                with suppress(ProcessLookupError):
                    process.kill()


def _ports(settings: Settings, number: int) -> list[int]:
    """Return the public port, and the port of each worker.

    Raises:
        StartError: there are not enough.
    """
    if settings.port:
        first = settings.port + FIRST_PORT_OFFSET
        if first + number > 2**16:
            raise StartError(
                "Workers have ports of their own, here up to {last}, and ports end with 65535:"
                " choose a lower one with --port.",
                last=first + number - 1,
            )
        return [settings.port, *range(first, first + number)]
    ports: set[int] = set()
    hosts = [settings.host, *settings.lan, DOOR_HOST]
    while len(ports) <= number and 0 not in ports:  # if it is, holding it says why
        ports.add(free_port(hosts))
    return sorted(ports)


def _held(settings: Settings, ports: Sequence[int]) -> ExitStack:
    """Hold the public port as long as the server runs, so that no other server may share it.

    Raises:
        StartError: a port is in use, or may not be used.
    """
    hosts = dict.fromkeys([settings.host, *settings.lan, DOOR_HOST])
    for host in hosts:
        for port in ports:
            try:
                _bound(host, port, shared=False).close()
            except OSError as error:
                raise why_not(host, port) from error
    held = ExitStack()
    for host in hosts:
        held.enter_context(_bound(host, ports[0], shared=True))
    return held


def _bound(host: str, port: int, *, shared: bool) -> socket.socket:
    """Return a socket at a port, which does not listen.

    Raises:
        OSError: it cannot be had.
    """
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bound.bind((host, port))
    except OSError:
        bound.close()
        raise
    return bound
