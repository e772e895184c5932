"""The queue in which the bots of all tables move, one after the other, so people need not wait.

A single table has only one bot's move in progress anyway, so alone it is as fast as ever. Many
tables at full speed share what one table would have.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from cardtui_server.ports.clock import Clock, Timer

Kind: TypeAlias = tuple[str, int]
"""Bots that take about as long: of one game and one level."""


class BotQueue:
    """Lets moves begin one after the other, in the order in which they entered.

    Attributes:
        longest: the seconds of a processor that a decision took at most, by kind.
    """

    def __init__(self) -> None:
        self.longest: dict[Kind, float] = {}
        self._waiting: deque[Ticket] = deque()
        self._under_way: Ticket | None = None

    def enter(self, move: Ticket) -> None:
        """Enter a move; it begins at once if no other is in progress."""
        if self._under_way is None:
            self._begin(move)
        else:
            self._waiting.append(move)

    def leave(self, move: Ticket) -> None:
        """Let the next move begin, after the loop has served others."""
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
    """A move's place in the queue.

    Attributes:
        over: whether the move is done or cancelled.
    """

    def __init__(self, queue: BotQueue, clock: Clock, go: Callable[[], None]) -> None:
        """Make a place for a move; ``go`` is called when its turn comes."""
        self.over = False
        self._queue = queue
        self._clock = clock
        self._go = go
        self._timer: Timer | None = None

    def begin(self) -> None:
        """Begin the move; called by the queue."""
        try:
            self._go()
        except BaseException:
            self.end()
            raise

    def end_within(self, seconds: float) -> None:
        """Let others continue after that time at the latest."""
        if not self.over and self._timer is None:
            self._timer = self._clock.call_later(seconds, self.end)

    def end(self) -> None:
        """Let others continue; a second call does nothing."""
        if not self.over:
            self.over = True
            if self._timer is not None:
                self._timer.cancel()
            self._queue.leave(self)
