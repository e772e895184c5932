"""What a game with its preset is called where there is little room."""

from __future__ import annotations

from cardtui.v1 import tables_pb2
from cardtui_client.games.game_words import game_name
from cardtui_client.text import safe_text


def game_title(table: tables_pb2.Table) -> str:
    """Return the game's name with the preset's, unless that says the same."""
    name = game_name(table.game)
    if not table.preset or table.game.endswith(table.preset):
        return name
    return f"{name}, {safe_text(table.preset, 16)}"
