"""Caller: a call's player and address, as later code is handed them."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote


class Caller(NamedTuple):
    """Who is calling, and from where; id and name are ``""`` without a session.

    Limits by player always apply; ``limited`` says whether limits by address apply, too.
    """

    id: str
    name: str
    address: str
    limited: bool


def address_of(peer: str) -> str:
    """Return the address of a gRPC peer: ``10.0.0.7`` for ``ipv4:10.0.0.7:52100``."""
    kind, _, rest = unquote(peer).partition(":")
    if kind not in ("ipv4", "ipv6"):
        return kind
    return rest.rpartition(":")[0].strip("[]")


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's own."""
    return address.startswith("127.") or address in ("::1", "::ffff:127.0.0.1", "unix")
