"""Painting the middle as the place to lay cards down: the melds there, and what a click does."""

from __future__ import annotations

from typing import Final

from rich.style import Style

from cardtui_client.scene.middle import Target
from cardtui_client.scene.zones import TargetZone
from cardtui_client.text import cell_width, fit, wrap
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.cards import draw_line_card
from cardtui_client.tui.paint.colours import mix, readable, style

_NARROWEST: Final = 10
_WIDEST: Final = 46
_TALLEST: Final = 13
_CARD: Final = 4


def draw_target(canvas: Canvas, middle: Place, target: Target) -> None:
    """Paint it over what else lies there; all of it can be clicked."""
    palette = canvas.palette
    width = min(middle.width, _WIDEST)
    x = middle.x + (middle.width - width) // 2
    height = min(middle.height, _TALLEST)
    top = middle.y + (middle.height - height) // 2
    ground = mix(palette.felt, palette.turn, 0.16 if target.ready else 0.06)
    edge = palette.turn if target.ready else mix(palette.felt, palette.felt_ink, 0.5)
    if width < _NARROWEST:
        return
    place = Place(x, top, width, height)
    canvas.fill(place, style(palette.felt_ink, ground))
    _draw_edge(canvas, place, style(edge, ground))
    canvas.zone(place, TargetZone())
    inner = width - 4
    words = wrap(target.words, inner)[: max(height - 2, 1)]
    rows = _rows(target.melds, inner // _CARD)
    room = max(height - 2 - len(words), 0)
    rows = rows[-room:] if room else []
    step = 2 if room >= 2 * len(rows) else 1
    gap = 1 if rows and step == 1 and room > len(rows) else 0
    y = top + max((height - len(rows) * step - gap - len(words)) // 2, 0)
    for row in rows:
        after = x + (width - len(row) * _CARD + 1) // 2
        for card in row:
            after = draw_line_card(canvas, after, y, card) + 1
        y += step
    y += gap
    soft = style(mix(ground, palette.felt_ink, 0.8), ground, italic=True)
    look = soft
    if target.ready:
        look = style(readable(palette.turn), palette.turn, bold=True)
    for line in words:
        shown = f" {line} " if target.ready else line
        shown = fit(shown, width - 2)
        canvas.text(x + (width - cell_width(shown)) // 2, y, shown, look)
        y += 1
    note = wrap(target.note, width - 2)
    if y + len(note) < top + height:
        for line in note:
            canvas.text(x + (width - cell_width(line)) // 2, y, line, soft)
            y += 1


def _rows(melds: tuple[tuple[int, ...], ...], most: int) -> list[tuple[int, ...]]:
    """Return the melds as rows; a long one goes on in the next."""
    most = max(most, 1)
    return [meld[at : at + most] for meld in melds for at in range(0, len(meld), most)]


def _draw_edge(canvas: Canvas, place: Place, look: Style) -> None:
    x, y, width, height = place
    inner = "╌" * (width - 2)
    canvas.text(x, y, f"╭{inner}╮", look)
    for row in range(1, height - 1):
        canvas.text(x, y + row, "╎", look)
        canvas.text(x + width - 1, y + row, "╎", look)
    canvas.text(x, y + height - 1, f"╰{inner}╯", look)
