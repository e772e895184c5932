"""The score as it is kept with matches: squares of five, first the malas, then the buenas.

Four matches make a square and the fifth lies across. A side that has filled the *malas*
begins anew at the *buenas*.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_client.scene.scene import Tally
from cardtui_client.text import fit
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.colours import mix, style

HEADS: Final = "•"
_SQUARES: Final = (
    ("     ", "     ", "     "),
    ("•    ", "│    ", "╵    "),
    ("•───•", "│    ", "╵    "),
    ("•───•", "│   │", "╵   •"),
    ("•───•", "│   │", "•───•"),
    ("•───•", "│ ╱ │", "•───•"),
)
WIDTH: Final = 17
WITH_PAD: Final = 60
"""Where a table has fewer columns, the top line alone tells the score."""
HEIGHT: Final = 11
_BOTH_HEIGHT: Final = 23
"""From so many lines on the *malas* and the *buenas* are kept apart, one above the other."""
_SQUARE_LINES: Final = 3
_FIVE: Final = 5
_HALF: Final = 15
_BLANK: Final = ("·   ·", "     ", "·   ·")
"""A square that is still to be laid."""
COLUMN: Final = 8
"""How wide the score of one side is."""


class Half(NamedTuple):
    """A score as it is kept.

    Attributes:
        points: in this half.
        good: whether it is the second half, the *buenas*.
    """

    points: int
    good: bool


def half_of(points: int, malas: int) -> Half:
    """Return which half of the match a score is in, and how far.

    >>> half_of(17, 15)
    Half(points=2, good=True)
    """
    if points <= malas:
        return Half(points, good=False)
    return Half(points - malas, good=True)


def squares(points: int) -> list[tuple[str, str, str]]:
    """Return the squares that so many matches make, the last one perhaps unfinished."""
    whole, rest = divmod(max(points, 0), 5)
    return [_SQUARES[5]] * whole + ([_SQUARES[rest]] if rest else [])


def draw_pad(canvas: Canvas, x: int, y: int, tallies: tuple[Tally, ...]) -> None:
    """Paint the matches of both sides beside each other, names above."""
    palette = canvas.palette
    height = canvas.height - y
    ground = mix(palette.felt, palette.shade, 0.55)
    canvas.fill(Place(x, y, WIDTH, height), style(palette.felt_ink, ground))
    for row in range(y, y + height):
        canvas.text(x + COLUMN, row, "│", style(mix(ground, palette.felt_ink, 0.25)))
    apart = height >= _BOTH_HEIGHT and all(_in_halves(tally) for tally in tallies[:2])
    for index, tally in enumerate(tallies[:2]):
        left, second = x + index * (COLUMN + 1), index > 0
        draw_heading(canvas, left, y, tally, palette.side(tally.side), second=second)
        (_halves if apart else _half)(canvas, left, y, tally)


def draw_heading(
    canvas: Canvas, x: int, y: int, tally: Tally, colour: str, *, second: bool
) -> None:
    """Paint a side's name and points over its column; instead of the name what is yet to come."""
    palette = canvas.palette
    number = str(tally.points)
    if tally.pending:
        heading = f"{number} +{tally.pending}"
    else:
        heading = f"{fit(tally.name, COLUMN - 1 - len(number))} {number}"
    # One blank alone goes to the side where the line between the columns is.
    if len(heading) == COLUMN - 1:
        heading = f" {heading}" if second else f"{heading} "
    heading = heading.center(COLUMN)
    if tally.fresh:
        canvas.text(x, y, heading, style(palette.felt, palette.turn, bold=True))
    else:
        canvas.text(x, y, heading, style(colour, bold=True))


def _in_halves(tally: Tally) -> bool:
    """Tell whether both halves of the score have room under each other."""
    halves = (tally.malas, tally.target - tally.malas)
    return all(0 < half <= _HALF and not half % _FIVE for half in halves)


def _halves(canvas: Canvas, x: int, y: int, tally: Tally) -> None:
    """Paint both halves of the score, with what is still to be laid."""
    palette = canvas.palette
    faint = style(mix(palette.felt, palette.felt_ink, 0.35))
    bad = min(tally.points, tally.malas)
    line = y + 1
    for word, whole, laid in (
        ("malas", tally.malas, bad),
        ("buenas", tally.target - tally.malas, tally.points - bad),
    ):
        drawn = squares(min(laid, whole))
        for number in range(whole // _FIVE):
            canvas.stamp(x + 1, line, _BLANK, faint)
            if number < len(drawn):
                _square(canvas, x + 1, line, drawn[number], fresh=tally.fresh)
            line += _SQUARE_LINES
        canvas.text(x, line, fit(word, COLUMN).center(COLUMN), style(palette.felt_ink, italic=True))
        line += 2


def _half(canvas: Canvas, x: int, y: int, tally: Tally) -> None:
    """Paint the half of the score that counts now."""
    palette = canvas.palette
    half = half_of(tally.points, tally.malas)
    room = max((canvas.height - y - 2) // _SQUARE_LINES, 1)
    line = y + 1
    left = half.points
    if left > room * _FIVE:
        # A long match: whole squares are counted, the one that is being laid is drawn.
        whole = (left - 1) // _FIVE
        canvas.text(x + 1, line, fit(f"{whole} ×5", COLUMN - 1), style(palette.felt_ink))
        line += 1
        left -= whole * _FIVE
    drawn = squares(left)
    for shape in drawn:
        _square(canvas, x + 1, line, shape, fresh=tally.fresh)
        line += _SQUARE_LINES
    if canvas.height - y > 9 and line < canvas.height:
        word = "buenas" if half.good else "malas"
        bottom = min(max(y + HEIGHT - 1, line), canvas.height - 1)
        canvas.text(
            x, bottom, fit(word, COLUMN).center(COLUMN), style(palette.felt_ink, italic=True)
        )


def _square(canvas: Canvas, x: int, y: int, shape: tuple[str, ...], *, fresh: bool) -> None:
    palette = canvas.palette
    wood = palette.turn if fresh else mix(palette.felt_ink, palette.warning, 0.35)
    canvas.stamp(x, y, shape, style(wood))
    for row, text in enumerate(shape):
        for column, char in enumerate(text):
            if char in HEADS:
                canvas.text(x + column, y + row, char, style(palette.error, bold=True))
