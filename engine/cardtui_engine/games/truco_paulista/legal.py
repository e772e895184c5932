"""What a seat may do now, and why anything else is refused."""

from __future__ import annotations

from functools import cache
from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Range
from cardtui_engine.families.truco.brazilian import legal as shared
from cardtui_engine.families.truco.brazilian import phases
from cardtui_engine.families.truco.brazilian.eleven import Kind
from cardtui_engine.families.truco.brazilian.legal import Cited, check_play, check_raise, notes_of
from cardtui_engine.families.truco.brazilian.state import to_act
from cardtui_engine.games.truco_paulista.state import State
from cardtui_engine.refusals import Code, IllegalAction

CITED: Final = Cited(
    deal="TP-08",
    cut="TP-07",
    play="TP-20",
    face_up="TP-22",
    call="TP-30",
    answer="TP-31",
    sides="TP-33",
    limit="TP-34",
    order="TP-35",
    top="TP-35",
    eleven="TP-40",
    no_calls="TP-44",
    iron="TP-45",
)
NOTES: Final = notes_of(CITED)


def legal(state: State, seat: int) -> tuple[Choice, ...]:
    """Return what the seat may do now; a foul is never offered (TP-44)."""
    if seat not in to_act(state):
        return ()
    if state.phase is phases.CUT:
        return _cuts(len(state.stub) - 1)
    return shared.legal(state, seat)


@cache
def _cuts(most: int) -> tuple[Choice, ...]:
    return (Choice("cut", (Range("at", 1, most),)), Choice("tap"))


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
    match action.verb:
        case "cut":
            most = len(state.stub) - 1
            if action.at not in range(1, most + 1):
                raise IllegalAction(
                    Code.BAD_AMOUNT,
                    "A cut takes {low} to {high} cards: name such a number, or tap.",
                    "TP-07",
                    low=1,
                    high=most,
                )
        case "play":
            check_play(state, seat, action, CITED)
        case "truco" | "raise":
            refused = check_raise(state, seat, action.verb, CITED)
            if refused is not None:
                raise refused
        case _:
            pass
