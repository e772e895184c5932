"""Positions of Cacho for tests: cards by code, actions by seat."""

from collections.abc import Sequence
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.events import Event
from cardtui_engine.games.cacho.rules import Cacho
from cardtui_engine.games.cacho.state import State
from cardtui_engine.refusals import IllegalAction

RULES = Cacho()

THIRD = [["5D", "6S", "AS"], ["4D", "5S", "AH"], ["3D", "4S", "AC"]]
"""Three hands of the third round; the first one wins, with a flush of 27."""


def pack(*top: str) -> tuple[Card, ...]:
    """Return the whole pack with those cards on top."""
    cards = FRENCH.cards(top)
    return cards + tuple(card for card in RULES.pack if card not in cards)


def position(seats: int = 3, /, *, options: dict[str, Any] | None = None, **setup: Any) -> State:
    """Return the position of a setup; the dealer is the last seat unless given."""
    setup.setdefault("dealer", seats - 1)
    return RULES.setup(RULES.options(options or {}, seats), seats, setup)


def third(**setup: Any) -> State:
    """Return the third round of three seats with ten chips each."""
    setup.setdefault("chips", [10, 10, 10])
    return position(3, hands=THIRD, **setup)


def act(state: State, seat: int, verb: str, to: int | None = None) -> State:
    return RULES.apply(state, seat, Action(verb, to=to))[0]


def acts(state: State, *done: tuple[Any, ...]) -> State:
    for each in done:
        state = act(state, *each)
    return state


def events(state: State, seat: int, verb: str, to: int | None = None) -> Sequence[Event]:
    return RULES.apply(state, seat, Action(verb, to=to))[1]


def refusal(state: State, seat: int, verb: str, to: int | None = None) -> IllegalAction:
    """Return why the action is refused."""
    with pytest.raises(IllegalAction) as caught:
        RULES.apply(state, seat, Action(verb, to=to))
    return caught.value
