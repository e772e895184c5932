"""Painting a sheet of paper: who is awaited, how a hand went, who won the match."""

from __future__ import annotations

from typing import Final

from cardtui_client.text import cell_width
from cardtui_client.widgets.canvas import Canvas, Place, fit, wrap
from cardtui_client.widgets.card_art import draw_line_card
from cardtui_client.widgets.palette import mix, readable, style
from cardtui_client.widgets.scene import Line, Scene

_MOST_BELOW: Final = 9
_COLUMN: Final = 9
SMALL: Final = 52
"""So many cells a line has on the smallest screens."""
_WIDEST: Final = 80


def paper_on_felt(scene: Scene) -> bool:
    """Tell whether the paper lies on the felt, because one's own side has no room for it."""
    return bool(scene.hand.cards) or len(wrapped(scene.paper, SMALL)) > _MOST_BELOW


def wrapped(lines: tuple[Line, ...], cells: int) -> tuple[Line, ...]:
    """Return the lines, those of words alone wrapped to so many cells."""
    return tuple(
        line._replace(text=text)
        for line in lines
        for text in (
            (wrap(line.text, cells) or [""]) if not (line.cards or line.columns) else [line.text]
        )
    )


def draw_paper(canvas: Canvas, place: Place, lines: tuple[Line, ...]) -> None:
    """Paint a sheet of paper in the middle of a place, with lines of text and cards."""
    # Columns stand beside their words: a wide paper would draw them apart.
    widest = SMALL if any(line.columns for line in lines) else _WIDEST
    lines = wrapped(lines, max(min(place.width - 6, widest), 1))
    widths = [
        cell_width(line.text) + 4 * len(line.cards) + bool(line.cards) + _COLUMN * len(line.columns)
        for line in lines
    ]
    width = min(max([24, *widths]) + 4, place.width - 2)
    lines = lines[: max(place.height, 1)]
    height = min(len(lines) + 2, place.height)
    x = place.x + (place.width - width) // 2
    y = place.y + (place.height - height) // 2
    palette = canvas.palette
    paper = style(readable(palette.card), palette.card)
    shadow = style(palette.shade, palette.shade)
    canvas.fill(Place(x + 1, y + 1, width, height), shadow)
    canvas.fill(Place(x, y, width, height), paper)
    canvas.zone(Place(x, y, width, height), "paper")
    pad = (height - len(lines)) // 2
    for row, line in enumerate(lines):
        colour = readable(palette.card)
        if line.side is not None:
            colour = mix(palette.side(line.side), readable(palette.card), 0.35)
        beside = 4 * len(line.cards) + _COLUMN * len(line.columns)
        text = fit(line.text, width - 4 - beside)
        after = x + 2
        if line.strong:
            after = x + (width - cell_width(text) - 4 * len(line.cards)) // 2
        after = canvas.text(after, y + pad + row, text, style(colour, bold=line.strong))
        ends = x + width - 2 - _COLUMN * len(line.columns)
        for words in line.columns:
            ends += _COLUMN
            shown = fit(words, _COLUMN - 1)
            at = ends - cell_width(shown)
            canvas.text(at, y + pad + row, shown, style(colour, bold=line.strong))
        for card in line.cards:
            ground = mix(palette.card, palette.shade, 0.12)
            after = draw_line_card(canvas, after + 1, y + pad + row, card, paper=ground)
            if card in line.wild:
                canvas.text(after, y + pad + row, "★", style(colour))
