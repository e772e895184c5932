"""The addresses that this machine has in private networks."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from cardtui_server.failures import StartError

_BRIDGES: Final = (
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

_ANYWHERE: Final = ("192.0.2.1", 9)
"""An address that no machine has. Nothing is sent there."""


def private_addresses() -> list[str]:
    """Return this machine's addresses in private networks, the most usual way out first.

    Raises:
        StartError: it has none.
    """
    private = [each for each in _addresses() if each.is_private]
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
    found = list(_addresses())
    if not found:
        raise StartError("This machine has no address in a network: connect it to one.")
    return _sorted(found)


def _addresses() -> Iterator[IPv4Address | IPv6Address]:
    import ifaddr  # only who opens a server to the network needs it

    for adapter in ifaddr.get_adapters():
        if adapter.name.startswith(_BRIDGES):
            continue
        for ip in adapter.ips:
            address = ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
            # An IPv6 address of one link means nothing without the name of an interface.
            if not address.is_loopback and (address.version == 4 or not address.is_link_local):
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
        asking.connect(_ANYWHERE)
        return str(asking.getsockname()[0])
    return ""
