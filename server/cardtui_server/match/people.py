"""What a person has won and lost, said and bluffed, from the results; a `Rating` as a value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from cardtui_server.ports.log_store import Result, SeatResult

MOST_MATCHES: Final = 10_000
"""How many of the latest matches are counted."""

_COURSE: Final = 200
"""Of how many matches it is told how each ended."""


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
        return self.seats[-_COURSE:]

    @property
    def calls(self) -> Mapping[str, int]:
        """How often each verb that needs no card was used."""
        calls = Counter[str]()
        for each in self.seats:
            calls.update(dict(each.calls))
        return calls


def games_of(player: str, results: Sequence[Result]) -> list[PersonGame]:
    """Return what a player has come to, by game and preset, what was played last first.

    Args:
        player: the player's id.
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


MOST_RANKED: Final = 100
"""How many players a ranking has at most."""


class Rating(NamedTuple):
    """How strong a player is.

    Attributes:
        points: the strength; 1500 is that of who has played no rated match.
        deviation: the standard deviation of the points.
        matches: how many rated matches it is made from.
        course: the points after each of the latest of them, oldest first.
        counted: as how many matches those count; see `rankings.py`.
    """

    points: int
    deviation: int
    matches: int
    course: tuple[int, ...] = ()
    counted: float = 0.0
