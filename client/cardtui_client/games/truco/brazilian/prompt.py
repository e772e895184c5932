"""What is awaited of oneself at a Brazilian truco, as a sentence."""

from __future__ import annotations

from typing import Final

from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.games.arguments import verb_of
from cardtui_client.games.truco.brazilian.public import Public, brink
from cardtui_client.games.truco.brazilian.verbs import called
from cardtui_client.games.truco.prompt import play_words
from cardtui_client.i18n import _, n_
from cardtui_client.model.table import TableModel

RAISES: Final = (TrucoWord.TRUCO_WORD_TRUCO, TrucoWord.TRUCO_WORD_RAISE)

_CALLS: Final = frozenset(("truco", "raise"))


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
            return play_words(model, _CALLS)
        case _:
            return _("Your turn.")


def _answer(game: Public, model: TableModel) -> str:
    n = game.proposed
    caller = next((said for said in game.spoken if said.verb in RAISES and said.number == n), None)
    if caller is None:
        return n_(
            "They raise to {n} tento. Your answer?",
            "They raise to {n} tentos. Your answer?",
            n,
        )
    return _(
        "{name}: {call} What do you say?",
        name=model.name_of(caller.seat),
        call=called(caller.verb, caller.number),
    )
