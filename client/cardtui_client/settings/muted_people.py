"""Whom you have muted, kept for the next time, and the words by which they are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cardtui_client.i18n import mark
from cardtui_client.json_file import JsonFile, texts
from cardtui_client.limits import NAME_CELLS
from cardtui_client.settings.config_file import write_settings
from cardtui_client.settings.values import Settings
from cardtui_client.text import safe_text

_FILE: Final = "muted.json"
_PRICE: Final = mark("Nobody is muted any more.")
_MOST: Final = 500
_LONGEST_ID: Final = 64


def read_muted(settings: Settings) -> dict[str, str]:
    """Return the names of the people who are muted, by player id."""
    file = _file(settings)
    return {} if file is None else file.read()


def change_muted(settings: Settings, changed: Callable[[dict[str, str]], dict[str, str]]) -> None:
    """Keep who is muted; of too many, those muted first go. A kiosk keeps nothing.

    Args:
        settings: whose file it is.
        changed: returns who is muted from now on, of those muted until now, by any program.

    Raises:
        OSError: that cannot be written.
    """
    file = _file(settings)
    if file is not None:
        file.change(lambda kept: dict(list(changed(kept).items())[-_MOST:]))


def _file(settings: Settings) -> JsonFile[dict[str, str]] | None:
    if not settings.kept or settings.path is None:
        return None
    return JsonFile(settings.path.parent / _FILE, _parsed, dict[str, str], _PRICE)


def _parsed(data: Any) -> dict[str, str]:
    people = texts(data)
    if not all(player and len(player) <= _LONGEST_ID for player in people):
        raise ValueError("it has another form")
    return {player: safe_text(name, NAME_CELLS) for player, name in list(people.items())[-_MOST:]}


def know_words(settings: Settings) -> None:
    """Ask no more before a word in the talk calls something; a kiosk forgets that.

    Raises:
        OSError: the settings cannot be written.
    """
    if not settings.ask_words:
        return
    settings.ask_words = False
    if settings.kept:
        write_settings(settings)
