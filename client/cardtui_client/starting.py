"""What the client is asked to open, and the doors it needs for that from who starts it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardtui.v1 import session_service_pb2
    from cardtui_client.connection import Connection

Connect = Callable[[str, str], Awaitable["Connection"]]
"""Opens a session: address and name to a connection; raises what `Connection.open` does."""

Probe = Callable[[str], Awaitable["tuple[session_service_pb2.GetServerResponse, float]"]]
"""Asks a server what it is, and how long it took in seconds."""

StartServer = Callable[[], Awaitable[str]]
"""Starts a server inside this program's command, once, and returns its address.

It raises `OSError` with a sentence for people if it cannot.
"""


@dataclass(frozen=True, slots=True)
class AtHome:
    """Open the home screen."""


@dataclass(frozen=True, slots=True)
class AtServer:
    """Open a server's lobby."""

    address: str


@dataclass(frozen=True, slots=True)
class AtTable:
    """Open a table.

    Attributes:
        address: of its server.
        table: its id, or its name; empty for the only one, or else the lobby.
        seat: to play there, on the seat that one holds or a free one; otherwise to watch.
    """

    address: str
    table: str
    seat: bool


@dataclass(frozen=True, slots=True)
class Solo:
    """Play against bots on a server of one's own.

    Attributes:
        game: its id; empty to be asked.
        seats: how many; 0 for the fewest.
        preset: a preset's name; empty for the defaults.
        level: ``easy``, ``normal`` or ``hard``.
    """

    game: str = ""
    seats: int = 0
    preset: str = ""
    level: str = "normal"


Start = AtHome | AtServer | AtTable | Solo
