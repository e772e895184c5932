"""The verbs that every truco has."""

from __future__ import annotations

from typing import Final

from cardtui_client.games.verb import Verb
from cardtui_client.i18n import mark, mark_p

PLAY: Final = Verb(
    mark("Play a card"), word=mark_p("verb to type", "play"), key="enter", silent=True, lays=True
)
