"""How many hands of each lesson you have done (`Progress`), and which lesson you left last.
The lessons themselves are in `client/cardtui_lessons`.
"""

from __future__ import annotations

from typing import Any, Final

from cardtui_client.i18n import mark
from cardtui_client.json_file import OTHER_FORM, JsonFile
from cardtui_client.settings.values import Settings

ALL_HANDS: Final = 99
"""The number that stands for all hands: no lesson has so many."""

_IF_DAMAGED: Final = mark("The lessons begin anew.")


class Progress:
    """The number of hands that are done under the name in use, or before you had one, by game.

    What was learnt last is the last in the file.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        file = settings.data_folder() / "lessons.json"
        self._file = JsonFile(file, _parsed, dict[str, int], _IF_DAMAGED)

    def of(self, game: str) -> int:
        """Return how many hands of a game's lesson are done."""
        known = self._file.read()
        return known.get(self._key(game), known.get(game, 0))

    def left(self) -> str:
        """Return the game of the lesson that you left last; ``""`` if you were through."""
        for key, done in reversed(self._file.read().items()):
            game = key.partition(" ")[0]
            if key in (game, self._key(game)) and done < ALL_HANDS:
                return game
        return ""

    def keep(self, game: str, done: int, of: int = ALL_HANDS) -> None:
        """Write how many hands of a game's lesson are done, if anything can be kept.

        Args:
            done: how many.
            of: how many there are.
        """
        number, key = done if done < of else ALL_HANDS, self._key(game)

        def kept(known: dict[str, int]) -> dict[str, int]:
            others = {each: known[each] for each in known if each not in (game, key)}
            return {**others, key: number}

        self._file.keep(kept)

    def _key(self, game: str) -> str:
        return f"{game} {self._settings.name}".rstrip()


def _parsed(data: Any) -> dict[str, int]:
    if not isinstance(data, dict) or any(
        type(done) is not int or done < 0 for done in data.values()
    ):
        raise ValueError(OTHER_FORM)
    return data
