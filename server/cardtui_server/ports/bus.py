"""The bus: carries short messages between the servers of a cluster (`Bus`): `Beat`, `Goodbye`, …

They are hints: what counts stands in the store. A message may get lost, come late or come twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from cardtui_server.ports.log_store import Player


class Beat(NamedTuple):
    """A server is there.

    Attributes:
        server: what it calls itself.
        address: where clients reach it.
        takes: whether it takes tables of others.
        tables: how many tables are open there.
        began: when it began, in milliseconds since 1970.
    """

    server: str
    address: str
    takes: bool = True
    tables: int = 0
    began: int = 0


class Goodbye(NamedTuple):
    """A server stops."""

    server: str


class Row(NamedTuple):
    """A table of a server has changed.

    Attributes:
        server: the server that has it.
        table: the table's id.
        listing: what the list needs of it, as it is kept beside its log; ``b""`` if it is gone.
        here: the ids of the players who hold a seat and are there, or about to come.
    """

    server: str
    table: str
    listing: bytes
    here: tuple[str, ...] = ()


class Given(NamedTuple):
    """A server has given a table to another one, which is to open it.

    Attributes:
        server: the server that had it.
        table: the table's id.
        to: the server that has it now.
    """

    server: str
    table: str
    to: str


class SessionsChanged(NamedTuple):
    """Sessions of a player have begun, ended, or changed.

    Attributes:
        server: the server that has kept them.
        sessions: those that have begun or changed.
        ended: the hashes of the tokens of those that have ended.
    """

    server: str
    sessions: tuple[Player, ...]
    ended: tuple[bytes, ...]


class CodeChanged(NamedTuple):
    """A player has another account code of a kind, or none any more.

    Attributes:
        server: the server where it was made or used.
        player: the player's id.
        recovers: its kind: whether the player's tokens become void when it is used.
        hash: its hash; ``b""`` if there is none any more.
        seconds: for how long it can still be used.
        sealed: what the machine that made it has sealed for the other one.
    """

    server: str
    player: str
    recovers: bool
    hash: bytes = b""
    seconds: float = 0.0
    sealed: bytes = b""


class Online(NamedTuple):
    """Who is connected to a server now.

    Attributes:
        server: the server.
        players: the ids of the players.
        streams: how many streams each of them has open.
        following: the ids of those who are told what friends say.
    """

    server: str
    players: tuple[str, ...]
    streams: tuple[int, ...] = ()
    following: tuple[str, ...] = ()


class PrivateLine(NamedTuple):
    """Somebody says a line to a friend, who is at another server.

    Attributes:
        server: the server where it is said.
        player: the id of who says it.
        name: the name of who says it.
        friend: the id of the friend.
        text: the line.
    """

    server: str
    player: str
    name: str
    friend: str
    text: str


class Use(NamedTuple):
    """How often a player has done something at one server that is limited."""

    what: str
    player: str
    times: int


class Used(NamedTuple):
    """Players have used some of what is limited at all servers together."""

    server: str
    uses: tuple[Use, ...]


Message = Beat | Goodbye | Row | Given | SessionsChanged | CodeChanged | Online | Used | PrivateLine


class Bus(Protocol):
    """Carries messages from each server to all others."""

    def send(self, message: Message) -> None:
        """Send a message to all who listen, without waiting."""

    def listen(self, heard: Callable[[Message], None]) -> Callable[[], None]:
        """Have a function called on this loop with each message, also those that this server sends.

        Returns:
            What ends that.
        """


class LocalBus:
    """A bus for servers of one process."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Message], None]] = []

    def send(self, message: Message) -> None:
        """See `Bus.send`."""
        for heard in list(self._listeners):
            heard(message)

    def listen(self, heard: Callable[[Message], None]) -> Callable[[], None]:
        """See `Bus.listen`."""
        self._listeners.append(heard)
        return lambda: self._listeners.remove(heard)
