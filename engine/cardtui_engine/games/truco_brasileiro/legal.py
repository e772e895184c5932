"""What a seat may do now at Brazilian truco, what is a foul (`check`), and why anything else is
refused. What a foul costs is in `moves`.
"""

from __future__ import annotations

from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Numbers, Words
from cardtui_engine.families.truco.brazilian import legal as shared
from cardtui_engine.families.truco.brazilian import phases
from cardtui_engine.families.truco.brazilian.legal import (
    Cited,
    check_held,
    check_play,
    check_raise,
    clauses_of,
    forbidden,
    notes_of,
)
from cardtui_engine.families.truco.brazilian.state import to_act
from cardtui_engine.games.truco_brasileiro.state import MOST_REJECTIONS, State, rejections
from cardtui_engine.games.truco_brasileiro.verbs import (
    BOTTOM,
    CUT_HIGH,
    CUT_LOW,
    MOST_CUTS,
    TOP,
)
from cardtui_engine.refusals import Code, IllegalAction
from cardtui_engine.rules import verb_clauses
from cardtui_engine.shared_refusals import Note

CITED: Final = Cited(
    deal="TB-05",
    cut="TB-04",
    play="TB-20",
    face_up="TB-22",
    call="TB-30",
    answer="TB-31",
    higher="TB-32",
    sides="TB-34",
    limit="TB-33",
    order="TB-35",
    top="TB-32",
    eleven="TB-51",
    choice="TB-51",
    no_calls="TB-52",
    iron="TB-53",
)

NOTES: Final[dict[str, Note]] = {
    **notes_of(CITED),
    phases.MAO: Note(
        "TB-05",
        "Wait until the mão has kept three cards.",
        "First decide about your three cards: keep them, pass them on, or reject them.",
    ),
}

CLAUSES: Final = (
    *clauses_of(CITED),
    *verb_clauses({"keep": "TB-06", "pass": "TB-07", "reject": "TB-08", "show": "TB-60"}),
)
"""The clause that says most about each verb."""

_CUT: Final = Choice(
    "cut", (Numbers("at", CUT_LOW, CUT_HIGH, MOST_CUTS), Words("source", (TOP, BOTTOM)))
)
_KEEP, _PASS, _REJECT = Choice("keep"), Choice("pass"), Choice("reject")


def legal(state: State, seat: int) -> tuple[Choice, ...]:
    """Return what the seat may do now; fouls are never offered (TB-60)."""
    if seat not in to_act(state):
        return ()
    phase = state.phase
    if phase is phases.CUT:
        return (_CUT,)
    return _mao(state) if phase is phases.MAO else shared.legal(state, seat)


def _mao(state: State) -> tuple[Choice, ...]:
    offered = [_KEEP]
    if not state.game.passed:
        offered.append(_PASS)
    if may_reject(state):
        offered.append(_REJECT)
    return tuple(offered)


def may_reject(state: State) -> bool:
    """Return whether the mão has not used up the rejections (TB-09)."""
    return rejections(state) < MOST_REJECTIONS


def check(state: State, seat: int, action: Action) -> str:
    """Return the kind of foul that the action is; ``""`` if it is not a foul.

    Raises:
        IllegalAction: the rules refuse it.
    """
    verb = action.verb
    match verb:
        case "cut":
            refused = _cut(action)
        case "reject":
            refused = _reject(state)
        case "pass":
            refused = _pass(state)
        case "play":
            check_play(state, seat, action, CITED)
            return ""
        case "truco" | "raise":
            refused = check_raise(state, seat, verb, CITED)
        case "show":
            check_held(state, seat, action, CITED)
            refused = forbidden("Cards are not shown: keep yours to yourself.", "TB-60")
        case _:
            return ""
    if refused is None:
        return ""
    if not state.terms.penalised:  # TB-62
        raise refused
    return "raise" if verb == "truco" else verb


def _cut(action: Action) -> IllegalAction | None:
    assert isinstance(action.at, tuple)
    if 1 <= len(action.at) <= MOST_CUTS and all(CUT_LOW <= n <= CUT_HIGH for n in action.at):
        return None
    return IllegalAction(
        Code.BAD_AMOUNT,
        "Cut one to three times, each time {low} to {high} cards off the top.",
        "TB-04",
        low=CUT_LOW,
        high=CUT_HIGH,
    )


def _reject(state: State) -> IllegalAction | None:
    return None if may_reject(state) else none_left()


def none_left() -> IllegalAction:
    """Build the refusal of whatever is not done with the last three cards."""
    return forbidden(
        "Cards have been rejected three times: keep these, or pass if you may.", "TB-09"
    )


def _pass(state: State) -> IllegalAction | None:
    if not state.game.passed:
        return None
    return forbidden("Your partner has been served: keep these, or reject if you may.", "TB-07")
