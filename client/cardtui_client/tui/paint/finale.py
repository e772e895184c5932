"""Painting the page at the end of a match: a band with who has won, the score in large digits.

A page without lines is for a low felt: its band is slim, and the lines lie on one's own side.
"""

from __future__ import annotations

from typing import Final

from cardtui_client.scene.paper import SMALLEST, Finale, Line, Score, beside_digits, wrapped
from cardtui_client.text import cell_width, fit
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.colours import Palette, brightness, mix, readable, style
from cardtui_client.tui.paint.digits import DIGIT_LINES, digits_cells, draw_digits
from cardtui_client.tui.paint.paper import cells_of, draw_lines, draw_sheet

_APART: Final = 6
_BAND: Final = 3
_EDGE: Final = 4
"""The cells at both sides of the words together."""
_SLIMMEST: Final = 40
_BRIGHT: Final = 0.8
"""A side that is as bright as the page needs more ink on it."""


def finale_fits(finale: Finale, width: int, height: int) -> bool:
    """Tell whether a felt of that size has room for the page."""
    return _width_of(finale) <= width and height_of(finale) <= height


def has_digits(finale: Finale) -> bool:
    """Tell whether the page tells a score in digits: there may be too many, or none."""
    return bool(_shown(finale.scores))


def place_of(finale: Finale, room: Place) -> Place:
    """Return where the page lies in the middle of a place that has room for it."""
    width, height = _width_of(finale), height_of(finale)
    x = room.x + (room.width - width) // 2
    y = room.y + (room.height - height) // 2
    return Place(x, y, width, height)


def draw_finale(canvas: Canvas, sheet: Place, finale: Finale) -> None:
    """Paint the page there."""
    palette = canvas.palette
    x, y, width, _height = sheet
    draw_sheet(canvas, sheet)
    ground = readable(palette.card) if finale.side is None else palette.side(finale.side)
    title = style(readable(ground), ground, bold=True)
    band, space = _band(finale)
    canvas.fill(Place(x, y, width, band), title)
    canvas.centred(x + width // 2, y + band // 2, finale.title, title)
    y += band + space
    if shown := _shown(finale.scores):
        at = x + (width - _cells_of(shown)) // 2
        for score in shown:
            _draw_score(canvas, at, y, score)
            at += _cells(score) + _APART
        y += 1 + DIGIT_LINES + 1
    draw_lines(canvas, x, y, width, _lines(finale))


def _draw_score(canvas: Canvas, x: int, y: int, score: Score) -> None:
    card = canvas.palette.card
    ink = _ink(canvas.palette, score.side)
    centre = x + _cells(score) // 2
    name = style(ink, card, bold=score.won)
    canvas.centred(centre, y, fit(score.name, _cells(score)), name)
    left = x + (_cells(score) - digits_cells(score.number)) // 2
    # Digits of who has lost are paler. They are large; a name so pale would not be read.
    draw_digits(canvas, left, y + 1, score.number, ink if score.won else mix(card, ink, 0.6))


def _ink(palette: Palette, side: int | None) -> str:
    ink = readable(palette.card)
    if side is None:
        return ink
    colour = palette.side(side)
    return mix(colour, ink, 0.35 if brightness(colour) < _BRIGHT else 0.7)


def _shown(scores: tuple[Score, ...]) -> tuple[Score, ...]:
    """Return the scores for which a page has room: all, or those of who has won."""
    if _cells_of(scores) <= SMALLEST:
        return scores
    won = tuple(score for score in scores if score.won)
    return won if _cells_of(won) <= SMALLEST else ()


def _cells_of(scores: tuple[Score, ...]) -> int:
    return sum(map(_cells, scores)) + _APART * (len(scores) - 1)


def _cells(score: Score) -> int:
    return max(cell_width(score.name), digits_cells(score.number))


def _lines(finale: Finale) -> tuple[Line, ...]:
    """Return the lines under the digits, which do not tell the same."""
    told = beside_digits(finale.lines) if _shown(finale.scores) else finale.lines
    return wrapped(told, SMALLEST)


def _width_of(finale: Finale) -> int:
    inside = (
        _SLIMMEST,
        cell_width(finale.title),
        _cells_of(_shown(finale.scores)),
        cells_of(_lines(finale)),
    )
    return max(inside) + _EDGE


def height_of(finale: Finale) -> int:
    """Return how many lines the page has."""
    space = int(bool(finale.lines))
    digits = 1 + DIGIT_LINES + space if _shown(finale.scores) else 0
    return sum(_band(finale)) + digits + len(_lines(finale)) + 1


def _band(finale: Finale) -> tuple[int, int]:
    """Return the lines of the band, and those between it and what follows."""
    return (_BAND, 1) if finale.lines else (1, 0)
