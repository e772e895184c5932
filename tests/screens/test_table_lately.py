"""What happened last stands on the felt at every size; the log tells it in rows."""

import pytest
from textual.pilot import Pilot

from cardtui_client import i18n
from cardtui_client.scene.middle import Print
from cardtui_client.scene.scene import Deed, Scene
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.paper import deed_parts
from tests.screens.conftest import LookRight
from tests.support.colours import PALETTE
from tests.support.rummy_tables import move, rummy
from tests.support.screen import SMALL, WIDE, lines, settle, small_and_wide
from tests.support.table_driver import ScriptedTable, TableApp, cacho, played, truco


async def told(pilot: Pilot[None], table: ScriptedTable) -> str:
    """Return the line on the felt once all that happened is shown."""
    await settle(pilot, table)
    return next((line for line in lines(pilot.app) if "›" in line), "")


def test_what_was_bet_is_told_whole_or_not_at_all() -> None:
    """In a lesson at 80×24 the felt has 36 cells."""
    deed = Deed("Beto", ("Quiero",))
    whole = "envido: you with 33 · 2 points for you"
    shown = set()
    for width in range(24, 120):
        canvas = Canvas(width, 15, PALETTE)
        paint_felt(canvas, Scene(middle=Print(), caption=whole, lately=(deed,)))
        foot = canvas.plain().splitlines()[-1]
        assert "…" not in foot
        shown.add(whole if whole in foot else "envido: you with 33" * ("envido" in foot))
        assert width < 36 or "envido: you with 33" in foot
    assert shown == {"", "envido: you with 33", whole}


@small_and_wide
async def test_the_last_that_happened_stands_on_the_felt(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    table = truco(4)
    async with TableApp(table).run_test(size=size) as pilot:
        await pilot.pause()
        played(table, "0 play 7C", "1 play 12O", "2 play 3C", "3 truco")
        assert "Carla  3C    › Dani: ¡Truco! → 2" in await told(pilot, table)
        looks_right(pilot.app)


async def test_who_comes_back_to_a_trick_sees_who_played_what() -> None:
    table = truco(4)
    played(table, "0 play 7C", "1 play 12O")
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "You  7C    › Beto  12●" in await told(pilot, table)
        played(table, "2 play 3C")
        assert "You  7C    Beto  12●    › Carla  3C" in await told(pilot, table)


async def test_ones_own_acts_are_told_of_oneself() -> None:
    table = truco()
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        played(table, "0 truco", "1 quiero")
        assert "You: ¡Truco! → 2   › Beto: ¡Quiero! → 2" in await told(pilot, table)
        played(table, "0 play 1E", "1 play 12O")
        assert "You  1E    Beto  12●    › You ★ trick 1" in await told(pilot, table)


async def test_another_hand_begins_with_nothing_told() -> None:
    table = truco()
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        played(table, "0 truco", "1 no_quiero")
        assert await told(pilot, table)
        table.deal()
        assert not await told(pilot, table)


async def test_what_was_thrown_and_taken_is_told() -> None:
    table = rummy("pif-paf", begin="play", stock=["2S", "TS"], discards=["JD"])
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        move(table, "0 draw stock", "0 discard 2S", "1 draw discards", "1 discard KC")
        assert "Beto took  2♠    › Beto discarded  K♣" in await told(pilot, table)


async def test_the_card_that_was_drawn_is_marked_until_one_is_thrown(
    looks_right: LookRight,
) -> None:
    table = rummy("pif-paf", begin="play", stock=["2S", "TS"])
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        move(table, "0 draw stock")
        await told(pilot, table)
        await pilot.press("o")  # it stays marked where it is sorted to
        await pilot.pause()
        assert sum(line.count("▼") for line in lines(pilot.app)) == 1
        looks_right(pilot.app)
        move(table, "0 discard KD")
        await told(pilot, table)
        assert not any("▼" in line for line in lines(pilot.app))


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "You bet 2   › Beto bet 2"),
        ("pt_BR", "Você apostou 2   › Beto apostou 2"),
        ("es_AR", "Apostaste 2   › Beto apostó 2"),
    ],
)
async def test_bets_are_told_with_their_sums(language: str, line: str) -> None:
    i18n.set_language(language)
    table = cacho()
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        played(table, "0 bet", "1 bet")
        assert line in await told(pilot, table)


async def test_the_log_tells_rows_to_be_scanned(looks_right: LookRight) -> None:
    table = truco(4)
    async with TableApp(table).run_test(size=WIDE) as pilot:
        await pilot.pause()
        played(
            table,
            *("0 envido", "1 quiero", "0 declare 8", "1 declare 7", "2 declare 5", "3 son_buenas"),
            *("0 play 7C", "1 play 12O", "2 play 3C", "3 play 4B", "2 truco", "3 no_quiero"),
        )
        await told(pilot, table)
        shown = [line.partition("▊ ")[2].split() for line in lines(pilot.app)]
        assert ["You:", "¡Envido!", "→", "2"] in shown
        assert ["Carla", "★", "trick", "1"] in shown
        looks_right(pilot.app)


async def test_what_decides_the_match_is_a_row_too_with_its_effect_below() -> None:
    table = truco(4, setup={"scores": [28, 22]})
    async with TableApp(table).run_test(size=WIDE) as pilot:
        await pilot.pause()
        played(table, "0 falta_envido")
        await told(pilot, table)
        shown = "\n".join(line.partition("▊ ")[2].rstrip(" ▐") for line in lines(pilot.app))
        assert "\nYou:    ¡Falta envido!\n" in shown
        assert " → 2, enough for us\n" in shown
        assert "That would win" not in shown, "the row says it"


def test_what_you_did_is_told_whole_in_words_longer_than_a_name() -> None:
    deed = Deed("Ganaste el envido", ("31",), "+12", 0)
    parts = deed_parts(deed, PALETTE, PALETTE.felt)
    assert "".join(part.text for part in parts) == "Ganaste el envido 31 +12"
