"""What is awaited of oneself at Truco Argentino, as a sentence."""

from __future__ import annotations

from cardtui.v1 import truco_argentino_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.games.truco.prompt import play_words
from cardtui_client.games.truco_argentino.verbs import VERBS
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import word_in


def prompt(view: views_pb2.PublicView, model: TableModel) -> str:
    """Return the sentence for who is awaited."""
    match view.phase:
        case Phase.PHASE_CUT:
            return _("Cut the pack, or tap it.")
        case Phase.PHASE_PLAY:
            return play_words(model, VERBS)
        case Phase.PHASE_ANSWER:
            return _answer(view.truco_argentino, model)
        case Phase.PHASE_ENVIDO:
            return _("What's your envido?")
        case Phase.PHASE_SHOW:
            return _("Do you want to see the envido?")
        case _:
            return _("Your turn.")


def called(word: TrucoWord.ValueType) -> str:
    """Return a call of the wire as it is said aloud, ``""`` if it is none."""
    verb = VERBS.get(word_in(TrucoWord.DESCRIPTOR, word))
    return "" if verb is None else verb.aloud()


def weight_of(word: TrucoWord.ValueType) -> int:
    """Return how much a call of the wire risks; 0 for what is said in passing."""
    verb = VERBS.get(word_in(TrucoWord.DESCRIPTOR, word))
    return 0 if verb is None else verb.weighs()


def _answer(truco: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel) -> str:
    call = called(truco.call)
    if not truco.HasField("caller"):
        return _("{call} What do you say?", call=call)
    return _("{name}: {call} What do you say?", name=model.name_of(truco.caller), call=call)
