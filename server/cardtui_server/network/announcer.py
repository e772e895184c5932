"""How the server is announced in the networks around it (`SERVICE_TYPE`), and what is said of it
(`Announcement`), so nobody types addresses. How often that is brought up to date:
`_UPDATE_SECONDS`. Clients listen in `client/cardtui_client/net/discovery.py`.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Final, NamedTuple

from cardtui_server.calendar import Occasion
from cardtui_server.failures import Failure

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger
    from zeroconf import ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

SERVICE_TYPE: Final = "_cardtui._tcp.local."
"""What servers are announced as; see docs/lan.md."""

_MDNS_IPV4: Final = ("224.0.0.251", 5353)
_MDNS_IPV6: Final = ("ff02::fb", 5353)
_EMPTY_QUERY: Final = bytes(12)
"""A question about nothing: it is sent to see whether anything may be sent."""

_UPDATE_SECONDS: Final = 1.0
"""Seconds between two looks at what is to be said of the tables."""

_FAREWELL_SECONDS: Final = 1.0
"""The seconds that taking the announcement back may take."""

_NAME_BYTES: Final = 40
"""The longest name in the list of services: a label has 63 bytes, and 17 follow."""


class Unannounced(Failure):
    """The server cannot be announced; the sentence says what to do. It serves all the same."""


class Counts(NamedTuple):
    """What changes while a server is announced.

    Attributes:
        tables: the number of tables that everybody may see.
        free_seats: the seats at them that somebody may take.
        ssh_port: where people come by ssh; 0 where none can.
        evening: the evening that is on or comes next, if there is one.
    """

    tables: int
    free_seats: int
    ssh_port: int = 0
    evening: Occasion | None = None


class Announcement(NamedTuple):
    """What is said of a server.

    Attributes:
        name: what it calls itself.
        addresses: where it listens for other machines.
        port: its port there.
        fingerprint: the SHA-256 of its certificate.
        revision: of the protocol.
    """

    name: str
    addresses: Sequence[str]
    port: int
    fingerprint: bytes
    revision: int

    def info(self, counts: Counts, name: str = "") -> ServiceInfo:
        """Return what zeroconf announces, under a name in its list if one was given already."""
        from zeroconf import ServiceInfo

        properties = {
            "name": self.name,
            "sha256": self.fingerprint.hex(),
            "revision": str(self.revision),
            "tables": str(counts.tables),
            "free": str(counts.free_seats),
        }
        if counts.ssh_port:
            properties["ssh"] = str(counts.ssh_port)
        if counts.evening is not None:
            name_of, begins, ends = counts.evening
            properties["evening"] = f"{begins}-{ends} {name_of}"
        # Two servers may be called the same, and two of one machine may share a certificate:
        # neither may claim what the other has, as nobody can be trusted to notice.
        own = f"{self.fingerprint.hex()[:8]}-{self.port}"
        return ServiceInfo(
            SERVICE_TYPE,
            name or f"{_label(self.name)} ({own}).{SERVICE_TYPE}",
            port=self.port,
            properties={key: value.encode() for key, value in properties.items()},
            server=f"cardtui-{own}.local.",
            parsed_addresses=[each.partition("%")[0] for each in self.addresses],
        )


class Announcer:
    """Announces a server until it is stopped, and again whenever its tables change."""

    def __init__(
        self,
        zeroconf: AsyncZeroconf,
        announcement: Announcement,
        counts: Callable[[], Counts],
        log: FilteringBoundLogger,
    ) -> None:
        self._zeroconf = zeroconf
        self._announcement = announcement
        self._counts = counts
        self._log = log
        self._task = asyncio.get_running_loop().create_task(self._announce())

    @classmethod
    def start(
        cls,
        announcement: Announcement,
        counts: Callable[[], Counts],
        log: FilteringBoundLogger,
    ) -> Announcer:
        """Begin to announce a server on the running loop; it is heard about a second later.

        Raises:
            Unannounced: it cannot be announced.
        """
        try:
            from zeroconf.asyncio import AsyncZeroconf
        except ImportError as error:
            raise Unannounced(
                "The server is not announced: that takes the library zeroconf, which is not"
                " installed beside cardtui. Until then, others join with the line."
            ) from error
        theirs = logging.getLogger("zeroconf")
        theirs.addHandler(logging.NullHandler())  # it warns of what others send
        theirs.propagate = False
        try:
            return cls(
                AsyncZeroconf(interfaces=_open(announcement.addresses)),
                announcement,
                counts,
                log,
            )
        except OSError as error:
            raise Unannounced(
                "The server is not announced, since this machine lets nobody send to all others"
                " ({error}): let UDP port 5353 through. Until then, others join with the line.",
                error=error.strerror or error,
            ) from error

    async def stop(self) -> None:
        """Take the announcement back."""
        self._task.cancel()
        await asyncio.wait([self._task])
        with suppress(Exception):  # the network may be gone; others find out by themselves
            async with asyncio.timeout(_FAREWELL_SECONDS):
                await self._zeroconf.async_unregister_all_services()
        await self._zeroconf.async_close()

    async def _announce(self) -> None:
        try:
            await self._tell()
        except Exception as error:  # noqa: BLE001 - whatever it is, the server serves on
            self._log.warning("no longer announced", error=repr(error))

    async def _tell(self) -> None:
        said = self._counts()
        info = self._announcement.info(said)
        # Somebody may pretend to be this server: zeroconf puts a number behind the name then.
        await (await self._zeroconf.async_register_service(info, allow_name_change=True))
        while True:
            await asyncio.sleep(_UPDATE_SECONDS)
            if (now := self._counts()) != said:
                said = now
                info = self._announcement.info(said, info.name)
                await (await self._zeroconf.async_update_service(info))


def _open(addresses: Sequence[str]) -> list[str | int]:
    """Return the addresses from which this machine may send to all others in that network.

    Raises:
        OSError: there is none.
    """
    opened: list[str | int] = []
    failed = OSError()
    for address in addresses:
        try:
            _try_to_send(address)
        except OSError as error:
            failed = error
        else:
            opened.append(address)
    if not opened:
        raise failed
    return opened


def _try_to_send(address: str) -> None:
    own = ip_address(address)
    if isinstance(own, IPv6Address):
        with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as trial:
            link = _index(own)
            trial.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, link)
            trial.sendto(_EMPTY_QUERY, (*_MDNS_IPV6, 0, link))
    else:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
            trial.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own.packed)
            trial.sendto(_EMPTY_QUERY, _MDNS_IPV4)


def _index(own: IPv6Address) -> int:
    """Return the number of the interface that has an address.

    Raises:
        OSError: none has it any more.
    """
    import ifaddr

    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if ip.is_IPv6 and int(ip_address(ip.ip[0])) == int(own) and adapter.index:
                return adapter.index
    raise OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))


def _label(name: str) -> str:
    """Return the name as one label: without dots, and short enough."""
    cut = name.replace(".", " ").encode()[:_NAME_BYTES].decode("utf-8", "ignore")
    return " ".join(cut.split()) or "cardtui"
