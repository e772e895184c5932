"""Asking bots what they do: one after the other, until one acts.

Where partners may answer for each other, the answer of the first binds. So a bot that would give
up waits: its partners are asked, too, and only if all of them would give up, it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cardtui_engine.actions import Action
from cardtui_engine.choices import ChoiceKind
from cardtui_engine.library.records import Act
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import SeatView


def gives_up(view: SeatView[Any, Any], action: Action) -> bool:
    """Return whether an action gives away what is played for."""
    return any(
        choice.kind is ChoiceKind.GIVES_UP and action in choice for choice in view.own.choices
    )


def first_act(
    rules: AnyRules,
    state: Any,
    seats: Iterable[int],
    decide: Callable[[int, SeatView[Any, Any]], Action | None],
) -> Act | None:
    """Return what the first of these seats does that does anything; ``None`` if none does.

    Args:
        rules: the game.
        state: the position.
        seats: the seats to ask, in order.
        decide: returns what a seat does with its view; ``None`` for nothing.
    """
    waits: Act | None = None
    for seat in seats:
        view = rules.seat_view(state, seat)
        action = decide(seat, view)
        if action is None:
            continue
        if not rules.runs_together or not gives_up(view, action):
            return Act(seat, action)
        waits = waits or Act(seat, action)
    return waits
