"""The verbs that rummy games share: drawing, discarding, and letting a discard be."""

from __future__ import annotations

from typing import Final

from cardtui_client.games import deed_words
from cardtui_client.games.deed_words import DeedWords
from cardtui_client.games.verb import Verb
from cardtui_client.i18n import mark, mark_p

DRAW: Final = Verb(
    mark("Draw"),
    word=mark_p("verb to type", "draw"),
    deed=deed_words.DREW,
    silent=True,
    values={
        "stock": Verb(mark("Draw"), key="s"),
        "discards": Verb(mark("Take the discard"), key="d"),
    },
)
DISCARD: Final = Verb(
    mark("Discard"),
    word=mark_p("verb to type", "discard"),
    deed=DeedWords(mark_p("deed", "discarded"), mark_p("deed of one's own", "discarded")),
    key="enter",
    silent=True,
)
WAIVE: Final = Verb(
    mark("Let it be"),
    word=mark_p("verb to type", "waive"),
    deed=DeedWords(mark_p("deed", "left it"), mark_p("deed of one's own", "left it")),
    key="n",
)
