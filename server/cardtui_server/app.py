"""A running server (`RunningServer`): starts and stops its parts, reloads, moves to new addresses.
How often it looks at its addresses: `ADDRESSES_EVERY`; a page for browsers does as often
(`client/cardtui_web/command.py`).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import grpc
from grpc_health.v1 import (  # type: ignore[import-untyped] # it ships no types
    health,
    health_pb2,
    health_pb2_grpc,
)
from grpc_reflection.v1alpha import reflection  # type: ignore[import-untyped] # it ships no types

from cardtui_server import operator_file, run_file
from cardtui_server.calendar import Calendar
from cardtui_server.failures import StartError, check_system
from cardtui_server.fairness.signatures import Signer
from cardtui_server.joining import join_cluster
from cardtui_server.lobby.account_codes import AccountCodes
from cardtui_server.lobby.club import Club
from cardtui_server.lobby.cluster import Cluster
from cardtui_server.lobby.personal_data import PersonalData
from cardtui_server.lobby.retention import Retention
from cardtui_server.lobby.sessions import Sessions
from cardtui_server.lobby.tables import Lobby
from cardtui_server.lobby.tournaments import Tournaments
from cardtui_server.match.state import Life
from cardtui_server.metrics import Metrics
from cardtui_server.network.announcer import Announcement, Announcer, Counts, Unannounced
from cardtui_server.network.certificate import (
    CERTIFICATE_FILE,
    Certificate,
    Outdated,
    kept_certificate,
    make_certificate,
)
from cardtui_server.ports.clock import Clock, SystemClock
from cardtui_server.ports.dealer import Dealer, SystemDealer
from cardtui_server.ports.log_store import LogStore, StoreError
from cardtui_server.rpc.club_service import ClubService
from cardtui_server.rpc.connections import Connections
from cardtui_server.rpc.handlers import SERVICE_FILES, handlers
from cardtui_server.rpc.host_service import HostService
from cardtui_server.rpc.interceptor import Interceptor
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.rpc.listening import TRANSPORT_OPTIONS, bracketed, listen, listen_also
from cardtui_server.rpc.lobby_service import LobbyService
from cardtui_server.rpc.session_service import PROTOCOL_REVISION, SessionService
from cardtui_server.rpc.table_service import TableService
from cardtui_server.rpc.tournament_service import TournamentService
from cardtui_server.safe_text import TALK_CELLS, safe_text
from cardtui_server.server_log import damped, unprinted
from cardtui_server.settings import GRACE_SECONDS, Reload, Settings
from cardtui_server.store.data_folder import FolderLock, database_in, take_folder
from cardtui_server.store.memory import MemoryStore
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.table.actor import Table
from cardtui_server.table.environment import Environment
from cardtui_server.table.restart import Notice
from cardtui_server.wire.checkpoints import PickledCheckpoints
from cardtui_server.wire.club import ClubJournal
from cardtui_server.wire.journal import WireJournal
from cardtui_server.wire.table_encoder import TableFrames
from cardtui_server.wire.tournaments import TournamentJournal

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

ADDRESSES_EVERY: Final = 3.0
"""Seconds between two looks at this machine's addresses."""


class RunningServer:
    """A running server.

    Attributes:
        host: the address it listens on for programs on this machine.
        port: the port that people are told.
        own_ports: those of its workers: it has none.
        certificate: by which clients know it.
        unannounced: why it is not announced to them, though it was to be.
        outdated: why clients will refuse its certificate, if they will.
        moved: is called whenever its addresses for other machines have changed.
    """

    own_ports: Sequence[int] = ()

    def __init__(
        self,
        settings: Settings,
        *,
        server: grpc.aio.Server,
        another: Callable[[], grpc.aio.Server],
        ports: Sequence[int],
        certificate: Certificate,
        lobby: Lobby,
        tournaments: Tournaments,
        club: Club,
        retention: Retention,
        interceptor: Interceptor,
        connections: Connections,
        store: LogStore,
        lock: FolderLock | None,
        servicer: Any,
        about: SessionService,
        cluster: Cluster | None,
        env: Environment,
    ) -> None:
        self.host = settings.host
        self.port = ports[0]
        self._ports = ports
        self.certificate = certificate
        self._settings = settings
        self._server = server
        self._another = another
        self._lan = tuple(settings.lan)
        self._elsewhere: dict[str, grpc.aio.Server] = {}
        self._watching: asyncio.Task[None] | None = None
        self.moved: Callable[[], object] | None = None
        self._lobby = lobby
        self._tournaments = tournaments
        self._club = club
        self._retention = retention
        self._interceptor = interceptor
        self._connections = connections
        self._store = store
        self._lock = lock
        self._health = servicer
        self._about = about
        self._cluster = cluster
        self._env = env
        self._stopped: asyncio.Task[None] | None = None
        self._announcer: Announcer | None = None
        self.unannounced: Unannounced | None = None
        self.outdated: Outdated | None = None

    @property
    def cluster_addresses(self) -> list[str]:
        """Where clients reach the servers of its cluster; empty for a server by itself."""
        return [] if self._cluster is None else self._cluster.addresses

    @property
    def address(self) -> str:
        """Where to connect: ``HOST:PORT``."""
        return f"{self.host}:{self.port}"

    @property
    def is_open(self) -> bool:
        """Whether other machines are let in: now, or as soon as this one is in a network."""
        return self._settings.is_open

    @property
    def lan(self) -> Sequence[str]:
        """The addresses for other machines: ``HOST:PORT``; none while it is in no network."""
        return [f"{bracketed(host)}:{self.port}" for host in self._lan]

    @property
    def tables(self) -> Mapping[str, Table]:
        """The open tables by id, for programs that run the server in their own process."""
        return self._lobby.tables

    @property
    def damaged(self) -> Mapping[str, str]:
        """By table id, why the log of a table that stays closed is damaged."""
        return self._lobby.damaged

    @property
    def metrics(self) -> Metrics:
        """What the server has counted, and what there is now."""
        tables = self._lobby.tables.values()
        matches = sum(each.state.life is Life.PLAYING for each in tables)
        return replace(
            self._env.metrics, tables=len(tables), matches=matches, people=self._about.people
        )

    async def measured(self) -> Metrics:
        """Return the same; of several processes it has to be asked for."""
        return self.metrics

    def tell_restart(self, notice: Notice, then: Callable[[], object] | None = None) -> None:
        """Tell everybody at a table of a restart; call the function when it is time."""
        self._env.restart.announce(notice, then)

    def restart(self, notice: Notice) -> None:
        """Tell everybody at a table of a restart, and stop when it is time."""
        self.tell_restart(notice, self._end)

    def _end(self) -> None:
        if self._stopped is None:
            self._stopped = asyncio.get_running_loop().create_task(self._stop(GRACE_SECONDS))

    def reload(self, anew: Reload) -> None:
        """Go on with other limits, addresses that may call, message and evenings."""
        self._settings.limits.take(anew.limits)
        self._interceptor.take_rules(anew.rules)
        self._connections.rules = anew.rules
        self._about.message = safe_text(anew.message, TALK_CELLS)
        self._about.calendar.evenings = anew.evenings
        self._retention.look()
        self._club.look_soon()

    def tell_web_port(self, port: int) -> None:
        """Tell clients from now on at which port a page shows the server in browsers."""
        self._about.web_port = port

    def tell_ssh(self, port: int, key: str) -> None:
        """Tell clients from now on where people come by ssh, and which key they are shown.

        The network is told the port alone.
        """
        self._about.ssh_port, self._about.ssh_key = port, key if port else ""

    async def stop(self, grace: float = GRACE_SECONDS) -> None:
        """Stop the server: end its streams with the reason, stop serving, close the store.

        A second call with a grace of 0 ends at once what the first call waits for.
        """
        if self._stopped is None:
            self._stopped = asyncio.get_running_loop().create_task(self._stop(grace))
        elif not grace:
            await self._server.stop(None)
        await asyncio.shield(self._stopped)

    async def wait(self) -> None:
        """Wait until the server has stopped."""
        await self._server.wait_for_termination()

    def announce(self, log: FilteringBoundLogger) -> None:
        """Announce it to other machines, if it is open to them."""
        if not (self._lan and self._settings.announce):
            return
        announcement = Announcement(
            self._settings.name,
            self._lan,
            self.port,
            self.certificate.fingerprint,
            PROTOCOL_REVISION,
        )
        try:
            self._announcer = Announcer.start(announcement, self._counts, log)
        except Unannounced as error:
            self.unannounced = error

    def watch_addresses(self, log: FilteringBoundLogger) -> None:
        """Follow this machine's addresses, if it is to listen at all of them."""
        if self._settings.look is not None:
            self._watching = asyncio.create_task(self._watch(self._settings.look, log))

    async def _watch(self, look: Callable[[], Sequence[str]], log: FilteringBoundLogger) -> None:
        while True:
            await asyncio.sleep(ADDRESSES_EVERY)
            try:
                await self._be_at(look(), log)
            except Exception as error:  # noqa: BLE001 - in no network, or an address not usable yet
                log.debug("addresses not followed", error=repr(error))

    async def _be_at(self, addresses: Sequence[str], log: FilteringBoundLogger) -> None:
        """Listen at new addresses, too; gRPC takes no more of them once a server has started."""
        for gone in [each for each in self._elsewhere if each not in addresses]:
            await self._elsewhere.pop(gone).stop(None)
        usable: list[str] = []
        for each in addresses:
            with suppress(StartError):  # an IPv6 address, for instance, needs a second or two
                if each not in self._settings.lan and each not in self._elsewhere:
                    server = self._another()
                    for port in self._ports:
                        listen_also(server, each, port, self.certificate)
                    await server.start()
                    self._elsewhere[each] = server
                usable.append(each)
        if not usable or set(usable) == set(self._lan):
            return
        self._lan = tuple(usable)
        if self._announcer is not None:
            await self._announcer.stop()
            self._announcer = None
        self.announce(log)
        if self.moved is not None:
            self.moved()

    def _counts(self) -> Counts:
        tables, seats = len(self._lobby.public()), self._lobby.free_seats()
        return Counts(tables, seats, self._about.ssh_port, self._about.calendar.next())

    async def _stop(self, grace: float) -> None:
        self._interceptor.open = False
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait([self._watching])
        if self._announcer is not None:
            await self._announcer.stop()
        await self._health.enter_graceful_shutdown()
        await self._retention.stop()
        await self._tournaments.stop()
        self._club.stop()
        await self._lobby.stop()
        servers = (self._server, *self._elsewhere.values())
        await asyncio.gather(*(each.stop(grace or None) for each in servers))
        self._connections.stop()
        if self._settings.data is not None:
            operator_file.remove(self._settings.data)
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
    cluster: Cluster | None = None,
    lock: FolderLock | None = None,
    operator: str = "",
    restart: Callable[[Notice], None] | None = None,
    log: FilteringBoundLogger | None = None,
) -> RunningServer:
    """Start a server on the running loop.

    Args:
        settings: how the server runs.
        dealer: the door to randomness.
        store: the door to the disk; by default the database in the data folder.
        cluster: the servers that share the store; by default there are none.
        lock: the lock on the data folder, if the caller has already taken it.
        operator: the operator's token; ``""`` to make one where there is a data folder.
        restart: called when the operator announces a restart; by default the server tells people of
            it, and stops.
        log: a structlog logger for what goes wrong; by default one that writes to Python's own
            logger ``cardtui.server``.

    Raises:
        StartError: the server cannot start.
    """
    check_system()
    if settings.data is not None and lock is None:
        lock = take_folder(settings.data)
    clock, log = clock or SystemClock(), log or unprinted()
    try:
        async with AsyncExitStack() as undone:
            if lock is not None:
                undone.callback(lock.release)
            dealer = dealer or SystemDealer()
            if settings.cluster is not None:
                store, cluster = await join_cluster(
                    settings, settings.cluster, clock=clock, dealer=dealer, log=log
                )
                undone.push_async_callback(store.close)
            else:
                store = store or _open_store(settings.data, log)
                undone.push_async_callback(store.close)
                await store.open()
            server = await _start(
                settings,
                clock=clock,
                dealer=dealer,
                store=store,
                cluster=cluster,
                lock=lock,
                operator=operator,
                restart=restart,
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
    cluster: Cluster | None,
    lock: FolderLock | None,
    operator: str,
    restart: Callable[[Notice], None] | None,
    log: FilteringBoundLogger,
) -> RunningServer:
    """Start a server with all its doors given."""
    settings = replace(settings, limits=replace(settings.limits))  # they may change: see `reload`
    kept = PickledCheckpoints()
    env = Environment(store, clock, dealer, log, WireJournal(), TableFrames, kept, cluster)
    certificate = _certificate(settings)
    lobby = Lobby(
        env,
        thinking=settings.thinking,
        limits=settings.limits,
        signer=Signer(certificate.key),
        cluster=cluster,
    )
    tournaments = Tournaments(env, lobby, TournamentJournal())

    def forget(log: str) -> None:
        lobby.records.forget_table(log)
        tournaments.forget(log)

    club = Club(env, ClubJournal(), settings.limits, cluster)
    retention = Retention(
        env,
        TournamentJournal(),
        settings.limits,
        club=club,
        forget=forget,
        tell_full=lambda full: setattr(lobby, "full", full),
        is_first=(lambda: True) if cluster is None else cluster.is_first,
    )
    sessions = Sessions(
        store,
        dealer,
        lambda: lobby.seated() | tournaments.players(),
        env.outage,
        clock=clock,
        limits=settings.limits,
        cluster=cluster,
    )
    connections = Connections(settings.limits, settings.rules, clock, log, seated=lobby.seated)
    limiter = Limiter(settings.limits, clock, connections.heard)
    if cluster is not None:
        limiter.elsewhere = cluster.streams_elsewhere
        cluster.watch_uses(limiter.uses, limiter.used_elsewhere)
    operator = operator or ("" if settings.data is None else dealer.token())
    interceptor = Interceptor(
        sessions,
        limiter,
        log,
        rules=settings.rules,
        connections=connections,
        operator=operator,
        metrics=env.metrics,
    )
    servicer: Any = health.aio.HealthServicer()  # pyright: ignore[reportAttributeAccessIssue] # made at run time
    about = SessionService(
        settings.name,
        lobby,
        sessions,
        limiter,
        codes=AccountCodes(dealer, clock, cluster),
        calendar=Calendar(clock.wall, settings.evenings),
        end_streams=interceptor.end_streams,
        durable=not isinstance(store, MemoryStore),
        password=settings.password,
        is_operator=interceptor.is_operator,
    )
    about.message = safe_text(settings.message, TALK_CELLS)
    about.personal = PersonalData(env, TournamentJournal(), sessions, forget, club)
    about.ban = interceptor.ban = club.ban
    limiter.check_talk = club.check_talk
    club.changed = interceptor.end_banned
    sessions.ended = interceptor.end_streams
    served = handlers(
        about,
        LobbyService(lobby, sessions, limiter, is_open=settings.is_open),
        TableService(lobby, limiter, log, env.metrics),
        HostService(lobby, sessions, limiter),
        TournamentService(tournaments, sessions, limiter),
        club=ClubService(club, lobby, sessions, limiter, interceptor, tournaments=tournaments),
    )
    names = [
        service.full_name
        for file in (*SERVICE_FILES, health_pb2)
        for service in file.DESCRIPTOR.services_by_name.values()
    ]

    def another() -> grpc.aio.Server:
        made = grpc.aio.server(
            interceptors=[interceptor],
            options=(
                *TRANSPORT_OPTIONS,
                ("grpc.so_reuseport", int(settings.shared_port > 0)),
                ("grpc.max_allowed_incoming_connections", connections.most),
            ),
        )
        made.add_generic_rpc_handlers(served)
        health_pb2_grpc.add_HealthServicer_to_server(servicer, made)
        reflection.enable_server_reflection([*names, reflection.SERVICE_NAME], made)
        return made

    server = another()
    wanted = [settings.shared_port, settings.port] if settings.shared_port else [settings.port]
    ports = [listen(server, settings.host, settings.lan, each, certificate) for each in wanted]
    await lobby.load()
    await tournaments.load()
    await club.load()
    await sessions.load()  # who holds a seat is not forgotten
    await server.start()
    retention.start()
    for name in ("", *names):
        await servicer.set(name, health_pb2.HealthCheckResponse.SERVING)
    connections.watch(*ports)
    running = RunningServer(
        settings,
        server=server,
        another=another,
        ports=ports,
        certificate=certificate,
        lobby=lobby,
        tournaments=tournaments,
        club=club,
        retention=retention,
        interceptor=interceptor,
        connections=connections,
        store=store,
        lock=lock,
        servicer=servicer,
        about=about,
        cluster=cluster,
        env=env,
    )
    if settings.cluster is None:
        about.restart = restart or running.restart
    try:
        if settings.note:
            run_file.write(running.address, os.getpid(), certificate.fingerprint)
        if settings.data is not None:
            operator_file.write(settings.data, running.address, operator, certificate.fingerprint)
    except OSError as error:
        await running.stop(0)
        raise unnoted(error) from error
    running.outdated = certificate.outdated(
        (settings.identity or settings.data or Path()) / CERTIFICATE_FILE, datetime.now(UTC)
    )
    running.announce(log)
    running.watch_addresses(log)
    return running


def unnoted(error: OSError) -> StartError:
    """Return what to tell if a note by which others find a server cannot be written."""
    return StartError(
        "The note by which others find this server cannot be written in {folder} ({error}): make"
        " sure that you may write there and that there is room, or choose another data folder with"
        " --data.",
        folder=error.filename or run_file.folder(),
        error=error.strerror,
    )


def _certificate(settings: Settings) -> Certificate:
    folder = settings.identity or settings.data
    return make_certificate() if folder is None else kept_certificate(folder)


def _open_store(data: Path | None, log: FilteringBoundLogger) -> LogStore:
    return MemoryStore() if data is None else SqliteStore(database_in(data), log)
