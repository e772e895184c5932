"""The server as a whole: settings, start, stop, and the note by which others find it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import grpc
from grpc_health.v1 import (  # type: ignore[import-untyped] # it ships no types
    health,
    health_pb2,
    health_pb2_grpc,
)
from grpc_reflection.v1alpha import reflection  # type: ignore[import-untyped] # it ships no types
from structlog.typing import FilteringBoundLogger

from cardtui.v1 import lobby_service_pb2, session_service_pb2, table_service_pb2
from cardtui_server import run_file
from cardtui_server.failures import Failure
from cardtui_server.lobby.sessions import Sessions
from cardtui_server.lobby.tables import Lobby
from cardtui_server.logs import damped, unprinted
from cardtui_server.match.refusals import GOING_DOWN
from cardtui_server.ports.clock import Clock, SystemClock
from cardtui_server.ports.dealer import Dealer, SystemDealer
from cardtui_server.ports.log_store import LogStore, StoreError
from cardtui_server.rpc.access import Limiter, Limits
from cardtui_server.rpc.handlers import handlers
from cardtui_server.rpc.interceptor import Interceptor
from cardtui_server.rpc.lobby_service import LobbyService
from cardtui_server.rpc.session_service import SessionService
from cardtui_server.rpc.table_service import TableService
from cardtui_server.store.folder_lock import FolderLock, InUse
from cardtui_server.store.memory import MemoryStore
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.table.actor import Table
from cardtui_server.table.environment import Environment
from cardtui_server.wire.journal import WireJournal
from cardtui_server.wire.table_encoder import TableFrames

PORT: Final = 8782
"""TRUC on a telephone."""

_FORBIDDEN: Final = (
    "The data folder {folder} may not be read and written: give yourself the right, or choose"
    " another one with --data."
)
_UNNOTED: Final = (
    "The note by which others find this server cannot be written in {folder} ({error}): make sure"
    " that you may write there and that there is room, or choose another data folder with --data."
)
_GRACE: Final = 2.0
_RECEIVE_BYTES: Final = 16 * 1024
_SEND_BYTES: Final = 256 * 1024

_OPTIONS: Final = (
    ("grpc.so_reuseport", 0),
    ("grpc.http2.bdp_probe", 0),
    ("grpc.max_concurrent_streams", 32),
    ("grpc.max_receive_message_length", _RECEIVE_BYTES),
    ("grpc.max_send_message_length", _SEND_BYTES),
    ("grpc.max_metadata_size", 8 * 1024),
    ("grpc.absolute_max_metadata_size", 8 * 1024),
    ("grpc.server_handshake_timeout_ms", 5000),
    ("grpc.server.max_pending_requests", 64),
    ("grpc.server.max_pending_requests_hard_limit", 128),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.max_ping_strikes", 2),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    ("grpc.max_connection_idle_ms", 5 * 60_000),
)
"""What gRPC itself is to bound; each was tried, and the reasons stand in the operator's guide."""


class StartError(Failure):
    """The server cannot start; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs.

    Attributes:
        host: the address to listen on; only this machine's own for now.
        port: the port; 0 for any free one.
        data: the folder of the database; ``None`` keeps everything in memory.
        name: what the server calls itself.
        thinking: seconds that bots take to think, where a table does not say.
        connections: the most connections at once.
        limits: how much is too much.
        note: whether to leave a note by which others on this machine find the server.
    """

    host: str = "127.0.0.1"
    port: int = PORT
    data: Path | None = None
    name: str = "cardtui"
    thinking: float = 0.9
    connections: int = 256
    limits: Limits = field(default_factory=Limits)
    note: bool = False


class RunningServer:
    """A server that runs.

    Attributes:
        host: the address it listens on.
        port: the port it listens on.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        server: grpc.aio.Server,
        port: int,
        lobby: Lobby,
        interceptor: Interceptor,
        store: LogStore,
        lock: FolderLock | None,
        servicer: Any,
    ) -> None:
        self.host = settings.host
        self.port = port
        self._settings = settings
        self._server = server
        self._lobby = lobby
        self._interceptor = interceptor
        self._store = store
        self._lock = lock
        self._health = servicer
        self._stopped: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        """Where to connect: ``HOST:PORT``."""
        return f"{self.host}:{self.port}"

    @property
    def tables(self) -> Mapping[str, Table]:
        """The tables by id, for who runs the server in its own process."""
        return self._lobby.tables

    @property
    def damaged(self) -> Mapping[str, str]:
        """Why tables stay closed whose logs are damaged, by id."""
        return self._lobby.damaged

    async def stop(self, grace: float = _GRACE) -> None:
        """Stop: not serving, streams ended with the reason, the store closed.

        A second call, with a grace of 0, ends at once what the first is waiting for.
        """
        if self._stopped is None:
            self._stopped = asyncio.get_running_loop().create_task(self._stop(grace))
        elif not grace:
            await self._server.stop(None)
        await asyncio.shield(self._stopped)

    async def wait(self) -> None:
        """Return when the server has ended."""
        await self._server.wait_for_termination()

    async def _stop(self, grace: float) -> None:
        self._interceptor.open = False
        await self._health.enter_graceful_shutdown()
        await self._lobby.stop(GOING_DOWN)
        await self._server.stop(grace or None)
        await self._store.close()
        if self._lock is not None:
            self._lock.release()
        if self._settings.note:
            run_file.remove()


async def serve(
    settings: Settings,
    *,
    clock: Clock | None = None,
    dealer: Dealer | None = None,
    store: LogStore | None = None,
    lock: FolderLock | None = None,
    log: FilteringBoundLogger | None = None,
) -> RunningServer:
    """Start a server on the running loop.

    Args:
        settings: how it runs.
        clock: the door to time.
        dealer: the door to randomness.
        store: the door to the disk; by default the database in the data folder.
        lock: the lock on the data folder, if it was taken already.
        log: where to tell what goes wrong, a structlog logger; by default Python's own
            logger ``cardtui.server``.

    Raises:
        StartError: it cannot start.
    """
    if settings.data is not None and lock is None:
        lock = _take_folder(settings.data)
    clock, log = clock or SystemClock(), log or unprinted()
    try:
        async with AsyncExitStack() as undone:
            if lock is not None:
                undone.callback(lock.release)
            store = store or _open_store(settings.data, log)
            undone.push_async_callback(store.close)
            server = await _start(
                settings,
                clock=clock,
                dealer=dealer or SystemDealer(),
                store=store,
                lock=lock,
                log=damped(log, clock),
            )
            undone.pop_all()
            return server
    except StoreError as error:
        raise StartError(error.template, **error.arguments) from error


async def _start(
    settings: Settings,
    *,
    clock: Clock,
    dealer: Dealer,
    store: LogStore,
    lock: FolderLock | None,
    log: FilteringBoundLogger,
) -> RunningServer:
    """Start a server with these doors."""
    env = Environment(store, clock, dealer, log, WireJournal(), TableFrames)
    lobby = Lobby(
        env,
        thinking=settings.thinking,
        most=settings.limits.tables,
        most_each=settings.limits.tables_each,
    )
    sessions = Sessions(store, dealer, lobby.seated, env.outage)
    limiter = Limiter(settings.limits, clock)
    interceptor = Interceptor(sessions, limiter, log)
    servicer: Any = health.aio.HealthServicer()  # pyright: ignore[reportAttributeAccessIssue] # made at run time
    server = grpc.aio.server(
        interceptors=[interceptor],
        options=(*_OPTIONS, ("grpc.max_allowed_incoming_connections", settings.connections)),
    )
    server.add_generic_rpc_handlers(
        handlers(
            SessionService(settings.name, lobby, sessions, limiter),
            LobbyService(lobby, limiter),
            TableService(lobby, limiter, log),
        )
    )
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    names = [
        service.full_name
        for file in (session_service_pb2, lobby_service_pb2, table_service_pb2, health_pb2)
        for service in file.DESCRIPTOR.services_by_name.values()
    ]
    reflection.enable_server_reflection([*names, reflection.SERVICE_NAME], server)
    port = _bind(server, settings)
    await sessions.load()
    await lobby.load()
    await server.start()
    for name in ("", *names):
        await servicer.set(name, health_pb2.HealthCheckResponse.SERVING)
    running = RunningServer(
        settings,
        server=server,
        port=port,
        lobby=lobby,
        interceptor=interceptor,
        store=store,
        lock=lock,
        servicer=servicer,
    )
    if settings.note:
        try:
            run_file.write(running.address, os.getpid())
        except OSError as error:
            await running.stop(0)
            raise StartError(_UNNOTED, folder=run_file.folder(), error=error.strerror) from error
    return running


def _bind(server: grpc.aio.Server, settings: Settings) -> int:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    try:
        return server.add_insecure_port(f"{host}:{settings.port}")
    except RuntimeError as error:
        raise StartError(
            "Port {port} of {host} is taken: choose another one with --port,"
            " or stop the server that has it.",
            port=settings.port,
            host=settings.host,
        ) from error


def _open_store(data: Path | None, log: FilteringBoundLogger) -> LogStore:
    return MemoryStore() if data is None else SqliteStore(data / "cardtui.db", log)


def _take_folder(data: Path) -> FolderLock:
    """Return the lock on the data folder, which is made if there is none.

    Raises:
        StartError: another process uses it, or it cannot be used.
    """
    try:
        lock = FolderLock.take(data)
    except InUse:
        raise StartError(
            "The data folder {folder} is in use by another server or by “cardtui recover”:"
            " join that server, wait, or choose another folder with --data.",
            folder=data,
        ) from None
    except OSError as error:
        if not os.path.isdir(data):  # noqa: PTH112 - it answers, too, where one may not look
            sentence = (
                "The data folder {folder} cannot be made ({error}): choose another one with --data."
            )
        elif isinstance(error, PermissionError):
            sentence = _FORBIDDEN
        else:
            sentence = (
                "The data folder {folder} cannot be locked ({error}): choose one on another disk"
                " with --data."
            )
        raise StartError(sentence, folder=data, error=error.strerror) from error
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        lock.release()
        raise StartError(_FORBIDDEN, folder=data)
    return lock
