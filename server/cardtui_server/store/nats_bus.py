"""The bus of a cluster on its NATS servers (`NatsBus`): messages that nobody keeps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from cardtui_server.ports.bus import Message
from cardtui_server.store.nats_connection import Connection

_SUBJECT: Final = "cardtui.bus"


class NatsBus:
    """Carries messages over the connection of a store."""

    def __init__(
        self,
        connection: Connection,
        write: Callable[[Message], bytes],
        read: Callable[[bytes], Message | None],
    ) -> None:
        """Carry messages.

        Args:
            connection: to some server of the cluster.
            write: returns a message as bytes.
            read: returns the message of some bytes; ``None`` for what is not known here.
        """
        self._connection = connection
        self._write = write
        self._read = read
        self._sending: set[asyncio.Task[None]] = set()

    def send(self, message: Message) -> None:
        """See `Bus.send`."""
        sending = asyncio.get_running_loop().create_task(
            self._connection.tell(_SUBJECT, self._write(message))
        )
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)

    def listen(self, heard: Callable[[Message], None]) -> Callable[[], None]:
        """See `Bus.listen`."""

        def hear(data: bytes) -> None:
            if (message := self._read(data)) is not None:
                heard(message)

        return self._connection.hear(_SUBJECT, hear)
