"""What is awaited at every truco, as a sentence."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from cardtui_client.games.arguments import verb_of
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word


def play_words(model: TableModel, calls: AbstractSet[str]) -> str:
    """Return what is awaited of who is to play a card.

    Args:
        model: the table.
        calls: what may be called, by the sheet's word.
    """
    if calls.isdisjoint(sheet_word(verb_of(choice)) for choice in model.choices()):
        return _("Your turn: play a card.")
    return _("Your turn: play a card, or call.")
