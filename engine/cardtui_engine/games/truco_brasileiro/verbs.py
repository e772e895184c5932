"""The verbs, how often and where the pack may be cut, and the phases in which each has a place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.actions import Action, Kind, Param, Verb, simple_verbs, verb_table
from cardtui_engine.families.truco.brazilian import phases

TOP, BOTTOM = "top", "bottom"

VERBS: Final[Mapping[str, Verb]] = verb_table(
    Verb("cut", (Param("at", Kind.NUMBERS), Param("from", Kind.WORD, words=(TOP, BOTTOM)))),
    *simple_verbs(("keep", "pass", "reject")),
    *phases.VERBS,
    Verb("show", (Param("card", Kind.CARD),), offered=False),  # TB-60
)

PLACES: Final[dict[str, tuple[str, ...]]] = {
    **phases.PLACES,
    phases.CUT: ("cut",),
    phases.MAO: ("keep", "pass", "reject", "show"),
    phases.ELEVEN: (*phases.PLACES[phases.ELEVEN], "show"),
    phases.PLAY: (*phases.PLACES[phases.PLAY], "show"),
    phases.ANSWER: (*phases.PLACES[phases.ANSWER], "show"),
}
"""By phase, the verbs that have a place in it."""

CUT_LOW, CUT_HIGH = 1, 39
"""The range of cards that one cut may take (TB-04)."""

MOST_CUTS: Final = 3

MILDEST_CUT: Final = Action("cut", at=(20,), source=TOP)
"""What is done for a player who does not cut in time: half the pack, from the top."""
