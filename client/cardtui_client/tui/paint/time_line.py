"""Painting the time line: a number for each hand, the score after it below, the one shown lit."""

from __future__ import annotations

from typing import Final

from cardtui_client.scene.commands import WindTo
from cardtui_client.scene.middle import ButtonZone, Zone
from cardtui_client.scene.scene import HandMark, TimeLine
from cardtui_client.text import cell_width
from cardtui_client.tui.paint.canvas import Canvas, Place, mix, readable, style

_EDGE: Final = 2
"""The cells at each end, for the sign that there is more."""
_MORE: Final = "…"


def paint_time_line(canvas: Canvas, line: TimeLine, *, hovered: Zone | None = None) -> None:
    """Paint as many hands as there is room for around the one that is shown.

    Args:
        canvas: where to.
        line: the time line.
        hovered: what the mouse points at.
    """
    palette = canvas.palette
    canvas.clear(style(palette.muted, palette.panel))
    soft = style(mix(palette.panel, palette.ink, 0.5))
    first, after = _in_view(line, canvas.width - 2 * _EDGE)
    if first:
        canvas.text(0, 0, _MORE, soft)
    x = _EDGE
    for place in range(first, after):
        mark = line.hands[place]
        width = _width(mark)
        zone = ButtonZone(WindTo(mark.first))
        canvas.zone(Place(x, 0, width, canvas.height), zone)
        look = style(palette.ink if zone == hovered else palette.muted)
        if place == line.now:
            look = style(readable(palette.primary), palette.primary, bold=True)
        canvas.text(x, 0, str(mark.number).center(width), look)
        if canvas.height > 1:
            _score(canvas, x, width, mark)
        x += width
    if line.more or after < len(line.hands):
        canvas.text(min(x, canvas.width - 1), 0, _MORE, soft)


def _score(canvas: Canvas, x: int, width: int, mark: HandMark) -> None:
    palette = canvas.palette
    x += (width - _cells(mark)) // 2
    for part in mark.score:
        colour = palette.ink if part.side is None else palette.side(part.side)
        x = canvas.text(x, 1, part.text, style(colour))


def _in_view(line: TimeLine, room: int) -> tuple[int, int]:
    """Return the first hand that has room, and the one after the last: the one shown amid them."""
    middle = 0 if line.now is None else line.now
    first = after = middle
    left = room
    while True:
        grown = False
        if after < len(line.hands) and _width(line.hands[after]) <= left:
            left -= _width(line.hands[after])
            after, grown = after + 1, True
        if first and _width(line.hands[first - 1]) <= left:
            left -= _width(line.hands[first - 1])
            first, grown = first - 1, True
        if not grown:
            return first, after


def _width(mark: HandMark) -> int:
    return max(len(str(mark.number)), _cells(mark)) + 2


def _cells(mark: HandMark) -> int:
    return sum(cell_width(part.text) for part in mark.score)
