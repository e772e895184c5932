"""A small table for the tests: positions by card codes, and scripts of verbs."""

from typing import Any

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import SPANISH, Card
from cardtui_engine.events import Event
from cardtui_engine.games.truco_argentino.rules import TrucoArgentino
from cardtui_engine.games.truco_argentino.state import State

RULES = TrucoArgentino()

TWO = (("7E", "6E", "4O"), ("5B", "4B", "1C"))
"""Hands for two: 33 and 29."""


def codes(*names: str) -> tuple[Card, ...]:
    return SPANISH.cards(names)


def position(*hands: tuple[str, ...], **setup: Any) -> State:
    """Return a position with these hands; ``options`` among the setup are the game's."""
    options = RULES.options(setup.pop("options", {}), len(hands))
    dealer = setup.pop("dealer", len(hands) - 1)
    return RULES.setup(options, len(hands), {"dealer": dealer, "hands": hands, **setup})


def act(state: State, seat: int, verb: str, *argument: Any) -> tuple[State, tuple[Event, ...]]:
    """Do one thing; the argument is a card's code or the verb's number."""
    if not argument:
        return RULES.apply(state, seat, Action(verb))
    [value] = argument
    if verb == "play":
        return RULES.apply(state, seat, Action(verb, card=SPANISH.card(value)))
    if verb == "say":
        return RULES.apply(state, seat, Action(verb, text=value))
    if verb == "cut":
        return RULES.apply(state, seat, Action(verb, at=value))
    return RULES.apply(state, seat, Action(verb, points=value))


def after(state: State, *script: tuple[Any, ...]) -> State:
    """Return the position after a script of ``(seat, verb, argument?)``."""
    for seat, verb, *argument in script:
        state, _ = act(state, seat, verb, *argument)
    return state


def shuffled(bits: Bits) -> list[Card]:
    pack = list(RULES.pack)
    bits.shuffle(pack)
    return pack
