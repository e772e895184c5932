"""The keys of what may be done at the table: usual ones, and those a person has chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games import choices

KEYS: Final = {
    "go_on": "space",
    "ready": "r",
    "add_bot": "b",
    "remove_bot": "x",
    "start": "s",
    "retry": "r",
    "leave": "escape",
    "rules": "f2",
    "talk": "slash",
    "log": "l",
    "turn_table": "v",
    "hide": "h",
    "lay": "m",
    "select": "space",
    "take_back": "escape",
}
"""The keys of what is no verb of a game."""

VERBS: Final = {
    "truco_argentino": (
        "truco",
        "retruco",
        "vale_cuatro",
        "envido",
        "real_envido",
        "falta_envido",
        "quiero",
        "no_quiero",
        "declare",
        "son_buenas",
        "ask",
        "truco_argentino_waive",
        "resign",
        "cut",
        "tap",
    ),
    "cacho": ("pass", "bet", "call", "raise"),
    "pif_paf": (
        "check",
        "bet",
        "call",
        "raise",
        "fold",
        "draw-stock",
        "draw-discards",
        "claim",
        "go_out",
        "waive",
    ),
    "pif_paf_tradicional": (
        "cut",
        "vou",
        "pagar",
        "estou_fora",
        "draw-stock",
        "draw-discards",
        "bater",
    ),
    "cacheta": ("draw-stock", "draw-discards", "knock", "good_one", "cacheta_cut", "waive"),
    "truco_brasileiro": (
        "truco",
        "truco_brasileiro_raise",
        "accept",
        "run",
        "play_on",
        "truco_brasileiro_pass",
        "reject",
        "truco_brasileiro_cut",
    ),
}
"""The verbs of each game that have keys, also when the rules forbid them: then they say why."""


class Keys:
    """The key of everything, one's own ones before the usual ones."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self._own = own

    def of(self, what: str) -> str:
        """Return the first key of a button that is no verb."""
        return self._first(f"table.{what}", KEYS[what])

    def of_verb(self, verb: str) -> str:
        """Return the first key of a verb."""
        usual = choices.key(verb)
        # Enter does what is next, whatever that is.
        return self._first("verb.play" if usual == "enter" else f"verb.{verb}", usual)

    def _first(self, name: str, usual: str) -> str:
        return self._own.get(name, usual).partition(",")[0].strip() or usual
