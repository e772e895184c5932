"""Matches over every number of seats and many options: nobody is stuck, everything balances."""

from typing import Any

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.bots import BotMaker, Level
from cardtui_engine.games.cacheta.bot import CachetaBot
from cardtui_engine.games.cacheta.rules import Cacheta
from cardtui_engine.games.pif_paf.bot import PifPafBot
from cardtui_engine.games.pif_paf.rules import PifPaf
from cardtui_engine.games.pif_paf_tradicional.bot import PifPafTradicionalBot
from cardtui_engine.games.pif_paf_tradicional.rules import PifPafTradicional
from cardtui_engine.library.random_play import random_action, random_options, random_pack
from tests.engine.rummy.table import all_cards

GAMES: tuple[tuple[Any, BotMaker], ...] = (
    (PifPaf(), PifPafBot),
    (PifPafTradicional(), PifPafTradicionalBot),
    (Cacheta(), CachetaBot),
)
CASES = [
    pytest.param(rules, make, seats, id=f"{rules.id}-{seats}")
    for rules, make in GAMES
    for seats in (rules.seats[0], rules.seats[-1])
]


def check(rules: Any, state: Any, total: int | None) -> None:
    """What must hold of every position."""
    play, turn = state.play, rules.turn(state)
    aside = getattr(state, "flip", None)
    cards = all_cards(play, *(() if aside is None else (aside,)))
    assert cards in ([], sorted(rules.pack_of(state)))
    assert bool(cards) == (turn.phase not in ("deal", "cut", "over"))
    sizes = {len(play.hands[seat]) for seat in range(len(play.hands))}
    assert sizes <= {0, 9, 10}
    assert [len(hand) for hand in play.hands].count(10) == (turn.phase == "discard")
    if total is not None:
        facts = rules.facts(state)
        assert sum(facts["chips"]) + facts["pot"] == total


def run(rules: Any, make: BotMaker, seats: int, seed: int) -> None:
    bits = Bits(seed)
    options = random_options(rules, seats, bits)
    bots = [make(options, seats, Level(1 + bits.below(3))) for _ in range(seats)]
    state = rules.start(options, seats, bits.below(seats))
    chips = rules.facts(state).get("chips")
    for _ in range(20_000):
        turn = rules.turn(state)
        check(rules, state, None if chips is None else sum(chips))
        if turn.over:
            assert rules.facts(state)["over"]["winners"]
            return
        if turn.wants_pack:
            state, _ = rules.deal(state, random_pack(rules, state, bits))
        else:
            seat, action = random_action(rules, state, bits, bots)
            state, _ = rules.apply(state, seat, action)
    raise AssertionError("the match does not end")


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "make", "seats"), CASES)
def test_a_match_comes_to_its_end_and_everything_balances(
    rules: Any, make: BotMaker, seats: int
) -> None:
    run(rules, make, seats, seats)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("rules", "make"), GAMES)
def test_many_matches_come_to_their_end(rules: Any, make: BotMaker) -> None:
    for seats in rules.seats:
        for seed in range(40):
            run(rules, make, seats, 1000 + seed)
