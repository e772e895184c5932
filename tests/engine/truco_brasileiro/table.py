"""A small table for the tests: positions by card codes, scripts of verbs, seeded matches."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from cardtui_engine.actions import Action, parse_action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.events import Event
from cardtui_engine.games.truco_brasileiro.rules import TrucoBrasileiro
from cardtui_engine.games.truco_brasileiro.state import State
from tests.engine import brazilian_bots

RULES = TrucoBrasileiro()

FOUR = (("3S", "2S", "AH"), ("KS", "QS", "JS"), ("7S", "6S", "5S"), ("4S", "4H", "4D"))
"""Hands for four, of which the first is the best."""

play_match = partial(brazilian_bots.play_match, RULES)


def codes(*names: str) -> tuple[Card, ...]:
    return FRENCH.cards(names)


def position(hands: Sequence[Sequence[str]] = FOUR, **setup: Any) -> State:
    """Return a position with these hands; ``options`` among the setup are the game's."""
    options = RULES.options(setup.pop("options", {}), 4)
    return RULES.setup(options, 4, {"dealer": 3, "hands": hands, **setup})


def act(state: State, seat: int, verb: str, **arguments: Any) -> tuple[State, tuple[Event, ...]]:
    """Do one thing; cards are codes."""
    return RULES.apply(state, seat, parse_action({"do": verb, **arguments}, RULES.verbs, FRENCH))


def cut_pack(*top: str, **setup: Any) -> State:
    """Return the position after a cut that brings these cards to the top."""
    options = RULES.options(setup.pop("options", {}), 4)
    state = RULES.setup(options, 4, {"dealer": 3, **setup})
    first = codes(*top)
    rest = [card for card in RULES.pack if card not in first]
    state, _ = RULES.deal(state, (rest[0], *first, *rest[1:]))
    state, _ = act(state, 2, "cut", at=[1], **{"from": "top"})
    return state


def random_choice(state: State, seat: int, bits: Bits) -> Action:
    """Return a legal action drawn at random, face-down cards among them."""
    choices = RULES.legal(state, seat)
    return choices[bits.below(len(choices))].sample(bits)
