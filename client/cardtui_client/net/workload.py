"""How much of this client's time a server may take: one that sends without end must wait."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

_SHARE: Final = 0.25
"""The share of the time that a server may keep us busy, in the long run."""

_AT_ONCE: Final = 4.0
"""Seconds of work that may come at once: a long list, or a match that bots play at full speed."""

_TURN: Final = 0.02
"""Seconds of work after which others have their turn: keys, and drawing."""

_LEAST: Final = 0.001
"""What any message costs at least, in seconds: receiving it is work that we cannot measure."""


class Workload:
    """The work that one server has made, and how long to rest before taking more from it.

    While we rest nothing is read, so that the server is held up by its own messages instead
    of filling our memory.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._done = 0.0
        self._turn = 0.0
        self._at = now()

    def add_message(self, seconds: float) -> None:
        """Note how many seconds of the processor it took to read a message."""
        self.add(seconds)
        self._done += max(0.0, _LEAST - seconds)

    def add(self, seconds: float) -> None:
        """Note how many seconds of the processor it took to take a message in."""
        now = self._now()
        self._done = max(0.0, self._done - (now - self._at) * _SHARE) + seconds
        self._at = now
        self._turn += seconds

    @contextmanager
    def working(self) -> Generator[None]:
        """Count what is done inside, which must not await: the work of others would count, too."""
        began = time.thread_time()
        try:
            yield
        finally:
            self.add(time.thread_time() - began)

    def take_turn(self) -> float:
        """Return how many seconds to leave to others now: as many as have been worked since."""
        if self._turn < _TURN:
            return 0.0
        turn, self._turn = self._turn, 0.0
        return turn

    def take_rest(self) -> float:
        """Return how many seconds to wait before the next message is taken."""
        self.add(0)
        return max(0.0, self._done - _AT_ONCE) / _SHARE
