"""Caller: a call's player, address and connection, as later code is handed them."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import unquote


class Caller(NamedTuple):
    """Who is calling, and from where; id and name are ``""`` without a session.

    Attributes:
        id: the player's id.
        name: the player's name.
        address: the address that the call comes from, as `AddressRules.origin` finds it.
        limited: whether limits by address apply; those by player and connection always do.
        connection: the connection, as gRPC names its other end; ``""`` if a proxy shares it among
            many callers.
        operator: whether it is whoever runs the server.
    """

    id: str
    name: str
    address: str
    limited: bool
    connection: str = ""
    operator: bool = False


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
