"""What is awaited of oneself at Brazilian truco, as a sentence."""

from __future__ import annotations

from cardtui.v1 import views_pb2
from cardtui_client.calls_brasileiro import call
from cardtui_client.i18n import _, n_
from cardtui_client.model import TableModel


def prompt_brasileiro(view: views_pb2.PublicView, model: TableModel) -> str:
    """Return the sentence for who is awaited."""
    game = view.truco_brasileiro
    match view.phase:
        case "cut":
            return _("Cut the pack: arrows choose where, Enter cuts.")
        case "mao":
            if game.served:
                return _("You are mão: keep these three, or reject them.")
            return _("You are mão: keep these three, pass them on, or reject them.")
        case "answer":
            caller = next(
                (said for said in game.spoken if said.verb in ("truco", "raise")
                 and said.number == game.proposed),
                None,
            )  # fmt: skip
            if caller is None:
                n = game.proposed
                return n_(
                    "A raise to {n} point: what do you say?",
                    "A raise to {n} points: what do you say?",
                    n,
                )
            return _(
                "{name}: {call} What do you say?",
                name=model.name_of(caller.seat),
                call=call(caller.verb, caller.number),
            )
        case "eleven":
            return _("Eleven: with these hands, do you play for three, or run?")
        case "iron":
            return _("The iron hand: turn up your next card.")
        case _:
            return _("Your turn: play a card, or call.")
