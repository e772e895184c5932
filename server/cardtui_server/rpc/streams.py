"""Reading from and writing to a stream, where a lost connection is not an error.

Messages are already encoded when they are written here. So whatever gRPC raises on reading or
writing means that nobody is at the other end any more.
"""

from __future__ import annotations

from typing import Any

import grpc

Context = Any
"""A `grpc.aio.ServicerContext`, whose type parameters do not matter here."""


class Lost(Exception):
    """Nobody is at the other end any more."""


async def send(context: Context, data: bytes) -> None:
    """Write an encoded message.

    Raises:
        Lost: the connection is gone.
    """
    try:
        await context.write(data)
    except Exception as error:
        raise Lost from error


async def receive(context: Context) -> bytes | None:
    """Return the next message, encoded; ``None`` after the last one.

    Raises:
        Lost: the connection is gone.
    """
    try:
        data: Any = await context.read()
    except Exception as error:
        raise Lost from error
    return None if data is grpc.aio.EOF else data
