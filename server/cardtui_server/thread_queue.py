"""Runs jobs in threads, one at a time, each to its end (`ThreadQueue`), with a rest after each
`_WORK_SECONDS`, as long as these took the thread, up to `_REST_SECONDS`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any, Final, TypeVar

T = TypeVar("T")

_WORK_SECONDS: Final = 0.002
_REST_SECONDS: Final = 0.02


class ThreadQueue:
    """Runs one job after the other.

    A thread cannot be stopped. If a caller gives up, the others still wait until its job is done:
    nothing is counted twice, and threads do not pile up.
    """

    def __init__(self) -> None:
        self._free = asyncio.Lock()

    async def run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run a job once those before it are done, and return its result.

        Args:
            work: begins the job; it is never called if the caller gives up before.

        Raises:
            Exception: whatever the work raises.
        """
        await self._free.acquire()
        task = asyncio.ensure_future(work())
        done = asyncio.shield(task)
        task.add_done_callback(lambda _: self._free.release())  # who asked goes on before the next
        return await done


def with_rests(items: Iterable[T]) -> Iterator[T]:
    """Yield the items that a thread works at, with rests between.

    While a thread computes, the loop that serves all tables waits for it, again and again.
    """
    began = time.perf_counter()
    for each in items:
        yield each
        worked = time.perf_counter() - began
        if worked > _WORK_SECONDS:
            time.sleep(min(worked, _REST_SECONDS))
            began = time.perf_counter()
