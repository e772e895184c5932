"""The verbs, and the phases in which they have a place (TP-70)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.actions import Kind, Param, Verb, verb_table
from cardtui_engine.clauses import VerbClause, verb_clauses
from cardtui_engine.families.truco.brazilian import phases

VERBS: Final[Mapping[str, Verb]] = verb_table(
    Verb("cut", (Param("at", Kind.NUMBER),)), Verb("tap"), *phases.VERBS
)

PLACES: Final[dict[str, tuple[str, ...]]] = {**phases.PLACES, phases.CUT: ("cut", "tap")}
"""By phase, the verbs that have a place in it."""

CLAUSES: Final = (
    *verb_clauses(
        {
            "cut": "TP-07",
            "tap": "TP-07",
            "play": "TP-20",
            "truco": "TP-30",
            "accept": "TP-31",
            "run": "TP-31",
            "raise": "TP-31",
            "play_on": "TP-42",
            "turn_up": "TP-45",
        }
    ),
    VerbClause("run", "TP-42", phase=phases.ELEVEN),
    VerbClause("raise", "TP-33", phase=phases.PLAY),
    VerbClause("play", "TP-22", argument="face_down"),
)
"""The clause that says most about each verb."""
