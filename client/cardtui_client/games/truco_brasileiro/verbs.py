"""The verbs of Truco Brasileiro: those of its cut and of the mão, before the family's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games import deed_words
from cardtui_client.games.deed_words import DeedWords
from cardtui_client.games.truco.brazilian.verbs import VERBS as BRAZILIAN
from cardtui_client.games.verb import Verb
from cardtui_client.i18n import mark, mark_p
from cardtui_client.scene.buttons import Tone

VERBS: Final[Mapping[str, Verb]] = {
    **BRAZILIAN,
    "pass": Verb(call="Passo", word=mark_p("verb to type", "pass"), key="p", tone=Tone.NO),
    "reject": Verb(call="Recuso", word=mark_p("verb to type", "reject"), key="n", tone=Tone.NO),
    "keep": Verb(call="Fico", word=mark_p("verb to type", "keep"), key="q", tone=Tone.YES),
    "cut": Verb(
        mark("Cut the pack"),
        word=mark_p("verb to type", "cut"),
        deed=DeedWords(mark_p("deed", "cut"), mark_p("deed of one's own", "cut")),
        key="c",
        cuts=True,
    ),
    "show": Verb(
        mark("Show a card"),
        word=mark_p("verb to type", "show"),
        deed=deed_words.SHOWED,
    ),
}
