"""Caller: who makes a call, and from where."""

from __future__ import annotations

from typing import NamedTuple


class Caller(NamedTuple):
    """Who makes a call; id and name are ``""`` without a session.

    Attributes:
        id: the player's id.
        name: the player's name.
        address: what the address that the call comes from is counted as: see `sender_of`.
        limited: whether limits by address apply; those by player and connection always do.
        connection: the connection, as gRPC names its other end; ``""`` if a proxy shares it among
            many callers.
        operator: whether it is the person who runs the server.
        device: the hash of the token, which is the player's on one machine.
    """

    id: str
    name: str
    address: str
    limited: bool
    connection: str = ""
    operator: bool = False
    device: bytes = b""

    @property
    def origin(self) -> str:
        """The address where it is the caller's own; otherwise ``""``."""
        return self.address if self.limited else ""
