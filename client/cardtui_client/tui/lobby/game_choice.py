"""Asks which game one would like to play at once, with whoever waits for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtui.v1 import tables_pb2
from cardtui_client.games.game_words import game_name
from cardtui_client.i18n import _, mark, n_
from cardtui_client.model.table_summary import free_seats
from cardtui_client.tui.dialogs.list_choice import ListChoice

_ANY: Final = "any"


class GameChoice(ListChoice[str | None]):
    """A game that a server plays, ``""`` for any, or none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", mark("Stay in the lobby"), id="game.cancel"),
    ]

    def __init__(
        self, games: Sequence[tables_pb2.Game], tables: Sequence[tables_pb2.Table]
    ) -> None:
        super().__init__()
        self._games = games
        self._tables = tables

    def question(self) -> str:
        """See `ListChoice.question`."""
        return _("Which game? You play with whoever waits for it.")

    def options(self) -> list[Option]:
        """See `ListChoice.options`."""
        games = [Option(self._words(game.id), id=f"game-{game.id}") for game in self._games]
        return [Option(Content(_("Any game that others wait for")), id=_ANY), *games]

    def _words(self, game: str) -> Content:
        waiting = sum(
            table.game == game
            and table.state == tables_pb2.TABLE_STATE_WAITING
            and bool(free_seats(table))
            for table in self._tables
        )
        name = game_name(game)
        if not waiting:
            return Content(name)
        return Content(f"{name}   " + n_("1 table waits", "{n} tables wait", waiting))

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        chosen = event.option.id or _ANY
        self.dismiss("" if chosen == _ANY else chosen.removeprefix("game-"))
