"""Whole matches of Cacho, and who plays them in tests."""

from collections.abc import Sequence
from typing import Any

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot, Level
from cardtui_engine.games.cacho.bot import CachoBot
from cardtui_engine.games.cacho.state import State
from cardtui_engine.library import simulate
from cardtui_engine.views import SeatView
from tests.engine.cacho.positions import RULES


class RandomPlayer:
    """Says anything that is legal."""

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:
        return view.own.choices[bits.below(len(view.own.choices))].sample(bits)


def bot(level: Level, seats: int, **options: Any) -> CachoBot:
    return CachoBot(RULES.options(options, seats), seats, level)


def play(players: Sequence[Bot], seed: int, **options: Any) -> State:
    """Play a match; every action must be legal, or the rules refuse it."""
    bits = Bits(seed)
    seats = len(players)
    dealer = bits.below(seats)
    *_, last = simulate.play(RULES, RULES.options(options, seats), players, bits, dealer)
    assert isinstance(last.state, State)
    return last.state
