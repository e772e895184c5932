"""The verbs of Cacho: all of them are betting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cardtui_client.games.betting.verbs import BET, CALL, RAISE
from cardtui_client.games.deed_words import DeedWords
from cardtui_client.games.verb import Verb
from cardtui_client.i18n import mark, mark_p
from cardtui_client.scene.buttons import Tone

VERBS: Final[Mapping[str, Verb]] = {
    "pass": Verb(
        mark("Pass"),
        word=mark_p("verb to type", "pass"),
        deed=DeedWords(mark_p("deed", "passed"), mark_p("deed of one's own", "passed")),
        key="x",
        tone=Tone.NO,
    ),
    "bet": replace(BET, bare=True),  # in two of three rounds it is fixed
    "call": CALL,
    "raise": RAISE,
}
