"""Which day it is, and the deals of the day that you have begun, with their results: `Attempts`.

One attempt counts, the first: so that it has begun is kept before anything else is known of it.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Final

from cardtui_client.i18n import mark
from cardtui_client.json_file import JsonFile, MemoryFile, texts
from cardtui_client.settings.values import Settings

_FILE: Final = "daily.json"
_PRICE: Final = mark("Which deals of the day you have played is not known any more.")
_MOST: Final = 1000
"""How many attempts are kept; the oldest ones go."""


def today(now: datetime | None = None) -> date:
    """Return the day of which the deal is played, the same everywhere."""
    return (now or datetime.now(UTC)).astimezone(UTC).date()


class Attempts:
    """Your attempts; a kiosk keeps none."""

    def __init__(self, settings: Settings) -> None:
        self._file: JsonFile[dict[str, str]] = (
            JsonFile(settings.data_folder() / _FILE, texts, dict[str, str], _PRICE)
            if settings.kept
            else MemoryFile(dict[str, str])
        )

    def line(self, day: str, game: str) -> str | None:
        """Return the line of your result; ``""`` for none, ``None`` if you have not begun."""
        return self._file.read().get(_key(day, game))

    def note(self, day: str, game: str, line: str = "") -> None:
        """Keep that you have begun, or the line of your result."""
        self._file.keep(lambda known: dict([*({**known, _key(day, game): line}).items()][-_MOST:]))


def _key(day: str, game: str) -> str:
    return f"{day} {game}"
