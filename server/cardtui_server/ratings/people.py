"""What a person's page shows: won and lost, streaks, calls, bluffs, in the latest `_MOST_MATCHES`
matches. How many matches the curve has: `COURSE_MATCHES`; how many people a ranking shows:
`MOST_RANKED`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from cardtui_server.ports.clock import Clock
from cardtui_server.ports.log_store import LogStore, Result, SeatResult
from cardtui_server.ratings.known_results import read_now
from cardtui_server.thread_queue import ThreadQueue

_MOST_MATCHES: Final = 10_000
"""How many of the latest matches are counted."""

COURSE_MATCHES: Final = 200
"""Of how many matches it is told how each ended."""

MOST_RANKED: Final = 100
"""How many players a ranking has at most."""


class PersonGame(NamedTuple):
    """What somebody has come to in a game by one preset.

    Attributes:
        game: the game's id.
        preset: the preset.
        seats: what each match was for them, oldest first.
    """

    game: str
    preset: str
    seats: tuple[SeatResult, ...]

    @property
    def won(self) -> int:
        """The matches won."""
        return sum(each.won for each in self.seats)

    @property
    def streak(self) -> int:
        """How many were won one after the other until now; below 0 if they were lost."""
        last = self.seats[-1].won
        other = (back for back, each in enumerate(reversed(self.seats)) if each.won != last)
        length = next(other, len(self.seats))
        return length if last else -length

    @property
    def best_streak(self) -> int:
        """The most that were won one after the other."""
        best = run = 0
        for each in self.seats:
            run = run + 1 if each.won else 0
            best = max(best, run)
        return best

    @property
    def latest(self) -> tuple[SeatResult, ...]:
        """The matches of which it is told how each ended."""
        return self.seats[-COURSE_MATCHES:]

    @property
    def calls(self) -> Mapping[str, int]:
        """How often each verb that needs no card was used."""
        calls = Counter[str]()
        for each in self.seats:
            calls.update(dict(each.calls))
        return calls


class People:
    """What the people of a server have won and lost."""

    def __init__(self, store: LogStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._queue = ThreadQueue()

    async def games_of(self, player: str, asker: str) -> list[PersonGame]:
        """Return what a player has won and lost here, as far as who asks may know it.

        Raises:
            Refused: it cannot be read now.
        """
        return await self._queue.run(partial(self._games_of, player, asker))

    async def _games_of(self, player: str, asker: str) -> list[PersonGame]:
        known = (asker, self._clock.wall())
        with read_now():
            results = await self._store.results_of(player, _MOST_MATCHES, known=known)
        return await asyncio.to_thread(games_of, player, results)


def games_of(player: str, results: Sequence[Result]) -> list[PersonGame]:
    """Return what a player has come to, by game and preset, what was played last first.

    Args:
        results: the results of matches in which they had a seat, oldest first.
    """
    found: dict[tuple[str, str], list[SeatResult]] = {}
    for result in results:
        own = [seat for seat in result.seats if seat.player == player]
        key = (result.game, result.preset)
        seats = found.pop(key, [])
        seats += own[:1]
        found[key] = seats
    return [PersonGame(*key, tuple(seats)) for key, seats in reversed(found.items())]


class Rating(NamedTuple):
    """How strong a player is.

    Attributes:
        points: the strength; 1500 is that of who has played no rated match.
        deviation: the standard deviation of the points.
        matches: how many rated matches it is made from.
        course: the points after each of the latest of them, oldest first.
        counted: as how many matches those count; see `rankings`.
    """

    points: int
    deviation: int
    matches: int
    course: tuple[int, ...] = ()
    counted: float = 0.0
