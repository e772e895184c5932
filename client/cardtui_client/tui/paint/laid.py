"""Painting cards that lie face up in the middle of the felt, in rows of three."""

from __future__ import annotations

from typing import Final

from cardtui_client.scene.middle import Laid
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.cards import Look, Size, draw_card

_IN_ROW: Final = 3


def draw_laid(canvas: Canvas, middle: Place, laid: Laid) -> None:
    """Paint them as big as the room allows."""
    cards = laid.cards
    rows = [cards[at : at + _IN_ROW] for at in range(0, len(cards), _IN_ROW)]
    size = size_for(middle, len(rows))
    step = size.height + (size is not Size.LINE)
    left = len(cards)
    y = middle.y + max((middle.height - len(rows) * step) // 2, 0)
    for row in rows:
        x = middle.x + (middle.width - len(row) * (size.width + 1)) // 2
        for card in row:
            left -= 1
            look = Look.FRESH if left < laid.fresh else Look.PLAIN
            draw_card(canvas, x, y, card, size, look=look)
            x += size.width + 1
        y += step


def size_for(middle: Place, rows: int) -> Size:
    """Return the size of cards of which so many rows find room."""
    for size in (Size.MEDIUM, Size.SMALL, Size.TINY):
        wide = _IN_ROW * (size.width + 1)
        if rows * (size.height + 1) <= middle.height and wide <= middle.width:
            return size
    return Size.LINE
