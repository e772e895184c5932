"""The verbs of the Brazilian trucos: Portuguese in every language, as at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.games.truco.verbs import PLAY
from cardtui_client.games.verb import Verb
from cardtui_client.i18n import mark, mark_p
from cardtui_client.model.verbs import word_in
from cardtui_client.scene.buttons import Tone

VERBS: Final[Mapping[str, Verb]] = {
    "play": PLAY,
    "truco": Verb(call="Truco!", key="t", tone=Tone.CALL, weight=1),
    "raise": Verb(
        mark("Raise"),
        call="Mais!",
        calls={6: "Seis!", 9: "Nove!", 10: "Dez!", 12: "Doze!"},
        word=mark_p("verb to type", "raise"),
        key="t",
        tone=Tone.CALL,
        weight=2,
        weights={9: 3, 10: 3, 12: 3},
    ),
    "accept": Verb(call="Aceito!", word=mark_p("verb to type", "accept"), key="q", tone=Tone.YES),
    "run": Verb(
        call="Corro!",
        word=mark_p("verb to type", "run"),
        key="n",
        tone=Tone.NO,
    ),
    "play_on": Verb(call="Vamos!", word=mark_p("verb to type", "play on"), key="q", tone=Tone.YES),
    "turn_up": Verb(
        mark("Turn up a card"),
        word=mark_p("verb to type", "turn up"),
        key="enter",
        tone=Tone.CALL,
        silent=True,
        into_trick=True,
    ),
}
"""Those of the hand itself; how the pack is cut, and what comes before, is a game's own."""


def called(word: TrucoWord.ValueType, stake: int = 0, verbs: Mapping[str, Verb] = VERBS) -> str:
    """Return what is said aloud, ``""`` for what is done without a word.

    >>> called(TrucoWord.TRUCO_WORD_RAISE, 9)
    'Nove!'
    """
    verb = verbs.get(word_in(TrucoWord.DESCRIPTOR, word))
    return "" if verb is None else verb.aloud(stake)


def weight_of(word: TrucoWord.ValueType, stake: int = 0, verbs: Mapping[str, Verb] = VERBS) -> int:
    """Return how much a call risks; 0 for what is said in passing."""
    verb = verbs.get(word_in(TrucoWord.DESCRIPTOR, word))
    return 0 if verb is None else verb.weighs(stake)
