"""The verbs of Truco Argentino; its calls are Spanish in every language, as at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.deed_words import DeedWords
from cardtui_client.games.truco.verbs import CUT, PLAY, TAP
from cardtui_client.games.verb import Verb
from cardtui_client.i18n import mark, mark_p
from cardtui_client.scene.buttons import Tone

VERBS: Final[Mapping[str, Verb]] = {
    "play": PLAY,
    "truco": Verb(call="¡Truco!", key="t", tone=Tone.CALL, weight=1),
    "retruco": Verb(call="¡Quiero retruco!", key="t", tone=Tone.CALL, weight=2),
    "vale_cuatro": Verb(call="¡Quiero vale cuatro!", key="t", tone=Tone.CALL, weight=3),
    "envido": Verb(call="¡Envido!", key="e", tone=Tone.CALL),
    "real_envido": Verb(call="¡Real envido!", key="r", tone=Tone.CALL, weight=1),
    "falta_envido": Verb(call="¡Falta envido!", key="f", tone=Tone.CALL, weight=3),
    "quiero": Verb(call="¡Quiero!", key="q", tone=Tone.YES),
    "no_quiero": Verb(call="No quiero", key="n", tone=Tone.NO),
    "declare": Verb(
        mark("Say your envido"),
        word=mark_p("verb to type", "declare"),
        deed=DeedWords(mark_p("deed", "said"), mark_p("deed of one's own", "said")),
        key="v",
    ),
    "son_buenas": Verb(call="Son buenas", key="b"),
    "ask": Verb(
        mark("Ask to see the cards"),
        word=mark_p("verb to type", "ask"),
        deed=DeedWords(mark_p("deed", "asked to see"), mark_p("deed of one's own", "asked to see")),
        key="a",
    ),
    "waive": Verb(
        mark("Let it be"),
        word=mark_p("verb to type", "waive"),
        deed=DeedWords(mark_p("deed", "left it"), mark_p("deed of one's own", "left it")),
        key="n",
    ),
    "resign": Verb(
        mark("Fold (al mazo)"),
        word=mark_p("verb to type, al mazo", "fold"),
        word_context="verb to type, al mazo",
        deed=DeedWords(
            mark_p("deed", "folded (al mazo)"), mark_p("deed of one's own", "folded (al mazo)")
        ),
        key="x",
        tone=Tone.NO,
    ),
    "cut": CUT,
    "tap": TAP,
}
