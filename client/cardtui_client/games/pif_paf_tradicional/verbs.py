"""The verbs of traditional Pif Paf; what is called out is Portuguese in every language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.deed_words import DeedWords
from cardtui_client.games.rummy.verbs import DISCARD, DRAW
from cardtui_client.games.verb import Verb
from cardtui_client.i18n import mark, mark_p
from cardtui_client.scene.buttons import Tone

VERBS: Final[Mapping[str, Verb]] = {
    "cut": Verb(
        mark("Cut the pack"),
        word=mark_p("verb to type", "cut"),
        deed=DeedWords(mark_p("deed", "cut"), mark_p("deed of one's own", "cut")),
        key="c",
        cuts=True,
    ),
    "vou": Verb(call="Vou!", key="q", tone=Tone.YES, bare=True),
    "pagar": Verb(call="Pago!", key="q", tone=Tone.YES),
    "estou_fora": Verb(call="Estou fora", key="x", tone=Tone.NO),
    "draw": DRAW,
    "discard": DISCARD,
    "bater": Verb(
        call="Bati!",
        deed=DeedWords(mark_p("deed", "went out"), mark_p("deed of one's own", "went out")),
        key="g",
        tone=Tone.CALL,
        bare=True,
    ),
}
