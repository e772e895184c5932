"""A small table for the tests: positions by card codes, scripts of verbs, seeded matches."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from cardtui_engine.actions import Action, parse_action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.events import Event
from cardtui_engine.games.truco_paulista.rules import TrucoPaulista
from cardtui_engine.games.truco_paulista.state import State
from cardtui_engine.library.simulate import next_pack
from tests.engine import brazilian_bots

RULES = TrucoPaulista()

FOUR = (("3S", "2S", "AH"), ("KS", "JD", "JS"), ("7S", "6S", "QH"), ("4S", "4C", "6D"))
"""Hands for four, of which the first is the best; with the four of hearts turned up."""

play_match = partial(brazilian_bots.play_match, RULES)


def codes(*names: str) -> tuple[Card, ...]:
    return FRENCH.cards(names)


def position(hands: Sequence[Sequence[str]] = FOUR, **setup: Any) -> State:
    """Return a position with these hands; ``options`` among the setup are the game's."""
    seats = len(hands)
    options = RULES.options(setup.pop("options", {}), seats)
    if options["manilha"] == "vira":
        setup.setdefault("flip", "4H")
    return RULES.setup(options, seats, {"dealer": seats - 1, "hands": hands, **setup})


def act(state: State, seat: int, verb: str, **arguments: Any) -> tuple[State, tuple[Event, ...]]:
    """Do one thing; cards are codes."""
    return RULES.apply(state, seat, parse_action({"do": verb, **arguments}, RULES.verbs, FRENCH))


def dealt(
    bits: Bits, seats: int = 4, scores: Sequence[int] = (0, 0), **options: Any
) -> tuple[State, tuple[Event, ...]]:
    """Return the position after the pack was tapped, and what happened then."""
    setup = {"dealer": seats - 1, "scores": scores}
    state = RULES.setup(RULES.options(options, seats), seats, setup)
    state, _ = RULES.deal(state, next_pack(RULES, state, bits))
    return act(state, RULES.turn(state).to_act[0], "tap")


def random_choice(state: State, seat: int, bits: Bits) -> Action:
    """Return a legal action drawn at random, face-down cards among them."""
    choices = RULES.legal(state, seat)
    return choices[bits.below(len(choices))].sample(bits)
