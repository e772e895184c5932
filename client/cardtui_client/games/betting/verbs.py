"""The verbs of a betting round."""

from __future__ import annotations

from typing import Final

from cardtui_client.games.deed_words import DeedWords
from cardtui_client.games.verb import Verb
from cardtui_client.i18n import mark, mark_p
from cardtui_client.scene.buttons import Tone

BET: Final = Verb(
    mark("Bet"),
    word=mark_p("verb to type", "bet"),
    deed=DeedWords(mark_p("deed", "bet"), mark_p("deed of one's own", "bet")),
    key="b",
    tone=Tone.CALL,
)
CALL: Final = Verb(
    mark("Call"),
    word=mark_p("verb to type", "call"),
    deed=DeedWords(mark_p("deed", "called"), mark_p("deed of one's own", "called")),
    key="q",
    tone=Tone.YES,
)
RAISE: Final = Verb(
    mark("Raise"),
    word=mark_p("verb to type", "raise"),
    deed=DeedWords(mark_p("deed", "raised to"), mark_p("deed of one's own", "raised to")),
    key="r",
    tone=Tone.CALL,
)
