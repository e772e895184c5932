"""Painting the log: its entries as lines of a width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rich.segment import Segment
from rich.style import Style

from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.cards import CORNER, as_typed, card_in_corner
from cardtui_client.scene.log import Deed, Entry, Kind
from cardtui_client.text import cell_width, safe_text, wrap
from cardtui_client.tui.paint.colours import Palette, mix, style
from cardtui_client.tui.paint.lately import chip, deed_parts

_MOST_CELLS: Final = 400
_ACTOR: Final = 7
"""So many columns are the actors' in the log; longer names take more."""
_PAD: Final = "\ue000"
"""Beside a card in a sentence while that is wrapped: as wide as the edge of its chip, no blank."""


def entry_lines(
    entry: Entry, width: int, palette: Palette, *, ascii_only: bool = False
) -> list[list[Segment]]:
    """Return an entry as lines of segments, each no wider than that."""
    text = safe_text(entry.text, _MOST_CELLS)
    if ascii_only:
        text = as_typed(text)
    match entry.kind:
        case Kind.HEADING:
            rule: list[Segment] = [
                Segment("─" * width, style(mix(palette.surface, palette.ink, 0.25)))
            ]
            return [rule, *_hanging(text, width, style(palette.primary, bold=True))]
        case Kind.EVENT if entry.deed is not None and not ascii_only:
            return _deed(entry.deed, text, width, palette)
        case Kind.EVENT:
            return _told(text, width, palette, style(palette.ink))
        case Kind.NOTICE:
            return _told(text, width, palette, style(palette.warning, italic=True))
        case Kind.SIGNAL:
            return _told(text, width, palette, style(palette.primary, italic=True))
        case Kind.TALK | Kind.TEAM:
            colour = palette.primary if entry.side is None else palette.side(entry.side)
            lines = _hanging(talk_line(entry), width, style(palette.ink, italic=True))
            head = lines[0][0]
            cut = min(len(safe_text(entry.name, NAME_CELLS)) + 1, len(head.text))
            lines[0] = [
                Segment(head.text[:cut], style(colour, bold=True)),
                Segment(head.text[cut:], head.style),
            ]
            return lines
        case Kind.HOST:
            return _hanging(talk_line(entry), width, style(palette.warning, bold=True))
        case Kind.ASIDE:
            faint = style(mix(palette.surface, palette.ink, 0.8), italic=True)
            return _hanging(talk_line(entry), width, faint)


def _deed(deed: Deed, text: str, width: int, palette: Palette) -> list[list[Segment]]:
    """Return a deed under each other's columns; a sentence where it is too long for one line."""
    parts = deed_parts(deed, palette, palette.surface)
    blank = max(_ACTOR - cell_width(parts[0].text), 0)
    line = [parts[0], Segment(" " * blank), *parts[1:]]
    room = width - sum(cell_width(part.text) for part in line)
    if room < 0:
        return _told(text, width, palette, style(palette.ink))
    if deed.effect:
        line.insert(-1, Segment(" " * room))
    return [line]


def talk_line(entry: Entry) -> str:
    """Return a line of talk with who said it, and that a spectator did, or to whom."""
    name, text = safe_text(entry.name, NAME_CELLS), safe_text(entry.text, _MOST_CELLS)
    if entry.kind is Kind.SIGNAL:
        return text
    if entry.kind is Kind.ASIDE:
        return _("{name} (watching): {text}", name=name, text=text)
    if entry.kind is Kind.TEAM:
        return _("{name} (to the team): {text}", name=name, text=text)
    if entry.kind is Kind.HOST:
        return _("{name} announces: {text}", name=name, text=text)
    return f"{name}: {text}"


def _hanging(text: str, width: int, look: Style) -> list[list[Segment]]:
    """Wrap with the lines after the first moved in, so that entries can be told apart."""
    lines = wrap(text, max(width - 2, 1))
    return [[Segment(("  " if index else "") + line, look)] for index, line in enumerate(lines)]


def _told(text: str, width: int, palette: Palette, look: Style) -> list[list[Segment]]:
    """Wrap a sentence as `_hanging` does, its cards as chips."""
    lines = _hanging(CORNER.sub(_padded, text), width, look)
    return [[*_with_chips(line[0], palette)] for line in lines]


def _padded(corner: re.Match[str]) -> str:
    known = card_in_corner(corner[0]) is not None
    return f"{_PAD}{corner[0]}{_PAD}" if known else corner[0]


def _with_chips(line: Segment, palette: Palette) -> Iterator[Segment]:
    for place, piece in enumerate(line.text.split(_PAD)):
        card = card_in_corner(piece) if place % 2 else None
        if card is not None:
            yield chip(card, palette)
        elif piece:
            yield Segment(piece, line.style)
