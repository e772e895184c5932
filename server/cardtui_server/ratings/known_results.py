"""From when on a result counts (`KnownResults`): once spectators may know how the match ended."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from cardtui_server.match.refusals import RETRY_SECONDS, Reason, Refused
from cardtui_server.ports.clock import Clock
from cardtui_server.ports.log_store import LogStore, Result, StoreError
from cardtui_server.thread_queue import ThreadQueue

_RESULTS_AT_ONCE: Final = 250
"""How many results are read from the store at once."""


_RESULTS_UNREADABLE: Final = "The results cannot be read now: try again later."


@contextmanager
def read_now() -> Generator[None]:
    """Refuse what the store cannot read."""
    try:
        yield
    except StoreError as error:
        raise Refused(Reason.INTERNAL, _RESULTS_UNREADABLE, retry=RETRY_SECONDS) from error


class KnownResults:
    """The results of one game, in the order in which all may know them.

    Where spectators see a match later, it counts as late as they see its end: who looks at what
    counts must not learn of it sooner.
    """

    def __init__(self, store: LogStore, clock: Clock, game: str) -> None:
        self._store = store
        self._clock = clock
        self._game = game
        self._last = ""
        self._read = 0
        self._late: list[_Place] = []

    async def more(self) -> list[Result]:
        """Return the results that may be known by now and were not returned yet; none at the end.

        Raises:
            StoreError: they cannot be read.
        """
        found: list[Result] = []
        last, read, late = self._last, self._read, list[tuple[int, _Place, Result]]()
        for place in self._late:
            ((_, result),) = await self._store.results(self._game, place.before, 1)
            heapq.heappush(late, (result.shown, place, result))
        while not found:
            results = await self._store.results(self._game, last, _RESULTS_AT_ONCE)
            for cursor, result in results:
                while late and late[0][0] <= result.ended:
                    found.append(heapq.heappop(late)[2])
                if result.shown > result.ended:
                    heapq.heappush(late, (result.shown, _Place(read, last), result))
                else:
                    found.append(result)
                last, read = cursor, read + 1
            if len(results) < _RESULTS_AT_ONCE:
                now = self._clock.wall()
                while late and late[0][0] <= now:
                    found.append(heapq.heappop(late)[2])
                break
        self._last, self._read, self._late = last, read, [place for _, place, _ in late]
        return found


class _Place(NamedTuple):
    """Where a result stands among those of its game, and the cursor of the one before it."""

    number: int
    before: str


class Game(Protocol):
    """What the results of one game come to; it is made and counts in a thread."""

    def count(self, results: Sequence[Result]) -> None:
        """Take more results into account, in their order."""


G = TypeVar("G", bound=Game)


class CountedGames(Generic[G]):
    """What the results of each game come to; they are read when somebody asks.

    Attributes:
        queue: its jobs may look at what `read` returns.
    """

    def __init__(self, store: LogStore, clock: Clock, make: Callable[[], G]) -> None:
        self.queue = ThreadQueue()
        self._store = store
        self._clock = clock
        self._make = make
        self._games: dict[str, tuple[KnownResults, G]] = {}

    async def read(self, game: str) -> G:
        """Return a game once all results are counted that there are; to be called in the queue.

        Raises:
            StoreError: they cannot be read.
        """
        if game not in self._games:
            known = KnownResults(self._store, self._clock, game)
            self._games[game] = known, await asyncio.to_thread(self._make)
        known, counted = self._games[game]
        while results := await known.more():
            await asyncio.to_thread(counted.count, results)
        return counted

    async def of(self, game: str) -> G:
        """Return a game once all results are counted that there are, by the queue.

        Raises:
            StoreError: they cannot be read.
        """
        return await self.queue.run(partial(self.read, game))
