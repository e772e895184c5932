"""Finds servers: on this machine, and in the network, for which it listens `LISTEN_SECONDS`. How
many it lists: `_MOST_SERVERS`; which free port a server gets if its own is taken: `port_to_open`.
Servers announce themselves in `server/cardtui_server/network/announcer.py`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from ipaddress import (
    IPv4Address,
    IPv4Interface,
    IPv6Address,
    IPv6Interface,
    ip_address,
    ip_interface,
)
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardtui_client.files import read_given
from cardtui_client.i18n import _
from cardtui_client.limits import SERVER_NAME_CELLS
from cardtui_client.model.calendar import Evening, announced_evening
from cardtui_client.net.address import (
    DEFAULT_PORT,
    PORT_VARIABLE,
    Address,
    BadAddress,
    JoinLine,
    line_to,
    parse_address,
    parse_join_line,
    pin_of,
)
from cardtui_client.text import safe_text

if TYPE_CHECKING:
    from zeroconf import Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf


SERVICE_TYPE: Final = "_cardtui._tcp.local."

LISTEN_SECONDS: Final = 1.5
"""Seconds in which servers in the network answer a command; most take a quarter."""

_MDNS_IPV4: Final = ("224.0.0.251", 5353)
_MDNS_IPV6: Final = ("ff02::fb", 5353)
_EMPTY_QUERY: Final = bytes(12)
"""A question about nothing: it is sent to see whether anything may be sent."""

_MOST_SERVERS: Final = 64
"""More servers than this in one network are somebody's joke."""

_MOST_ADDRESSES: Final = 6
"""A machine has few, and of those of one link each may be heard on several."""

_FINGERPRINT_LETTERS: Final = 64
_MOST_DIGITS: Final = 4
_RESOLVE_SECONDS: Final = 3.0
"""The seconds in which an announced server may say where it is."""

_CONNECT_SECONDS: Final = 1.0
"""The seconds in which one of its addresses may answer that nothing else tells from the others."""


class Announced(NamedTuple):
    """A server as it is announced.

    Attributes:
        line: how to reach it; its pin is only what was heard.
        name: what it calls itself.
        tables: how many tables it has.
        free_seats: how many seats somebody may take there.
        evening: the evening that is on there or comes next, if one is announced.
    """

    line: JoinLine
    name: str
    tables: int
    free_seats: int
    evening: Evening | None = None

    @property
    def address(self) -> str:
        """Where it most likely answers."""
        return str(self.line.addresses[0])


class Unsearchable(Exception):
    """Nothing can be found in the network; the sentence says what to do."""


class Discovery:
    """Listens to what is announced, from the first question on until it is closed.

    Attributes:
        problem: why nothing can be found; empty if that is not so.
    """

    def __init__(self) -> None:
        self.problem = ""
        self._begun = False
        self._changed: Callable[[], object] = _nothing
        self._found: dict[str, Announced] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None

    def tell(self, changed: Callable[[], object]) -> None:
        """Have somebody called whenever a server comes, changes or goes."""
        self._changed = changed

    async def begin(self) -> None:
        """Begin to listen, if that has not been tried yet; see `problem`."""
        if self._begun:
            return
        self._begun = True
        try:
            await self._listen()
        except Unsearchable as error:
            self.problem = str(error)

    def servers(self) -> Sequence[Announced]:
        """Return the servers that are announced now, in the order in which they were heard."""
        once: dict[tuple[str, int], Announced] = {}
        for each in self._found.values():
            once.setdefault((each.line.pin, each.line.addresses[0].port), each)
        return list(once.values())

    async def close(self) -> None:
        """Listen no more."""
        for task in self._asking.values():
            task.cancel()
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            with suppress(Exception):  # the network may be gone
                if self._browser is not None:
                    await self._browser.async_cancel()
                await zeroconf.async_close()

    async def _listen(self) -> None:
        try:
            # Loading it takes a tenth of a second, in which the screen should not stand still.
            await asyncio.to_thread(import_module, "zeroconf.asyncio")
        except ImportError as error:
            from cardtui_client.extras import how_to_add

            raise Unsearchable(
                _(
                    "Servers in the network are found with the library zeroconf ({command})."
                    " Without it, type the address of a server.",
                    command=how_to_add("lan"),
                )
            ) from error
        from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

        theirs = logging.getLogger("zeroconf")
        theirs.addHandler(logging.NullHandler())  # it warns of what others send
        theirs.propagate = False
        try:
            self._zeroconf = AsyncZeroconf(interfaces=_open(own_interfaces()))
        except OSError as error:
            raise Unsearchable(
                _(
                    "Servers in the network cannot be looked for ({error}): let UDP port 5353"
                    " through, or type the address of a server.",
                    error=error.strerror or error,
                )
            ) from error
        self._browser = AsyncServiceBrowser(
            self._zeroconf.zeroconf, SERVICE_TYPE, handlers=[self._heard]
        )

    def _heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: Any) -> None:  # noqa: ARG002 - zeroconf's signature
        from zeroconf import ServiceStateChange

        if state_change is ServiceStateChange.Removed:
            if self._found.pop(name, None) is not None:
                self._changed()
        elif name in self._found or len(self._found) + len(self._asking) < _MOST_SERVERS:
            if (earlier := self._asking.pop(name, None)) is not None:
                earlier.cancel()
            task = asyncio.get_running_loop().create_task(self._ask(zeroconf, name))
            self._asking[name] = task
            task.add_done_callback(lambda done: self._asked(name, done))

    def _asked(self, name: str, task: asyncio.Task[None]) -> None:
        if self._asking.get(name) is task:
            del self._asking[name]

    async def _ask(self, zeroconf: Zeroconf, name: str) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        info = AsyncServiceInfo(SERVICE_TYPE, name)
        with suppress(Exception):  # whatever they send, it is no server then
            if not await info.async_request(zeroconf, _RESOLVE_SECONDS * 1000):
                return
        found = read(info)
        if found is None:
            return
        found = await answering_first(found, self._found.get(name))
        if found != self._found.get(name):
            self._found[name] = found
            self._changed()


def servers_called(name: str, announced: Sequence[Announced]) -> list[Announced]:
    """Return the announced servers of that name, in letters of any size."""
    wanted = name.strip().casefold()
    return [each for each in announced if each.name.casefold() == wanted]


def line_by_pin(line: JoinLine, announced: Sequence[Announced]) -> JoinLine | None:
    """Return where a server is announced now that a line vouches for; ``None`` if nowhere."""
    found = (
        each.line.addresses for each in announced if line.vouched and each.line.pin == line.pin
    )
    return next((JoinLine(addresses, line.pin) for addresses in found), None)


def read(info: AsyncServiceInfo) -> Announced | None:
    """Return the server that is announced; ``None`` if this is no announcement of one."""
    said = {
        key: (value or b"").decode("utf-8", "replace") for key, value in _texts(info.properties)
    }
    fingerprint = said.get("sha256", "")
    addresses = _best([ip_address(_named(each)) for each in info.parsed_scoped_addresses()])
    if not addresses or not info.port or not 0 < info.port < 1 << 16:
        return None
    if len(fingerprint) != _FINGERPRINT_LETTERS or set(fingerprint) - set("0123456789abcdef"):
        return None
    line = JoinLine(
        tuple(Address(str(each), info.port) for each in addresses),
        pin_of(bytes.fromhex(fingerprint)),
        hearsay=True,
    )
    name = safe_text(said.get("name", ""), SERVER_NAME_CELLS)
    tables, free = _number(said.get("tables")), _number(said.get("free"))
    return Announced(line, name, tables, free, announced_evening(said.get("evening", "")))


async def answering_first(found: Announced, before: Announced | None) -> Announced:
    """Return a server with the address first that answers, where several are equally likely.

    Args:
        found: as it is announced.
        before: the same as it was announced before; what answered then still does.
    """
    addresses = found.line.addresses
    if before is not None and set(before.line.addresses) == set(addresses):
        return found._replace(line=found.line._replace(addresses=before.line.addresses))
    later = _by_likelihood()
    alike = [each for each in addresses if later(_ip(each)) == later(_ip(addresses[0]))]
    if len(alike) == 1 or (first := await _first_answer(alike)) is None:
        return found
    others = (each for each in addresses if each != first)
    return found._replace(line=found.line._replace(addresses=(first, *others)))


async def _first_answer(places: Sequence[Address]) -> Address | None:
    """Return the first address at which somebody listens; ``None`` if nobody does in time."""

    async def answering(place: Address) -> Address | None:
        with suppress(OSError):
            async with asyncio.timeout(_CONNECT_SECONDS):
                _reader, writer = await asyncio.open_connection(*place)
            writer.transport.abort()
            return place
        return None

    asking = [asyncio.create_task(answering(each)) for each in places]
    try:
        for each in asyncio.as_completed(asking):
            if (place := await each) is not None:
                return place
    finally:
        for task in asking:
            task.cancel()
    return None


def elsewhere(announced: Sequence[Announced], here: Sequence[str]) -> list[Announced]:
    """Return those that are not the servers that run here, which are known better.

    Args:
        announced: what was heard.
        here: the addresses of the servers on this machine.
    """
    own = {str(each.ip) for each in own_interfaces()}
    ports = {parse_address(each).port for each in here}
    return [
        each
        for each in announced
        if each.line.addresses[0].port not in ports
        or not any(address.host.partition("%")[0] in own for address in each.line.addresses)
    ]


def own_interfaces() -> list[IPv4Interface | IPv6Interface]:
    """Return the addresses of this machine in networks, with those networks; IPv4 first."""
    import ifaddr

    found = [
        ip_interface(f"{ip.ip[0] if ip.is_IPv6 else ip.ip}/{ip.network_prefix}")
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]
    found.sort(key=lambda each: each.version)
    return [each for each in found if not each.is_loopback]


def _open(interfaces: Sequence[IPv4Interface | IPv6Interface]) -> list[str | int]:
    """Return from where you may send to all others: IPv4 addresses, then numbers of interfaces.

    Raises:
        Unsearchable: this machine is in no network.
        OSError: it may send to none.
    """
    if not interfaces:
        raise Unsearchable(
            _(
                "This machine is in no network: connect it to one, or type the address of a"
                " server on this machine."
            )
        )
    opened: list[str | int] = []
    failed = OSError()
    places: list[str | int] = [str(each.ip) for each in interfaces if each.version == 4]
    for each in [*places, *_links()]:
        try:
            _try_to_send(each)
        except OSError as error:
            failed = error
        else:
            opened.append(each)
    if not opened:
        raise failed
    return opened


def _links() -> list[int]:
    """Return the numbers of the interfaces that have an IPv6 address in a network."""
    import ifaddr

    return [
        adapter.index
        for adapter in ifaddr.get_adapters()
        if adapter.index
        and any(ip.is_IPv6 and not ip_address(ip.ip[0]).is_loopback for ip in adapter.ips)
    ]


def _try_to_send(at: str | int) -> None:
    if isinstance(at, int):
        with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as trial:
            trial.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, at)
            trial.sendto(_EMPTY_QUERY, (*_MDNS_IPV6, 0, at))
    else:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
            own = IPv4Address(at).packed
            trial.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own)
            trial.sendto(_EMPTY_QUERY, _MDNS_IPV4)


def _named(address: str) -> str:
    """Return an address of one link with the name of its interface, which is heard by number."""
    host, _percent, number = address.partition("%")
    with suppress(ValueError, OSError):
        return f"{host}%{socket.if_indextoname(int(number))}"
    return address


def _best(addresses: Sequence[IPv4Address | IPv6Address]) -> list[IPv4Address | IPv6Address]:
    """Return the addresses to try: the likeliest first, and nothing of our own."""
    usable = [
        each
        for each in addresses
        if not (each.is_loopback or each.is_multicast or each.is_unspecified)
        and (each.version == 4 or not each.is_link_local or each.scope_id)
    ]
    return sorted(usable, key=_by_likelihood())[:_MOST_ADDRESSES]


def _by_likelihood() -> Callable[[IPv4Address | IPv6Address], tuple[bool, bool, int]]:
    """Return what sorts addresses: those in a network of ours first, those of one link last."""
    networks = [each.network for each in own_interfaces()]

    def later(each: IPv4Address | IPv6Address) -> tuple[bool, bool, int]:
        ours = any(each in network for network in networks)
        return each.version == 6 and each.is_link_local, not ours, each.version

    return later


def _ip(address: Address) -> IPv4Address | IPv6Address:
    return ip_address(address.host)


def _texts(properties: Any) -> list[tuple[str, bytes | None]]:
    return [(key.decode("ascii", "replace"), value) for key, value in properties.items()]


def _number(text: str | None) -> int:
    if text and len(text) <= _MOST_DIGITS and text.isascii() and text.isdigit():
        return int(text)
    return 0


def _nothing() -> None:
    pass


_LOOPBACK: Final = "127.0.0.1"
_LOOPBACK_SECONDS: Final = 0.25


class LocalServer(NamedTuple):
    """A server that said it runs here.

    Attributes:
        address: ``HOST:PORT``.
        pid: of its process; 0 where that is not known.
        line: the same with the pin that it noted, where only this account can have written it.
        alone: whether it is the one on which this person plays against bots, closed to others.
    """

    address: str
    pid: int
    line: str = ""
    alone: bool = False


Running = Callable[[], Sequence[LocalServer]]
"""Finds the servers that run on this machine now."""


def running_servers(folder: Path) -> list[LocalServer]:
    """Return the servers whose run files lie in the data folder and whose process lives.

    A server that another user of this machine runs left its file elsewhere, so the usual port
    is tried as well, unless there is none.
    """
    found = noted_servers(folder)
    port = usual_port()
    usual = LocalServer(f"{_LOOPBACK}:{port}", 0)
    if (
        port
        and all(server.address != usual.address for server in found)
        and _listens(_LOOPBACK, port)
    ):
        found.append(usual)
    return found


def noted_servers(folder: Path) -> list[LocalServer]:
    """Return the servers whose run files lie in the data folder and whose process lives."""
    noted = (_read(path) for path in sorted((folder / "running").glob("*.json")))
    living = [server for server in noted if server is not None and _lives(server.pid)]
    alone = _alone(folder) if living else ""
    return [server._replace(alone=server.address == alone) for server in living]


def _alone(folder: Path) -> str:
    """Return where the person's own server said that it listens; ``""`` if others may join it."""
    try:
        said = read_given(folder / "solo" / "listening").decode()
        _ready, here, line, *_damaged = said[said.index("ready ") :].split()
        return str(parse_join_line(here).where) if line == "-" else ""
    except (OSError, ValueError, BadAddress):
        return ""


def usual_port() -> int:
    """Return the port at which servers of this machine are looked for; 0 for none."""
    named = os.environ.get(PORT_VARIABLE, "")
    return int(named) if named.isdecimal() and int(named) < 1 << 16 else DEFAULT_PORT


def port_to_open(wanted: int | None = None) -> int:
    """Return a port if nobody listens there, else 0, which is any free one.

    Args:
        wanted: the port; ``None`` for the usual one.
    """
    port = usual_port() if wanted is None else wanted
    taken = port and any(
        _listens(host, port) for host in (_LOOPBACK, Address(_LOOPBACK, port).door.host)
    )
    return 0 if taken else port


def _listens(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=_LOOPBACK_SECONDS).close()
    except OSError:
        return False
    return True


def _read(path: Path) -> LocalServer | None:
    try:
        data: Any = json.loads(read_given(path))
        address = str(parse_address(data["address"]))
        return LocalServer(address, int(data["pid"]), line_to(address, data["sha256"]))
    except (
        OSError,
        ValueError,
        LookupError,
        TypeError,
        ArithmeticError,
        RecursionError,
        BadAddress,
    ):
        return None  # half written, or by another version: as if it were not there


def _lives(pid: int) -> bool:
    if sys.platform == "win32":
        return True  # asking by signal 0 would end it
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True  # somebody else's
    return True
