"""How loud bots of the Brazilian trucos are: they say truco as people do, whole matches counted."""

from __future__ import annotations

from collections import Counter

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.bots import PLAIN, Level, Manner
from cardtui_engine.library.registry import get_bot_maker, get_rules
from cardtui_engine.library.simulate import next_act, next_pack

BOLD, CAREFUL, JOKER = Manner(0.0, 0.8), Manner(-0.05, -0.5), Manner(0.07)
"""As proud as anybody is, as careful, and as fond of a bluff."""


def calls_in_a_hundred_hands(
    table: tuple[str, str, int], level: Level, matches: int, manner: Manner = PLAIN
) -> dict[str, float]:
    """Return in how many of a hundred hands each call comes.

    ``early`` is truco before any card lies on the table, ``top`` the last raise of all.
    """
    game, preset, seats = table
    rules = get_rules(game)
    [values] = [each.values for each in rules.presets if each.name == preset]
    options = rules.options(values, seats)
    bot = get_bot_maker(game)(options, seats, level, manner)
    heard: Counter[str] = Counter()
    hands = 0
    for seed in range(matches):
        bits, state = Bits(seed), rules.start(options, seats, seed % seats)
        in_hand: set[str] = set()
        while not (turn := rules.turn(state)).over:
            if turn.wants_pack:
                heard.update(in_hand)
                hands, in_hand = hands + 1, set()
                state, _ = rules.deal(state, next_pack(rules, state, bits))
                continue
            seat, action = next_act(rules, state, [bot] * seats, bits)
            public = rules.view(state, None).game
            if action.verb == "truco":
                in_hand |= {"truco"} if public.tricks or public.trick else {"truco", "early"}
            state, _ = rules.apply(state, seat, action)
            if action.verb == "raise" and rules.view(state, None).game.proposed == 12:
                in_hand.add("top")
        heard.update(in_hand)
    return {call: 100 * heard[call] / hands for call in ("truco", "early", "top")}


TABLES = {
    "mesa": ("truco-brasileiro", "mesa", 4),
    "denexa": ("truco-brasileiro", "denexa", 4),
    "two": ("truco-paulista", "paulista", 2),
    "four": ("truco-paulista", "paulista", 4),
    "mineiro": ("truco-paulista", "mineiro", 4),
}


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize("table", TABLES)
def test_at_normal_truco_is_said_in_about_half_of_the_hands_and_seldom_before_a_card(
    table: str,
) -> None:
    calls = calls_in_a_hundred_hands(TABLES[table], Level.NORMAL, 24)
    assert 35 <= calls["truco"] <= 55
    assert calls["early"] <= 8
    assert calls["top"] <= 4


@pytest.mark.slow
@pytest.mark.once
def test_at_easy_it_is_no_louder() -> None:
    calls = calls_in_a_hundred_hands(TABLES["mesa"], Level.EASY, 12)
    assert calls["truco"] <= 55
    assert calls["early"] <= 8
    assert calls["top"] <= 4


@pytest.mark.slow
@pytest.mark.once
def test_a_character_keeps_its_temper_within_that() -> None:
    bold, careful, joker, plain = (
        calls_in_a_hundred_hands(TABLES["mesa"], Level.NORMAL, 12, manner)
        for manner in (BOLD, CAREFUL, JOKER, PLAIN)
    )
    assert careful["truco"] < plain["truco"] < joker["truco"] < bold["truco"] <= 80
    assert max(bold["early"], joker["early"]) <= 12
    assert max(bold["top"], joker["top"]) <= 4
