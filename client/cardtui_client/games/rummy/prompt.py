"""What is awaited of oneself at a rummy game, as a sentence."""

from __future__ import annotations

from cardtui.v1 import views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.arguments import melding_choice
from cardtui_client.games.betting.stakes import due_of
from cardtui_client.games.rummy.view import Rummy
from cardtui_client.i18n import _, n_
from cardtui_client.model.table import TableModel


def prompt(view: views_pb2.PublicView, rummy: Rummy, model: TableModel) -> str:
    """Return what is awaited of oneself, whose turn it is."""
    match view.phase:
        case Phase.PHASE_CUT:
            return _("Cut the pack.")
        case Phase.PHASE_BETTING | Phase.PHASE_MATCHING:
            if due := due_of(model):
                return n_(
                    "Your turn: {n} chip to stay in.", "Your turn: {n} chips to stay in.", due
                )
            return _("Your turn to bet.")
        case Phase.PHASE_DRAW:
            if not rummy.discards:
                return _("Your turn: draw from the stock.")
            return _("Your turn: draw, or take the discard.")
        case Phase.PHASE_DISCARD:
            if melding_choice(model.choices()) is not None:
                return _("You can go out! Or choose a card to discard.")
            return _("Choose a card to discard.")
        case Phase.PHASE_CONTEST:
            return _("You come first: do you want the card?")
        case _:
            return _("Your turn.")
