"""The mildest action, for every game: which it is. That it ends every wait is one of the `LAWS`."""

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import FRENCH, SPANISH
from cardtui_engine.events import CardsDealt
from cardtui_engine.library.random_play import random_match, random_options, random_pack
from cardtui_engine.library.registry import game_ids, get_rules

every_game = pytest.mark.parametrize("game", game_ids())

CALM = {
    "truco-argentino": {"tap", "play", "no_quiero", "declare", "son_buenas", "waive", "flor"},
    "truco-brasileiro": {"cut", "keep", "play", "run", "turn_up"},
    "truco-paulista": {"tap", "play", "run", "turn_up"},
    "cacho": {"pass"},
    "cacheta": {"draw", "discard", "waive", "stay"},
    "pif-paf": {"check", "fold", "draw", "discard", "waive"},
    "pif-paf-tradicional": {"cut", "estou_fora", "draw", "discard"},
}
"""By game, the verbs that may be done for a player whose time is up."""


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_little_is_done_for_a_seat_that_must_act(game: str, seed: int) -> None:
    rules = get_rules(game)
    bits = Bits(seed * 31 + len(game))
    seats = rules.seats[bits.below(len(rules.seats))]
    options = random_options(rules, seats, bits)
    for step in random_match(rules, seats, bits, options, limit=300):
        for seat in rules.turn(step.state).to_act:
            assert rules.mildest(step.state, seat).verb in CALM[game]


def test_the_card_drawn_is_thrown() -> None:
    rules, bits = get_rules("cacheta"), Bits(3)
    state = rules.start(rules.options({}, 3), 3, 0)
    state, _ = rules.deal(state, random_pack(rules, state, bits))
    for _ in range(9):
        (seat,) = rules.turn(state).to_act
        state, events = rules.apply(state, seat, rules.mildest(state, seat))
        (drawn,) = [event.cards[0] for event in events if isinstance(event, CardsDealt)]
        assert rules.mildest(state, seat) == Action("discard", card=drawn)
        state, _ = rules.apply(state, seat, rules.mildest(state, seat))


def test_the_lowest_card_is_played() -> None:
    rules = get_rules("truco-argentino")
    hands = [["1E", "4O", "3C"], ["7E", "12O", "2C"]]
    state = rules.setup(rules.options({}, 2), 2, {"dealer": 1, "hands": hands})
    (seat,) = rules.turn(state).to_act
    lowest = {0: "4O", 1: "12O"}[seat]
    assert rules.mildest(state, seat) == Action("play", card=SPANISH.card(lowest))


def test_a_manilha_is_not_the_lowest_card() -> None:
    rules = get_rules("truco-brasileiro")
    hands = [["4C", "5D", "3C"], ["4H", "QD", "2C"], ["7S", "QS", "2S"], ["7C", "QC", "2D"]]
    state = rules.setup(rules.options({}, 4), 4, {"dealer": 3, "hands": hands})
    (seat,) = rules.turn(state).to_act
    lowest = {0: "5D", 1: "4H", 2: "7S", 3: "7C"}[seat]
    assert rules.mildest(state, seat) == Action("play", card=FRENCH.card(lowest))


@pytest.mark.clause("TA-42")
def test_a_number_is_true_and_is_only_declared_if_it_would_win() -> None:
    rules = get_rules("truco-argentino")
    hands = [["1E", "4E", "3C"], ["7O", "6O", "2C"]]  # 25 and 33
    state = rules.setup(rules.options({}, 2), 2, {"dealer": 1, "hands": hands})
    for seat, verb in ((0, "envido"), (1, "quiero")):
        state, _ = rules.apply(state, seat, Action(verb))
    assert rules.mildest(state, 0) == Action("declare", points=25)
    higher, _ = rules.apply(state, 0, Action("declare", points=30))
    assert rules.mildest(higher, 1) == Action("declare", points=33)
    highest, _ = rules.apply(state, 0, Action("declare", points=33))
    assert rules.mildest(highest, 1) == Action("son_buenas")
