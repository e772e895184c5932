"""What cards of Cacho are worth."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from cardtui_engine.cards import FRENCH
from cardtui_engine.games.cacho.bot.odds import outcomes
from cardtui_engine.games.cacho.ranking import PACK, rank_hand


def rank(*codes: str) -> tuple[str, int]:
    _, name, points = rank_hand(FRENCH.cards(codes))
    return name, points


def strength(*codes: str) -> int:
    return rank_hand(FRENCH.cards(codes)).strength


@pytest.mark.clause("CC-01")
def test_the_pack_is_ace_to_six_of_each_suit() -> None:
    codes = {f"{rank}{suit}" for rank in "A23456" for suit in "SHDC"}
    assert {FRENCH.code(card) for card in PACK} == codes
    assert len(PACK) == 24


@pytest.mark.clause("CC-30", "CC-31", "CC-32")
@pytest.mark.parametrize(
    ("codes", "worth"),
    [
        ("6S 6H 6D", ("sixes", 0)),
        ("AD 4D 5D", ("cacho", 30)),
        ("4S 2S 6D", ("flush", 26)),
        ("AS 2S 6D", ("flush", 23)),
        ("6S 6H 5S", ("flush", 31)),
        ("AS 3H 5C", ("high", 5)),
        ("5S 5H 5C", ("high", 5)),
        ("6S 6H 2C", ("high", 6)),
    ],
)
def test_what_three_cards_are_worth(codes: str, worth: tuple[str, int]) -> None:
    assert rank(*codes.split()) == worth


@pytest.mark.clause("CC-30", "CC-31")
def test_every_sixes_beats_every_cacho_every_flush_every_high_card() -> None:
    order = ["high", "flush", "cacho", "sixes"]
    ranges: dict[str, list[int]] = {name: [] for name in order}
    for cards in combinations(PACK, 3):
        ranking = rank_hand(cards)
        ranges[ranking.name].append(ranking.strength)
    for worse, better in pairwise(order):
        assert max(ranges[worse]) < min(ranges[better])


@pytest.mark.clause("CC-30")
def test_how_many_hands_there_are_of_each_kind() -> None:
    kinds = Counter(rank_hand(cards).name for cards in combinations(PACK, 3))
    assert kinds == {"sixes": 4, "cacho": 80, "flush": 1080, "high": 860}


@pytest.mark.clause("CC-31", "CC-32")
def test_points_decide_within_a_kind() -> None:
    assert strength("2S", "3S", "6S") > strength("AD", "4D", "5D")
    assert strength("5S", "6S", "AD") > strength("4S", "6S", "5D")
    assert strength("4S", "2S", "6D") == strength("4H", "2H", "AD")
    assert strength("6S", "2H", "AD") == strength("6H", "5D", "4C")


def test_fewer_cards_are_worth_what_they_make_so_far() -> None:
    assert rank("6S") == ("high", 6)
    assert rank("6S", "6H") == ("high", 6)
    assert rank("6S", "AS") == ("flush", 27)


def test_odds_are_exact_with_three_cards() -> None:
    hand = FRENCH.cards(["4S", "2S", "6D"])
    own = rank_hand(hand).strength
    others = [
        rank_hand(cards).strength
        for cards in combinations([card for card in PACK if card not in hand], 3)
    ]
    (odds,) = outcomes(hand)
    assert odds.worse * len(others) == pytest.approx(sum(each < own for each in others))
    assert odds.equal * len(others) == pytest.approx(sum(each == own for each in others))
    assert odds.against(elder=True) == odds.worse + odds.equal
    assert odds.against(elder=False) == odds.worse


def test_the_best_hand_wins_for_sure() -> None:
    (odds,) = outcomes(FRENCH.cards(["6S", "6H", "6D"]))
    assert odds.against(elder=False) == 1
