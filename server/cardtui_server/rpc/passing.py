"""Passes connections at sockets that were open before the server was on to its door (`Passing`).

gRPC listens at sockets of its own and takes over none. So what comes at another one goes on, byte
for byte, to where the server listens; it is known where each connection has come from.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from socket import socket
from typing import Final

from cardtui_server.rpc.addresses import plain_address

_PIECE: Final = 65_536


class Passing:
    """Passes connections on.

    Attributes:
        origins: where a connection has come from, by the peer that gRPC takes it for.
    """

    def __init__(self, most: int) -> None:
        """Begin with none.

        Args:
            most: how many connections there may be.
        """
        self.origins: dict[str, str] = {}
        self._most = most
        self._door = ("", 0)
        self._servers: list[asyncio.Server] = []

    async def start(self, sockets: Sequence[socket], host: str, port: int) -> None:
        """Pass on what comes at sockets, to that address."""
        self._door = (host, port)
        for each in sockets:
            self._servers.append(await asyncio.start_server(self._pass, sock=each, limit=_PIECE))

    def stop(self) -> None:
        """Take no more connections; who comes waits for the next server."""
        for each in self._servers:
            each.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            if len(self.origins) < self._most:
                await self._pass_on(reader, writer)
        writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, onward = await asyncio.open_connection(*self._door, limit=_PIECE)
        host, port = onward.get_extra_info("sockname")[:2]
        peer = f"ipv6:%5B{host}%5D:{port}" if ":" in host else f"ipv4:{host}:{port}"
        self.origins[peer] = plain_address(writer.get_extra_info("peername")[0])
        both = [asyncio.create_task(_copy(*each)) for each in ((reader, onward), (back, writer))]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in both:
                each.cancel()
            onward.close()
            del self.origins[peer]


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(_PIECE):
            writer.write(piece)
            await writer.drain()
