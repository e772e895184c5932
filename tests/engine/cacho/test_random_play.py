"""Cacho played at random to the end, with every number of seats and option."""

from collections.abc import Iterator
from itertools import product

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.events import MatchEnded
from cardtui_engine.games.cacho.state import ROUNDS, State
from cardtui_engine.library.random_play import random_pack
from cardtui_engine.outcome import Ending
from tests.engine.cacho.positions import RULES

TABLES = list(product((2, 3, 4), (False, True), (0, 3), (3, 4, 20)))


def positions(
    seats: int, bits: Bits, *, check: bool, hands: int, buy_in: int | list[int]
) -> Iterator[State]:
    """Play a match, every legal verb as likely as the others."""
    options = RULES.options({"third_round_check": check, "hands": hands, "buy_in": buy_in}, seats)
    state = RULES.start(options, seats, bits.below(seats))
    while not RULES.turn(state).over:
        turn = RULES.turn(state)
        if turn.wants_pack:
            state, _ = RULES.deal(state, random_pack(RULES, state, bits))
        else:
            choices = RULES.legal(state, turn.to_act[0])
            action = choices[bits.below(len(choices))].sample(bits)
            state, _ = RULES.apply(state, turn.to_act[0], action)
        yield state


@pytest.mark.clause("CC-03", "CC-14", "CC-16", "CC-20", "CC-21")
@pytest.mark.parametrize(("seats", "check", "hands", "buy_in"), TABLES)
def test_nobody_gets_stuck_and_no_chip_or_card_is_lost(
    seats: int, check: bool, hands: int, buy_in: int
) -> None:
    for seed in range(4):
        bits = Bits(seed)
        stakes = [buy_in + bits.below(5) for _ in range(seats)]
        state = None
        for state in positions(seats, bits, check=check, hands=hands, buy_in=stakes):
            betting = state.betting
            assert sum(betting.chips) + betting.pot == sum(stakes)
            assert min(betting.chips) >= 0
            assert betting.pot >= sum(betting.bets)
            if state.phase in ROUNDS:
                cards = [card for hand in state.hands for card in hand]
                assert sorted([*cards, *state.stock]) == list(RULES.pack)
                assert betting.to_act in betting.live
            else:
                assert betting.pot == 0
                assert not any(state.hands)
            if state.phase == "third":
                assert betting.covered > 0
                assert betting.top <= betting.covered
        assert state is not None
        chips = state.betting.chips
        assert set(state.winners) == {s for s in range(seats) if chips[s] == max(chips)}
        assert state.hand == hands or sum(each >= 3 for each in chips) < 2


@pytest.mark.clause("CC-02", "CC-03")
def test_the_deal_goes_round_those_who_can_pay() -> None:
    for seed in range(20):
        before = None
        for state in positions(4, Bits(seed), check=False, hands=0, buy_in=9):
            if before is not None and state.phase == "first" and before.phase == "deal":
                if before.played:
                    assert state.hand == before.hand + 1
                    steps = (state.dealer - before.dealer - 1) % 4
                    skipped = [(before.dealer + 1 + step) % 4 for step in range(steps)]
                    assert all(before.betting.chips[seat] < 3 for seat in skipped)
                else:
                    assert (state.hand, state.dealer) == (before.hand, before.dealer)
                assert state.betting.chips[state.dealer] >= 3
                assert state.dealt[-1] == state.dealer
            before = state


def test_the_last_event_of_a_match_names_its_winners() -> None:
    bits = Bits(3)
    options = RULES.options({"buy_in": 4}, 3)
    state = RULES.start(options, 3, 0)
    last: object = None
    while not RULES.turn(state).over:
        turn = RULES.turn(state)
        if turn.wants_pack:
            state, _ = RULES.deal(state, random_pack(RULES, state, bits))
            continue
        choices = RULES.legal(state, turn.to_act[0])
        action = choices[bits.below(len(choices))].sample(bits)
        state, (*_, last) = RULES.apply(state, turn.to_act[0], action)
    assert last == MatchEnded(state.winners, Ending.LAST)
