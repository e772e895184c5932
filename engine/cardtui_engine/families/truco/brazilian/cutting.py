"""An ordinary cut (`cuts`): the pack in two, once, or a tap; then three cards for everybody."""

from __future__ import annotations

from functools import cache
from typing import Final

from cardtui_engine.actions import Action, Kind, Param, Verb
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Range
from cardtui_engine.events import Event
from cardtui_engine.families.truco.brazilian.hand import of_kind, serve
from cardtui_engine.families.truco.brazilian.state import G, T, Truco
from cardtui_engine.families.truco.seats import along
from cardtui_engine.refusals import Code, IllegalAction

VERBS: Final = (Verb("cut", (Param("at", Kind.NUMBER),)), Verb("tap"))


def cuts(state: Truco[T, G]) -> tuple[Choice, ...]:
    """Return what the seat that cuts may do."""
    return _cuts(len(state.stub) - 1)


@cache
def _cuts(most: int) -> tuple[Choice, ...]:
    return (Choice("cut", (Range("at", 1, most),)), Choice("tap"))


def check_cut(state: Truco[T, G], action: Action, clause: str) -> None:
    """Refuse a cut that leaves one part empty.

    Raises:
        IllegalAction: the cut takes no card, or all of them.
    """
    most = len(state.stub) - 1
    if action.at not in range(1, most + 1):
        raise IllegalAction(
            Code.BAD_AMOUNT,
            "A cut takes {low} to {high} cards off the top: name such a number, or tap.",
            clause,
            low=1,
            high=most,
        )


def cut(state: Truco[T, G], action: Action, events: list[Event]) -> Truco[T, G]:
    """Cut or tap the pack, and deal to each seat, the mão first; the stub is the rest."""
    at = action.at or 0
    assert isinstance(at, int)
    seats = state.terms.seats
    pack = state.stub[at:] + state.stub[:at]
    state = of_kind(state.with_pack(pack, state.game))
    for steps in range(1, seats + 1):
        cards, pack = pack[:3], pack[3:]
        state = serve(state, along(state.dealer, steps, seats), cards, pack, events)
    return state
