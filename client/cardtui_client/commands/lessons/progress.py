"""How far somebody is in the lessons: a small file in the data folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from cardtui_client.i18n import mark
from cardtui_client.json_file import JsonFile

_PRICE: Final = mark("The lessons begin anew.")


class Progress:
    """The number of hands that are done, by game."""

    def __init__(self, folder: Path) -> None:
        self._file = JsonFile(folder / "lessons.json", _parsed, dict[str, int], _PRICE)

    def of(self, game: str) -> int:
        """Return how many hands of a game's lesson are done."""
        return self._file.read().get(game, 0)

    def keep(self, game: str, done: int) -> None:
        """Write how many hands of a game's lesson are done, if anything can be kept."""
        self._file.keep(lambda known: {**known, game: done})


def _parsed(data: Any) -> dict[str, int]:
    if not isinstance(data, dict) or any(
        type(done) is not int or done < 0 for done in data.values()
    ):
        raise ValueError("it has another form")
    return data
