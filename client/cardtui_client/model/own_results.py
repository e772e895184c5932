"""Your own results by game (`OwnGame`): won and lost, streaks, the curve, and what you did in them.
How they went against one person: `games_against`. The words are in `faces/person_words.py`.

Won and lost are counted for good. All else is of the latest matches: streaks and the curve of those
that are kept one by one, envidos and bluffs of those whose records are kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, groupby
from typing import NamedTuple

from cardtui_client.history.kept_records import NO_DEEDS, Deeds
from cardtui_client.history.results import Result, Results, Score
from cardtui_client.model.person import PersonGame

Place = tuple[str, int]
"""The id of a table, and the number of a match there."""


class OwnGame(NamedTuple):
    """What you have come to in a game, by any rules; the deeds of all matches together."""

    told: PersonGame
    deeds: Deeds = NO_DEEDS


def own_games(results: Results, deeds: Mapping[Place, Deeds]) -> list[OwnGame]:
    """Return your games, the one most played first.

    Args:
        deeds: by table and number, what you did in a match.
    """
    latest = [each for each in results.latest()[::-1] if each.won is not None]
    return [
        _game(game, score, [each for each in latest if each.game == game], deeds)
        for game, score in results.scores().items()
    ]


def games_against(results: Results, name: str) -> list[PersonGame]:
    """Return how the latest matches against somebody went, by game, the one played last first."""
    latest = results.latest()[::-1]
    met = [each for each in latest if each.won is not None and name in each.against]
    games = dict.fromkeys(each.game for each in reversed(met))
    return [_lately(game, [each for each in met if each.game == game]) for game in games]


def _lately(game: str, latest: Sequence[Result]) -> PersonGame:
    won = sum(bool(each.won) for each in latest)
    return _game(game, Score(won, len(latest) - won), latest, {}).told


def course_of(results: Sequence[Result]) -> tuple[int, ...]:
    """Return after each match how many more were won than lost; they are given in order."""
    ended = (each.won for each in results if each.won is not None)
    return tuple(accumulate(1 if won else -1 for won in ended))


def _game(
    game: str, score: Score, latest: Sequence[Result], deeds: Mapping[Place, Deeds]
) -> OwnGame:
    runs = [(won, len([*run])) for won, run in groupby(each.won for each in latest)]
    won, length = runs[-1] if runs else (True, 0)
    best = max((count for wins, count in runs if wins), default=0)
    streak = length if won else -length
    found = [deeds.get((each.table, each.match), NO_DEEDS) for each in latest]
    told = PersonGame(game, "", score.won, score.lost, streak, best, course_of(latest))
    return OwnGame(told, _together(found))


def _together(deeds: Sequence[Deeds]) -> Deeds:
    return Deeds(
        "",
        sum(each.envidos for each in deeds),
        max((each.largest for each in deeds), default=0),
        sum(each.held for each in deeds),
        sum(each.called for each in deeds),
    )
