"""A proxy that spoils what passes to a server: which faults, and how often each (`_FAULTS`)."""

import asyncio
import random
import socket
import struct
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from enum import Enum
from typing import Any, Final

_CHUNK: Final = 16 * 1024
_SILENCE: Final = 1.5
_AT_ONCE: Final = struct.pack("ii", 1, 0)
"""Linger for no time: closing then resets the connection."""


class Fault(Enum):
    """What befalls a piece of what passes."""

    DELAY = "delay"
    SLICE = "slice"
    STALL = "stall"
    CUT = "cut"
    RESET = "reset"
    SWALLOW = "swallow"
    """Nothing passes for a while, and then the connection is reset."""


_FAULTS: Final = {
    Fault.DELAY: 12,
    Fault.SLICE: 12,
    Fault.STALL: 4,
    Fault.CUT: 6,
    Fault.RESET: 6,
    Fault.SWALLOW: 1,
    None: 59,
}
"""How many of a hundred pieces each befalls."""

_ODDS: Final = (list(_FAULTS), list(_FAULTS.values()))


class Proxy:
    """A proxy on a port of its own.

    Attributes:
        calm: whether it passes on everything as it comes.
        faults: how often what happened.
    """

    def __init__(self, host: str, port: int, luck: random.Random) -> None:
        self.calm = True
        self.faults: Counter[Fault] = Counter()
        self.address = ""
        self._target = (host, port)
        self._luck = luck
        self._pipes: set[asyncio.Task[None]] = set()
        self._served: set[asyncio.Task[Any]] = set()
        self._swallowed: set[asyncio.StreamWriter] = set()
        self._ends: set[asyncio.StreamWriter] = set()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection until either side ends it, or it is reset."""
        serving = asyncio.current_task()
        assert serving is not None
        self._served.add(serving)
        there, theirs = await asyncio.open_connection(*self._target)
        self._ends |= {writer, theirs}
        pipes = [
            asyncio.create_task(self._pass_on(reader, theirs)),
            asyncio.create_task(self._pass_on(there, writer)),
        ]
        self._pipes.update(pipes)
        try:
            await asyncio.wait(pipes, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pipe in pipes:
                pipe.cancel()
            await asyncio.gather(*pipes, return_exceptions=True)
            self._pipes.difference_update(pipes)
            _reset(writer)
            _reset(theirs)
            self._ends -= {writer, theirs}
            self._served.discard(serving)

    def swallow(self) -> None:
        """Pass nothing on any more over the connections that there are; nobody is told."""
        self._swallowed |= self._ends

    async def stop(self) -> None:
        """End all connections."""
        while self._served:
            for pipe in self._pipes:
                pipe.cancel()
            await asyncio.wait(self._served)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(_CHUNK):
                if writer in self._swallowed:
                    continue
                (fault,) = self._luck.choices(*_ODDS)
                if self.calm or fault is None:
                    writer.write(data)
                else:
                    self.faults[fault] += 1
                    if not await self._spoil(fault, data, writer):
                        return
                await writer.drain()

    async def _spoil(self, fault: Fault, data: bytes, writer: asyncio.StreamWriter) -> bool:
        """Pass on a piece with a fault; return whether the connection goes on."""
        luck = self._luck
        match fault:
            case Fault.DELAY:
                await asyncio.sleep(luck.uniform(0, 0.01))
            case Fault.STALL:
                await asyncio.sleep(luck.uniform(0, 0.2))
            case Fault.SLICE:
                while len(data) > 1:
                    size = luck.randrange(1, len(data))
                    writer.write(data[:size])
                    await writer.drain()
                    await asyncio.sleep(0)
                    data = data[size:]
            case Fault.CUT:
                writer.write(data[: luck.randrange(len(data))])
                await writer.drain()
                await asyncio.sleep(0)  # it is to arrive, before the reset
                return False
            case Fault.RESET:
                return False
            case Fault.SWALLOW:
                await asyncio.sleep(_SILENCE)
                return False
        writer.write(data)
        return True


def _reset(writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        made: socket.socket = writer.get_extra_info("socket")
        made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    writer.transport.abort()


@asynccontextmanager
async def proxy(host: str, port: int, luck: random.Random) -> AsyncGenerator[Proxy]:
    """Run a proxy before that server."""
    made = Proxy(host, port, luck)
    server = await asyncio.start_server(made.accept, "127.0.0.1", 0)
    made.address = "{}:{}".format(*server.sockets[0].getsockname())
    try:
        yield made
    finally:
        server.close()
        await made.stop()
