"""The verbs, and the phases in which they have a place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.actions import Kind, Param, Verb, simple_verbs, verb_table
from cardtui_engine.clauses import VerbClause, verb_clauses
from cardtui_engine.games.truco_brasileiro.state import (
    ANSWER,
    CUT,
    DEAL,
    ELEVEN,
    IRON,
    MAO,
    OVER,
    PLAY,
)

TOP, BOTTOM = "top", "bottom"

VERBS: Final[Mapping[str, Verb]] = verb_table(
    Verb("cut", (Param("at", Kind.NUMBERS), Param("from", Kind.WORD, words=(TOP, BOTTOM)))),
    *simple_verbs(("keep", "pass", "reject")),
    Verb("play", (Param("card", Kind.CARD), Param("face_down", Kind.FLAG, required=False))),
    *simple_verbs(("truco", "accept", "run", "raise", "play_on", "turn_up")),
    Verb("show", (Param("card", Kind.CARD),), offered=False),  # TB-60
)

CLAUSES: Final = (
    *verb_clauses(
        {
            "cut": "TB-04",
            "keep": "TB-06",
            "pass": "TB-07",
            "reject": "TB-08",
            "play": "TB-20",
            "truco": "TB-30",
            "accept": "TB-31",
            "run": "TB-31",
            "raise": "TB-32",
            "play_on": "TB-51",
            "turn_up": "TB-53",
            "show": "TB-60",
        }
    ),
    VerbClause("play", "TB-22", argument="face_down"),
)
"""The clause that says most about each verb."""

PLACES: Final[dict[str, tuple[str, ...]]] = {
    DEAL: (),
    CUT: ("cut",),
    MAO: ("keep", "pass", "reject", "show"),
    ELEVEN: ("run", "play_on", "show"),
    PLAY: ("play", "truco", "raise", "show"),
    ANSWER: ("accept", "run", "raise", "show"),
    IRON: ("turn_up",),
    OVER: (),
}
"""By phase, the verbs that have a place in it."""

CUT_LOW, CUT_HIGH = 1, 39
"""The range of cards that one cut may take (TB-04)."""

MOST_CUTS: Final = 3
MOST_REJECTIONS: Final = 3
