"""The people whom one has muted, kept by player id in a file beside the settings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, cast

from cardtui_client.atomic_write import write_atomically
from cardtui_client.limits import NAME_CELLS
from cardtui_client.settings.values import Settings
from cardtui_client.text import safe_text

_FILE: Final = "muted.json"
_MOST: Final = 500
_LONGEST_ID: Final = 64


def read_muted(settings: Settings) -> dict[str, str]:
    """Return the names of the people who are muted, by player id."""
    if not settings.kept:
        return {}
    try:
        data = json.loads((settings.path.parent / _FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}  # none yet, or damaged: the price is somebody's talk, not a crash
    if not isinstance(data, dict):
        return {}
    kept = cast("dict[str, object]", data)
    return {
        player: safe_text(name, NAME_CELLS)
        for player, name in list(kept.items())[-_MOST:]
        if player and len(player) <= _LONGEST_ID and isinstance(name, str)
    }


def write_muted(settings: Settings, people: Mapping[str, str]) -> None:
    """Keep who is muted; of too many, those muted first go. A kiosk keeps nothing.

    Raises:
        OSError: the folder cannot be written to.
    """
    if not settings.kept:
        return
    newest = dict(list(people.items())[-_MOST:])
    settings.path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(newest, ensure_ascii=False, indent=1)
    write_atomically(settings.path.parent / _FILE, text, 0o600)
