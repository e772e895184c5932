"""In how many ways hands of small packs can go: the numbers stay as they were counted."""

from typing import Any

import pytest

from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.library.research.small_packs import with_fewer_cards
from cardtui_engine.refusals import BadSetup
from tests.laws.counting import counted, entries

pytestmark = pytest.mark.once


@pytest.mark.parametrize("entry", entries(), ids=lambda each: f"{each['game']}-{each['seats']}")
def test_a_hand_can_go_in_as_many_ways_as_before(entry: dict[str, Any]) -> None:
    assert counted(entry) == entry["counts"]


def test_every_game_is_counted() -> None:
    assert {entry["game"] for entry in entries()} == {*game_ids()}


def test_a_small_pack_has_no_card_more_often_than_the_game_s() -> None:
    assert len(with_fewer_cards(get_rules("cacheta"), ["AS", "AS"]).pack) == 2
    for codes in (["AS", "AS"], ["KS"]):
        with pytest.raises(BadSetup, match="has no"):
            with_fewer_cards(get_rules("cacho"), codes)
