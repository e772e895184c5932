"""People and rankings as JSON, for scripts: the shapes are described in docs/lines.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardtui_client.model.person import Person, PersonGame, Ranking, Rating


def person_as_json(person: Person) -> dict[str, Any]:
    """Return what a player has won and lost, as values of JSON."""
    return {"name": person.name, "games": [_game(each) for each in person.games]}


def rankings_as_json(rankings: Sequence[Ranking]) -> list[dict[str, Any]]:
    """Return who is how strong, as values of JSON."""
    return [
        {
            "game": each.game,
            "preset": each.preset,
            "players": [{"name": name, **_rating(rating)} for name, rating in each.players],
        }
        for each in rankings
    ]


def _game(game: PersonGame) -> dict[str, Any]:
    rating = None
    if game.rating is not None:
        rating = {**_rating(game.rating), "course": list(game.rating.course)}
    return {
        "game": game.game,
        "preset": game.preset,
        "won": game.won,
        "lost": game.lost,
        "streak": game.streak,
        "best_streak": game.best_streak,
        "rating": rating,
        "course": list(game.course),
        "hands": game.hands,
        "bluffs": game.bluffs,
        "chips": game.chips,
        "calls": dict(game.calls),
        "chips_course": list(game.chips_course),
    }


def _rating(rating: Rating) -> dict[str, float]:
    return {
        "points": rating.points,
        "deviation": rating.deviation,
        "matches": rating.matches,
        "counted": rating.counted,
    }
