"""What a seat may do now at Truco Paulista, when calling truco is a foul (`is_foul`), and where
the sheet says it. What the foul costs is in `moves`.
"""

from __future__ import annotations

from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.choices import Choice
from cardtui_engine.families.truco.brazilian import cutting, phases
from cardtui_engine.families.truco.brazilian import legal as shared
from cardtui_engine.families.truco.brazilian.legal import Cited, clauses_of, notes_of
from cardtui_engine.families.truco.brazilian.stakes import Kind
from cardtui_engine.families.truco.brazilian.state import to_act
from cardtui_engine.games.truco_paulista.state import State
from cardtui_engine.rules import VerbClause

CITED: Final = Cited(
    deal="TP-08",
    cut="TP-07",
    play="TP-20",
    face_up="TP-22",
    call="TP-30",
    answer="TP-31",
    higher="TP-31",
    sides="TP-33",
    limit="TP-34",
    order="TP-35",
    top="TP-35",
    eleven="TP-40",
    choice="TP-42",
    no_calls="TP-44",
    iron="TP-45",
)
NOTES: Final = notes_of(CITED)
CLAUSES: Final = (*clauses_of(CITED), VerbClause("tap", CITED.cut))


def legal(state: State, seat: int) -> tuple[Choice, ...]:
    """Return what the seat may do now; a foul is never offered (TP-44)."""
    if seat not in to_act(state):
        return ()
    return cutting.cuts(state) if state.phase is phases.CUT else shared.legal(state, seat)


def is_foul(state: State, verb: str) -> bool:
    """Return whether a truco is taken although nobody may call it, and loses (TP-44)."""
    return (
        verb == "truco"
        and state.terms.foul != "refuse"
        and state.phase is phases.PLAY
        and state.kind is not Kind.ORDINARY
    )


def check(state: State, seat: int, action: Action) -> None:
    """Refuse what the rules forbid.

    Raises:
        IllegalAction: the rules refuse it.
    """
    if action.verb == "cut":
        cutting.check_cut(state, action, CITED.cut)
    else:
        shared.check(state, seat, action, CITED)
