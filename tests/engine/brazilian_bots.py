"""Matches of Brazilian trucos, who plays them in tests, and what bots should say in them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot, Level
from cardtui_engine.library.simulate import next_pack
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import SeatView


class RandomPlayer:
    """Does anything that is legal."""

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action:
        return view.own.choices[bits.below(len(view.own.choices))].sample(bits)


class Spoken:
    """A bot whose words are counted."""

    def __init__(self, bot: Bot, words: Counter[str]) -> None:
        self.bot = bot
        self.words = words

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:
        action = self.bot.decide(view, bits)
        assert action is not None
        if max(view.common.scores) < 10:  # from there on some hands cannot be raised
            self.words["hands"] += view.common.phase == "cut"
            self.words[f"{view.common.phase} {action.verb}"] += 1
        return action


def check_raises(level: Level, words: Counter[str], least_raised: float) -> None:
    """Raises are an event, and all answers to them are heard."""
    # Who plays best raises whenever it pays, which it does at the end of nearly every hand: what
    # cannot be lost is raised, too. It folds as often.
    most, least = (1, 0.1) if level is Level.HARD else (0.8, 0.2)
    assert least_raised < words["play truco"] / words["hands"] <= most
    answers = {verb: words[f"answer {verb}"] for verb in ("accept", "run", "raise")}
    heard = sum(answers.values())
    assert least < answers["accept"] / heard < 0.8
    assert 0.2 < answers["run"] / heard < 1 - least
    assert 0.01 < answers["raise"] / heard < 0.35


def play_match(rules: AnyRules, bots: Sequence[Bot], bits: Bits, **options: Any) -> Any:
    """Let bots play a match, and return its end; any of those whom it waits for is asked."""
    seats = len(bots)
    state = rules.start(rules.options(options, seats), seats, bits.below(seats))
    while not rules.turn(state).over:
        turn = rules.turn(state)
        if turn.wants_pack:
            state, _ = rules.deal(state, next_pack(rules, state, bits))
            continue
        seat = turn.to_act[bits.below(len(turn.to_act))]
        action = bots[seat].decide(rules.seat_view(state, seat), bits)
        assert action is not None
        state, _ = rules.apply(state, seat, action)
    return state
