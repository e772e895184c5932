"""What is awaited of oneself at Brazilian truco, as a sentence."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.games.arguments import verb_of
from cardtui_client.games.truco_brasileiro.calls import RAISES, call
from cardtui_client.i18n import _, n_
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import word_in

_CALLS: Final = {
    "truco", "retruco", "vale_cuatro", "envido", "real_envido", "falta_envido",
    "truco_brasileiro_raise",
}  # fmt: skip


def prompt_brasileiro(view: views_pb2.PublicView, model: TableModel) -> str:
    """Return the sentence for who is awaited."""
    game = view.truco_brasileiro
    match view.phase:
        case Phase.PHASE_CUT:
            return _("Cut the pack: arrows choose where, Enter cuts.")
        case Phase.PHASE_MAO:
            if game.served:
                return _("You are mão: keep these three, or reject them.")
            return _("You are mão: keep these three, pass them on, or reject them.")
        case Phase.PHASE_ANSWER:
            caller = next(
                (
                    said
                    for said in game.spoken
                    if said.verb in RAISES and said.number == game.proposed
                ),
                None,
            )
            if caller is None:
                n = game.proposed
                return n_(
                    "A raise to {n} tento: what do you say?",
                    "A raise to {n} tentos: what do you say?",
                    n,
                )
            return _(
                "{name}: {call} What do you say?",
                name=model.name_of(caller.seat),
                call=call(word_in(TrucoWord.DESCRIPTOR, caller.verb), caller.number),
            )
        case Phase.PHASE_ELEVEN:
            n = next((each.price for each in model.choices() if verb_of(each) == "play_on"), 0)
            return _("Eleven: with these hands, do you play for {n}, or run?", n=n)
        case Phase.PHASE_IRON:
            return _("The iron hand: turn up your next card.")
        case _:
            if game.decides:
                return _("The raise was accepted: this trick decides the hand. Play a card.")
            return play_words(model)


def play_words(model: TableModel) -> str:
    """Return what is awaited of who is to play a card, at either truco."""
    if _CALLS.isdisjoint(map(verb_of, model.choices())):
        return _("Your turn: play a card.")
    return _("Your turn: play a card, or call.")
