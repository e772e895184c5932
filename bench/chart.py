"""Draws the pictures of the law of cost: two lines over steps, on the felt of the table.

A picture brings its own ground, so that it can be read on a light page and on a dark one; the lines
are told apart by their marks and strokes as well as by colour (docs/design.md).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from cardtui_client.tui.themes import DEFAULT_COLOURS

PICTURES: Final = Path(__file__).parents[1] / "docs/pictures"

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 70, 40, 70, 74

ROUND_NUMBERS: Final = (1.0, 1.2, 1.6, 2.0, 2.4, 3.2, 4.0, 6.0, 8.0, 10.0)
"""Numbers of which a quarter is plain."""

FELT, EDGE, INK = (DEFAULT_COLOURS[name] for name in ("felt", "felt-edge", "felt-ink"))


class Line(NamedTuple):
    """What was measured of a contender, by step; its colour, and its stroke as SVG has it."""

    name: str
    values: Sequence[float]
    colour: str
    dashes: str = ""


OUR_STYLE: Final = (DEFAULT_COLOURS["team-0"], "")
THEIR_STYLE: Final = (DEFAULT_COLOURS["team-1"], "6 5")


def draw_law(
    file: str, axis: str, steps: Sequence[int], rates: Sequence[Sequence[Sequence[float]]]
) -> None:
    """Draw moves a second against steps; the rates are ours and the echo's, by step and round."""
    ours, theirs = zip(*([statistics.median(of) for of in each] for each in rates), strict=True)
    lines = [Line("cardtui", ours, *OUR_STYLE), Line("a bare echo", theirs, *THEIR_STYLE)]
    picture = drawn("Moves a second", axis, [f"{each:,}" for each in steps], lines)
    (PICTURES / file).write_text(picture, encoding="utf-8")


def drawn(title: str, axis: str, steps: Sequence[str], lines: Sequence[Line]) -> str:
    """Return the picture as SVG; heights begin at nought."""
    top = _round_up(max(value for line in lines for value in line.values))
    xs = [LEFT + (WIDTH - LEFT - RIGHT) * (at + 0.5) / len(steps) for at in range(len(steps))]
    foot = HEIGHT - BOTTOM

    def height(value: float) -> float:
        return foot - (foot - TOP) * value / top

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{FELT}"/>',
        _text(LEFT, 28, title, INK, size=16),
        _text(WIDTH / 2, HEIGHT - 14, axis, INK, anchor="middle"),
    ]
    for part in range(5):
        y = height(top * part / 4)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{EDGE}"/>')
        parts.append(_text(LEFT - 8, y + 4, f"{top * part / 4:,.0f}", INK, anchor="end"))
    for x, step in zip(xs, steps, strict=True):
        parts.append(_text(x, foot + 36, step, INK, anchor="middle"))
    for number, line in enumerate(lines):
        points = [(x, height(value)) for x, value in zip(xs, line.values, strict=True)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{line.colour}" stroke-width="2.5"'
            f' stroke-dasharray="{line.dashes}"/>'
        )
        for at, ((x, y), value) in enumerate(zip(points, line.values, strict=True)):
            lowest = value < max(other.values[at] for other in lines)
            above = y + 19 if lowest else y - 10
            parts.append(_mark(number, x, y, line.colour))
            parts.append(_text(x, above, f"{value:,.0f}", line.colour, anchor="middle"))
        left = LEFT + 180 * number
        parts += [_mark(number, left + 5, 46, line.colour), _text(left + 16, 50, line.name, INK)]
    return "\n".join([*parts, "</svg>\n"])


def _mark(number: int, x: float, y: float, colour: str) -> str:
    """Return a line's mark: a disc for the first, a square for the second."""
    if number:
        return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{colour}"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"/>'


def _text(
    x: float, y: float, words: str, colour: str, *, anchor: str = "start", size: int = 13
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}"'
        f' font-family="system-ui, sans-serif" font-size="{size}">{escape(words)}</text>'
    )


def _round_up(value: float) -> float:
    """Return the next number that four even parts divide well."""
    unit = 10.0 ** math.floor(math.log10(value))
    return next(unit * part for part in ROUND_NUMBERS if unit * part >= value)
