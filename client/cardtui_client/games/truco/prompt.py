"""What is awaited at every truco, as a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from cardtui_client.games.arguments import verb_of
from cardtui_client.games.verb import Verb
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word
from cardtui_client.scene.buttons import Tone


def play_words(model: TableModel, verbs: Mapping[str, Verb]) -> str:
    """Return what is awaited of who is to play a card.

    Args:
        model: the table.
        verbs: what is said of the game's verbs, by the sheet's word.
    """
    offered = (verbs.get(sheet_word(verb_of(choice))) for choice in model.choices())
    if any(verb is not None and verb.tone is Tone.CALL for verb in offered):
        return _("Your turn: play a card, or call.")
    return _("Your turn: play a card.")
