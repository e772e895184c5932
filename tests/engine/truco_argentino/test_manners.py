"""How loud bots are: at easy and normal they call truco as people do, whole matches counted."""

from __future__ import annotations

from collections import Counter

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.games.truco_argentino.bot.deciding import TrucoArgentinoBot
from cardtui_engine.library.simulate import next_act
from tests.engine.truco_argentino.table import RULES, shuffled

TRADITIONAL = next(each.values for each in RULES.presets if each.name == "tradicional")


def calls_in_a_hundred_hands(level: Level, seats: int, matches: int) -> dict[str, float]:
    """Return in how many of a hundred hands each call comes; ``early``: truco before any card."""
    options = RULES.options(TRADITIONAL, seats)
    heard: Counter[str] = Counter()
    hands = 0
    for seed in range(matches):
        bots = [TrucoArgentinoBot(options, seats, level) for _ in range(seats)]
        bits, state = Bits(seed), RULES.start(options, seats, seed % seats)
        in_hand: set[str] = set()
        while not (turn := RULES.turn(state)).over:
            if turn.wants_pack:
                heard.update(in_hand)
                hands, in_hand = hands + 1, set()
                state, _ = RULES.deal(state, tuple(shuffled(bits)))
                continue
            seat, action = next_act(RULES, state, bots, bits)
            if action.verb == "truco" and not state.tricks.cards_laid:
                in_hand.add("early")
            in_hand.add(action.verb)
            state, _ = RULES.apply(state, seat, action)
        heard.update(in_hand)
    return {call: 100 * heard[call] / hands for call in ("truco", "early", "vale_cuatro")}


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize(("seats", "matches"), [(2, 24), (4, 24)])
def test_at_normal_truco_is_called_in_about_half_of_the_hands_and_seldom_before_a_card(
    seats: int, matches: int
) -> None:
    calls = calls_in_a_hundred_hands(Level.NORMAL, seats, matches)
    assert 35 <= calls["truco"] <= 55
    assert calls["early"] <= 8
    assert calls["vale_cuatro"] <= 4


@pytest.mark.slow
@pytest.mark.once
def test_at_easy_it_is_no_louder() -> None:
    calls = calls_in_a_hundred_hands(Level.EASY, 2, 12)
    assert calls["truco"] <= 55
    assert calls["early"] <= 8
    assert calls["vale_cuatro"] <= 4
