"""What the smallest screen shows of all that can be pressed: nothing falls out, nothing is cut.

All positions of all games, in all languages.
"""

from collections.abc import Callable, Iterator

import pytest

from cardtui_client import i18n
from cardtui_client.scene.bar import Offers
from cardtui_client.scene.buttons import Button
from cardtui_client.scene.commands import OpenKeys
from cardtui_client.scene.paper import MOST_BELOW, SMALLEST, wrapped
from cardtui_client.scene.zones import ButtonZone
from cardtui_client.tui.paint.actions import paint_buttons
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.paper import paper_on_felt
from cardtui_client.tui.themes import DEFAULTS
from cardtui_client.tui.widgets.bars import paint_status
from cardtui_client.tui.widgets.palette import palette_of
from tests.screens.table_driver import ScriptedTable
from tests.table.positions import POSITIONS
from tests.table.seated import seated

pytestmark = pytest.mark.once

PALETTE = palette_of(DEFAULTS, dark=True, four_colours=True)
WIDTH = 70
LINES = 2
"""So many lines the smallest screen has for buttons."""


@pytest.fixture(params=i18n.LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    i18n.set_language(request.param)
    yield request.param
    i18n.set_language("en")


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
async def test_all_keys_that_always_work_stand_beside_the_sentence(
    position: Callable[[], ScriptedTable], language: str
) -> None:
    async with seated(position()) as at:
        picture = at.picture
        canvas = Canvas(WIDTH, 1, PALETTE)
        paint_status(canvas, picture.sentence, picture.mood, picture.hints)
        assert OpenKeys() in {hint.command for hint in picture.hints}
        assert all(text_of(canvas, hint) for hint in picture.hints)
        assert "…" not in canvas.row_text(0)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
async def test_every_button_is_there_and_says_where_its_label_is_cut(
    position: Callable[[], ScriptedTable], language: str
) -> None:
    async with seated(position()) as at:
        bar = at.picture.bar
        assert isinstance(bar, Offers)
        canvas = Canvas(WIDTH, LINES, PALETTE)
        paint_buttons(canvas, bar.buttons)
        for button in bar.buttons:
            drawn = text_of(canvas, button)
            assert button.label in drawn or "…" in drawn, button


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
async def test_a_paper_lies_on_ones_own_side_where_it_covers_no_seat(
    position: Callable[[], ScriptedTable], language: str
) -> None:
    async with seated(position()) as at:
        scene = at.picture.felt
        if scene.paper:
            assert not paper_on_felt(scene)
            assert len(wrapped(scene.paper, SMALLEST)) <= MOST_BELOW
