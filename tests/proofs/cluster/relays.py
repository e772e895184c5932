"""Relays between machines, which can be cut as a cable is: nothing passes, and nobody is told."""

import asyncio
from contextlib import suppress
from typing import Any, Final

_CHUNK: Final = 64 * 1024


class Relay:
    """A relay on a port of its own.

    Attributes:
        port: where it listens.
    """

    def __init__(self, target: int) -> None:
        self.port = 0
        self._target = target
        self._passes = asyncio.Event()
        self._passes.set()
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Listen; where it did before, if it did."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Refuse everybody: nobody listens here any more."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for each in self._open:
            each.cancel()
        if self._open:
            await asyncio.wait(self._open)

    def cut(self) -> None:
        """Let nothing pass; what is sent meanwhile arrives once the cut is mended, as with TCP."""
        self._passes.clear()

    def mend(self) -> None:
        """Let all pass again."""
        self._passes.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        ends = [writer]
        pipes: list[asyncio.Task[None]] = []
        try:
            await self._passes.wait()
            with suppress(OSError):
                there, theirs = await asyncio.open_connection("127.0.0.1", self._target)
                ends.append(theirs)
                pipes = [
                    asyncio.create_task(self._pass_on(reader, theirs)),
                    asyncio.create_task(self._pass_on(there, writer)),
                ]
                await asyncio.wait(pipes, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            pass  # the connection ends; asyncio's server would complain of a cancelled task
        finally:
            for each in pipes:
                each.cancel()
            for end in ends:
                end.transport.abort()
            self._open.discard(task)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(_CHUNK):
                await self._passes.wait()
                writer.write(data)
                await writer.drain()
