"""The log of a narrow screen covers nothing that you play with."""

import pytest

from cardtui_client import i18n
from cardtui_client.faces.offers import quick_keys
from tests.screens.conftest import LookRight
from tests.support.rummy_tables import cacheta
from tests.support.screen import SMALL, lines
from tests.support.table_driver import TableApp, played, truco


@pytest.mark.parametrize("key", ["l", "slash"], ids=["log", "talk"])
async def test_a_trick_and_ones_own_cards_stay_in_sight(key: str, looks_right: LookRight) -> None:
    table = played(truco(4), "0 play 7C", "1 play 12O", "2 play 3C", "3 truco")
    table.sent()  # what led here is in the snapshot
    app = TableApp(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press(key)
        await pilot.pause()
        shown = "\n".join(lines(app))
        for told in ("7C", "12●", "3C", "1E", "11●", "Beto", "Carla", "Dani", "¡Truco!"):
            assert told in shown
        looks_right(app)


@pytest.mark.parametrize("size", [(60, 20), SMALL])
@pytest.mark.parametrize("language", ["en", "pt_BR", "es_AR"])
async def test_what_digits_say_is_read_whole_before_it_is_said(
    language: str, size: tuple[int, int]
) -> None:
    i18n.set_language(language)
    app = TableApp(cacheta())
    async with app.run_test(size=size) as pilot:
        await pilot.press("slash")
        await pilot.pause()
        shown = lines(app)
        for key, words, _command in quick_keys(reactions=False):
            assert any(f"{key} {words}" in line for line in shown)


async def test_the_piles_and_ones_own_cards_stay_in_sight(looks_right: LookRight) -> None:
    table = cacheta()
    table.sent()  # what led here is in the snapshot
    app = TableApp(table)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("l")
        await pilot.pause()
        shown = "\n".join(lines(app))
        for told in ("K♣", "8♣", "3♠", "9♠", "Beto", "Carla", "Dani"):
            assert told in shown
        looks_right(app)
