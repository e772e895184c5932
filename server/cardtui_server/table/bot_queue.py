"""The queue of bots: all those of a server move one after the other, so that people need not wait.

One table has one bot's move under way anyhow, so a table that is alone is as fast as ever;
many tables at full speed share what one would have.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from cardtui_server.ports.clock import Clock, Timer


class BotQueue:
    """Lets one move after the other begin, in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: deque[Ticket] = deque()
        self._under_way: Ticket | None = None

    def enter(self, move: Ticket) -> None:
        """Let a move begin, at once if no other is under way."""
        if self._under_way is None:
            self._begin(move)
        else:
            self._waiting.append(move)

    def leave(self, move: Ticket) -> None:
        """Let the next move begin, once the loop has had a breath."""
        if self._under_way is not move:
            return
        self._under_way = None
        while self._waiting and self._under_way is None:
            following = self._waiting.popleft()
            if not following.over:
                self._under_way = following
                asyncio.get_running_loop().call_soon(self._begin, following)

    def _begin(self, move: Ticket) -> None:
        if move.over:
            self.leave(move)
            return
        self._under_way = move
        move.begin()


class Ticket:
    """One move's place in the queue.

    Attributes:
        over: whether it is done, or was called off.
    """

    def __init__(self, queue: BotQueue, clock: Clock, go: Callable[[], None]) -> None:
        """Make a place for a move; once it is in the queue, it goes when its turn comes."""
        self.over = False
        self._queue = queue
        self._clock = clock
        self._go = go
        self._timer: Timer | None = None

    def begin(self) -> None:
        """Go; called by the queue."""
        try:
            self._go()
        except BaseException:
            self.end()
            raise

    def end_within(self, seconds: float) -> None:
        """Let others go then at the latest."""
        if not self.over and self._timer is None:
            self._timer = self._clock.call_later(seconds, self.end)

    def end(self) -> None:
        """Let others go; a second time it does nothing."""
        if not self.over:
            self.over = True
            if self._timer is not None:
                self._timer.cancel()
            self._queue.leave(self)
