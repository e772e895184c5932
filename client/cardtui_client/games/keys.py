"""The keys of what may be done at the table: usual ones, and those a person has chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.presenter import Presenter

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


def verb_keys(face: Presenter) -> dict[str, str]:
    """Return the usual key of each verb of a game that has one, or of each of its values."""
    return {f"{verb}-{value}" if value else verb: each.key for verb, value, each in face.keyed()}


class Keys:
    """The key of everything, one's own ones before the usual ones."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self._own = own

    def of(self, what: str) -> str:
        """Return the first key of a button that is no verb."""
        return self._first(f"table.{what}", KEYS[what])

    def next(self) -> str:
        """Return the first key that does what is next."""
        return self._first("verb.play", "enter")

    def of_verb(self, verb: str, usual: str) -> str:
        """Return the first key of a verb, whose usual one that is."""
        # Enter does what is next, whatever that is.
        return self._first("verb.play" if usual == "enter" else f"verb.{verb}", usual)

    def _first(self, name: str, usual: str) -> str:
        return self._own.get(name, usual).partition(",")[0].strip() or usual
