"""Positions that can be set up, and those that cannot."""

from __future__ import annotations

from typing import Any

import pytest

from cardtui_engine.refusals import BadOption, BadSetup
from tests.engine.truco_paulista.table import FOUR, RULES, position

WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "dealer"),
    ({"dealer": 0, "chips": [1]}, "chips"),
    ({"dealer": 0, "scores": [12, 0]}, "scores"),
    ({"dealer": 0, "games": [1, 0]}, "games: the match would be over"),
    ({"dealer": 0, "games": [0]}, "games"),
    ({"dealer": 0, "flip": "4H"}, "flip: it needs hands"),
    ({"dealer": 0, "tricks": [0]}, "tricks: it needs hands"),
    ({"dealer": 0, "hands": FOUR}, "flip"),
    ({"dealer": 0, "hands": FOUR, "flip": "3S"}, "flip: name a card of the pack"),
    ({"dealer": 0, "hands": FOUR, "flip": "TS"}, "flip: name a card of the pack"),
    ({"dealer": 0, "hands": FOUR, "flip": 4}, "flip"),
    ({"dealer": 0, "hands": FOUR, "flip": "4H", "begin": "cut"}, "begin"),
    ({"dealer": 0, "hands": FOUR[:3], "flip": "4H"}, "hands"),
    ({"dealer": 0, "hands": (("3S", "2S", "TH"), *FOUR[1:]), "flip": "4H"}, "game's pack"),
    ({"dealer": 0, "hands": (("3S", "2S"), *FOUR[1:]), "flip": "4H"}, "hands: three cards"),
    ({"dealer": 0, "hands": FOUR, "flip": "4H", "leader": 4}, "leader"),
]


@pytest.mark.parametrize(("setup", "why"), WRONG)
def test_a_position_that_cannot_be_is_refused_with_the_reason(
    setup: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadSetup, match=why):
        RULES.setup(RULES.options({}, 4), 4, setup)


def test_with_fixed_manilhas_no_card_is_turned_up() -> None:
    with pytest.raises(BadSetup, match="flip: no card is turned up"):
        position(options={"manilha": "fixed"}, flip="4H")


@pytest.mark.clause("TP-01")
def test_a_hand_of_the_clean_pack_holds_no_sevens() -> None:
    with pytest.raises(BadSetup, match="not of this game's pack"):
        position(options={"deck": "clean"}, flip="AS")


@pytest.mark.clause("TP-61")
def test_a_match_is_of_one_three_or_five_games() -> None:
    for games in (1, 3, 5):
        assert RULES.options({"best_of": games}, 4)["best_of"] == games
    for games in (0, 2, 4, 7):
        with pytest.raises(BadOption, match="one of 1, 3, 5"):
            RULES.options({"best_of": games}, 4)


def test_the_presets_are_those_of_the_sheet() -> None:
    assert {preset.name: dict(preset.values) for preset in RULES.presets} == {
        "paulista": {},
        "limpo": {"deck": "clean"},
        "velha": {"manilha": "fixed"},
        "mineiro": {"manilha": "fixed", "stakes": "mineiro"},
    }


@pytest.mark.clause("TP-46")
@pytest.mark.parametrize("setup", [{"tricks": ["tie"]}, {"begin": "play"}, {}])
def test_a_setup_at_eleven_all_is_the_iron_hand_in_any_case(setup: dict[str, Any]) -> None:
    for iron, phase in (("blind", "iron"), ("seen", "play")):
        state = position(options={"iron": iron}, scores=[11, 11], **setup)
        assert (state.phase, state.raises.stake) == (phase, 1)
