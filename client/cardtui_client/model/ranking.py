"""Who is how strong on a server, as far as the server makes sense."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui.v1 import lobby_service_pb2
from cardtui_client.limits import NAME_CELLS, TABLE_NAME_CELLS
from cardtui_client.model.person import Rating, read_rating
from cardtui_client.text import safe_text

_MOST_RANKINGS: Final = 50
_MOST_PLAYERS: Final = 100


class Ranking(NamedTuple):
    """Who is how strong at a game by one preset.

    Attributes:
        game: the game's id.
        preset: the preset's name.
        players: names and ratings, the strongest first.
    """

    game: str
    preset: str
    players: tuple[tuple[str, Rating], ...]


def read_rankings(told: lobby_service_pb2.GetRankingResponse) -> list[Ranking]:
    """Return what a server tells of how strong people are."""
    return [
        Ranking(
            each.game[:TABLE_NAME_CELLS],
            each.preset[:TABLE_NAME_CELLS],
            tuple(
                [
                    (safe_text(player.name, NAME_CELLS), read_rating(player.rating))
                    for player in each.players[:_MOST_PLAYERS]
                ]
            ),
        )
        for each in told.rankings[:_MOST_RANKINGS]
    ]
