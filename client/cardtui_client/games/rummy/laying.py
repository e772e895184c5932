"""With which verb a hand is laid down at a rummy game, and which discard comes to it then."""

from __future__ import annotations

from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.arguments import melding_choice, verb_of
from cardtui_client.games.rummy.view import rummy_of
from cardtui_client.model.table import TableModel


def lay_verb(model: TableModel) -> str:
    """Return the verb that lays the hand down; ``""`` where that has no place now.

    On one's own turn there is one even if the hand cannot go out: the server says why not.
    """
    if (choice := melding_choice(model.choices())) is not None:
        return verb_of(choice)
    view, rummy = model.view, rummy_of(model.view)
    if view is None or view.phase != Phase.PHASE_DISCARD or not model.is_my_turn:
        return ""
    return "" if rummy is None else rummy.lays


def taken_card(model: TableModel) -> int | None:
    """Return the discard that would come to the hand as it is laid down out of turn."""
    rummy, verb = rummy_of(model.view), lay_verb(model)
    if rummy is None or not rummy.discards or verb in ("", rummy.lays):
        return None
    return rummy.discards[-1]
