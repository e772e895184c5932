"""What a player has won and lost on a server, as far as the server makes sense."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Final, NamedTuple

from cardtui.v1 import lobby_service_pb2
from cardtui_client.limits import NAME_CELLS, TABLE_NAME_CELLS
from cardtui_client.text import safe_text

_MOST_GAMES: Final = 50
_MOST_MATCHES: Final = 200
FIRST_POINTS: Final = 1500
"""The points of who has played no rated match."""
_MOST: Final = 10**12
"""More of anything is a hostile server's."""


class Rating(NamedTuple):
    """How strong a player is at a game by one preset.

    Attributes:
        points: the strength; 1500 is that of who has played no rated match.
        deviation: how unsure that is.
        matches: how many rated matches it is made from.
        course: the points after each of the latest of them, oldest first.
        counted: as how many matches those count.
    """

    points: int
    deviation: int
    matches: int
    course: tuple[int, ...] = ()
    counted: float = 0.0


class PersonGame(NamedTuple):
    """What a player has come to in a game by one preset.

    Attributes:
        game: the game's id.
        preset: the preset's name; ``""`` for rules of one's own.
        won: the matches won.
        lost: the matches lost.
        streak: how many were won one after the other until now; below 0 if they were lost.
        best_streak: the most that were won one after the other.
        course: after each of the latest matches, how many more were won than lost.
        rating: how strong the player is; ``None`` without a rated match.
        hands: the hands won; like all that follows, the server tells it to the player alone.
        bluffs: the bluffs called.
        chips: the chips won, below 0 if they were lost.
        calls: by verb, how often it was used.
        chips_course: after each of the latest matches, the chips won in them.
    """

    game: str
    preset: str
    won: int
    lost: int
    streak: int
    best_streak: int
    course: tuple[int, ...]
    rating: Rating | None = None
    hands: int = 0
    bluffs: int = 0
    chips: int = 0
    calls: Mapping[str, int] = {}
    chips_course: tuple[int, ...] = ()


class Person(NamedTuple):
    """A player, and what they have come to in each game, the one played last first."""

    name: str
    games: tuple[PersonGame, ...]


def read_person(told: lobby_service_pb2.GetPersonResponse) -> Person:
    """Return what a server tells of a player."""
    games = tuple([_game(each) for each in told.games[:_MOST_GAMES]])
    return Person(safe_text(told.name, NAME_CELLS), games)


def read_rating(told: lobby_service_pb2.Rating) -> Rating:
    """Return a rating as a server tells it."""
    course = tuple(map(_bounded, told.course[-_MOST_MATCHES:]))
    return Rating(
        _bounded(told.points), told.deviation, told.matches, course, told.counted_hundredths / 100
    )


def _game(told: lobby_service_pb2.PersonGame) -> PersonGame:
    course = accumulate(1 if won else -1 for won in told.course[-_MOST_MATCHES:])
    chips = accumulate(map(_bounded, told.chips_course[-_MOST_MATCHES:]))
    return PersonGame(
        told.game[:TABLE_NAME_CELLS],
        told.preset[:TABLE_NAME_CELLS],
        told.won,
        told.lost,
        told.streak,
        told.best_streak,
        tuple(course),
        read_rating(told.rating) if told.HasField("rating") else None,
        told.hands,
        told.bluffs,
        _bounded(told.chips),
        dict([*told.calls.items()][:_MOST_MATCHES]),
        tuple(chips),
    )


def _bounded(chips: int) -> int:
    return max(-_MOST, min(chips, _MOST))
