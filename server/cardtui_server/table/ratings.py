"""How strong players are at a game, from the results of the matches that they finished here.

Strength is the mean of an openskill rating (the Plackett–Luce model of Weng and Lin, 2011). A bot
has the fixed strength of its level, which its results do not change: all bots of a level are one
program, and would otherwise carry the luck of one table to another.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from cardtui_engine.bots import Level
from cardtui_server.match.partners import BOT_STRENGTHS
from cardtui_server.ports.clock import Clock
from cardtui_server.ports.log_store import Counted, LogStore, Result, SeatResult
from cardtui_server.table.thread_queue import ThreadQueue, with_rests

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

_AT_ONCE: Final = 250
"""How many results are read from the store at once."""

_SURE: Final = 2.0
"""The standard deviation of a bot's strength: small, as every bot of its level plays alike."""


class KnownResults:
    """The results of one game, in the order in which all may know them.

    Where spectators see a match later, it counts as late as they see its end: who looks at what
    counts must not learn of it sooner.
    """

    def __init__(self, store: LogStore, clock: Clock, game: str) -> None:
        self._store = store
        self._clock = clock
        self._game = game
        self._last = 0
        self._late: list[int] = []

    async def more(self) -> list[Result]:
        """Return the results that may be known by now and were not returned yet; none at the end.

        Raises:
            StoreError: they cannot be read.
        """
        found: list[Result] = []
        again = [await self._store.results(self._game, each - 1, 1) for each in self._late]
        last, late = self._last, [_when(counted) for (counted,) in again]
        heapq.heapify(late)
        while not found:
            results = await self._store.results(self._game, last, _AT_ONCE)
            for counted in results:
                result = counted.result
                while late and late[0][0] <= result.ended:
                    found.append(heapq.heappop(late)[2])
                if result.shown > result.ended:
                    heapq.heappush(late, _when(counted))
                else:
                    found.append(result)
                last = counted.number
            if len(results) < _AT_ONCE:
                now = self._clock.wall()
                while late and late[0][0] <= now:
                    found.append(heapq.heappop(late)[2])
                break
        self._last, self._late = last, [number for _, number, _ in late]
        return found


def _when(counted: Counted) -> tuple[int, int, Result]:
    return counted.result.shown, counted.number, counted.result


class Ratings:
    """The ratings of everybody who has finished a match, by game; read when they are asked for."""

    def __init__(self, store: LogStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._games: dict[str, _GameRatings] = {}
        self._queue = ThreadQueue()

    async def strengths(self, game: str, players: Iterable[str]) -> dict[str, float]:
        """Return how strong players are at a game, by id; who has no result is left out.

        Raises:
            StoreError: the results cannot be read.
        """
        known = await self._queue.run(partial(self._read, game))
        return {each: known.ratings[each].mu for each in players if each in known.ratings}

    async def _read(self, game: str) -> _GameRatings:
        """Return the ratings of a game, once all results are counted that there are.

        Raises:
            StoreError: they cannot be read.
        """
        if game not in self._games:
            results_of_game = KnownResults(self._store, self._clock, game)
            self._games[game] = await asyncio.to_thread(_GameRatings, results_of_game)
        known = self._games[game]
        while results := await known.results.more():
            await asyncio.to_thread(known.count, results)
        return known


class _GameRatings:
    """The ratings of one game.

    Attributes:
        results: those that are yet to be counted.
        ratings: by player id.
    """

    def __init__(self, results: KnownResults) -> None:
        from openskill.models import PlackettLuce  # it takes its time, and few tables want it

        self.results = results
        self.ratings: dict[str, PlackettLuceRating] = {}
        self._model: PlackettLuce = PlackettLuce()

    def count(self, results: Sequence[Result]) -> None:
        """Take more results into account, in their order."""
        for result in with_rests(results):
            teams = teams_of(result.seats)
            ratings = [[self._rating(seat) for seat in team] for team in teams]
            ranks = [0.0 if team[0].won else 1.0 for team in teams]
            for team, rated in zip(teams, self._model.rate(ratings, ranks=ranks), strict=True):
                players = {seat.player: each for seat, each in zip(team, rated, strict=True)}
                players.pop("", None)
                self.ratings.update(players)

    def _rating(self, seat: SeatResult) -> PlackettLuceRating:
        if not seat.player:
            return bot_rating(self._model, seat)
        return self.ratings.get(seat.player) or self._model.rating()


def bot_rating(model: PlackettLuce, seat: SeatResult) -> PlackettLuceRating:
    """Return the fixed rating of the bot in a seat."""
    return model.rating(mu=BOT_STRENGTHS[Level(seat.bot)], sigma=_SURE)


def teams_of(seats: Sequence[SeatResult]) -> list[list[SeatResult]]:
    """Return who played together; who played alone is a team of one."""
    teams: dict[tuple[int, int], list[SeatResult]] = {}
    for number, seat in enumerate(seats):
        key = (0, number) if seat.team is None else (1, seat.team)
        teams.setdefault(key, []).append(seat)
    return list(teams.values())
