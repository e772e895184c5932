"""Painting the stake: a box beside one's own name, which is heavier the more is played for."""

from __future__ import annotations

from typing import Final

from cardtui_client.scene.stake import Stake, Weight
from cardtui_client.text import cell_width, fit
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.colours import mix, readable, style

_EDGES: Final = {
    Weight.USUAL: tuple("╭─╮│╰╯"),
    Weight.RAISED: tuple("╔═╗║╚╝"),
    Weight.DECISIVE: tuple("╔═╗║╚╝"),
}
_BORDERS: Final = 2
"""The lines, and the columns, that the edges of a box take."""


def stake_rows(stake: Stake) -> int:
    """Return how many lines the whole box takes."""
    return 1 + len(_words(stake)) + _BORDERS


def draw_stake(canvas: Canvas, place: Place, stake: Stake) -> None:
    """Paint it at the top of the place: a box, or its words alone where there is less room."""
    palette = canvas.palette
    x, y, width, height = place
    colour = palette.accent if stake.asked else mix(palette.felt, palette.felt_ink, 0.75)
    filled = stake.weight is Weight.DECISIVE
    ground = (palette.accent if stake.asked else palette.warning) if filled else palette.felt
    ink = readable(ground) if filled else palette.felt_ink
    if height <= _BORDERS:
        first = _pair(stake.title, str(stake.worth), width - 2)
        words = [fit(each, width - 2) for each in _words(stake)]
        for row, text in enumerate([first, *words][:height]):
            canvas.fill(Place(x, y + row, width, 1), style(ink, ground))
            canvas.text(x + 1, y + row, text, style(ink, bold=not row))
        return
    inner = width - _BORDERS
    number = str(stake.worth)
    needed = [cell_width(f"{stake.title} {number}"), *map(cell_width, _words(stake))]
    blank = int(max(needed) + 2 <= inner)  # words that need the room touch the edges
    cells = inner - 2 * blank
    lines = [_pair(stake.title, number, cells), *(fit(each, cells) for each in _words(stake))]
    lines = lines[: height - _BORDERS]
    edge = style(ink if filled else colour, ground)
    left_top, level, right_top, upright, left_low, right_low = _EDGES[stake.weight]
    canvas.fill(Place(x, y, width, len(lines) + _BORDERS), style(ink, ground))
    canvas.text(x, y, left_top + level * (width - 2) + right_top, edge)
    for row, text in enumerate(lines, y + 1):
        canvas.text(x, row, upright, edge)
        canvas.text(x + 1 + blank, row, text, style(ink, bold=row == y + 1))
        canvas.text(x + width - 1, row, upright, edge)
    last = y + len(lines) + 1
    canvas.text(x, last, left_low + level * (width - 2) + right_low, edge)


def _words(stake: Stake) -> list[str]:
    """Return what stands under the number, the most telling first."""
    return [each for each in (stake.decides, stake.refused) if each]


def _pair(words: str, number: str, cells: int) -> str:
    """Return the words at the left, the number at the right."""
    room = max(cells - cell_width(number) - 1, 0)
    words = fit(words, room)
    return f"{words}{' ' * (room - cell_width(words))} {number}"
