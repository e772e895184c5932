"""What you were shown of fields, in `_FILE` (`FieldNotes`): of each what the server had committed
to, and of your own table the lines that its record must have. How many are kept: `_MOST_NOTES`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final

from cardtui_client.json_file import JsonFile, texts

if TYPE_CHECKING:
    from cardtui_client.settings import Settings

_FILE: Final = "fields.json"
_MOST_NOTES: Final = 200
_MOST_LINES: Final = 60
"""Twice what an honest server shows."""


class FieldNotes:
    """What you were shown first of fields and their tables, by what is unique of any server."""

    def __init__(self, settings: Settings) -> None:
        self._file = (
            JsonFile(settings.data_folder() / _FILE, texts, dict[str, str])
            if settings.kept
            else None
        )
        self._seen: dict[str, Collection[str]] = {}

    def read(self, place: str) -> list[str]:
        """Return the lines that were shown of something; none if it was not seen."""
        known = {} if self._file is None else self._file.read()
        return known[place].split("\n") if place in known else []

    def keep(self, place: str, lines: Iterable[str]) -> None:
        """Keep what is shown of something, after what was shown of it before."""
        shown = tuple(sorted(lines))
        if self._file is None or not shown or self._seen.get(place) == shown:
            return
        self._seen[place] = shown
        known = self.read(place)
        told = "\n".join([*dict.fromkeys([*known, *shown])][:_MOST_LINES])
        if told != "\n".join(known):
            self._file.keep(lambda all_: dict([*(all_ | {place: told}).items()][-_MOST_NOTES:]))


def place_of(server: str, *of: str) -> str:
    """Return what a field is kept under, or a match by its table and number."""
    return " ".join((server, *of))
