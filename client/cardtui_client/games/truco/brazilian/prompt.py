"""What is awaited of oneself at a Brazilian truco, as a sentence."""

from __future__ import annotations

from cardtui.v1 import truco_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.arguments import verb_of
from cardtui_client.games.truco.brazilian.public import Public, brink
from cardtui_client.games.truco.brazilian.verbs import VERBS, called
from cardtui_client.games.truco.prompt import play_words
from cardtui_client.i18n import _, n_
from cardtui_client.model.table import TableModel


def prompt(phase: Phase.ValueType, game: Public, model: TableModel) -> str:
    """Return the sentence for who is awaited."""
    match phase:
        case Phase.PHASE_ANSWER:
            return _answer(game, model)
        case Phase.PHASE_ELEVEN:
            n = next((each.price for each in model.choices() if verb_of(each) == "play_on"), 0)
            return _(
                "At {points}: with these hands, do you play for {n}, or run?",
                points=brink(model.view),
                n=n,
            )
        case Phase.PHASE_IRON:
            return _("The iron hand: turn up your next card.")
        case Phase.PHASE_PLAY:
            return play_words(model, VERBS)
        case _:
            return _("Your turn.")


def _answer(game: Public, model: TableModel) -> str:
    n = game.proposed
    said = next((said for said in game.spoken if is_waiting(said, game)), None)
    if said is None:
        return n_(
            "A raise to {n} tento. Your answer?",
            "A raise to {n} tentos. Your answer?",
            n,
        )
    return _(
        "{name}: {call} What do you say?",
        name=model.name_of(said.seat),
        call=called(said.verb, said.number),
    )


def is_waiting(said: truco_pb2.SpokenCall, game: Public) -> bool:
    """Tell whether what was said is the call that waits for an answer."""
    return game.HasField("caller") and said.seat == game.caller
