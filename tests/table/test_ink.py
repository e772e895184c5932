"""What is painted at a table can be seen in every theme, and has no hue in the one without.

Which pairs of words of a theme must be read is measured in `tests/screens/test_app.py`; here
are the mixtures that painting makes of them.
"""

from collections.abc import Iterator
from typing import Final

import pytest
from rich.color import Color
from rich.style import Style

from cardtui_client.scene.commands import Bare
from cardtui_client.scene.scene import Button, Tone
from cardtui_client.settings.values import HUELESS_THEME
from cardtui_client.tui.paint.actions import paint_buttons
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.cards import Size, draw_key
from tests.support.colours import PALETTES, contrast
from tests.support.positions import POSITIONS
from tests.support.seated import seated
from tests.table.boards import board_of

pytestmark = pytest.mark.once

SIZE: Final = (80, 24)
SEEN: Final = 2.4
"""What steps back on purpose has that much: keys on cards, cards that no longer count."""
SIGNS: Final = "★▼●○↑↓▲"


async def painted(theme: str) -> Iterator[tuple[str, str, Style]]:
    """Return every sign that stands on some table, with how it is painted."""
    found: dict[tuple[str, Style], str] = {}
    for name, position in POSITIONS.items():
        async with seated(position()) as at:
            for canvas in board_of(at.picture, *SIZE, PALETTES[theme]):
                for chars, styles in zip(canvas.chars, canvas.styles, strict=True):
                    found |= dict.fromkeys(zip(chars, styles, strict=True), name)
    return iter((name, char, style) for (char, style), name in found.items())


def _hex(colour: Color | None) -> str:
    assert colour is not None
    return colour.get_truecolor().hex


@pytest.mark.slow
@pytest.mark.parametrize("theme", PALETTES)
async def test_what_is_painted_can_be_seen(theme: str) -> None:
    faint = set()
    for name, char, style in await painted(theme):
        if style.color is None or not (char.isalnum() or char in SIGNS):
            continue
        ink, ground = _hex(style.color), _hex(style.bgcolor)
        if contrast(ink, ground) < SEEN:
            faint.add((name, char, ink, ground))
    assert not faint


def _faintest(canvas: Canvas) -> float:
    return min(
        contrast(_hex(style.color), _hex(style.bgcolor))
        for chars, styles in zip(canvas.chars, canvas.styles, strict=True)
        for char, style in zip(chars, styles, strict=True)
        if char.isalnum()
    )


@pytest.mark.parametrize("theme", PALETTES)
def test_keys_that_step_back_are_still_read(theme: str) -> None:
    palette = PALETTES[theme]
    assert contrast(palette.muted, palette.panel) >= 4.5, "words beside keys"
    bar = Canvas(60, 2, palette)
    buttons = tuple(Button(Bare.HOLD, "a", tone.value, tone=tone) for tone in Tone)
    paint_buttons(bar, buttons, sent=True)
    assert _faintest(bar) >= 3.0, "a button that was pressed"
    card = Canvas(13, 9, palette)
    draw_key(card, Place(0, 0, 13, 9), Size.LARGE, 1, palette.card, picked=False)
    assert _faintest(card) >= 3.5, "the key of a card"


@pytest.mark.nightly
async def test_without_hue_there_is_none() -> None:
    inks = {
        _hex(colour)
        for _name, _char, style in await painted(HUELESS_THEME)
        for colour in (style.color, style.bgcolor)
        if colour is not None
    }
    assert len(inks) > 10
    assert [ink for ink in inks if not ink[1:3] == ink[3:5] == ink[5:7]] == []
