"""The score as it is kept with beans: each side takes its *tentos* out of one bowl.

The bowl holds twenty-two, eleven for each side: who takes the twelfth has won.
"""

from __future__ import annotations

from typing import Final

from cardtui_client.scene.scene import Tally
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.colours import mix, style
from cardtui_client.tui.paint.matches import COLUMN, WIDTH, draw_heading

BEANS: Final = 22
_MOST: Final = 12
_BEAN: Final = "●"
_LEFT: Final = "•"
_PLACE: Final = "·"
"""Where a bean is still to lie."""
_IN_ROW: Final = 4
_TALL: Final = 20
"""From so many lines on there is one between the rows."""
_BOWL: Final = 4
"""Lines of the bowl."""
_ROWS: Final = (12, 10)
"""How many beans lie in each row of the bowl, from the top."""


def beans(points: int) -> int:
    """Return how many beans a score is; a server that tells of thousands gets twelve."""
    return min(max(points, 0), _MOST)


def in_bowl(tallies: tuple[Tally, ...]) -> int:
    """Return how many beans are left in the bowl."""
    return max(BEANS - sum(beans(tally.points) for tally in tallies[:2]), 0)


def draw_tentos(canvas: Canvas, x: int, y: int, tallies: tuple[Tally, ...]) -> None:
    """Paint the beans of both sides beside each other, and the bowl under them."""
    palette = canvas.palette
    height = canvas.height - y
    ground = mix(palette.felt, palette.shade, 0.55)
    canvas.fill(Place(x, y, WIDTH, height), style(palette.felt_ink, ground))
    wood = mix(palette.felt_ink, palette.warning, 0.35)
    faint = style(mix(ground, palette.felt_ink, 0.35))
    rows = _MOST // _IN_ROW
    apart = 1 if height < _TALL else 2
    for index, tally in enumerate(tallies[:2]):
        left = x + index * (COLUMN + 1)
        draw_heading(canvas, left, y, tally, palette.side(tally.side), second=index > 0)
        look = style(palette.turn if tally.fresh else palette.side(tally.side), bold=True)
        count = beans(tally.points)
        for row in range(rows):
            laid = min(max(count - row * _IN_ROW, 0), _IN_ROW)
            line = y + 1 + row * apart
            canvas.text(left + 1, line, " ".join(_PLACE * _IN_ROW), faint)
            canvas.text(left + 1, line, " ".join(_BEAN * laid), look)
    rows *= apart
    for row in range(y, y + 1 + rows):
        canvas.text(x + COLUMN, row, "│", style(mix(ground, palette.felt_ink, 0.25)))
    if height < 2 + rows + _BOWL:
        return
    top = y + 2 + rows + max((min(height, 14 * apart) - 2 - rows - _BOWL) // 2, 0)
    _draw_bowl(canvas, x + 1, top, in_bowl(tallies), wood)


def _draw_bowl(canvas: Canvas, x: int, y: int, left: int, wood: str) -> None:
    edge, bean = style(wood), style(wood, bold=True)
    upper = max(left - _ROWS[1], 0)
    for row, lying in enumerate((upper, left - upper)):
        wide = _ROWS[row]
        canvas.text(x + row, y + row, "╲", edge)
        canvas.text(x + row + 1 + (wide - lying) // 2, y + row, _LEFT * lying, bean)
        canvas.text(x + row + wide + 1, y + row, "╱", edge)
    canvas.text(x + 2, y + 2, "╰" + "─" * (_ROWS[1] - 2) + "╯", edge)
    canvas.text(x + 6, y + 3, f"{left:>2}", edge)
