"""What players have won and lost, and their place in rankings, as messages; `ratings` finds it
out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cardtui.v1 import lobby_service_pb2
from cardtui_engine.library.registry import get_rules
from cardtui_server.ratings.people import PersonGame, Rating


def person_game_message(
    game: PersonGame, rating: Rating | None, *, own: bool
) -> lobby_service_pb2.PersonGame:
    """Return what a player has come to in a game.

    Args:
        rating: how strong the player is at it; ``None`` without a rated match.
        own: whether the player asks, who is told how they play and what it came to in chips.
    """
    message = lobby_service_pb2.PersonGame(
        game=game.game,
        preset=game.preset,
        won=game.won,
        lost=len(game.seats) - game.won,
        streak=game.streak,
        best_streak=game.best_streak,
        course=[each.won for each in game.latest],
        rating=None if rating is None else _rating(rating),
    )
    if own:
        message.hands = sum(each.hands for each in game.seats)
        message.bluffs = sum(each.bluffs for each in game.seats)
        message.chips = sum(each.chips for each in game.seats)
        message.calls.update(game.calls)
        if any(each.chips for each in game.latest):
            message.chips_course.extend(each.chips for each in game.latest)
    return message


class Ranked(NamedTuple):
    """A player in a ranking."""

    player: str
    name: str
    rating: Rating


def ranking_message(
    games: Mapping[str, Mapping[str, Sequence[Ranked]]],
) -> lobby_service_pb2.GetRankingResponse:
    """Return who is how strong at some games, by game and preset, the strongest first."""
    response = lobby_service_pb2.GetRankingResponse()
    for game, presets in games.items():
        for preset in get_rules(game).presets:
            players = [
                lobby_service_pb2.RankedPlayer(
                    player=each.player, name=each.name, rating=_rating(each.rating)
                )
                for each in presets.get(preset.name, ())
            ]
            if players:
                response.rankings.add(game=game, preset=preset.name, players=players)
    return response


def _rating(rating: Rating) -> lobby_service_pb2.Rating:
    return lobby_service_pb2.Rating(
        points=rating.points,
        deviation=rating.deviation,
        matches=rating.matches,
        course=rating.course,
        counted_hundredths=round(100 * rating.counted),
    )
