"""What games, presets and calls are called where there is little room."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.games.game_words import game_name
from cardtui_client.text import safe_text

_BUBBLES: Final = {
    "truco": "¡Truco!",
    "retruco": "¡Quiero retruco!",
    "vale_cuatro": "¡Vale cuatro!",
    "envido": "¡Envido!",
    "real_envido": "¡Real envido!",
    "falta_envido": "¡Falta envido!",
    "quiero": "¡Quiero!",
    "no_quiero": "No quiero",
    "son_buenas": "Son buenas",
    "vou": "Vou!",
    "pagar": "Pago!",
    "estou_fora": "Estou fora",
    "go_out": "Bati!",
    "bater": "Bati!",
    "claim": "Bati!",
    "knock": "Bati!",
    "good_one": "Na boa!",
    "run": "Corro!",
}


def game_title(table: tables_pb2.Table) -> str:
    """Return the game's name with the preset's, unless that says the same."""
    name = game_name(table.game)
    if table.preset in ("", table.game):
        return name
    return f"{name}, {safe_text(table.preset, 16)}"


def bubble(verb: str) -> str:
    """Return a call of a game as it is said aloud, ``""`` if it is none."""
    return _BUBBLES.get(verb, "")
