"""The sentences about tricks in every truco: who takes one, how they stand."""

from __future__ import annotations

from cardtui_client.games.truco.tricks import Tricks
from cardtui_client.i18n import _
from cardtui_client.model.cards import card_words
from cardtui_client.model.sides import side_name
from cardtui_client.model.table import TableModel


def tricks_lines(truco: Tricks, model: TableModel) -> list[str]:
    """Return who took which trick, and what lies on the table."""
    lines: list[str] = []
    for number, trick in enumerate(truco.tricks, 1):
        winner = side_name(model, trick.team) if trick.HasField("team") else _("nobody")
        lines.append(_("Trick {number}: {winner}.", number=number, winner=winner))
    for played in truco.trick:
        name = model.name_of(played.seat)
        lines.append(_("{name} has played {card}.", name=name, card=card_words(played.card)))
    return lines


def took(name: str, done: int) -> str:
    """Tell who took the trick after so many."""
    match done:
        case 0:
            return _("{name} takes the first trick.", name=name)
        case 1:
            return _("{name} takes the second trick.", name=name)
        case _:
            return _("{name} takes the third trick.", name=name)
