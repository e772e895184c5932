"""Painting the cloth: the suits of a deck, printed where nothing lies."""

from __future__ import annotations

from cardtui_client.model.cards import SIGNS
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.card_shapes import WIDE_PIPS
from cardtui_client.tui.paint.colours import mix, style


def draw_print(canvas: Canvas, middle: Place, deck: str) -> None:
    """Print the suits on the cloth, so faint that nothing on it is harder to see."""
    faint = style(mix(canvas.palette.felt, canvas.palette.felt_ink, 0.14))
    shapes = tuple(WIDE_PIPS[suit] for suit in "EOCB")
    if deck == "french":
        shapes = tuple((f"  {sign}  ",) for sign in SIGNS.values())
    gap = 3
    width = len(shapes) * 5 + (len(shapes) - 1) * gap
    height = len(shapes[0])
    if not deck or width > middle.width or height + 2 > middle.height:
        return
    x = middle.x + (middle.width - width) // 2
    y = middle.y + (middle.height - height) // 2
    for shape in shapes:
        canvas.stamp(x, y, shape, faint)
        x += 5 + gap
