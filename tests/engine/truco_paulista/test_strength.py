"""No strategy of ours beats the hard level for two, whether it keeps to a plan or changes it.

What a whole run of this says is in docs/bots.md, with the command that repeats it.
"""

from __future__ import annotations

from typing import Any

import pytest

from bench.brazilian_fixed import ADAPTIVE_STRATEGIES, FIXED_STRATEGIES, power
from bench.duels import score, setting_of
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.library.registry import get_bot_maker
from tests.engine.truco_paulista.table import RULES, act, position

pytestmark = pytest.mark.once

PAULISTA = setting_of("truco-paulista", "paulista", 2)
STRATEGIES = {**FIXED_STRATEGIES, **ADAPTIVE_STRATEGIES}


def won(name: str, matches: int) -> float:
    """Return the part of the matches that the hard level wins against a strategy."""
    hard = get_bot_maker(PAULISTA.game)(PAULISTA.options, 2, Level.HARD)
    return score(PAULISTA, hard, STRATEGIES[name], matches).won / matches


def test_a_plain_player_knows_good_hands_from_bad_ones() -> None:
    """With the four of hearts turned up, fives are the highest cards."""

    def felt(*cards: str) -> int:
        return power(RULES.seat_view(position((cards, ("KC", "JH", "7D"))), 0))

    hands = (("4D", "4S", "6S"), ("KS", "QS", "7S"), ("3S", "2S", "AS"), ("5C", "5H", "3S"))
    chances = [felt(*hand) for hand in hands]
    assert chances == sorted(chances)
    assert chances[0] < 20 < 90 < chances[-1]


def test_late_tight_says_truco_in_the_second_trick_alone_and_runs_with_little() -> None:
    late = FIXED_STRATEGIES["late-tight"]
    hands = (("2S", "6S", "7S"), ("KS", "JD", "4S"))
    state = position(hands)
    first = late.decide(RULES.seat_view(state, 0), Bits(1))
    assert first is not None
    assert first.verb == "play"
    raised, _ = act(state, 0, "truco")
    answer = late.decide(RULES.seat_view(raised, 1), Bits(1))
    assert answer is not None
    assert answer.verb == "run"
    for seat, card in ((0, "2S"), (1, "4S")):
        state, _ = act(state, seat, "play", card=card)
    second = late.decide(RULES.seat_view(state, 0), Bits(1))
    assert second is not None
    assert second.verb == "truco"


@pytest.mark.parametrize(
    ("name", "change", "before", "since"),
    [
        ("strong-then-free", {"hand": 7}, "play", "truco"),
        ("free-when-ahead", {"scores": (0, 2)}, "play", "truco"),
        ("bluffs-folders-free", {"habits": ("1= 1=", "f f")}, "play", "play"),
        ("bluffs-folders-free", {"habits": ("1- 1- 1- 1-", "f f f f")}, "play", "truco"),
    ],
)
def test_who_changes_goes_by_what_a_match_has_shown(
    name: str, change: dict[str, Any], before: str, since: str
) -> None:
    state = position((("KS", "JD", "2H"), ("2S", "6S", "7S")))
    state, _ = act(state, 0, "play", card="KS")
    for played, verb in ((state, before), (state._replace(**change), since)):
        action = ADAPTIVE_STRATEGIES[name].decide(RULES.seat_view(played, 1), Bits(1))
        assert action is not None
        assert action.verb == verb


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", STRATEGIES)
def test_no_strategy_wins_half_of_its_matches_for_two(name: str) -> None:
    assert won(name, 200) > 0.5
