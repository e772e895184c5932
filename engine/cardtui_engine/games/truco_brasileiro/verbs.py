"""The verbs of Brazilian truco and the phases in which each has a place, where and how often the
pack may be cut (`MOST_CUTS`), and how it is cut when time is up (`MILDEST_CUT`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.actions import Action, Kind, Param, Verb, simple_verbs, verb_table
from cardtui_engine.families.truco.brazilian.phases import ANSWER, CUT, ELEVEN, MAO, PLAY
from cardtui_engine.families.truco.brazilian.phases import VERBS as SHARED_VERBS
from cardtui_engine.families.truco.brazilian.phases import VERBS_BY_PHASE as SHARED_VERBS_BY_PHASE

TOP, BOTTOM = "top", "bottom"

VERBS: Final[Mapping[str, Verb]] = verb_table(
    Verb("cut", (Param("at", Kind.NUMBERS), Param("from", Kind.WORD, words=(TOP, BOTTOM)))),
    *simple_verbs(("keep", "pass", "reject")),
    *SHARED_VERBS,
    Verb("show", (Param("card", Kind.CARD),), offered=False),  # TB-60
)

VERBS_BY_PHASE: Final[dict[str, tuple[str, ...]]] = {
    **SHARED_VERBS_BY_PHASE,
    CUT: ("cut",),
    MAO: ("keep", "pass", "reject", "show"),
    ELEVEN: (*SHARED_VERBS_BY_PHASE[ELEVEN], "show"),
    PLAY: (*SHARED_VERBS_BY_PHASE[PLAY], "show"),
    ANSWER: (*SHARED_VERBS_BY_PHASE[ANSWER], "show"),
}

CUT_LOW, CUT_HIGH = 1, 39
"""The range of cards that one cut may take (TB-04)."""

MOST_CUTS: Final = 3

MILDEST_CUT: Final = Action("cut", at=(20,), source=TOP)
"""What is done for a player who does not cut in time: half the pack, from the top."""
