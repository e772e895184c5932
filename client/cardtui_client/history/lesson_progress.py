"""How many hands of each lesson you have done (`Progress`), and which lesson you left last."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from cardtui_client.i18n import mark
from cardtui_client.json_file import OTHER_FORM, JsonFile

ALL: Final = 99
"""The number that stands for all hands: no lesson has so many."""

_PRICE: Final = mark("The lessons begin anew.")


class Progress:
    """The number of hands that are done, by game; the game that was learnt last is the last."""

    def __init__(self, folder: Path) -> None:
        self._file = JsonFile(folder / "lessons.json", _parsed, dict[str, int], _PRICE)

    def of(self, game: str) -> int:
        """Return how many hands of a game's lesson are done."""
        return self._file.read().get(game, 0)

    def left(self) -> str:
        """Return the game of the lesson that you left last; ``""`` if you were through."""
        known = self._file.read()
        return next((game for game in reversed(known) if known[game] < ALL), "")

    def keep(self, game: str, done: int, of: int = ALL) -> None:
        """Write how many hands of a game's lesson are done, if anything can be kept.

        Args:
            done: how many.
            of: how many there are.
        """
        number = done if done < of else ALL

        def kept(known: dict[str, int]) -> dict[str, int]:
            others = {each: known[each] for each in known if each != game}
            return {**others, game: number}

        self._file.keep(kept)


def _parsed(data: Any) -> dict[str, int]:
    if not isinstance(data, dict) or any(
        type(done) is not int or done < 0 for done in data.values()
    ):
        raise ValueError(OTHER_FORM)
    return data
