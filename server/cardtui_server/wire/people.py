"""What a player has won and lost, as messages."""

from __future__ import annotations

from cardtui.v1 import lobby_service_pb2
from cardtui_server.match.people import PersonGame


def person_game_message(game: PersonGame, *, own: bool) -> lobby_service_pb2.PersonGame:
    """Return what a player has come to in a game.

    Args:
        game: what it is.
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
    )
    if own:
        message.hands = sum(each.hands for each in game.seats)
        message.bluffs = sum(each.bluffs for each in game.seats)
        message.chips = sum(each.chips for each in game.seats)
        message.calls.update(game.calls)
        if any(each.chips for each in game.latest):
            message.chips_course.extend(each.chips for each in game.latest)
    return message
