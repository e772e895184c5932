"""The verbs of Pif Paf."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games import deed_words
from cardtui_client.games.betting.verbs import BET, CALL, RAISE
from cardtui_client.games.deed_words import DeedWords
from cardtui_client.games.rummy.verbs import DISCARD, DRAW, WAIVE
from cardtui_client.games.verb import Verb
from cardtui_client.i18n import mark, mark_p
from cardtui_client.scene.buttons import Tone

VERBS: Final[Mapping[str, Verb]] = {
    "check": Verb(
        mark("Check"),
        word=mark_p("verb to type", "check"),
        deed=deed_words.CHECKED,
        key="k",
    ),
    "bet": BET,
    "call": CALL,
    "raise": RAISE,
    "fold": Verb(
        mark("Fold"),
        word=mark_p("verb to type", "fold"),
        deed=DeedWords(mark_p("deed", "folded"), mark_p("deed of one's own", "folded")),
        key="x",
        tone=Tone.NO,
    ),
    "draw": DRAW,
    "discard": DISCARD,
    "claim": Verb(
        mark("Claim the discard"),
        call="Bati!",
        word=mark_p("verb to type", "claim"),
        deed=DeedWords(mark_p("deed", "claimed"), mark_p("deed of one's own", "claimed")),
        key="c",
        tone=Tone.CALL,
        aside=True,
        bare=True,
    ),
    "go_out": Verb(
        mark("Go out"),
        call="Bati!",
        word=mark_p("verb to type", "go out"),
        deed=DeedWords(mark_p("deed", "went out"), mark_p("deed of one's own", "went out")),
        key="g",
        tone=Tone.CALL,
        bare=True,
    ),
    "waive": WAIVE,
}
