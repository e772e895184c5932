"""How strong the bots are to be."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtui.v1 import tables_pb2
from cardtui_client.games.characters import LEVELS
from cardtui_client.games.game_words import level_name
from cardtui_client.i18n import _, mark
from cardtui_client.tui.dialogs.list_choice import ListChoice


class BotLevelChoice(ListChoice[tables_pb2.BotLevel.ValueType | None]):
    """Asks for the level of bots; it gives it back, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", mark("Cancel"), id="choice.cancel"),
    ]

    def question(self) -> str:
        """Return what is asked."""
        return _("How strong are the bots to be?")

    def options(self) -> list[Option]:
        """Return the levels."""
        return [Option(level_name(level)) for level in LEVELS.values()]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take that level."""
        event.stop()
        self.dismiss([*LEVELS.values()][event.option_index])
