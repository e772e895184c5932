"""What a package offers as a game: a `Game`, found in `ENTRY_POINT_GROUP`, for one `CONTRACT`,
with rule sheets in some of `LANGUAGES`. Which games of others are refused,
`library/registry.py` decides.

Our own games are such values, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from cardtui_engine.bots import BotMaker, any_bot
from cardtui_engine.rules import AnyRules

CONTRACT: Final = 1
"""The version of the contract between the engine and a game. It changes when a game that kept the
earlier one would no longer work."""

ENTRY_POINT_GROUP: Final = "cardtui.games"
"""The group of entry points that are games; each is named after the game's id."""

LANGUAGES: Final = ("en", "pt_BR", "es_AR")
"""The languages that a sheet may have; English is shown where there is no other."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game, with all that a table needs of it.

    Attributes:
        rules: its rules. They say which deck, options, presets and seats it has.
        title: what it is called, in every language.
        sheets: its rule sheet in Markdown, by language; one of them is ``"en"``.
        bot: makes its bots, or the name of what does (``"package.module:name"``), which is loaded
            when the first bot sits down. Without one, bots do anything that is legal.
        contract: the version of the contract that it keeps.
    """

    rules: AnyRules
    title: str
    sheets: Mapping[str, str]
    bot: BotMaker | str | None = None
    contract: int = CONTRACT

    def bot_maker(self) -> BotMaker:
        """Return what makes its bots."""
        if self.bot is None:
            return any_bot
        return named(self.bot) if isinstance(self.bot, str) else self.bot

    def sheet(self, language: str) -> str:
        """Return its rule sheet in that language; the English one if there is no other."""
        return self.sheets[language if language in self.sheets else "en"]


class SheetsIn(Mapping[str, str]):
    """Rule sheets in the files ``<game>.<language>.md`` of a package's folder ``sheets``."""

    def __init__(self, package: str, game: str) -> None:
        """Read them when they are first asked for."""
        self._package, self._game = package, game

    def __getitem__(self, language: str) -> str:
        if language not in LANGUAGES:
            raise KeyError(language)
        try:
            return self._file(language).read_text("utf-8")  # type: ignore[no-any-return] # a file of any kind
        except OSError:
            raise KeyError(language) from None

    def __iter__(self) -> Iterator[str]:
        return iter([each for each in LANGUAGES if self._file(each).is_file()])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _file(self, language: str) -> Any:
        from importlib.resources import files  # loads much: not before it is needed

        return files(self._package) / "sheets" / f"{self._game}.{language}.md"


def named(place: str) -> Any:
    """Return what has that name: ``"package.module:name"``."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
