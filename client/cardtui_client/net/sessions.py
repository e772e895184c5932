"""The sessions that the client has open: one for each server and name, opened when needed.
On a server of your own, which match you go on with, and which tables are closed: `tidy_up`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

from cardtui_client.i18n import _
from cardtui_client.net.address import parse_join_line
from cardtui_client.settings import Settings

if TYPE_CHECKING:
    from cardtui.v1 import session_service_pb2, tables_pb2
    from cardtui_client.net.connection import Connection


Connect = Callable[[str, str, str], Awaitable["Connection"]]
"""Opens a session: an address or a join line, a name and a password, which may be empty.

It raises what `Connection.open` does.
"""

Probe = Callable[[str], Awaitable["tuple[session_service_pb2.GetServerResponse, float]"]]
"""Asks a server what it is, and how long it took in seconds."""

StartServer = Callable[[], Awaitable[str]]
"""Starts a server inside this program's command, once, and returns its address.

It raises `OSError` with a sentence for people if it cannot.
"""


class NoServer(Exception):
    """No server is there to ask; the sentence says what to do."""


class Sessions:
    """Opens sessions and keeps them; seats are kept by the servers when they close.

    Attributes:
        can_play_alone: whether a server of your own can be started.
        can_open: whether it can be opened to other machines.
    """

    def __init__(
        self,
        settings: Settings,
        connect: Connect | None,
        start_server: StartServer | None,
        open_server: StartServer | None = None,
    ) -> None:
        self.can_open = open_server is not None
        self._open_server = open_server
        self.can_play_alone = start_server is not None
        self._settings = settings
        self._connect = connect or self._as_before
        self._start_server = start_server
        self._own_address = ""
        self._open: dict[tuple[str, str], Connection] = {}

    async def at(self, address: str, *, pin: str = "", password: str = "") -> Connection:
        """Return the session on that server under the name in use.

        Args:
            address: of the server, or a join line.
            pin: that the person trusts, where the line has none.
            password: of the server, where it wants one.

        Raises:
            BadAddress: the text names no server.
            Refused: the server wants no such player.
            UnknownServer: nothing vouches for the server there.
            Unreachable: nobody answers there, or not the server that is meant.
        """
        name = self._settings.name
        if self._own_address and parse_join_line(address).where == self._own_address:
            address = self._own_address
        if (address, name) not in self._open:
            line = str(parse_join_line(address).trusting(pin)) if pin else address
            self._open[address, name] = await self._connect(line, name, password)
        return self._open[address, name]

    async def own(self, password: str = "") -> Connection:
        """Return the session on the server of your own, which is started if it isn't yet.

        Raises:
            NoServer: it cannot be started.
            Refused: it wants a password, and another one.
        """
        if not self._own_address:
            self._own_address = await _started(self._start_server)
        return await self.at(self._own_address, password=password)

    async def opened(self, password: str = "") -> Connection:
        """Return the session on the server of your own, open to other machines.

        Raises:
            NoServer: it cannot be started, or not be opened.
            Refused: it wants a password, and another one.
        """
        before, self._own_address = self._own_address, await _started(self._open_server)
        for place in [each for each in self._open if each[0] == before != self._own_address]:
            await self._open.pop(place).close()  # it led to the server while that was closed
        return await self.own(password)

    async def any(self) -> Connection:
        """Return the newest session, or else the one of your own server.

        Raises:
            NoServer: there is none, and none can be started.
        """
        return next(reversed(self._open.values()), None) or await self.own()

    def now_open(self) -> list[Connection]:
        """Return those that are open, without opening any."""
        return [*self._open.values()]

    async def close(self) -> None:
        """Close them all."""
        for connection in self._open.values():
            with suppress(Exception):  # the program ends; nobody could act on it
                await connection.close()
        self._open.clear()

    async def _as_before(self, address: str, name: str, password: str) -> Connection:
        # Loading gRPC takes a tenth of a second, in which the screen should not stand still.
        await asyncio.to_thread(import_module, "cardtui_client.net.connection")
        from cardtui_client.net.connection import Connection
        from cardtui_client.net.given_bits import GivenBits
        from cardtui_client.net.known_servers import KnownServers, Tokens

        folder = self._settings.data_folder()
        connection = await Connection.open(
            address,
            name,
            tokens=Tokens(folder),
            known=KnownServers(folder),
            bits=GivenBits(folder),
            password=password,
        )
        connection.follows = self._settings.discovery and not connection.server.address.is_own
        return connection


async def _started(start: StartServer | None) -> str:
    if start is None:
        raise NoServer(_("No server can be started from here; connect to one."))
    try:
        return await start()
    except OSError as error:
        raise NoServer(str(error)) from error


async def tidy_up(
    connection: Connection, wanted: Callable[[tables_pb2.Table], bool] = lambda _: True
) -> tables_pb2.Table | None:
    """Close what is over on a server of your own; return a match that you can go on with.

    What is open in another window of the same person is left to it.

    Args:
        wanted: whether a match under way is what was asked for.
    """
    from cardtui.v1 import tables_pb2

    unfinished = None
    for table in (await connection.list_tables()).tables:
        mine = seats_of(table, connection.name)
        if any(seat in table.connected for seat in mine):
            continue
        if table.state == tables_pb2.TABLE_STATE_PLAYING and mine and wanted(table):
            unfinished = table
        elif table.state == tables_pb2.TABLE_STATE_OVER and table.host == connection.name:
            await connection.close_table(table.id)
    return unfinished


def seats_of(table: tables_pb2.Table, name: str) -> list[int]:
    """Return the seats that somebody of that name has there."""
    return [seat.seat for seat in table.seats if seat.name == name and not seat.bot]


async def ask_server(address: str) -> tuple[session_service_pb2.GetServerResponse, float]:
    """Ask a server what it is, and how long it takes, without a session."""
    await asyncio.to_thread(import_module, "cardtui_client.net.connection")
    from cardtui_client.net.connection import probe

    return await probe(address)
