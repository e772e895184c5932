"""Runs jobs in threads, one at a time, each to its end, with rests (`_REST`) between.

A thread rests after `_WORK` seconds for as long as these took it, up to `_REST`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any, Final, TypeVar

T = TypeVar("T")

_WORK: Final = 0.002
_REST: Final = 0.02


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


def with_rests(items: Iterable[T]) -> Iterator[T]:
    """Yield what a thread works at, and have it rest meanwhile.

    While a thread computes, the loop that serves all tables waits for it, again and again.
    """
    began = time.perf_counter()
    for each in items:
        yield each
        worked = time.perf_counter() - began
        if worked > _WORK:
            time.sleep(min(worked, _REST))
            began = time.perf_counter()
