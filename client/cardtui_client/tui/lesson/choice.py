"""Which game to learn: the lessons, with how far one is in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtui_client.games.game_words import game_name
from cardtui_client.i18n import _, mark
from cardtui_client.tui.dialogs.list_choice import ListChoice
from cardtui_client.tui.lesson.tutor import Offer


class LessonChoice(ListChoice[str]):
    """Asks which lesson to take; it gives back the game's id, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", mark("Cancel"), id="choice.cancel"),
    ]

    def __init__(self, offered: Sequence[Offer]) -> None:
        super().__init__()
        self._offered = offered

    def question(self) -> str:
        """Return what is asked."""
        return _("Which game would you like to learn?")

    def options(self) -> list[Option]:
        """Return the lessons."""
        return [Option(f"{game_name(each.game):<24}{how_far(each)}") for each in self._offered]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take that lesson."""
        event.stop()
        self.dismiss(self._offered[event.option_index].game)


def how_far(offer: Offer) -> str:
    """Return how far one is in a lesson, in words."""
    if offer.done >= offer.hands:
        return _("done")
    return _("{done} of {all} hands done", done=offer.done, all=offer.hands)
