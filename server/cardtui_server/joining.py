"""How a server joins a cluster: its store, its bus, and the certificate that all of it show.

How long it listens first whether another server has its address: `LISTENS`.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardtui_server.failures import StartError
from cardtui_server.lobby.cluster import BEAT, Cluster
from cardtui_server.network.certificate import FILE, kept_certificate, write_certificate
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
    "The tables in {path} are those of a server by itself, and would not be in the cluster: finish"
    " them there and move that file away, or choose another folder with --data."
)

LISTENS: Final = 2.5 * BEAT
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
    try:
        from cardtui_server.store.nats import NatsStore
        from cardtui_server.store.nats_bus import NatsBus
    except ImportError as error:
        raise StartError(
            "A cluster needs the library nats-py: install cardtui with the extra “cluster”."
        ) from error

    if settings.data is not None and (path := database_in(settings.data)).exists():
        raise StartError(_OWN_TABLES, path=path)
    own = Place(dealer.new_id(PLAYER_ID_LETTERS), _address(settings, wanted))
    store = NatsStore(
        wanted.urls, name=wanted.name, replicas=wanted.replicas, monitors=wanted.monitors, log=log
    )
    try:
        await store.open()
        if (folder := settings.identity or settings.data) is not None:
            await _share_certificate(store, folder)
        bus = NatsBus(store.connection)
        others = await _others(bus, own.address)
    except BaseException:
        await store.close()
        raise
    return store, Cluster(own, bus, clock, others)


def _address(settings: Settings, wanted: ClusterSettings) -> str:
    """Return where clients reach this server."""
    if wanted.advertise:
        return wanted.advertise
    if not settings.port:
        raise StartError("A server of a cluster needs a port of its own: choose one with --port.")
    host = settings.lan[0] if settings.lan else settings.host
    return f"[{host}]:{settings.port}" if ":" in host else f"{host}:{settings.port}"


async def _share_certificate(store: NatsStore, folder: Path) -> None:
    """Have the folder keep the certificate of the cluster, which its first server has made."""
    path = folder / FILE
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


async def _others(bus: NatsBus, address: str) -> list[Beat]:
    """Return what the servers that are there say; refuse an address that one of them has."""
    others: dict[str, Beat] = {}

    def hear(message: Message) -> None:
        if isinstance(message, Beat):
            others[message.server] = message

    stop = bus.listen(hear)
    await asyncio.sleep(LISTENS)
    stop()
    if any(each.address == address for each in others.values()):
        raise StartError(
            "Another server of this cluster says that people reach it at {address}: give each its"
            " own address with --advertise.",
            address=address,
        )
    return list(others.values())
