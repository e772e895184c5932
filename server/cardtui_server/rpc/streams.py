"""The two ends of a stream: reading and writing, where a lost connection is no error.

What is written here is encoded already, so whatever gRPC says when it cannot be written, or
nothing more be read, means that nobody is at the other end any more.
"""

from __future__ import annotations

from typing import Any

import grpc

Context = Any
"""A `grpc.aio.ServicerContext`, whose type parameters say nothing here."""


class Lost(Exception):
    """Nobody is at the other end any more."""


async def send(context: Context, data: bytes) -> None:
    """Write a message.

    Raises:
        Lost: the connection is gone.
    """
    try:
        await context.write(data)
    except Exception as error:
        raise Lost from error


async def receive(context: Context) -> bytes | None:
    """Return the next message, ``None`` after the last.

    Raises:
        Lost: the connection is gone.
    """
    try:
        data: Any = await context.read()
    except Exception as error:
        raise Lost from error
    return None if data is grpc.aio.EOF else data
