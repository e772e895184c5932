"""How the bot of Cacho plays: legally, the same each time, and better at each level."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot, Level
from cardtui_engine.games.cacho.bot import CachoBot
from cardtui_engine.games.cacho.state import State
from cardtui_engine.library import simulate
from cardtui_engine.library.registry import get_bot_maker
from cardtui_engine.views import SeatView
from tests.engine.cacho.positions import RULES, acts, position
from tests.laws.playing import random_pack

# What a bot decides follows from a view and the bits that it is given.
pytestmark = pytest.mark.once

LEVELS = list(Level)


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


def gain(better: Bot, worse: Bot, seats: int, matches: int) -> float:
    """Return the chips a match that one wins of the other, every seat taken as often."""
    total = 0
    for number in range(matches):
        players = [better if (seat + number) % 2 else worse for seat in range(seats)]
        chips = play(players, number // 2, hands=30).betting.chips
        total += sum(chips[seat] for seat in range(seats) if players[seat] is better)
    return total / matches - seats * 50 / 2


@pytest.mark.parametrize("seats", RULES.seats)
@pytest.mark.parametrize("level", LEVELS)
def test_it_plays_whole_matches_legally(level: Level, seats: int) -> None:
    for seed, check in enumerate((False, True, False, True)):
        options = {"third_round_check": check, "buy_in": 12}
        players: list[Bot] = [
            bot(level, seats, **options),
            *[RandomPlayer() for _ in range(seats - 1)],
        ]
        assert RULES.turn(play(players, seed, hands=20, **options)).over


@pytest.mark.parametrize("level", LEVELS)
def test_bots_among_themselves_come_to_an_end(level: Level) -> None:
    for seats in RULES.seats:
        state = play([bot(level, seats)] * seats, seats, hands=25)
        assert state.hand == 25 or sum(chips >= 3 for chips in state.betting.chips) < 2


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_bits_give_the_same_action(level: Level) -> None:
    player = bot(level, 3)
    for seed in range(30):
        bits = Bits(seed)
        start = position(3)
        state, _ = RULES.deal(start, random_pack(RULES, start, bits))
        view = RULES.seat_view(state, 0)
        assert player.decide(view, Bits(seed)) == bot(level, 3).decide(view, Bits(seed))


def test_it_lets_others_have_their_turn() -> None:
    state = position(2, hands=[["6S"], ["5S"]])
    assert bot(Level.HARD, 2).decide(RULES.seat_view(state, 1), Bits(1)) is None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("check", [False, True])
def test_it_never_passes_what_is_sure_to_win(level: Level, check: bool) -> None:
    options = {"third_round_check": check}
    hands = [["2S", "3H", "4D"], ["6S", "6H", "6D"]]
    state = position(2, hands=hands, chips=[20, 20], options=options)
    for to in (1, 5, 20):
        view = RULES.seat_view(acts(state, (0, "bet", to)), 1)
        for seed in range(100):
            action = bot(level, 2, **options).decide(view, Bits(seed))
            assert action is not None
            assert action.verb != "pass"


@pytest.mark.clause("CC-16")
@pytest.mark.parametrize("level", LEVELS)
def test_the_last_one_left_takes_the_pot(level: Level) -> None:
    state = position(3, hands=[["6S", "5S"], ["4H", "3H"], ["2S", "AH"]])
    view = RULES.seat_view(acts(state, (0, "pass"), (1, "pass")), 2)
    for seed in range(100):
        assert bot(level, 3).decide(view, Bits(seed)) == Action("bet")


@pytest.mark.parametrize("level", LEVELS)
def test_it_bets_good_first_cards_more_readily_than_bad_ones(level: Level) -> None:
    bets = []
    for card in ("AS", "3S", "6S"):
        view = RULES.seat_view(position(2, hands=[[card], ["5H"]]), 0)
        bets.append(
            sum(bot(level, 2).decide(view, Bits(seed)) == Action("bet") for seed in range(200))
        )
    assert all(worse <= better for worse, better in pairwise(bets))
    assert bets[0] < bets[-1]


def test_it_gives_up_a_hopeless_hand_to_a_great_bet() -> None:
    hands = [["6S", "5S", "4S"], ["2H", "3D", "AC"]]
    view = RULES.seat_view(acts(position(2, hands=hands), (0, "bet", 40)), 1)
    passes = sum(
        bot(Level.HARD, 2).decide(view, Bits(seed)) == Action("pass") for seed in range(100)
    )
    assert passes >= 90


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_it_bluffs_now_and_then(level: Level) -> None:
    hands = [["6S", "5S", "4S"], ["2H", "3D", "AC"]]
    view = RULES.seat_view(acts(position(2, hands=hands), (0, "bet", 3)), 1)
    said = [bot(level, 2).decide(view, Bits(seed)) for seed in range(300)]
    raises = sum(action is not None and action.verb == "raise" for action in said)
    assert 0 < raises < 60


@pytest.mark.proof
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_beats_a_random_player_clearly(level: Level, seats: int) -> None:
    assert gain(bot(level, seats), RandomPlayer(), seats, 16) > 5 * seats


@pytest.mark.proof
@pytest.mark.parametrize(("seats", "matches"), [(2, 60), (4, 25)])
def test_hard_beats_easy(seats: int, matches: int) -> None:
    """Enough to notice levels mixed up; by how much they win, tests/laws/test_levels.py says."""
    assert gain(bot(Level.HARD, seats), bot(Level.EASY, seats), seats, matches) > seats


def test_the_registry_knows_it() -> None:
    assert isinstance(get_bot_maker("cacho")(RULES.options({}, 2), 2, Level.EASY), CachoBot)
