"""The verbs that several trucos have."""

from __future__ import annotations

from typing import Final

from cardtui_client.games.deed_words import DeedWords
from cardtui_client.games.verb import Verb
from cardtui_client.i18n import mark, mark_p

CUT: Final = Verb(
    mark("Cut the pack"),
    word=mark_p("verb to type", "cut"),
    deed=DeedWords(mark_p("deed", "cut"), mark_p("deed of one's own", "cut")),
    key="c",
    cuts=True,
)
TAP: Final = Verb(
    mark("Tap the pack"),
    word=mark_p("verb to type", "tap"),
    deed=DeedWords(mark_p("deed", "tapped"), mark_p("deed of one's own", "tapped")),
    key="p",
)
PLAY: Final = Verb(
    mark("Play a card"),
    word=mark_p("verb to type", "play"),
    key="enter",
    silent=True,
    into_trick=True,
)
