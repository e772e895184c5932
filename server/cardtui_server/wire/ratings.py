"""What players have won and lost, and how strong that makes them, as messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice

from cardtui.v1 import lobby_service_pb2
from cardtui_engine.library.registry import get_rules
from cardtui_server.ratings.people import MOST_RANKED, PersonGame, Rating


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


def ranking_message(
    games: Mapping[str, Mapping[str, Iterable[tuple[str, Rating]]]], name_of: Callable[[str], str]
) -> lobby_service_pb2.GetRankingResponse:
    """Return who is how strong at some games, by game and preset, the strongest first.

    Args:
        games: that, with player ids.
        name_of: returns the name of a player; ``""`` for who is not known any more.
    """
    response = lobby_service_pb2.GetRankingResponse()
    for game, presets in games.items():
        for preset in get_rules(game).presets:
            ranked = presets.get(preset.name, ())
            known = [*islice((each for each in ranked if name_of(each[0])), MOST_RANKED)]
            if known:
                players = [
                    lobby_service_pb2.RankedPlayer(
                        player=player, name=name_of(player), rating=_rating(rating)
                    )
                    for player, rating in known
                ]
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
