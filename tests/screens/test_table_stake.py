"""The stake is beside your name; points that do not count yet are beside the score."""

import re

import pytest

from cardtui_client import i18n
from cardtui_client.scene.scene import Tally, Top
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.widgets.table_parts import Felt, Hand, paint_top
from tests.screens.conftest import LookRight
from tests.support.colours import PALETTE
from tests.support.rummy_tables import rummy
from tests.support.screen import SMALL, WIDE, shown, small_and_wide
from tests.support.table_driver import ScriptedTable, TableApp, played, truco

LOW = (80, 20)
NARROW = (70, 24)


@pytest.mark.parametrize("size", [SMALL, NARROW], ids=["small", "narrow"])
async def test_the_stake_grows_with_the_call(size: tuple[int, int]) -> None:
    table = truco()
    async with TableApp(table).run_test(size=size) as pilot:
        assert "│ at stake    1 │" in await shown(pilot, table)
        table.do(0, "truco")
        assert "║ truco       2 ║" in await shown(pilot, table)
        table.do(1, "quiero")
        assert "║ at stake    2 ║" in await shown(pilot, table)
        played(table, "1 retruco")
        told = await shown(pilot, table)
        assert "║ retruco     3 ║" in told
        assert "║ declined: 2   ║" in told


async def test_in_a_low_window_the_stake_stands_there_without_a_box() -> None:
    table = truco(4)
    async with TableApp(table).run_test(size=LOW) as pilot:
        assert "at stake      1" in await shown(pilot, table)
        played(table, "0 truco", "1 retruco")
        told = await shown(pilot, table)
        assert "retruco       3" in told
        assert "declined: 2" in told


@small_and_wide
async def test_a_call_that_decides_the_match_says_so(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    table = truco(4)
    async with TableApp(table).run_test(size=size) as pilot:
        await pilot.pause()
        played(table, "0 falta_envido")
        told = await shown(pilot, table)
        assert "enough for them" in told
        assert "› You: ¡Falta envido! → 8, enough for them" in told
        looks_right(pilot.app)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "enough for Beto"),
        ("pt_BR", "basta para Beto"),
        ("es_AR", "le alcanza a Beto"),
    ],
)
async def test_a_call_that_decides_the_match_for_another_says_for_whom(
    language: str, told: str
) -> None:
    i18n.set_language(language)
    table = truco(setup={"scores": [3, 29]})
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        table.do(0, "truco")
        assert told in await shown(pilot, table)


async def test_a_stake_that_decides_the_match_for_both_is_for_the_match() -> None:
    table = truco(setup={"scores": [28, 28]})
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        table.do(0, "truco")
        assert "for the match" in await shown(pilot, table)


@small_and_wide
async def test_points_that_wait_for_the_end_of_the_hand_stand_beside_the_score(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    table = truco(setup={"scores": [22, 22]})
    async with TableApp(table).run_test(size=size) as pilot:
        await pilot.pause()
        played(table, "0 falta_envido", "1 quiero", "0 declare 8", "1 son_buenas")
        told = await shown(pilot, table)
        assert "22 +8 · Beto" in told
        assert re.search(r"won the envido with 8\s[\s\S]*\+8 and the match!", told)
        looks_right(pilot.app)


async def test_points_that_are_counted_at_once_do_not_wait() -> None:
    table = truco(options={"scoring": "as_called"})
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        played(table, "0 envido", "1 no_quiero")
        assert "You ▣▣⊓ 13 · Beto ▣▣▣╎▣┌ 22" in await shown(pilot, table)


@pytest.mark.parametrize(
    ("target", "told"),
    [(30, "Us ▣▣▣╎▣▣▣ 33 · Them ▣▣⊓ 13"), (15, "Us ▣▣▣ 33 · Them ▣▣⊓ 13"), (40, "Us 33 · Them 13")],
)
def test_who_wins_with_more_than_is_needed_keeps_the_matches(target: int, told: str) -> None:
    malas = 15 if target == 30 else 0
    head = Canvas(SMALL[0], 1, PALETTE)
    tallies = (Tally("Us", 33, target, malas=malas), Tally("Them", 13, target, malas=malas))
    paint_top(head, Top("Truco argentino", ("hand 9",), tallies=tallies), "")
    assert told in head.plain()


async def test_a_brazilian_raise_is_the_stake_that_waits() -> None:
    hands = (("AH", "KD", "QC"), ("AS", "KS", "QS"), ("2H", "2D", "2C"), ("3H", "3D", "3C"))
    setup = {"dealer": 3, "hand": 2, "scores": [3, 4], "hands": hands, "flip": "4S"}
    table = ScriptedTable("truco-paulista", 4, setup)
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        table.do(0, "truco")
        assert "║ Truco       3 ║" in await shown(pilot, table)


async def test_the_pot_of_a_rummy_game_stands_in_the_top_line() -> None:
    table = rummy("pif-paf", 4, begin="play", stock=["2S"])
    async with TableApp(table).run_test(size=SMALL) as pilot:
        assert "hand 3 · pot 4 ·" in await shown(pilot, table)


@pytest.mark.parametrize("language", ["pt_BR", "es_AR"])
async def test_what_decides_the_match_fits_in_every_language(language: str) -> None:
    i18n.set_language(language)
    table = truco(setup={"scores": [28, 28]})
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        table.do(0, "truco")
        told = await shown(pilot, table)
        box = [line[:20] for line in told.splitlines() if line.startswith(" ║")]
        assert len(box) == 2
        assert not any("…" in line for line in box)
        assert all(line.startswith(" ║ ") and " ║ " in line[3:] for line in box), "touches no edge"


@pytest.mark.parametrize("size", [WIDE, (160, 45), (200, 60)])
async def test_on_a_large_table_stake_and_score_are_told_in_large_digits(
    size: tuple[int, int],
) -> None:
    table = truco(4, setup={"scores": [12, 20]})
    async with (app := TableApp(table)).run_test(size=size) as pilot:
        told = (await shown(pilot, table)).splitlines()
        title = next(y for y, line in enumerate(told) if "│ at stake      │" in line)
        small = [line[8:11] for line in told[title + 2 : title + 5]]
        if size == WIDE:
            assert small == [" ▄ ", "▀█ ", "▄█▄"]
        else:
            assert inked(app, Hand, Place(1, 5, 17, 9)) >= 12
        assert inked(app, Felt, Place(0, 1, 17, 7)) >= 30


@pytest.mark.nightly
async def test_what_is_called_is_told_in_large_digits_too_and_what_declining_costs() -> None:
    table = truco()
    async with TableApp(table).run_test(size=WIDE) as pilot:
        await pilot.pause()
        played(table, "0 truco", "1 retruco")
        told = (await shown(pilot, table)).splitlines()
        title = next(y for y, line in enumerate(told) if line.startswith(" ║ retruco"))
        assert any("▄▄█" in line for line in told[title + 1 : title + 6])
        assert any("║ declined: 2" in line for line in told[title + 1 : title + 6])


async def test_where_cards_lie_under_the_stake_it_is_small() -> None:
    async with TableApp(table := truco(4)).run_test(size=(48, 60)) as pilot:
        assert "at stake    1" in await shown(pilot, table)


def inked(app: TableApp, kind: type[Felt | Hand], place: Place) -> int:
    """Return how many cells there are dots of large digits: their ink is their ground."""
    canvas = app.table_screen.query_one(kind)._canvas
    assert canvas is not None
    looks = [
        canvas.styles[y][x]
        for y in range(place.y, place.y + place.height)
        for x in range(place.x, place.x + place.width)
    ]
    return sum(look.color == look.bgcolor for look in looks)
