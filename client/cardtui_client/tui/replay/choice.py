"""Which match to look at again: those whose records are kept, the latest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtui_client.games.game_words import game_name
from cardtui_client.games.person_words import mark_words
from cardtui_client.i18n import _, mark
from cardtui_client.model.sides import names
from cardtui_client.settings.kept_records import KeptRecord
from cardtui_client.tui.dialogs.list_choice import ListChoice

_MINUTE: Final = len("2026-11-24T20:15")


class RecordChoice(ListChoice[KeptRecord | None]):
    """Asks which match to look at; it gives back its record, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", mark("Cancel"), id="choice.cancel"),
        Binding("y", "copy", mark("Copy its path"), id="choice.copy"),
    ]

    def __init__(self, kept: Sequence[KeptRecord]) -> None:
        super().__init__()
        self._kept = kept

    def question(self) -> str:
        """Return what is asked."""
        return _("Which match would you like to look at again?")

    def options(self) -> list[Option]:
        """Return the matches, but for how they ended: one may want to see that."""
        return [Option(Content(_line(each))) for each in self._kept]

    def action_copy(self) -> None:
        """Copy where the record of that match is kept; this works through ssh, too."""
        if (at := self.query_one(OptionList).highlighted) is not None:
            path = str(self._kept[at].path)
            self.app.copy_to_clipboard(path)
            self.notify(_("Copied: {line}", line=path))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take that match."""
        event.stop()
        self.dismiss(self._kept[event.option_index])


def _line(record: KeptRecord) -> str:
    others = names([*record.others])
    began = record.began[:_MINUTE].replace("T", " ") + " UTC"
    parts = (began, game_name(record.game), others, mark_words(record))
    return "  ".join(part for part in parts if part)
