"""How strong each player is at a game by one preset: points from `FIRST_POINTS` on, from rated
matches, and in which order a ranking has them (`ranked`). How little a match counts among the same
few people: `_known_by`, within `LATELY_MILLISECONDS`. The client shows newcomers with as many
points (`client/cardtui_client/model/person.py`).

A rating is one of openskill's Plackett–Luce model (Weng and Lin, 2011), as for partners by
strength; but only of rated matches, each preset by itself, and from places where the game has some.
Points are such that a lead of 400 wins ten matches of eleven for two, as with Elo's, where all
matches count in full.

A match counts less the less it compares its players with others. Of the matches that the same two
play against each other within `LATELY_MILLISECONDS`, the n-th counts 1/n, and of that so much as
`_known_by` says: a quarter where one of the two has played with nobody but those at the table, and
more the more others there are. So little is to be won from oneself under other names. No address is
looked at: friends share one as well.
"""

from __future__ import annotations

import asyncio
import heapq
import math
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Final

from cardtui_server.ports.clock import Clock
from cardtui_server.ports.log_store import LogStore, Result, SeatResult
from cardtui_server.ratings.known_results import CountedGames, read_now
from cardtui_server.ratings.people import COURSE_MATCHES, Rating
from cardtui_server.ratings.strengths import bot_rating, teams_of
from cardtui_server.thread_queue import with_rests

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

_SORTED_AT_ONCE: Final = 500
"""How many players are put in order in a row, which takes a millisecond."""

FIRST_POINTS: Final = 1500
"""The points of who has played no rated match: those of openskill's first mean."""

_SCALE: Final = 25
"""The points for one of openskill's: with it a lead means what it does with Elo's."""

LATELY_MILLISECONDS: Final = 30 * 24 * 3600 * 1000
"""The milliseconds within which matches between the same two are counted together."""


class Rankings:
    """The ratings of everybody who has played a rated match; read when they are asked for."""

    def __init__(self, store: LogStore, clock: Clock) -> None:
        self._games = CountedGames(store, clock, _GameRankings)

    async def of_player(self, game: str, player: str) -> Mapping[str, Rating]:
        """Return the ratings of a player at a game, by preset.

        Raises:
            Refused: the results cannot be read now.
        """
        with read_now():
            presets = (await self._games.of(game)).presets
        return {name: each.rating(player) for name, each in presets.items() if player in each.known}

    async def of_game(self, game: str) -> Mapping[str, Iterator[tuple[str, Rating]]]:
        """Return who is how strong at a game, by preset and with player ids, the strongest first.

        The ratings are without their course.

        Raises:
            Refused: the results cannot be read now.
        """

        async def ranked() -> Mapping[str, Iterator[tuple[str, Rating]]]:
            presets = (await self._games.read(game)).presets
            return await asyncio.to_thread(
                lambda: {name: each.ranked() for name, each in presets.items()}
            )

        with read_now():
            return await self._games.queue.run(ranked)


class _Known:
    """What is known of a player: the rating, and how it came to that."""

    def __init__(self, rating: PlackettLuceRating) -> None:
        self.rating = rating
        self.matches = 0
        self.counted = 0.0
        self.others = set[str]()  # with whom the player has played
        self.course: deque[int] = deque(maxlen=COURSE_MATCHES)

    def move(self, rating: PlackettLuceRating, weight: float) -> None:
        """Take the rating after another match, as far as that counts."""
        old = self.rating
        old.mu += weight * (rating.mu - old.mu)
        old.sigma = math.sqrt(old.sigma**2 + weight * (rating.sigma**2 - old.sigma**2))
        self.matches += 1
        self.counted += weight
        self.course.append(_points(self.rating))

    def met_beyond(self, here: AbstractSet[str]) -> int:
        """Return how many others the player has met, besides those who are here."""
        return len(self.others) - len(self.others & here)

    def told(self) -> Rating:
        """Return the rating as a value, without its course."""
        deviation, counted = round(_SCALE * self.rating.sigma), round(self.counted, 2)
        return Rating(_points(self.rating), deviation, self.matches, counted=counted)


class _PresetRankings:
    """The ratings of one preset.

    Attributes:
        known: by player id.
    """

    def __init__(self, model: PlackettLuce) -> None:
        self.known: dict[str, _Known] = {}
        self._sorted: list[list[tuple[float, str]]] = []
        self._model = model
        self._met: defaultdict[tuple[str, str], deque[int]] = defaultdict(deque)

    def count(self, result: Result) -> None:
        """Take one more match into account."""
        self._sorted = []
        teams = teams_of(result.seats)
        before = [[self._rating(seat) for seat in team] for team in teams]
        ranks = [float(team[0].place) for team in teams]
        weights = self._weights(result, teams)
        for team, after in zip(teams, self._model.rate(before, ranks=ranks), strict=True):
            for seat, rating in zip(team, after, strict=True):
                if seat.player:
                    self.known[seat.player].move(rating, weights[seat.player])

    def _weights(self, result: Result, teams: list[list[SeatResult]]) -> dict[str, float]:
        """Return how much a match counts for each player; note who has met whom in it."""
        sides = [{seat.player for seat in team if seat.player} for team in teams]
        here = set[str]().union(*sides)
        for player in here:  # a difference from all who are known would look at all of them
            if player not in self.known:
                self.known[player] = _Known(self._model.rating())
        shares: dict[tuple[str, str], float] = {}
        for one, other in combinations(sides, 2):
            for pair in product(one, other):
                met = self._met[min(pair), max(pair)]
                met.append(result.ended)
                while met[0] <= result.ended - LATELY_MILLISECONDS:
                    met.popleft()
                others = min(self.known[each].met_beyond(here) for each in pair)
                shares[pair] = shares[pair[1], pair[0]] = _known_by(others) / len(met)
        weights = dict[str, float]()
        for player in here:
            found = [share for pair, share in shares.items() if pair[0] == player]
            weights[player] = sum(found) / len(found) if found else 0.0
        for player in here:
            self.known[player].others |= here - {player}
        return weights

    def rating(self, player: str) -> Rating:
        """Return the rating of a player who has one."""
        known = self.known[player]
        return known.told()._replace(course=tuple(known.course))

    def ranked(self) -> Iterator[tuple[str, Rating]]:
        """Yield everybody, first those who are surely strong; without the course of the ratings.

        Only a few are wanted, so that no more than pieces are sorted: a whole takes too long.
        """
        if not self._sorted:
            everybody = iter(self.known.items())
            pieces = iter(lambda: [*islice(everybody, _SORTED_AT_ONCE)], [])
            self._sorted = [
                sorted((-known.rating.ordinal(), player) for player, known in piece)
                for piece in with_rests(pieces)
            ]
        return ((player, self.known[player].told()) for _, player in heapq.merge(*self._sorted))

    def _rating(self, seat: SeatResult) -> PlackettLuceRating:
        if not seat.player:
            return bot_rating(self._model, seat)
        known = self.known.get(seat.player)
        return self._model.rating() if known is None else known.rating


class _GameRankings:
    """The rankings of one game.

    Attributes:
        presets: by preset.
    """

    def __init__(self) -> None:
        from openskill.models import PlackettLuce  # it takes its time, and few ask

        self.presets: dict[str, _PresetRankings] = {}
        self._model: PlackettLuce = PlackettLuce()

    def count(self, results: Sequence[Result]) -> None:
        """Take more results into account, in their order."""
        for result in with_rests(results):
            if result.rated:
                preset = self.presets.setdefault(result.preset, _PresetRankings(self._model))
                preset.count(result)


def _known_by(others: int) -> float:
    """Return what a match counts, the less known of whose players has met so many others."""
    return (1 + others) / (4 + others)


def _points(rating: PlackettLuceRating) -> int:
    return round(FIRST_POINTS + _SCALE * (rating.mu - 25))
