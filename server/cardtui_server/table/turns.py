"""Turns: work in threads that is done one after the other, and always to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Turns:
    """Has pieces of work done one at a time.

    A thread cannot be stopped. Whoever gives up (since a caller has gone, say) leaves the others
    waiting until the work is done: nothing is counted twice, and threads do not pile up.
    """

    def __init__(self) -> None:
        self._free = asyncio.Lock()

    async def take(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Wait for one's turn, and return what the work comes to.

        Args:
            work: begins the work; it is never called if whoever waits gives up before.

        Raises:
            Exception: whatever the work raises.
        """
        await self._free.acquire()
        task = asyncio.ensure_future(work())
        done = asyncio.shield(task)
        task.add_done_callback(lambda _: self._free.release())  # who asked goes on before the next
        return await done
