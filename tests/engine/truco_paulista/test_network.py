"""The network that bots of the Brazilian trucos play by: whole numbers, packed, and sound."""

from typing import Any

import numpy as np
import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level, Manner, Reason
from cardtui_engine.families.truco.brazilian.bot.inputs import INPUT_COUNT
from cardtui_engine.families.truco.brazilian.bot.learned_play import winning_card
from cardtui_engine.families.truco.brazilian.bot.network import (
    CHOICES,
    learned,
    values,
    weights_from,
)
from cardtui_engine.games.truco_paulista.bot import TrucoPaulistaBot
from cardtui_engine.games.truco_paulista.state import State
from cardtui_engine.library.records import Act
from cardtui_engine.library.simulate import next_act, next_pack
from tests.engine.truco_paulista.table import RULES, act, position, random_choice
from tools.truco_network.learning import Network, by_chance
from tools.truco_network.packing import packed, restored

pytestmark = pytest.mark.once

VELHA = {"manilha": "fixed"}


def hard(manner: Manner | None = None, **options: Any) -> TrucoPaulistaBot:
    checked = RULES.options(options or VELHA, 4)
    return TrucoPaulistaBot(checked, 4, Level.HARD, manner or Manner())


HARD = hard()


def test_it_has_a_row_for_each_input_and_choice() -> None:
    assert len(learned().inputs) == INPUT_COUNT
    assert len(learned().ends) == len(CHOICES)


def test_packed_into_bytes_it_says_nearly_the_same() -> None:
    chance = np.random.default_rng(3)
    net = Network(by_chance(chance))
    small = weights_from(packed(net.weights))
    again = Network(restored(small))
    for _ in range(20):
        told = chance.integers(0, INPUT_COUNT, 40).tolist()
        counted = np.bincount(told, minlength=INPUT_COUNT).astype(np.float32)
        exact = net.values(counted[None])[0].tolist()
        assert values(told, small) == pytest.approx(exact, abs=0.05)
        back = again.values(counted[None])[0].tolist()
        assert values(told, small) == pytest.approx(back, abs=0.001)


@pytest.mark.nightly(reason="nothing learns while people play")
def test_it_learns_what_choices_bring() -> None:
    chance = np.random.default_rng(4)
    net = Network(by_chance(chance))
    told = chance.integers(0, 2, (48, INPUT_COUNT)).astype(np.float32)
    choices = chance.integers(0, 6, 48)
    brought = told[:, 7] * 2 - 1
    error = []
    for _ in range(80):
        said = net.values(told)[np.arange(48), choices]
        error.append(float(np.square(said - brought).mean()))
        net.learn(told, choices, brought, 1e-3)
        net.end_round()
    assert error[-1] < error[0] / 10


def test_strong_hands_bring_more_than_weak_ones() -> None:
    best, worst = ("4C", "7H", "3S"), ("4S", "5S", "6S")
    rest = (("KS", "QD", "JS"), ("2S", "6H", "QH"), ("KD", "5D", "6D"))
    first = [
        HARD.advise(RULES.seat_view(position((hand, *rest), options=VELHA), 0), Bits(1)).numbers
        for hand in (best, worst)
    ]
    assert first[0][0] > first[1][0] + 0.2


def play_on(state: State, bits: Bits) -> State:
    """Have everybody do anything but raise and run."""
    while not (RULES.turn(state).wants_pack or RULES.turn(state).over):
        seat = RULES.turn(state).to_act[0]
        action = random_choice(state, seat, bits)
        if action.verb in ("play", "accept", "play_on"):
            state, _ = RULES.apply(state, seat, action)
    return state


@pytest.mark.slow
def test_what_is_called_certain_is_won_whatever_the_others_hold_and_do() -> None:
    found = 0
    for seed in range(60):
        bits = Bits(seed)
        state = RULES.start(RULES.options(VELHA, 4), 4, seed % 4)
        state, _ = RULES.deal(state, next_pack(RULES, state, bits))
        while not (RULES.turn(state).wants_pack or RULES.turn(state).over):
            seat = RULES.turn(state).to_act[0]
            action = random_choice(state, seat, bits)
            if state.phase == "play":
                view = RULES.seat_view(state, seat)
                if winning_card(HARD.know(view)) is not None:
                    found += 1
                    verbs = {choice.verb for choice in view.own.choices}
                    for number in range(4):
                        world = RULES.resample(state, seat, bits)
                        said = HARD.advise(RULES.seat_view(world, seat), Bits(number))
                        assert said.reason is Reason.SURE
                        assert said.action is not None
                        raised = verbs & {"truco", "raise"}
                        assert not raised or said.action.verb in raised
                        after, _ = RULES.apply(world, seat, said.action)
                        if said.action.verb == "truco":
                            after, _ = act(after, RULES.turn(after).to_act[0], "accept")
                            said = HARD.advise(RULES.seat_view(after, seat), Bits(number))
                            assert said.action is not None
                            after, _ = RULES.apply(after, seat, said.action)
                        last = play_on(after, bits).game.last
                        assert last is not None
                        assert seat % 2 in {each % 2 for each in last.winners}
            if action.verb in ("play", "accept", "tap", "cut"):
                state, _ = RULES.apply(state, seat, action)
    assert found > 20


def test_a_raise_is_answered_with_another_where_the_hand_is_certain() -> None:
    """The four of clubs is in the hand, or lies on the table already (TP-31)."""
    for leader, laid in ((1, 0), (0, 1)):
        hands = [("4C",), ("3S",), ("5S",), ("KS",)]
        state = position(hands, tricks=[0, 1], leader=leader, options=VELHA)
        for seat in range(leader, leader + laid):
            state, _ = act(state, seat, "play", card=hands[seat][0])
        state, _ = act(state, 1, "truco")
        assert HARD.advise(RULES.seat_view(state, 0), Bits(1))[:2] == (
            Action("raise"),
            Reason.SURE,
        )


def test_where_the_stake_wins_the_match_what_is_certain_is_accepted() -> None:
    hands = [("4C",), ("3S",), ("5S",), ("KS",)]
    state = position(hands, tricks=[0, 1], leader=1, options=VELHA, scores=(9, 4))
    state, _ = act(state, 1, "truco")
    assert HARD.decide(RULES.seat_view(state, 0), Bits(1)) == Action("accept")


def test_a_first_trick_is_never_certain_by_itself() -> None:
    state = position(
        (("4C", "7H", "AS"), ("KS", "QD", "JS"), ("7S", "6S", "QH"), ("4S", "5H", "6D"))
    )
    assert winning_card(HARD.know(RULES.seat_view(state, 0))) is None


def test_a_partner_with_the_best_card_answers_for_both() -> None:
    """Seat 0 is asked first, and would run; seat 2 holds what cannot be beaten (TP-31)."""
    hands = [("4H",), ("3S",), ("4C",), ("KS",)]
    state = position(hands, tricks=[0, 1], leader=1, options=VELHA)
    state, _ = act(state, 1, "truco")
    assert HARD.decide(RULES.seat_view(state, 0), Bits(1)) == Action("run")
    for seed in range(10):
        done = next_act(RULES, state, [HARD] * 4, Bits(seed))
        assert done.seat == 2
        assert done.action.verb in ("accept", "raise")


def test_a_side_runs_if_both_would() -> None:
    hands = [("4H",), ("4C",), ("5S",), ("KS",)]
    state = position(hands, tricks=[0, 1], leader=1, options=VELHA)
    state, _ = act(state, 1, "play", card="4C")
    state, _ = act(state, 2, "play", card="5S")
    state, _ = act(state, 3, "truco")
    done = next_act(RULES, state, [HARD] * 4, Bits(2))
    assert done == Act(0, Action("run"))


def raises(manner: Manner) -> int:
    """Return how often it says truco, in positions of the first trick."""
    bot, often = hard(manner), 0
    for seed in range(150):
        bits = Bits(seed)
        state = RULES.start(RULES.options(VELHA, 4), 4, seed % 4)
        state, _ = RULES.deal(state, next_pack(RULES, state, bits))
        state, _ = act(state, RULES.turn(state).to_act[0], "tap")
        action = bot.decide(RULES.seat_view(state, RULES.turn(state).to_act[0]), bits)
        often += action == Action("truco")
    return often


@pytest.mark.nightly
def test_characters_raise_more_or_less_readily() -> None:
    assert raises(Manner(nerve=-0.8)) < raises(Manner()) < raises(Manner(nerve=0.8))
    assert raises(Manner(bluff=1.0)) > raises(Manner())
