"""Every button says all it does: its label is whole, and its price is there.

In every position of every game and in all languages, also under what a newcomer is told, and
under a sentence of several lines.
"""

import re
from collections.abc import Callable, Iterator

import pytest

from cardtui_client import i18n
from cardtui_client.faces.registry import presenter_of
from cardtui_client.scene.scene import Button, Offers
from cardtui_client.settings import Settings
from cardtui_client.tui.paint.actions import arrange, brief_label
from cardtui_client.tui.table.picture import Picture
from cardtui_client.tui.widgets.table_parts import bar_lines, status_lines
from tests.support.nights import by_night
from tests.support.screen import lines
from tests.support.seated import seated
from tests.support.table_driver import ScriptedTable, TableApp, truco
from tests.table.boards import board_of
from tests.table.mid_hands import MID_HANDS, most_by_day

pytestmark = pytest.mark.once

WIDTH, HEIGHT = 80, 24
WIDTHS = (46, 70, WIDTH)
LONG = "You cannot do that now, and here is why, told at such length as a refusal may be. " * 2


@most_by_day
async def test_no_button_is_cut_under_its_sentence_nor_under_a_long_one(
    position: Callable[[], ScriptedTable],
) -> None:
    table = position()
    for language in i18n.LANGUAGES:
        i18n.set_language(language)
        async with seated(table) as at:
            long = at.picture._replace(sentence=LONG)
            for width in WIDTHS:
                assert not cut_in(at.picture, width)
                assert not cut_in(long, width)
            board = board_of(long, WIDTH, HEIGHT)
            assert not [fault for canvas in board for fault in canvas.faults("board")]


@pytest.mark.parametrize("position", MID_HANDS.values(), ids=MID_HANDS)
async def test_what_a_newcomer_is_told_has_one_line_and_cuts_no_button(
    position: Callable[[], ScriptedTable],
) -> None:
    table = position()
    for language in i18n.LANGUAGES:
        i18n.set_language(language)
        async with seated(table, newcomer=True) as at:
            picture = at.picture
            assert picture.sentence == i18n._(presenter_of(at.controller.model).about)
            assert len(status_lines(picture.sentence, picture.mood, picture.hints, WIDTH)) == 1
            assert not [cut for width in WIDTHS for cut in cut_in(picture, width)]


@pytest.mark.parametrize("size", [(46, 30), (70, 20), (WIDTH, HEIGHT)])
@pytest.mark.parametrize("language", ["en", *by_night("pt_BR", "es_AR")])
async def test_the_first_hand_of_truco_shows_every_price(
    size: tuple[int, int], language: str
) -> None:
    i18n.set_language(language)
    app = TableApp(truco(), Settings(name="Ana", animation=False, newcomer=True))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        text = "\n".join(lines(app))
        for name, price in (("Truco", 2), ("Envido", 2), ("Real envido", 3), ("Falta envido", 8)):
            assert re.search(rf"{name}!? {price}", text), text


def cut_in(picture: Picture, width: int) -> list[str]:
    """Say which buttons go without a part of their label, or without their price."""
    bar = picture.bar
    assert isinstance(bar, Offers)
    said = len(status_lines(picture.sentence, picture.mood, picture.hints, width))
    rows = arrange(bar.buttons, width, bar_lines(bar, 2, said, width))
    labels = {placed.button.command: placed.button.label for row in rows for placed in row}
    return [
        f"{label!r} of {button}"
        for button in bar.buttons
        if (label := labels[button.command]) not in set(whole(button))
    ]


def whole(button: Button) -> Iterator[str]:
    """Yield all that a button may say."""
    for label in (button.label, brief_label(button.label)):
        if button.lost:
            yield f"{label} · {button.lost}"
        yield f"{label} {button.price}".strip()


@pytest.mark.parametrize("size", [(46, 30), (60, 24), (WIDTH, HEIGHT)])
@pytest.mark.parametrize("language", ["en", "pt_BR", "es_AR"])
async def test_a_question_has_the_lines_that_its_answers_need(
    size: tuple[int, int], language: str
) -> None:
    i18n.set_language(language)
    app = TableApp(truco(), Settings(name="Ana", animation=False))
    async with app.run_test(size=size) as pilot:
        await pilot.press("escape")
        await pilot.pause()
        text = "\n".join(lines(app))
        for words in ("Leave, keep my seat", "Leave for good", "Back"):
            assert i18n._(words) in text, text


async def test_in_a_narrow_window_folding_says_what_it_gives_where_its_line_has_room() -> None:
    app = TableApp(truco(), Settings(name="Ana", animation=False))
    async with app.run_test(size=(60, 24)) as pilot:
        await pilot.pause()
        assert "x  Fold · gives 1" in "\n".join(lines(app))
