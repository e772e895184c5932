"""When the server looks for garbage in memory: after each `YOUNG_OBJECTS` new objects among these,
and among all once it has had little to do (`IDLE_SHARE`) for `REST_SECONDS`.

Moves leave no garbage that must be looked for; each call leaves six objects of gRPC that hold one
another, and most of them are found while they are new, in less than a millisecond. With Python's
own numbers a server of a thousand tables looked through all it holds every few seconds, and stood
still for half a second each time.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Any, Final

YOUNG_OBJECTS: Final = 1_000
"""After so many new objects these are looked through, and those that are still held never again
until the server is at rest."""

MOST_YOUNG_LOOKS: Final = 10_000
"""How many such looks a server that never rests takes until it looks through everything."""

IDLE_SHARE: Final = 0.02
REST_SECONDS: Final = 30
"""A server is at rest once it has worked for less than this part of so many seconds, each."""

_GLANCE_SECONDS: Final = 1.0
"""Seconds between two glances at how busy the process is."""

_NEVER: Final = 1 << 30


class Garbage:
    """How long the process has been at rest, and whether anything is still to be looked through."""

    def __init__(
        self,
        *,
        collector: Any = gc,
        now: Callable[[], float] = time.monotonic,
        worked: Callable[[], float] = time.process_time,
    ) -> None:
        """Leave everything but the new alone.

        Args:
            collector: Python's ``gc``.
            worked: returns the seconds for which the process has kept processors busy so far.
        """
        self._gc = collector
        self._now = now
        self._worked = worked
        self._before = (now(), worked())
        self._resting = 0
        self._gc.freeze()  # what has been loaded stays
        self._gc.set_threshold(YOUNG_OBJECTS, _NEVER, _NEVER)
        self._gc.enable()

    def glance(self) -> None:
        """Look through everything if the server is at rest, or has never been for too long."""
        then, worked = self._before
        self._before = (self._now(), self._worked())
        share = (self._before[1] - worked) / max(self._before[0] - then, 1e-6)
        self._resting = self._resting + 1 if share < IDLE_SHARE else 0
        looks = self._gc.get_count()[1]
        if looks >= MOST_YOUNG_LOOKS or (looks and self._resting >= REST_SECONDS):
            self._gc.collect()


async def look_for_garbage() -> None:
    """Glance each second until cancelled."""
    garbage = Garbage()
    while True:
        await asyncio.sleep(_GLANCE_SECONDS)
        garbage.glance()
