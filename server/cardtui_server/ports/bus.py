"""The bus: carries short messages between the servers of a cluster (`Bus`).

They are hints: what counts stands in the store. A message may get lost, come late or come twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Bus(Protocol):
    """Carries messages from each server to all others."""

    def send(self, message: bytes) -> None:
        """Send a message to all who listen, without waiting."""

    def listen(self, heard: Callable[[bytes], None]) -> None:
        """Have a function called on this loop with each message, one's own among them."""


class LocalBus:
    """A bus for servers of one process."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[bytes], None]] = []

    def send(self, message: bytes) -> None:
        """See `Bus.send`."""
        for heard in list(self._listeners):
            heard(message)

    def listen(self, heard: Callable[[bytes], None]) -> None:
        """See `Bus.listen`."""
        self._listeners.append(heard)
