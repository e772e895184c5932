"""The verbs of Argentinean truco, the `BETS` of envido, which clause each verb leads to
(`CLAUSES`), bits of which masks are made, where the pack may be cut, and which envidos may be
declared.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.actions import Kind, Param, Verb, simple_verbs, verb_table
from cardtui_engine.rules import VerbClause, verb_clauses

VERBS: Final[Mapping[str, Verb]] = verb_table(
    Verb("play", (Param("card", Kind.CARD),)),
    *simple_verbs(("quiero", "no_quiero")),
    *simple_verbs(("truco", "retruco", "vale_cuatro")),
    *simple_verbs(("envido", "real_envido", "falta_envido")),
    Verb("declare", (Param("points", Kind.NUMBER),)),
    *simple_verbs(("son_buenas", "tap")),
    Verb("cut", (Param("at", Kind.NUMBER),)),
    *simple_verbs(("ask", "waive", "resign")),
    *simple_verbs(("flor", "contraflor", "contraflor_al_resto")),
    Verb("say", (Param("text", Kind.TEXT),), offered=False),  # TA-70
)

BETS: Final = ("envido", "real_envido", "falta_envido")
"""The bets of envido, the lowest first."""

FLOR_BETS: Final = ("flor", "contraflor", "contraflor_al_resto")
"""The flor, and what is called on top of it."""

_ANSWER_VERBS: Final = ("quiero", "no_quiero")

_PLAIN_CLAUSES: Final = verb_clauses(
    {
        "cut": "TA-03",
        "tap": "TA-03",
        "play": "TA-10",
        "resign": "TA-13",
        "truco": "TA-20",
        "retruco": "TA-20",
        "vale_cuatro": "TA-20",
        "envido": "TA-31",
        "real_envido": "TA-31",
        "falta_envido": "TA-40",
        "quiero": "TA-20",
        "no_quiero": "TA-21",
        "declare": "TA-42",
        "son_buenas": "TA-42",
        "ask": "TA-44",
        "waive": "TA-44",
        "flor": "TA-81",
        "contraflor": "TA-85",
        "contraflor_al_resto": "TA-85",
        "say": "TA-70",
    }
)
CLAUSES: Final = (
    *_PLAIN_CLAUSES,
    VerbClause("flor", "TA-82", phase="flor"),
    *[VerbClause(bet, "TA-32", phase="answer") for bet in BETS],
    *[VerbClause(raised, "TA-34", answered=bet) for bet in BETS[:2] for raised in BETS],
    *[VerbClause("quiero", "TA-40", answered=bet) for bet in BETS],
    *[VerbClause("no_quiero", "TA-41", answered=bet) for bet in BETS],
    *[VerbClause(word, "TA-85", answered=flor) for flor in FLOR_BETS for word in _ANSWER_VERBS],
)
"""The clause that says most about each verb."""

VERB_BITS: Final[dict[str, int]] = {
    name: 1 << place for place, name in enumerate(VERBS) if name != "say"
}
"""`say` has none, because it is never among the choices."""

# Masks of what a seat may do. They are plain numbers: an `IntFlag` costs ten times as much.
MAY_PLAY: Final = VERB_BITS["play"]
MAY_QUIERO: Final = VERB_BITS["quiero"]
MAY_NO_QUIERO: Final = VERB_BITS["no_quiero"]
MAY_DECLARE: Final = VERB_BITS["declare"]
MAY_SON_BUENAS: Final = VERB_BITS["son_buenas"]
MAY_CUT: Final = VERB_BITS["cut"]
MAY_TAP: Final = VERB_BITS["tap"]
MAY_ASK: Final = VERB_BITS["ask"]
MAY_WAIVE: Final = VERB_BITS["waive"]
MAY_RESIGN: Final = VERB_BITS["resign"]

MAY_FLOR: Final = VERB_BITS["flor"]

MAY_BET: Final = VERB_BITS["envido"] | VERB_BITS["real_envido"] | VERB_BITS["falta_envido"]
MAY_RAISE: Final = VERB_BITS["truco"] | VERB_BITS["retruco"] | VERB_BITS["vale_cuatro"]

NEXT_RAISE: Final = (0, VERB_BITS["truco"], VERB_BITS["retruco"], VERB_BITS["vale_cuatro"], 0)
"""By stake, the raise that may be called next (TA-20)."""

DECLARED_LOW, DECLARED_HIGH = 0, 40
"""The range of numbers that may be declared (TA-42)."""

CUT_LOW, CUT_HIGH = 1, 39
"""The range of cards that a cut may take (TA-03)."""


def verbs_in(mask: int) -> tuple[str, ...]:
    """Return the verbs of a mask, in the order in which choices are listed."""
    return tuple(name for name, bit in VERB_BITS.items() if mask & bit)
