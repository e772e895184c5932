"""The verbs of Cacheta."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.deed_words import DeedWords
from cardtui_client.games.rummy.verbs import DISCARD, DRAW, WAIVE
from cardtui_client.games.verb import Verb
from cardtui_client.i18n import mark, mark_p
from cardtui_client.scene.buttons import Tone

VERBS: Final[Mapping[str, Verb]] = {
    "draw": DRAW,
    "discard": DISCARD,
    "knock": Verb(
        mark("Knock"),
        call="Bati!",
        word=mark_p("verb to type", "knock"),
        deed=DeedWords(mark_p("deed", "knocked"), mark_p("deed of one's own", "knocked")),
        key="g",
        tone=Tone.CALL,
        bare=True,
    ),
    "good_one": Verb(
        call="Na boa!",
        word=mark_p("verb to type", "na boa"),
        key="b",
        tone=Tone.CALL,
        aside=True,
    ),
    "cut": Verb(
        mark("Cut the line"),
        word=mark_p("verb to type", "cut"),
        deed=DeedWords(mark_p("deed", "cut the line"), mark_p("deed of one's own", "cut the line")),
        key="c",
        aside=True,
        bare=True,
    ),
    "waive": WAIVE,
}
