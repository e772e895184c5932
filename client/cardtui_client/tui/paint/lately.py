"""Painting what happened last, as one line: the latest at its end, each in its actor's colour."""

from __future__ import annotations

from typing import Final

from rich.segment import Segment

from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.cards import corner, face
from cardtui_client.scene.log import Deed
from cardtui_client.text import cell_width, fit, safe_text
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.cards import ink_of
from cardtui_client.tui.paint.colours import Palette, mix, style

_GAP: Final = 3
MARK: Final = "› "
"""Before the latest."""


def draw_lately(canvas: Canvas, x: int, y: int, width: int, deeds: tuple[Deed, ...]) -> int:
    """Paint as many deeds as fit in that width, and return the cell after them.

    They are read as they happened; where there is too little room the oldest are left out.
    """
    palette = canvas.palette
    soft = style(mix(palette.felt, palette.felt_ink, 0.6))
    told: list[list[Segment]] = []
    left = width - cell_width(MARK)
    for deed in reversed(deeds):
        parts = deed_parts(deed, palette, palette.felt, dim=bool(told))
        needed = sum(cell_width(part.text) for part in parts)
        if not told and needed > left > 0:
            parts, needed = _cut(parts, left), left
        if needed > left:
            break
        told.append(parts)
        left -= needed + _GAP
    for parts in reversed(told):
        latest = parts is told[0]
        if latest:
            x = canvas.text(x, y, MARK, style(palette.turn, bold=True))
        for part in parts:
            x = canvas.text(x, y, part.text, part.style or soft)
        if not latest:
            x += _GAP
    return x


def deed_parts(deed: Deed, palette: Palette, ground: str, *, dim: bool = False) -> list[Segment]:
    """Return a deed as pieces of text, cards as chips; older ones fainter."""
    ink = palette.felt_ink if ground == palette.felt else palette.ink
    colour = ink if deed.side is None else palette.side(deed.side)
    strength = 0.75 if dim else 1.0
    plain = style(mix(ground, ink, strength))
    actor = safe_text(deed.actor, NAME_CELLS)
    parts = [Segment(actor, style(mix(ground, colour, strength), bold=True))]
    for each in deed.act:
        parts.append(Segment(" ", plain))
        parts.append(chip(each, palette) if isinstance(each, int) else Segment(each, plain))
    if deed.effect:
        parts.append(Segment(f" {deed.effect}", style(palette.turn, bold=True)))
    return parts


def chip(card: int, palette: Palette) -> Segment:
    """Return a card as a small piece of paper between words."""
    shown = face(card)
    if shown.hidden:
        return Segment("▚▚", style(palette.back_ink, palette.back))
    look = style(ink_of(shown, palette), palette.card, bold=True)
    return Segment(f" {corner(shown)} ", look)


def _cut(parts: list[Segment], cells: int) -> list[Segment]:
    """Return as much of the pieces as has room."""
    kept: list[Segment] = []
    for part in parts:
        wide = cell_width(part.text)
        if wide > cells:
            return [*kept, Segment(fit(part.text, cells), part.style)] if cells > 0 else kept
        kept.append(part)
        cells -= wide
    return kept
