"""Addresses of the other ends of connections, in one form each, and what counts as one sender.

Limits by address count senders: an IPv4 address, or the /64 network of an IPv6 address, as whoever
has one address of it may have all.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import unquote


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
