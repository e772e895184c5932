"""How a server joins a cluster: its store, its bus, and the certificate that all its servers show.
For how many seconds it listens first whether another server has its address: `LISTEN_SECONDS`.

Meanwhile it says that it comes (`_COMING_SUBJECT`): of two that come at the same time with one
address, one stays.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardtui_server.failures import StartError
from cardtui_server.lobby.cluster import BEAT_SECONDS, Cluster
from cardtui_server.network.certificate import CERTIFICATE_FILE, kept_certificate, write_certificate
from cardtui_server.ports.bus import Beat, Message
from cardtui_server.ports.clock import Clock
from cardtui_server.ports.dealer import PLAYER_ID_LETTERS, Dealer
from cardtui_server.ports.peers import Place
from cardtui_server.settings import ClusterSettings, Settings
from cardtui_server.store.data_folder import database_in

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

    from cardtui_server.store.nats import NatsStore
    from cardtui_server.store.nats_bus import NatsBus

_OWN_TABLES: Final = (
    "The tables in {path} are those of a server by itself, and would not be in the cluster: take"
    " them there with “cardtui cluster import”, or choose another folder with --data."
)

_COMING_SUBJECT: Final = "cardtui.coming"
"""The subject on which servers say that they come."""

LISTEN_SECONDS: Final = 2.5 * BEAT_SECONDS
"""Seconds to listen before a server takes part."""


async def join_cluster(
    settings: Settings,
    wanted: ClusterSettings,
    *,
    clock: Clock,
    dealer: Dealer,
    log: FilteringBoundLogger,
) -> tuple[NatsStore, Cluster]:
    """Return the store of a cluster, which is open, and its servers.

    Raises:
        StartError: the server cannot take part.
        StoreError: the NATS servers cannot be used.
    """
    if settings.data is not None and (path := database_in(settings.data)).exists():
        raise StartError(_OWN_TABLES, path=path)
    own = Place(dealer.new_id(PLAYER_ID_LETTERS), _address(settings, wanted))
    store = await open_cluster(wanted, log)
    try:
        if (folder := settings.identity or settings.data) is not None:
            await share_certificate(store, folder)
        others = await _come(store, own)
    except BaseException:
        await store.close()
        raise
    return store, Cluster(own, bus_of(store), clock, others)


async def open_cluster(
    wanted: ClusterSettings, log: FilteringBoundLogger | None = None
) -> NatsStore:
    """Return the store of a cluster, which is open.

    Raises:
        StartError: what it needs is not installed.
        StoreError: the NATS servers cannot be used.
    """
    try:
        from cardtui_server.store.nats import NatsStore
    except ImportError as error:
        raise StartError(
            "A cluster needs the library nats-py: install cardtui with the extra “cluster”."
        ) from error

    store = NatsStore(
        wanted.urls, name=wanted.name, replicas=wanted.replicas, monitors=wanted.monitors, log=log
    )
    try:
        await store.open()
    except BaseException:
        await store.close()
        raise
    return store


def bus_of(store: NatsStore) -> NatsBus:
    """Return the bus on the NATS servers of a store."""
    from cardtui_server.store.nats_bus import NatsBus

    return NatsBus(store.connection)


def _address(settings: Settings, wanted: ClusterSettings) -> str:
    """Return where clients reach this server."""
    if wanted.advertise:
        return wanted.advertise
    if not settings.port:
        raise StartError("A server of a cluster needs a port of its own: choose one with --port.")
    host = settings.lan[0] if settings.lan else settings.host
    return f"[{host}]:{settings.port}" if ":" in host else f"{host}:{settings.port}"


async def share_certificate(store: NatsStore, folder: Path) -> None:
    """Have the folder keep the certificate of the cluster, which its first server has made.

    Raises:
        StartError: the folder has another one, or it cannot be written.
        StoreError: the NATS servers do not answer.
    """
    path = folder / CERTIFICATE_FILE
    known = path.exists()
    own = await asyncio.to_thread(kept_certificate, folder)
    shared = await store.certificate(own.key + own.chain)
    if shared == own.key + own.chain:
        return
    if known:
        raise StartError(
            "This server has another certificate than its cluster, by which people know it: move"
            " {path} away, and start it again with that of the cluster.",
            path=path,
        )
    await asyncio.to_thread(write_certificate, folder, shared)


async def _come(store: NatsStore, own: Place) -> list[Beat]:
    """Return what the servers that are there say; refuse an address that another one has.

    Raises:
        StartError: another one is there, or comes at the same time and stays.
    """
    coming = _Coming(store, own)
    listening = asyncio.create_task(servers_there(store))
    while not listening.done():
        await coming.say()
        await asyncio.wait([listening], timeout=BEAT_SECONDS)
    others = listening.result()
    if coming.yields or any(each.address == own.address for each in others):
        raise StartError(
            "Another server of this cluster says that people reach it at {address}: give each its"
            " own address with --advertise.",
            address=own.address,
        )
    coming.stay()
    return others


async def servers_there(store: NatsStore) -> list[Beat]:
    """Return what the servers of a cluster say within `LISTEN_SECONDS`, each last."""
    there: dict[str, Beat] = {}

    def hear(message: Message) -> None:
        if isinstance(message, Beat):
            there[message.server] = message

    stop = bus_of(store).listen(hear)
    await asyncio.sleep(LISTEN_SECONDS)
    stop()
    return list(there.values())


class _Coming:
    """A server that comes, as the others that come hear of it.

    Of two with one address, that with the lower id stays. One that was found alone stays in any
    case, and answers as long as it runs: from its last sound as one that comes to its first as one
    that is there, it may read many tables.

    Attributes:
        yields: whether another one stays.
    """

    def __init__(self, store: NatsStore, own: Place) -> None:
        self.yields = False
        self._connection = store.connection
        self._rank, self._address = own
        self._saying: asyncio.Task[None] | None = None
        self._connection.hear(_COMING_SUBJECT, self._hear)

    async def say(self) -> None:
        """Tell the others."""
        await self._connection.tell(_COMING_SUBJECT, f"{self._rank} {self._address}".encode())

    def stay(self) -> None:
        """Be sooner than all that come."""
        self._rank = ""

    def _hear(self, said: bytes) -> None:
        rank, _, address = said.decode(errors="replace").partition(" ")
        if address != self._address or rank == self._rank:
            return
        if rank < self._rank:
            self.yields = True
        else:
            self._saying = asyncio.create_task(self.say())
