"""Painting what is shown for a moment: a card turned up before all eyes, a ribbon."""

from __future__ import annotations

from typing import Final

from cardtui_client.model.cards import face
from cardtui_client.scene.shows import CloseUp, Flip, Ribbon
from cardtui_client.text import cell_width, fit, wrap
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.cards import Size, draw_back, draw_card
from cardtui_client.tui.paint.colours import mix, readable, style

_WIDEST: Final = 48
_LEAST_WORDS: Final = 8
"""Words beside the card that had fewer cells than these would not be read."""
_SIZES: Final = (Size.LARGE, Size.MEDIUM, Size.SMALL, Size.TINY)


def draw_close_up(canvas: Canvas, place: Place, shown: CloseUp) -> None:
    """Paint the card as big as the room allows, on a dark band, words beside it."""
    palette = canvas.palette
    size = next((each for each in _SIZES if each.height + 2 <= place.height), Size.TINY)
    width = min(place.width, _WIDEST)
    height = min(size.height + 2, place.height)
    x = place.x + (place.width - width) // 2
    y = place.y + (place.height - height) // 2
    canvas.fill(Place(place.x, y, place.width, height), style(palette.felt_ink, palette.shade))
    left, top = x + 2, y + 1
    match shown.flip:
        case Flip.BACK:
            draw_back(canvas, left, top, size)
        case Flip.EDGE:
            _draw_edge(canvas, left, top, size)
        case Flip.FACE if face(shown.card).hidden:
            draw_back(canvas, left, top, size)
        case Flip.FACE:
            draw_card(canvas, left, top, shown.card, size)
    room = width - size.width - 6
    if room < _LEAST_WORDS:
        return
    lines = [(line, index) for index, words in enumerate(shown.words) for line in wrap(words, room)]
    line = y + max((height - len(lines)) // 2, 0)
    for words, index in lines:
        ink = palette.side(shown.side) if index == 0 else palette.felt_ink
        if index > 1:
            ink = palette.turn
        canvas.text(left + size.width + 2, line, fit(words, room), style(ink, bold=index != 1))
        line += 1


def _draw_edge(canvas: Canvas, x: int, y: int, size: Size) -> None:
    """Paint a card halfway between back and face."""
    palette = canvas.palette
    width = max(size.width // 4, 1)
    left = x + (size.width - width) // 2
    paper = mix(palette.card, palette.back, 0.35)
    canvas.fill(Place(left, y, width, size.height), style(palette.card_edge, paper))
    for row in range(size.height):
        canvas.text(left, y + row, "▏", style(palette.card_edge, paper))


def draw_ribbon(canvas: Canvas, place: Place, ribbon: Ribbon) -> None:
    """Paint a ribbon across the place, its title spread out if there is room."""
    palette = canvas.palette
    ground = palette.accent
    ink = readable(ground)
    title = " ".join(ribbon.title.upper())
    if cell_width(title) > place.width - 8:
        title = ribbon.title.upper()
    words = wrap(ribbon.words, max(place.width - 4, 1))[:2]
    height = min(len(words) + 4, place.height)
    y = place.y + max((place.height - height) // 2, 0)
    canvas.fill(Place(place.x, y, place.width, height), style(ink, ground))
    rule = style(mix(ground, ink, 0.5), ground)
    canvas.text(place.x, y, "━" * place.width, rule)
    canvas.text(place.x, y + height - 1, "━" * place.width, rule)
    _centred(canvas, place, y + 1, f"★ {fit(title, place.width - 6)} ★", bold=True)
    for row, line in enumerate(words):
        _centred(canvas, place, y + 3 + row, fit(line, place.width - 2), bold=False)


def _centred(canvas: Canvas, place: Place, y: int, text: str, *, bold: bool) -> None:
    x = place.x + (place.width - cell_width(text)) // 2
    canvas.text(x, y, text, style(readable(canvas.palette.accent), bold=bold))
