"""A link to a server on which every byte is under way for a while (`slow_link`); none is lost."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from cardtui_server.rpc.listening import DOOR_HOST


@asynccontextmanager
async def slow_link(address: str, delay: float) -> AsyncGenerator[str]:
    """Keep a door to a server open, and give its address.

    Args:
        address: the server's.
        delay: the seconds that each byte takes, in either direction.
    """
    port = int(address.rpartition(":")[2])
    loop = asyncio.get_running_loop()

    async def carry(source: asyncio.StreamReader, goal: asyncio.StreamWriter) -> None:
        while piece := await source.read(65536):
            loop.call_later(delay, goal.write, piece)
        loop.call_later(delay, goal.close)

    async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_connection(DOOR_HOST, port)
        try:
            await asyncio.gather(carry(reader, ours), carry(theirs, writer))
        except (asyncio.CancelledError, OSError):  # the link is given up
            for each in (ours, writer):
                each.close()

    async with await asyncio.start_server(come, "127.0.0.1", 0) as door:
        yield f"127.0.0.1:{door.sockets[0].getsockname()[1]}"
