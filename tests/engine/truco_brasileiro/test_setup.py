"""Positions that can be set up, and those that cannot."""

from __future__ import annotations

from typing import Any

import pytest

from cardtui_engine.refusals import BadSetup
from tests.engine.truco_brasileiro.table import FOUR, RULES

WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "dealer"),
    ({"dealer": 4}, "dealer"),
    ({"dealer": True}, "dealer"),
    ({"dealer": 0, "chips": [1]}, "chips"),
    ({"dealer": 0, "scores": [12, 0]}, "scores"),
    ({"dealer": 0, "scores": [1]}, "scores"),
    ({"dealer": 0, "scores": [-1, 0]}, "scores"),
    ({"dealer": 0, "tricks": [0]}, "tricks: it needs hands"),
    ({"dealer": 0, "leader": 1}, "leader: it needs hands"),
    ({"dealer": 0, "begin": "play"}, "begin: it needs hands"),
    ({"dealer": 0, "hands": FOUR, "begin": "draw"}, "begin"),
    ({"dealer": 0, "hands": FOUR[:3]}, "hands"),
    ({"dealer": 0, "hands": (FOUR[0],) * 4}, "hands: a card is there twice"),
    ({"dealer": 0, "hands": (("3S", "2S", "TH"), *FOUR[1:])}, "not of this game's pack"),
    ({"dealer": 0, "hands": (("3S", "2S", "1E"), *FOUR[1:])}, "hands: there is no card"),
    ({"dealer": 0, "hands": (("3S", "2S"), *FOUR[1:])}, "hands: three cards"),
    ({"dealer": 0, "hands": FOUR, "tricks": [0, 0]}, "tricks: the hand would be decided"),
    ({"dealer": 0, "hands": FOUR, "tricks": [0, "tie"]}, "tricks: the hand would be decided"),
    ({"dealer": 0, "hands": FOUR, "tricks": ["tie"] * 3}, "tricks"),
    ({"dealer": 0, "hands": FOUR, "tricks": [2]}, "tricks: a list"),
    ({"dealer": 0, "hands": FOUR, "tricks": [True]}, "tricks: a list"),
    ({"dealer": 0, "hands": FOUR, "leader": 4}, "leader"),
]


@pytest.mark.parametrize(("setup", "why"), WRONG)
def test_a_position_that_cannot_be_is_refused_with_the_reason(
    setup: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadSetup, match=why):
        RULES.setup(RULES.options({}, 4), 4, setup)


def test_only_four_play() -> None:
    for seats in (2, 3, 6):
        with pytest.raises(BadSetup, match="for 4"):
            RULES.start(RULES.options({}, 4), seats, 0)


def test_the_presets_are_those_of_the_sheet() -> None:
    assert {preset.name: dict(preset.values) for preset in RULES.presets} == {
        "denexa": {"won_tricks": "face_down"},
        "mesa": {"shuffle": "full", "accepted_decides": "hand"},
    }
