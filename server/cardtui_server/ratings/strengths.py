"""How strong players and bots are at a game where teams are to be even (`Ratings`, `bot_rating`;
the bots' numbers: `match/partners.py`). Rankings that people see are in `rankings.py`.

Strength follows from the matches that they finished here: it is the mean of an openskill rating
(the Plackett–Luce model of Weng and Lin, 2011). A bot has the fixed strength of its level, which
its results do not change: all bots of a level are one program, and would otherwise carry the luck
of one table to another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from cardtui_engine.bots import Level
from cardtui_server.match.partners import BOT_STRENGTHS
from cardtui_server.ports.clock import Clock
from cardtui_server.ports.log_store import LogStore, Result, SeatResult
from cardtui_server.ratings.known_results import CountedGames
from cardtui_server.thread_queue import with_rests

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

_BOT_DEVIATION: Final = 2.0
"""The standard deviation of a bot's strength: small, as every bot of its level plays alike."""


class Ratings:
    """The ratings of everybody who has finished a match, by game; read when they are asked for."""

    def __init__(self, store: LogStore, clock: Clock) -> None:
        self._games = CountedGames(store, clock, _GameRatings)

    async def strengths(self, game: str, players: Iterable[str]) -> dict[str, float]:
        """Return how strong players are at a game, by id; who has no result is left out.

        Raises:
            StoreError: the results cannot be read.
        """
        ratings = (await self._games.of(game)).ratings
        return {each: ratings[each].mu for each in players if each in ratings}


class _GameRatings:
    """The ratings of one game.

    Attributes:
        ratings: by player id.
    """

    def __init__(self) -> None:
        from openskill.models import PlackettLuce  # it takes its time, and few tables want it

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
    return model.rating(mu=BOT_STRENGTHS[Level(seat.bot)], sigma=_BOT_DEVIATION)


def teams_of(seats: Sequence[SeatResult]) -> list[list[SeatResult]]:
    """Return who played together; who played alone is a team of one."""
    teams: dict[tuple[int, int], list[SeatResult]] = {}
    for number, seat in enumerate(seats):
        key = (0, number) if seat.team is None else (1, seat.team)
        teams.setdefault(key, []).append(seat)
    return list(teams.values())
