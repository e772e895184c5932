"""Addresses of the other ends of connections, in one form each."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import unquote


@lru_cache(maxsize=4096)
def address_of(peer: str) -> str:
    """Return the address of a gRPC peer: ``10.0.0.7`` for ``ipv4:10.0.0.7:52100``."""
    kind, _, rest = unquote(peer).partition(":")
    if kind not in ("ipv4", "ipv6"):
        return kind
    return plain_address(rest.rpartition(":")[0].strip("[]"))


def plain_address(address: str) -> str:
    """Return an address in its usual form: ``10.0.0.7`` for ``::ffff:10.0.0.7``."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(getattr(found, "ipv4_mapped", None) or found)


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's own."""
    return address.startswith("127.") or address in ("::1", "unix")
