"""The sentences about tricks in every truco: who takes one, how they stand."""

from __future__ import annotations

from cardtui_client.games.actor import Actor
from cardtui_client.games.truco.tricks import Tricks
from cardtui_client.i18n import _, mark
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


def played(who: Actor, card: int) -> str:
    """Tell who plays which card, face up."""
    return who.did(mark("{name} plays {card}."), mark("You play {card}."), card=card_words(card))


def took(who: Actor, done: int) -> str:
    """Tell who took the trick after so many."""
    match done:
        case 0:
            return who.did(mark("{name} takes the first trick."), mark("You take the first trick."))
        case 1:
            return who.did(
                mark("{name} takes the second trick."), mark("You take the second trick.")
            )
        case _:
            return who.did(mark("{name} takes the third trick."), mark("You take the third trick."))
