"""Painting a sheet of paper: who is awaited, how a hand went, who won the match."""

from __future__ import annotations

from typing import Final

from rich.style import Style

from cardtui_client.scene.paper import BREAK_CELLS, MOST_BELOW, SMALLEST, Line, wrapped
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.zones import PaperZone
from cardtui_client.text import cell_width, fit
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.cards import draw_line_card
from cardtui_client.tui.paint.colours import Palette, mix, readable, style

_COLUMN: Final = 9
_EDGES: Final = 6
"""The columns around the words: the paper's own, and the felt's beside it."""
BESIDE_NAME: Final = 19
"""From this column on a paper on one's own side leaves one's name in sight."""
_WIDEST: Final = 80
_ASIDE_GAP: Final = 2


def paper_on_felt(scene: Scene) -> bool:
    """Tell whether the paper lies on the felt, because one's own side has no room for it."""
    if scene.finale is not None:
        return True
    held = bool(scene.hand.cards) and not scene.hand.unplayed
    return held or len(wrapped(scene.paper, SMALLEST)) > MOST_BELOW


def place_below(width: int, height: int) -> Place:
    """Return where a paper lies on one's own side, which is that large."""
    return Place(BESIDE_NAME, 0, width - BESIDE_NAME - 1, height)


def lines_below(scene: Scene, width: int) -> int:
    """Return how many lines the paper has on one's own side, which is that wide."""
    return len(wrapped(scene.paper, _cells(place_below(width, 0), scene.paper)))


def _cells(place: Place, lines: tuple[Line, ...]) -> int:
    # Columns stand beside their words: a wide paper would draw them apart.
    widest = SMALLEST if any(line.columns for line in lines) else _WIDEST
    return max(min(place.width - _EDGES, widest), 1)


def draw_paper(canvas: Canvas, place: Place, lines: tuple[Line, ...]) -> None:
    """Paint a sheet of paper in the middle of a place, with lines of text and cards."""
    if canvas.ascii_only:
        lines = tuple(line._replace(text=canvas.sentence(line.text)) for line in lines)
    lines = wrapped(lines, _cells(place, lines))
    width = min(max(24, cells_of(lines)) + 4, place.width - 2)
    lines = lines[: max(place.height, 1)]
    height = min(len(lines) + 2, place.height)
    x = place.x + (place.width - width) // 2
    y = place.y + (place.height - height) // 2
    draw_sheet(canvas, Place(x, y, width, height))
    pad = (height - len(lines)) // 2
    if height < len(lines) + 2:  # its lower edge is a line of its own only where there is room
        canvas.fill(Place(x, y + height - 1, width, 1), _paper(canvas.palette))
    draw_lines(canvas, x, y + pad, width, lines)


def cells_of(lines: tuple[Line, ...]) -> int:
    """Return how many cells the widest of the lines takes."""
    return max(
        (
            cell_width(line.text)
            + line.card_cells
            + bool(line.cards)
            + _aside_cells(line)
            + _COLUMN * len(line.columns)
            for line in lines
        ),
        default=0,
    )


def _aside_cells(line: Line) -> int:
    """Return the cells of what stands in a quiet colour, and of the gap before it."""
    return cell_width(line.aside) + _ASIDE_GAP if line.aside else 0


def draw_sheet(canvas: Canvas, sheet: Place) -> None:
    """Paint an empty sheet and its shadow."""
    palette = canvas.palette
    x, y, width, height = sheet
    canvas.fill(Place(x + 1, y + 1, width, height), style(palette.shade, palette.shade))
    canvas.fill(sheet, _paper(palette))
    canvas.zone(sheet, PaperZone())
    # Its lower edge is to be seen, whatever lies under it.
    canvas.text(x, y + height - 1, "▀" * width, style(palette.card, palette.shade))


def _paper(palette: Palette) -> Style:
    return style(readable(palette.card), palette.card)


def draw_lines(canvas: Canvas, x: int, y: int, width: int, lines: tuple[Line, ...]) -> None:
    """Paint lines under each other on a sheet that is so wide."""
    palette = canvas.palette
    for row, line in enumerate(lines, y):
        colour = readable(palette.card)
        if line.side is not None:
            colour = mix(palette.side(line.side), readable(palette.card), 0.35)
        beside = line.card_cells + _aside_cells(line) + _COLUMN * len(line.columns)
        text = fit(line.text, width - 4 - beside)
        after = x + 2
        if line.strong and not line.columns:
            after = x + (width - cell_width(text) - line.card_cells - _aside_cells(line)) // 2
        look = style(colour, bold=line.strong)
        if line.strong and line.side is not None:
            # The colour of who has won is found before any word.
            band = palette.side(line.side)
            look = style(readable(band), band, bold=True)
            canvas.fill(Place(x, row, width, 1), look)
        after = canvas.text(after, row, text, look)
        if line.aside:
            quiet = style(mix(palette.card, readable(palette.card), 0.6))
            canvas.text(after + _ASIDE_GAP, row, line.aside, quiet)
        ends = x + width - 2 - _COLUMN * len(line.columns)
        for words in line.columns:
            ends += _COLUMN
            shown = fit(words, _COLUMN - 1)
            at = ends - cell_width(shown)
            canvas.text(at, row, shown, look)
        for number, card in enumerate(line.cards):
            after += BREAK_CELLS * (number in line.breaks)
            ground = mix(palette.card, palette.shade, 0.12)
            after = draw_line_card(canvas, after + 1, row, card, paper=ground)
            if card in line.wild:
                canvas.text(after, row, "★", style(colour))
