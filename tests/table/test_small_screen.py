"""What the smallest screen shows of all that can be pressed: nothing falls out, nothing is cut.

All positions of all games, in all languages.
"""

from collections.abc import Callable

import pytest

from cardtui_client import i18n
from cardtui_client.scene.commands import Bare, Open, OpenRules
from cardtui_client.scene.middle import (
    MOST_LINES_BELOW,
    SMALLEST_LINE_CELLS,
    ButtonZone,
    Mood,
    wrapped,
)
from cardtui_client.scene.scene import Button, Offers, SeatScene
from cardtui_client.text import cell_width
from cardtui_client.tui.paint.actions import brief_label, paint_buttons
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.key_names import key_name
from cardtui_client.tui.paint.paper import paper_on_felt
from cardtui_client.tui.paint.plates import draw_name
from cardtui_client.tui.table.picture import Picture
from cardtui_client.tui.widgets.table_parts import paint_status, status_lines
from tests.support.colours import PALETTE
from tests.support.positions import POSITIONS
from tests.support.seated import seated
from tests.support.table_driver import ScriptedTable, truco

pytestmark = pytest.mark.once

WIDTH = 70
LINES = 2
"""So many lines the smallest screen has for buttons."""


def text_of(canvas: Canvas, button: Button) -> str:
    """Return what is drawn where a button can be clicked; ``""`` where it cannot."""
    zone = ButtonZone(button.command)
    cells = [
        canvas.row_text(y)[x]
        for y in range(canvas.height)
        for x in range(canvas.width)
        if canvas.zone_at(x, y) == zone
    ]
    return "".join(cells)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
async def test_keys_buttons_and_a_paper_have_their_room(
    position: Callable[[], ScriptedTable],
) -> None:
    table = position()
    for language in i18n.LANGUAGES:
        i18n.set_language(language)
        async with seated(table) as at:
            for width in (WIDTH, 80):
                a_key_beside_the_sentence_has_its_word_and_the_help_has_the_others(
                    at.picture, width
                )
            every_button_is_there_and_says_where_its_label_is_cut(at.picture)
            a_paper_lies_on_ones_own_side_where_it_covers_no_seat(at.picture)


def a_key_beside_the_sentence_has_its_word_and_the_help_has_the_others(
    picture: Picture, width: int
) -> None:
    said = status_lines(picture.sentence, picture.mood, picture.hints, width)
    canvas = Canvas(width, len(said), PALETTE)
    paint_status(canvas, picture.sentence, picture.mood, picture.hints)
    drawn = {hint: text_of(canvas, hint) for hint in picture.hints}
    missing = [hint for hint in picture.hints if not drawn[hint]]
    for hint in picture.hints:
        word = i18n._("more") if missing and hint.command is Open.KEYS else hint.label
        assert drawn[hint] in ("", f"{key_name(hint.key)} {word}")
    assert Open.KEYS not in {hint.command for hint in missing}
    assert "…" not in canvas.plain()


def every_button_is_there_and_says_where_its_label_is_cut(picture: Picture) -> None:
    assert isinstance(picture.bar, Offers)
    canvas = Canvas(WIDTH, LINES, PALETTE)
    paint_buttons(canvas, picture.bar.buttons)
    for button in picture.bar.buttons:
        drawn = text_of(canvas, button)
        assert brief_label(button.label) in drawn or "…" in drawn, button


def a_paper_lies_on_ones_own_side_where_it_covers_no_seat(picture: Picture) -> None:
    if picture.felt.paper:
        assert not paper_on_felt(picture.felt, 80)
        assert len(wrapped(picture.felt.paper, SMALLEST_LINE_CELLS)) <= MOST_LINES_BELOW


@pytest.mark.parametrize("language", i18n.LANGUAGES)
async def test_of_all_that_may_answer_a_truco_no_label_and_no_price_is_cut(language: str) -> None:
    i18n.set_language(language)
    table = truco(4, setup={"dealer": 0, "hand": 1, "scores": [0, 0]})
    table.do(1, "truco")
    async with seated(table) as at:
        bar = at.picture.bar
        assert isinstance(bar, Offers)
        assert len(bar.buttons) == 7
        canvas = Canvas(WIDTH, LINES, PALETTE)
        paint_buttons(canvas, bar.buttons)
        for button in bar.buttons:
            assert f"{brief_label(button.label)} {button.price}".strip() in text_of(canvas, button)


KEYS = (
    Button(Bare.TOGGLE_LOG, "l", "log"),
    Button(OpenRules(), "f2", "rules"),
    Button(Open.KEYS, "question_mark", "keys"),
)


@pytest.mark.parametrize("cells", range(40, 201, 3))
def test_a_sentence_of_several_lines_leaves_no_word_or_two_for_the_last(cells: int) -> None:
    sentence = ("Your turn: three or four words " * 9)[:cells].strip()
    said = status_lines(sentence, Mood.PLAIN, KEYS, 80)
    assert " ".join(said).split() == sentence.split()
    assert all(len(line) > 60 for line in said[:-2])
    canvas = Canvas(80, len(said), PALETTE)
    paint_status(canvas, sentence, Mood.PLAIN, KEYS)
    assert text_of(canvas, KEYS[-1]) in ("? keys", "? more")
    assert "?" in canvas.row_text(len(said) - 1)
    if len(said) > 1:
        assert cell_width(said[0]) > 60, "the first line is as long as it can be"


@pytest.mark.parametrize("name", ["Beto", "Carla", "Esteban"])
@pytest.mark.parametrize("width", [13, 17])
def test_a_name_is_whole_on_a_plate_that_has_room_for_it(name: str, width: int) -> None:
    canvas = Canvas(width, 1, PALETTE)
    draw_name(canvas, 0, 0, width, SeatScene(1, name, side=1, letter="B", mark="mano", turn=True))
    assert name in canvas.row_text(0)
