"""Which networks of this machine a server announces: private ones, not those of `_BRIDGE_PREFIXES`.
Those are the networks of containers and virtual machines, which no other machine is in.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from cardtui_server.failures import StartError

_BRIDGE_PREFIXES: Final = (
    "br-",
    "cni",
    "docker",
    "lxc",
    "lxd",
    "podman",
    "vboxnet",
    "veth",
    "virbr",
    "vmnet",
)
"""How the networks of containers and virtual machines begin: no other machine is in them."""

_UNUSED_ADDRESS: Final = ("192.0.2.1", 9)
"""An address that no machine has. Nothing is sent there."""


def private_addresses() -> list[str]:
    """Return this machine's addresses in private networks, the most usual way out first.

    Raises:
        StartError: it has none.
    """
    private = [each for each in _addresses() if each.is_private] or _of_one_link()
    if not private:
        raise StartError(
            "This machine has no address in a private network: connect it to one, or name the"
            " address to use with --listen."
        )
    return _sorted(private)


def all_addresses() -> list[str]:
    """Return this machine's addresses in all networks, the most usual way out first.

    Raises:
        StartError: it has none.
    """
    found = list(_addresses()) or _of_one_link()
    if not found:
        raise StartError("This machine has no address in a network: connect it to one.")
    return _sorted(found)


def _addresses() -> Iterator[IPv4Address | IPv6Address]:
    """Yield those that lead here wherever they are typed."""
    return (each for each in _all() if each.version == 4 or not each.is_link_local)


def _of_one_link() -> list[IPv4Address | IPv6Address]:
    """Return the IPv6 addresses of one link each, with the interface; they do if nothing else."""
    return [each for each in _all() if each.version == 6 and each.is_link_local]


def _all() -> Iterator[IPv4Address | IPv6Address]:
    import ifaddr  # only who opens a server to the network needs it

    for adapter in ifaddr.get_adapters():
        if adapter.name.startswith(_BRIDGE_PREFIXES):
            continue
        for ip in adapter.ips:
            address = ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
            if address.version == 6 and address.is_link_local:
                address = ip_address(f"{address}%{adapter.name}")
            if not address.is_loopback:
                yield address


def _sorted(found: Iterable[IPv4Address | IPv6Address]) -> list[str]:
    first = _way_out()
    return [
        str(each)
        for each in sorted(found, key=lambda x: (str(x) != first, x.is_link_local, x.version))
    ]


def _way_out() -> str:
    """Return the address from which this machine would send to others; ``""`` if it has none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(_UNUSED_ADDRESS)
        return str(asking.getsockname()[0])
    return ""
