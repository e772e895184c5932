"""Which addresses may call (`AddressRules`), when a proxy is believed (`_PROXY_HEADER`), and what
counts as one caller where addresses are counted, such as a household with IPv6 (`sender_of`).

Behind a proxy every call comes from the proxy's address. A proxy that is trusted may say in the
metadata ``x-forwarded-for`` where a call really comes from. If it does not say so, many people
share its address, so that limits by address do not apply to it.

Limits by address count senders: an IPv4 address, or the /64 network of an IPv6 address, since who
has one address of it may have all.
"""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from cardtui_server.failures import StartError


@lru_cache(maxsize=4096)
def address_of(peer: str) -> str:
    """Return the address of a gRPC peer: ``10.0.0.7`` for ``ipv4:10.0.0.7:52100``."""
    kind, _, rest = unquote(peer).partition(":")
    if kind not in ("ipv4", "ipv6"):
        return kind
    return plain_address(rest.rpartition(":")[0].strip("[]"))


def plain_address(address: str) -> str:
    """Return an address in its usual form: ``10.0.0.7`` for ``::ffff:10.0.0.7``.

    gRPC names an interface behind a link-local one (``fe80::1%eth0``), and sockets do not: it goes.
    """
    address = address.partition("%")[0]
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(getattr(found, "ipv4_mapped", None) or found)


@lru_cache(maxsize=4096)
def sender_of(address: str) -> str:
    """Return what an address counts as, wherever something is counted by address.

    >>> sender_of("2001:db8::7:1"), sender_of("10.0.0.7"), sender_of("::1")
    ('2001:db8::/64', '10.0.0.7', '::1')
    """
    plain = plain_address(address)
    try:
        found = ip_address(plain)
    except ValueError:
        return plain
    if isinstance(found, IPv6Address) and not found.is_loopback:
        return str(ip_network((found, 64), strict=False))
    return plain


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's own."""
    return address.startswith("127.") or address in ("::1", "unix")


_PROXY_HEADER: Final = "x-forwarded-for"
_LONGEST_HEADER: Final = 1024

Networks = tuple[IPv4Network | IPv6Network, ...]


class Origin(NamedTuple):
    """Where a call comes from.

    Attributes:
        address: the caller's address, as far as it is known.
        shared: whether many callers share that address.
        proxied: whether a trusted proxy stands between.
    """

    address: str
    shared: bool
    proxied: bool


class AddressRules(NamedTuple):
    """Which addresses may call, and which are trusted proxies.

    Attributes:
        allow: the networks that may call; all, if there are none. This machine always may.
        deny: the networks that may not call, even if they are in `allow`.
        proxies: the networks of trusted proxies.
    """

    allow: Networks = ()
    deny: Networks = ()
    proxies: Networks = ()

    def admits(self, address: str) -> bool:
        """Return whether calls from that address are answered."""
        if not self.allow and not self.deny:
            return True
        if _within(address, self.deny):
            return False
        return not self.allow or is_loopback(address) or _within(address, self.allow)

    def origin(self, address: str, metadata: Any) -> Origin:
        """Return where a call comes from.

        Args:
            address: of the other end of the connection.
            metadata: what the call carries.
        """
        if not self.proxies or not _within(address, self.proxies):
            return Origin(address, is_loopback(address), proxied=False)
        # A proxy adds whom it was called by at the end; what stands before may be made up.
        for each in reversed(_forwarded(metadata)):
            if not _within(each, self.proxies):
                return Origin(each, shared=False, proxied=True)
        return Origin(address, shared=True, proxied=True)


def read_networks(text: str, where: str) -> Networks:
    """Return the networks in a list such as ``10.0.0.0/8, 192.168.1.7``.

    Raises:
        StartError: it is not such a list; the sentence begins with ``where``.
    """
    found: list[IPv4Network | IPv6Network] = []
    for each in re.split(r"[,\s]+", text.strip()):
        if not each:
            continue
        try:
            found.append(ip_network(each, strict=False))
        except ValueError:
            raise StartError(
                "{where}: “{text}” is no address or network, such as 192.168.1.7 or 10.0.0.0/8.",
                where=where,
                text=each,
            ) from None
    return tuple(found)


@lru_cache(maxsize=4096)
def _within(address: str, networks: Networks) -> bool:
    try:
        found = ip_address("127.0.0.1" if address == "unix" else address.partition("%")[0])
    except ValueError:
        return False
    return any(found in network for network in networks)


def _forwarded(metadata: Any) -> list[str]:
    """Return the addresses that proxies have noted, the first caller first."""
    noted: list[str] = []
    for key, value in metadata or ():
        if key == _PROXY_HEADER and isinstance(value, str):
            noted += value[-_LONGEST_HEADER:].split(",")
    return [plain_address(each.strip().strip("[]")) for each in noted if each.strip()]
