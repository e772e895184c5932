"""Positions of rummy games that a scenario may and may not set up, and options that are none."""

from typing import Any

import pytest

from cardtui_engine.games.cacheta.rules import Cacheta
from cardtui_engine.games.pif_paf.rules import PifPaf
from cardtui_engine.games.pif_paf_tradicional.rules import PifPafTradicional
from cardtui_engine.refusals import BadOption, BadSetup
from tests.engine.rummy.table import JUNK, Table

GAMES = {"pif-paf": PifPaf(), "pif-paf-tradicional": PifPafTradicional(), "cacheta": Cacheta()}
every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
pot_games = pytest.mark.parametrize("rules", [PifPaf(), PifPafTradicional()], ids=lambda r: r.id)


@every_game
@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"dealer": 3}, "dealer"),
        ({"dealer": None}, "dealer"),
        ({"hands": [JUNK[0]]}, "hands"),
        ({"hands": [JUNK[0][:8], JUNK[1], JUNK[2]]}, "hands"),
        ({"hands": [JUNK[0], [], []]}, "hands"),
        ({"hands": [JUNK[0], JUNK[0], JUNK[0]]}, "hands"),
        ({"hands": "no hands"}, "hands"),
        ({"stock": ["ZZ"]}, "stock"),
        ({"stock": ["XX"]}, "hands"),
        ({"discards": [7]}, "discards"),
        ({"hand": 0}, "hand"),
        ({"hands": None, "stock": ["7S"]}, "stock"),
        ({"begin": "play", "hands": None}, "begin"),
        ({"no such key": 1}, "no such key"),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_its_key(
    rules: Any, wrong: dict[str, Any], key: str
) -> None:
    with pytest.raises(BadSetup, match=f"^{key}:"):
        Table(rules, 3, {}, {"hands": list(JUNK), **wrong})


@pot_games
@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"chips": [1, 2]}, "chips"),
        ({"chips": [1, -1, 2]}, "chips"),
        ({"hands": None, "chips": [100, 0, 0]}, "chips"),
        ({"pot": -1}, "pot"),
        ({"begin": "betting"}, "begin"),
        ({"folded": [7]}, "folded"),
        ({"folded": [0, 1]}, "folded"),
        ({"hands": [JUNK[0], JUNK[1], []], "folded": [2]}, "folded"),
        ({"flip": "9C"}, "flip"),
    ],
)
def test_a_pot_that_cannot_be_is_refused_by_its_key(
    rules: Any, wrong: dict[str, Any], key: str
) -> None:
    with pytest.raises(BadSetup, match=f"^{key}:"):
        Table(rules, 3, {}, {"hands": list(JUNK), **wrong})


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"scores": [1, 2]}, "scores"),
        ({"scores": [5, 0, 0]}, "scores"),
        ({"scores": [5, 5, 0]}, "hands"),
        ({"flip": "ZZ"}, "flip"),
        ({"chips": [1, 1, 1]}, "chips"),
    ],
)
def test_points_that_cannot_be_are_refused_by_their_key(wrong: dict[str, Any], key: str) -> None:
    with pytest.raises(BadSetup, match=f"^{key}:"):
        Table(Cacheta(), 3, {}, {"hands": list(JUNK), **wrong})


@every_game
def test_named_stock_comes_first_and_the_rest_in_a_fixed_order(rules: Any) -> None:
    setup: dict[str, Any] = {"hands": list(JUNK), "stock": ["KD", "7C"], "begin": "play"}
    if rules.id == "cacheta":
        setup = {"hands": list(JUNK), "stock": ["KD", "7C"]}
    first, second = (Table(rules, 3, {}, dict(setup)) for _ in range(2))
    assert first.state == second.state
    first.draw(0)
    assert first.facts["hands"][0] == sorted([*JUNK[0], "KD"])


@pot_games
def test_chips_left_out_are_what_players_start_with_less_the_ante(rules: Any) -> None:
    facts = Table(rules, 3, {}, {"hands": [JUNK[0], [], JUNK[2]]}).facts
    assert (facts["chips"], facts["pot"]) == ([99, 100, 99], 2)


@pytest.mark.clause("CA-02")
def test_a_flip_that_nobody_names_is_some_card() -> None:
    facts = Table(Cacheta(), 3, {}, {"hands": list(JUNK)}).facts
    assert facts["flip"] is not None
    assert facts["stock"] == 104 - 27 - 1


@pytest.mark.clause("PP-04")
def test_two_players_must_be_able_to_ante() -> None:
    with pytest.raises(BadOption, match="buy_in"):
        PifPaf().options({"ante": 5, "buy_in": [5, 4, 4]}, 3)
    assert PifPaf().options({"ante": 5, "buy_in": [5, 5, 4]}, 3)["ante"] == 5


@pytest.mark.clause("PP-03")
def test_a_first_dealer_who_cannot_ante_deals_and_is_not_dealt_in() -> None:
    game = Table(PifPaf(), 3, {"ante": 5, "buy_in": [9, 9, 4]}, {}).deal()
    assert (game.facts["dealer"], game.state.dealt) == (2, (0, 1))
