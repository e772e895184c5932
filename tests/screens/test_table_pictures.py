"""Golden pictures of the table, to be looked at in a browser when they change."""

from collections.abc import Callable

import pytest

from cardtui_client import i18n
from cardtui_client.model.table import Status
from cardtui_client.net.feed import FeedStatus
from tests.screens.at_table import show
from tests.screens.conftest import LookRight
from tests.support.screen import SMALL, UPRIGHT, WIDE, lines, scenes_at_sizes
from tests.support.table_driver import ScriptedTable, TableApp, cacho, played, truco

HUGE = (160, 50)

Scripted = Callable[[], ScriptedTable]


def trick() -> ScriptedTable:
    return played(truco(4), "0 play 7C", "1 play 12O", "2 play 3C", "3 truco")


def second_trick() -> ScriptedTable:
    moves = ("0 play 7C", "1 play 12O", "2 play 3C", "3 play 4B", "2 play 2C", "3 play 6O")
    return played(truco(4), *moves)


def six() -> ScriptedTable:
    moves = ("0 play 7C", "1 play 12O", "2 play 3C", "3 play 4B", "4 play 1B", "5 play 2O")
    return played(truco(6), *moves)


def envido() -> ScriptedTable:
    return played(truco(2), "0 envido", "1 envido", "0 real_envido", "1 quiero")


def hand_over() -> ScriptedTable:
    moves = ("0 envido", "1 quiero", "0 declare 8", "1 son_buenas", "0 truco", "1 no_quiero")
    return played(truco(2), *moves)


def match_over() -> ScriptedTable:
    return played(truco(2, setup={"scores": [29, 22]}), "0 truco", "1 no_quiero")


def watched() -> ScriptedTable:
    table = played(truco(4, viewer=None), "0 play 7C", "1 play 12O")
    table.spectators = 3
    return table


def bets() -> ScriptedTable:
    moves = ("0 bet", "1 bet", "2 pass", "3 bet", "0 bet 2", "1 raise 5", "3 call")
    return played(cacho(4), *moves)


def showdown() -> ScriptedTable:
    return played(cacho(3), "0 bet", "1 bet", "2 bet", "0 bet 1", "1 call", "2 call")


def two_at_cacho() -> ScriptedTable:
    return played(cacho(2), "0 bet", "1 bet")


def waiting() -> ScriptedTable:
    return ScriptedTable("truco-argentino", 4, names=("Ana", "Beto", "", ""), bots=[1])


SCENES: dict[str, Scripted] = {
    each.__name__: each
    for each in (
        trick,
        second_trick,
        six,
        envido,
        hand_over,
        match_over,
        watched,
        bets,
        showdown,
        two_at_cacho,
        waiting,
    )
}


@scenes_at_sizes(SCENES, "second_trick", "bets")
async def test_the_table(scene: str, size: tuple[int, int], looks_right: LookRight) -> None:
    await show(SCENES[scene](), size, looks_right)


@pytest.mark.nightly
async def test_a_huge_window(looks_right: LookRight) -> None:
    await show(trick(), HUGE, looks_right)


@pytest.mark.parametrize("scene", ["second_trick", "bets"])
async def test_a_phone_held_upright(scene: str, looks_right: LookRight) -> None:
    await show(SCENES[scene](), UPRIGHT, looks_right)


@pytest.mark.parametrize("theme", ["light", "high-contrast", "colour-blind", "mono"])
async def test_a_theme(theme: str, looks_right: LookRight) -> None:
    await show(trick(), SMALL, looks_right, theme=theme)


async def test_what_is_picked_shows_without_hue(looks_right: LookRight) -> None:
    await show(truco(2), WIDE, looks_right, "2", theme="mono")


async def test_why_not_without_hue(looks_right: LookRight) -> None:
    await show(played(truco(4), "0 play 7C"), SMALL, looks_right, "e", theme="mono")


@pytest.mark.parametrize("language", ["pt_BR", "es_AR"])
@pytest.mark.parametrize("scene", ["trick", "bets", "waiting"])
async def test_a_language(scene: str, language: str, reads_right: LookRight) -> None:
    i18n.set_language(language)
    await show(SCENES[scene](), SMALL, reads_right)


async def test_nothing_but_ascii(looks_right: LookRight) -> None:
    await show(trick(), SMALL, looks_right, card_style="ascii")


async def test_choosing_an_amount(looks_right: LookRight) -> None:
    await show(bets(), SMALL, looks_right, "r", "1", "2")


async def test_a_question_before_what_may_lose_the_match(looks_right: LookRight) -> None:
    await show(truco(2), SMALL, looks_right, "f")


async def test_a_picked_card(looks_right: LookRight) -> None:
    await show(truco(2), WIDE, looks_right, "2")


async def test_why_not(looks_right: LookRight) -> None:
    table = played(truco(4), "0 play 7C")
    await show(table, SMALL, looks_right, "e")


async def test_the_log_over_a_narrow_table(looks_right: LookRight) -> None:
    table = trick()
    app = TableApp(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        table.say(1, "Beto", "dale che, que es tarde y mañana hay que madrugar")
        table.say(None, "[/nope]", "[@click=app.quit]x[/]")
        await pilot.pause()
        await pilot.press("l")
        await pilot.pause()
        looks_right(app)


async def test_a_lost_connection(looks_right: LookRight) -> None:
    table = truco(4)
    app = TableApp(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        table.queue.put_nowait(FeedStatus(Status.RECONNECTING, "No table server answers.", 2.0))
        await pilot.pause()
        looks_right(app)
        await pilot.press("question_mark")
        await pilot.pause()
        told = "\n".join(lines(app))
        assert "No connection: you can play on when it is back." in told
        assert "What you may do now" not in told
