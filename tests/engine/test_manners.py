"""How loud bots are: they call and bet as people do, whole matches counted (`bench.manners`)."""

import pytest

from bench.manners import TABLES, bets_by_missing, calls_in_a_hundred_hands, sizes_in_a_hundred
from cardtui_engine.bots import PLAIN, Level, Manner

# By day a changed decision is found by tests/server/test_bots_version.py.
pytestmark = [pytest.mark.nightly, pytest.mark.once]

BOLD, CAREFUL, JOKER = Manner(0.0, 0.8), Manner(-0.05, -0.5), Manner(0.07)
"""As proud as anybody is, as careful, and as fond of a bluff."""

OTHERS = [name for name, table in TABLES.items() if not table.hands and name != "argentino"]
PIF_PAFS = ["pif-paf", "tradicional"]


@pytest.mark.parametrize("table", ["argentino", *OTHERS])
def test_at_normal_truco_is_said_in_about_half_of_the_hands_and_seldom_before_a_card(
    table: str,
) -> None:
    # Twenty matches with four seats, or of few points, may be five of a hundred hands off.
    calls = calls_in_a_hundred_hands(
        TABLES[table], Level.NORMAL, 20 if table == "argentino" else 60
    )
    assert 35 <= calls["truco"] <= 55
    assert calls["early"] <= 8
    assert calls["top"] <= 4


@pytest.mark.parametrize("table", ["argentino", "paulista", "con-flor-4", "mesa"])
def test_with_a_person_at_the_table_bots_are_no_louder(table: str) -> None:
    calls = calls_in_a_hundred_hands(TABLES[table], Level.NORMAL, 12, person=True)
    assert calls["person's truco"]
    assert 10 <= calls["truco"] <= 55
    assert calls["early"] <= 8
    assert calls["top"] <= 4


@pytest.mark.parametrize(
    ("table", "manner"), [("con-flor", PLAIN), ("argentino", PLAIN), ("argentino", BOLD)]
)
@pytest.mark.parametrize("level", [Level.NORMAL, Level.EASY])
def test_while_nobody_has_half_of_the_match_hardly_an_envido_stakes_all_of_it(
    table: str, manner: Manner, level: Level
) -> None:
    calls = calls_in_a_hundred_hands(TABLES[table], level, 20, manner)
    assert calls["envido"] >= 5
    assert calls["falta"] <= 8


@pytest.mark.parametrize("table", ["argentino", "mesa"])
def test_at_easy_it_is_no_louder(table: str) -> None:
    calls = calls_in_a_hundred_hands(TABLES[table], Level.EASY, 12)
    assert calls["truco"] <= 55
    assert calls["early"] <= 8
    assert calls["top"] <= 4


@pytest.mark.parametrize("table", ["argentino", "argentino-4"])
def test_at_hard_nothing_is_said_before_a_card_that_silence_is_worth_as_well(table: str) -> None:
    calls = calls_in_a_hundred_hands(TABLES[table], Level.HARD, 12)
    assert calls["truco"]
    assert calls["early"] <= 8


def test_a_character_keeps_its_temper_within_that() -> None:
    bold, careful, joker, plain = (
        calls_in_a_hundred_hands(TABLES["mesa"], Level.NORMAL, 12, manner)
        for manner in (BOLD, CAREFUL, JOKER, PLAIN)
    )
    assert careful["truco"] < plain["truco"] < joker["truco"] < bold["truco"] <= 80
    assert max(bold["early"], joker["early"]) <= 12
    assert max(bold["top"], joker["top"]) <= 4


@pytest.mark.parametrize("level", [Level.NORMAL, Level.EASY, Level.HARD])
@pytest.mark.parametrize("table", PIF_PAFS)
def test_at_pif_paf_near_hands_raise_and_never_fold_and_others_seldom_raise(
    table: str, level: Level
) -> None:
    bets = bets_by_missing(TABLES[table], level, 6)
    bluffs = level is Level.NORMAL
    assert bets[2].folded == 0
    assert bets[2].raised >= 30
    assert bets[3].raised <= (25 if bluffs else 15)
    assert bets[4].raised <= (10 if bluffs else 0)


@pytest.mark.parametrize("table", ["cacho", "cacho-4"])
@pytest.mark.parametrize("level", [Level.NORMAL, Level.EASY])
def test_at_cacho_less_than_half_of_the_bets_are_a_trifle_and_hardly_one_is_huge(
    table: str, level: Level
) -> None:
    sizes = sizes_in_a_hundred(TABLES[table], level, 12)
    assert sizes["a quarter"] <= 50
    assert sizes["more"] <= 5
