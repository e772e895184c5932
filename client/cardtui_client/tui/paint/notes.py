"""Painting notes into the room that the log leaves at its lower edge: as many as fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment
from rich.style import Style

from cardtui_client.scene.note import Note
from cardtui_client.text import cell_width, fit, wrap
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.colours import Palette, mix, style

_BLANK: Final = 3
"""The cells between keys and what they do."""
_LEADER: Final = " ·"
_LEAST_LEADER: Final = 3


def draw_notes(canvas: Canvas, x: int, top: int, width: int, notes: Sequence[Note]) -> None:
    """Paint the first notes for which there is room under that line, a free line before each."""
    lines: list[list[Segment]] = []
    for note in notes:
        more = [[Segment("")], *note_lines(note, width, canvas.palette)]
        if top + len(lines) + len(more) >= canvas.height:
            break
        lines += more
    for row, line in enumerate(lines, canvas.height - len(lines) - 1):
        after = x
        for segment in line:
            look = segment.style or style(canvas.palette.ink)
            after = canvas.text(after, row, segment.text, look)


def note_lines(note: Note, width: int, palette: Palette) -> list[list[Segment]]:
    """Return a note as lines of segments, each no wider than that."""
    title = style(mix(palette.surface, palette.primary, 0.75), bold=True)
    lines = [[Segment(line, title)] for line in wrap(note.title, width)]
    if note.keyed:
        column = max(cell_width(key) for key, _said in note.rows) + _BLANK
        for key, said in note.rows:
            lines += _key(key, said, column, width, palette)
        return lines
    for about, said in note.rows:
        lines += _pair(about, said, width, palette)
    return lines


def _key(key: str, said: str, column: int, width: int, palette: Palette) -> list[list[Segment]]:
    """Return a key, and what it does in a column beside it."""
    look, soft = style(palette.primary), _soft(palette)
    words = wrap(said, max(width - column, 1))
    return [
        [Segment(f"{'' if row else key:<{column}}", look), Segment(line, soft)]
        for row, line in enumerate(words)
    ]


def _pair(about: str, said: str, width: int, palette: Palette) -> list[list[Segment]]:
    """Return the words at the left, what they come to at the right, if need be a line below."""
    if not said:
        return [[Segment(line, _soft(palette))] for line in wrap(about, width)]
    ink = style(palette.ink)
    faint = style(mix(palette.surface, palette.ink, 0.3))
    between = width - cell_width(about) - cell_width(said)
    if between >= _LEAST_LEADER:
        leader = f"{_LEADER * ((between - 1) // 2):>{between - 1}} "
        return [[Segment(about, _soft(palette)), Segment(leader, faint), Segment(said, ink)]]
    said = fit(said, width - 2)
    right = Segment(" " * (width - cell_width(said)) + said, ink)
    return [[Segment(fit(about, width), _soft(palette))], [right]]


def _soft(palette: Palette) -> Style:
    return style(mix(palette.surface, palette.ink, 0.7))
