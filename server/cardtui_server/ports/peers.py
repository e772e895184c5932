"""The other servers of a cluster: which are alive, and where clients reach them (`Peers`)."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Place(NamedTuple):
    """A server that has tables.

    Attributes:
        server: what it calls itself, anew with each start.
        address: where clients reach it.
    """

    server: str
    address: str


class Peers(Protocol):
    """The servers that share a store, as this one knows them: hints, while the logs decide.

    Attributes:
        own: this server.
    """

    own: Place

    def is_there(self, server: str) -> bool:
        """Return whether another server is there, or may be, as far as this one can know yet."""
