"""Positions of Cacho that a scenario may and may not set up, and the options of a table."""

from __future__ import annotations

from typing import Any

import pytest

from cardtui_engine.refusals import BadOption, BadSetup
from tests.engine.cacho.positions import RULES, act, position


@pytest.mark.clause("CC-10")
def test_a_seat_without_a_hand_has_passed() -> None:
    facts = RULES.facts(position(3, hands=[None, ["5S"], ["4S"]]))
    assert (facts["passed"], facts["eldest"], facts["to_act"]) == ([0], 0, [1])


@pytest.mark.clause("CC-03")
def test_a_seat_with_an_empty_hand_is_not_dealt_in() -> None:
    facts = RULES.facts(position(3, hands=[[], ["5S"], ["4S"]]))
    assert (facts["passed"], facts["eldest"], facts["to_act"]) == ([], 1, [1])


@pytest.mark.clause("CC-10")
def test_who_has_folded_keeps_the_cards() -> None:
    hands = [["6S", "6D"], ["5S"], ["4S", "4D"]]
    facts = RULES.facts(position(3, hands=hands, folded=[1]))
    assert (facts["passed"], facts["phase"], facts["pot"]) == ([1], "second", 2)
    assert facts["hands"][1] == ["5S"]


@pytest.mark.clause("CC-12", "CC-14")
@pytest.mark.parametrize(
    ("count", "phase", "pot"), [(1, "first", 0), (2, "second", 2), (3, "third", 6)]
)
def test_the_number_of_cards_tells_round_and_pot(count: int, phase: str, pot: int) -> None:
    hands = [["6S", "5D", "4H"][:count], ["6H", "5S", "4D"][:count]]
    facts = RULES.facts(position(2, hands=hands))
    assert (facts["phase"], facts["pot"], facts["chips"]) == (phase, pot, [50, 50])
    assert RULES.facts(position(2, hands=hands, pot=9))["pot"] == 9


@pytest.mark.clause("CC-21")
def test_a_position_with_nothing_left_to_bet_is_a_showdown_already() -> None:
    hands = [["6S", "5S", "4S"], ["6H", "5H", "3D"]]
    facts = RULES.facts(position(2, hands=hands, chips=[4, 0]))
    assert facts["last"]["winners"] == [0]
    assert (facts["phase"], facts["chips"]) == ("over", [10, 0])


def test_named_stock_comes_first_and_the_rest_in_a_fixed_order() -> None:
    setup: dict[str, Any] = {"hands": [["6S"], ["5S"]], "stock": ["AD", "2C"]}
    states = [position(2, **setup) for _ in range(2)]
    for state in states:
        second = act(act(state, 0, "bet"), 1, "bet")
        assert RULES.facts(second)["hands"] == [["6S", "AD"], ["2C", "5S"]]
    assert states[0] == states[1]
    assert sorted(sum(states[0].hands, states[0].stock)) == sorted(RULES.pack)


TWO = [["6S"], ["5S"]]


@pytest.mark.parametrize(
    ("key", "setup"),
    [
        ("dealer", {"dealer": 2}),
        ("dealer", {"dealer": None}),
        ("hand", {"hand": 0}),
        ("chips", {"chips": [10]}),
        ("chips", {"chips": [10, -1]}),
        ("chips", {"chips": [10, True]}),
        ("chips", {"chips": [10, 2]}),
        ("chips", {"chips": [10, 2], "hands": TWO}),
        ("chips", {"chips": [10, 1], "hands": [["6S", "5D"], ["5S", "4D"]]}),
        ("pot", {"pot": 3}),
        ("pot", {"pot": -1, "hands": TWO}),
        ("stock", {"stock": ["6S"]}),
        ("stock", {"stock": ["9S"], "hands": TWO}),
        ("hands", {"hands": [["6S"]]}),
        ("hands", {"hands": [["6S"], ["6S"]]}),
        ("hands", {"hands": [["6S"], ["5S"]], "stock": ["6S"]}),
        ("hands", {"hands": [["6S"], ["5S", "4S"]]}),
        ("hands", {"hands": [["6S"], ["KS"]]}),
        ("hands", {"hands": [["6S"], ["zz"]]}),
        ("hands", {"hands": [["6S"], 5]}),
        ("hands", {"hands": [["6S"], []]}),
        ("hands", {"hands": [None, None]}),
        ("hands", {"hands": [["6S", "5S"], None]}),
        ("hands", {"hands": [["6S", "5S", "4S", "3S"], ["6H", "5H", "4H", "3H"]]}),
        ("hands", {"hands": [["6S"], ["5S", "4S"]], "folded": [1]}),
        ("folded", {"hands": TWO, "folded": [2]}),
        ("folded", {"hands": TWO, "folded": 1}),
        ("flip", {"flip": "6S"}),
    ],
)
def test_a_position_that_cannot_be_is_refused_and_names_the_key(
    key: str, setup: dict[str, Any]
) -> None:
    with pytest.raises(BadSetup, match=f"^{key}: "):
        position(2, **setup)


@pytest.mark.clause("CC-03")
@pytest.mark.parametrize("buy_in", [2, 0, -1, True, "50", [50, 2], [50], [50, 50, 50]])
def test_a_buy_in_is_three_chips_or_more_for_each(buy_in: Any) -> None:
    with pytest.raises(BadOption):
        RULES.options({"buy_in": buy_in}, 2)


@pytest.mark.clause("CC-03")
def test_players_may_start_with_different_chips() -> None:
    options = RULES.options({"buy_in": [3, 70]}, 2)
    state = RULES.start(options, 2, 0)
    assert RULES.facts(state)["chips"] == [3, 70]


def test_the_presets_are_options_of_the_game() -> None:
    for preset in RULES.presets:
        assert RULES.options(preset.values, 4)
    assert RULES.presets[0].values == {}
