"""Paints papers: score sheets, notes, the end of a match, the log and the latest moves.
From which width on your cards lie beside your name: `LEAST_WIDTH_BESIDE_NAME`; the widest paper:
`_WIDEST_PAPER`. What they say is in `faces/staging.py`, `faces/narration.py` and
`tui/table/picture.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rich.segment import Segment
from rich.style import Style

from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.cards import CARD_CORNER, brief, card_in_corner, corner, face, in_codes
from cardtui_client.scene.middle import (
    BREAK_CELLS,
    MOST_LINES_BELOW,
    SMALLEST_LINE_CELLS,
    Finale,
    Line,
    Note,
    PaperZone,
    Score,
    beside_digits,
    wrapped,
)
from cardtui_client.scene.scene import Deed, Entry, Kind, Scene
from cardtui_client.text import cell_width, fit, safe_text, wrap
from cardtui_client.tui.paint.canvas import (
    DIGIT_LINES,
    Canvas,
    Palette,
    Place,
    brightness,
    digits_cells,
    draw_digits,
    mix,
    readable,
    style,
)
from cardtui_client.tui.paint.cards import draw_line_card, ink_of
from cardtui_client.tui.paint.letters import Large, dots_of, large

_COLUMN_CELLS: Final = 9
_EDGE_COLUMNS: Final = 6
"""The columns around the words: the paper's own, and the felt's beside it."""
BESIDE_NAME_COLUMN: Final = 19
"""From this column on a paper on your own side leaves your name in sight."""
LEAST_WIDTH_BESIDE_NAME: Final = 60
"""On a table of fewer columns your cards, or a paper, lie under your name, not beside it."""
CARDS_UNDER_NAME_LINE: Final = 6
"""From this line on your cards do."""
_PAPER_UNDER_NAME_LINE: Final = 4
"""From this line on a paper does."""
_WIDEST_PAPER: Final = 80


def paper_on_felt(scene: Scene, width: int) -> bool:
    """Tell whether the paper lies on the felt, because your own side has no room for it.

    Args:
        width: the columns of your own side.
    """
    if scene.finale is not None:
        return True
    held = bool(scene.hand.cards) and not scene.hand.unplayed
    cells = (
        SMALLEST_LINE_CELLS
        if width < LEAST_WIDTH_BESIDE_NAME
        else _cells(place_below(width, 0), scene.paper)
    )
    return held or len(wrapped(scene.paper, min(cells, SMALLEST_LINE_CELLS))) > MOST_LINES_BELOW


def place_below(width: int, height: int) -> Place:
    """Return where a paper lies on your own side, which is that large."""
    if width < LEAST_WIDTH_BESIDE_NAME:
        return Place(0, _PAPER_UNDER_NAME_LINE, width - 1, height - _PAPER_UNDER_NAME_LINE)
    return Place(BESIDE_NAME_COLUMN, 0, width - BESIDE_NAME_COLUMN - 1, height)


def on_axis(place: Place, width: int) -> int:
    """Return the column from which something so wide lies on the table's axis, or near it.

    Args:
        place: where it must lie; it ends at the right edge of the table, or one column before.
    """
    return max(place.x, (place.x + place.width - width) // 2)


def lines_below(scene: Scene, width: int) -> int:
    """Return how many lines your own side needs for the paper, if it is that wide."""
    place = place_below(width, 0)
    return place.y + len(wrapped(scene.paper, _cells(place, scene.paper)))


def _cells(place: Place, lines: tuple[Line, ...]) -> int:
    # Columns stand beside their words: a wide paper would draw them apart.
    widest = SMALLEST_LINE_CELLS if any(line.columns for line in lines) else _WIDEST_PAPER
    return max(min(place.width - _EDGE_COLUMNS, widest), 1)


def draw_paper(canvas: Canvas, place: Place, lines: tuple[Line, ...]) -> None:
    """Paint a sheet of paper with lines of text and cards, as near the table's axis as may be."""
    if canvas.ascii_only:
        lines = tuple(line._replace(text=canvas.sentence(line.text)) for line in lines)
    lines = wrapped(lines, _cells(place, lines))[: max(place.height, 1)]
    x, y, width, height = sheet = place_of_paper(place, lines)
    draw_sheet(canvas, sheet)
    pad = (height - len(lines)) // 2
    if height < len(lines) + 2:  # its lower edge is a line of its own only where there is room
        canvas.fill(Place(x, y + height - 1, width, 1), _paper(canvas.palette))
    draw_lines(canvas, x, y + pad, width, lines)


def place_of_paper(place: Place, lines: tuple[Line, ...]) -> Place:
    """Return where a sheet with those lines lies there; see `draw_paper`."""
    lines = wrapped(lines, _cells(place, lines))[: max(place.height, 1)]
    width = min(max(_SLIMMEST_PAGE, cells_of(lines)) + PAGE_EDGE, place.width - 2)
    height = min(len(lines) + 2, place.height)
    return Place(on_axis(place, width), place.y + (place.height - height) // 2, width, height)


def cells_of(lines: tuple[Line, ...]) -> int:
    """Return how many cells the widest of the lines takes."""
    return max(
        (
            cell_width(line.text)
            + line.card_cells
            + bool(line.cards)
            + _COLUMN_CELLS * len(line.columns)
            for line in lines
        ),
        default=0,
    )


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
        beside = line.card_cells + _COLUMN_CELLS * len(line.columns)
        text = fit(line.text, width - 4 - beside)
        after = x + 2
        if line.strong and not line.columns:
            after = x + (width - cell_width(text) - line.card_cells) // 2
        look = style(colour, bold=line.strong)
        if line.strong and line.side is not None:
            # The colour of who has won is found before any word.
            band = palette.side(line.side)
            look = style(readable(band), band, bold=True)
            canvas.fill(Place(x, row, width, 1), look)
        after = canvas.text(after, row, text, look)
        ends = x + width - 2 - _COLUMN_CELLS * len(line.columns)
        for words in line.columns:
            ends += _COLUMN_CELLS
            shown = fit(words, _COLUMN_CELLS - 1)
            at = ends - cell_width(shown)
            canvas.text(at, row, shown, look)
        for number, card in enumerate(line.cards):
            after += BREAK_CELLS * (number in line.breaks)
            ground = mix(palette.card, palette.shade, 0.12)
            after = draw_line_card(canvas, after + 1, row, card, paper=ground)
            if card in line.wild:
                canvas.text(after, row, "★", style(colour))


_SCORE_GAP: Final = 6
_BAND_LINES: Final = 3
_LETTER_LINES: Final = 3
_LETTER_BAND_LINES: Final = 6
"""The lines of large letters, and of a band for them and a title under them."""
PAGE_EDGE: Final = 4
"""The cells at both sides of the words together."""
_SLIMMEST_PAGE: Final = 40
_PAGE_BRIGHTNESS: Final = 0.8
"""A side that is as bright as the page needs more ink on it."""


def finale_fits(finale: Finale, width: int, height: int) -> bool:
    """Tell whether a felt of that size has room for the page."""
    return _width_of(finale) <= width and height_of(finale) <= height


def place_of(finale: Finale, room: Place) -> Place:
    """Return where the page lies in the middle of a place, or beside it if that is too narrow."""
    width, height = _width_of(finale), height_of(finale)
    x = min(on_axis(room, width), room.x + room.width - width)
    # What comes later moves nothing on a close one.
    y = room.y + (0 if finale.close else (room.height - height) // 2)
    return Place(max(x, 0), y, width, height)


def draw_finale(canvas: Canvas, sheet: Place, finale: Finale) -> None:
    """Paint the page there."""
    palette = canvas.palette
    x, y, width, _height = sheet
    draw_sheet(canvas, sheet)
    ground = readable(palette.card) if finale.side is None else palette.side(finale.side)
    title = style(readable(ground), ground, bold=True)
    band, space = _band(finale)
    canvas.fill(Place(x, y, width, band), title)
    letters, at = _letters(finale, canvas), y + band // 2
    if letters is not None:
        left, at = x + (width - letters.width) // 2, y + band - 2
        letters.draw(canvas, left, y + 1, readable(ground), ground)
    words = f"★ {finale.title} ★" if finale.cheer else finale.title
    canvas.centred(x + width // 2, at, words, title)
    y += band + space
    scale = finale.scale
    if shown := _shown(finale):
        at = x + (width - _cells_of(shown, scale)) // 2
        for score in shown:
            _draw_score(canvas, at, y, score, scale)
            at += _score_cells(score, scale) + scale * _SCORE_GAP
        y += 1 + scale * DIGIT_LINES + _under_digits(finale)
    inside = min(width, finale.cells + PAGE_EDGE)  # columns stay beside their words
    draw_lines(canvas, x + (width - inside) // 2, y, inside, _lines(finale))
    if finale.cheer:
        _frame(canvas, sheet, ground)


def _frame(canvas: Canvas, sheet: Place, colour: str) -> None:
    """Paint a frame in that colour around a page."""
    x, y, width, height = sheet
    for side in (Place(x, y, 1, height), Place(x + width - 1, y, 1, height)):
        canvas.fill(side, style(colour, colour))
    canvas.fill(Place(x, y + height - 1, width, 1), style(colour, colour))


def _letters(finale: Finale, canvas: Canvas) -> Large | None:
    """Return what is said to you in large letters, where the page has a high band for it."""
    if finale.close or not finale.cheer:
        return None
    room = _width_of(finale) - PAGE_EDGE
    return large(finale.cheer, room, _LETTER_LINES, ascii_only=canvas.ascii_only)


def _draw_score(canvas: Canvas, x: int, y: int, score: Score, scale: int) -> None:
    card = canvas.palette.card
    ink = _ink(canvas.palette, score.side)
    cells = _score_cells(score, scale)
    name = style(ink, card, bold=score.won)
    canvas.centred(x + cells // 2, y, fit(score.name, cells), name)
    left = x + (cells - digits_cells(score.number, scale)) // 2
    # Digits of who has lost are paler. They are large; a name so pale would not be read.
    pale = ink if score.won else mix(card, ink, 0.6)
    if canvas.palette.hueless:
        pale = readable(card)  # without colours, what is no darker than that is paper
    draw_digits(canvas, left, y + 1, score.number, pale, scale=scale)


def _ink(palette: Palette, side: int | None) -> str:
    ink = readable(palette.card)
    if side is None:
        return ink
    colour = palette.side(side)
    return mix(colour, ink, 0.35 if brightness(colour) < _PAGE_BRIGHTNESS else 0.7)


def _shown(finale: Finale) -> tuple[Score, ...]:
    """Return the scores in digits: those of all, or none where they have no room."""
    room = finale.scale * SMALLEST_LINE_CELLS
    return finale.scores if _cells_of(finale.scores, finale.scale) <= room else ()


def _cells_of(scores: tuple[Score, ...], scale: int) -> int:
    return sum(_score_cells(each, scale) for each in scores) + scale * _SCORE_GAP * (
        len(scores) - 1
    )


def _score_cells(score: Score, scale: int) -> int:
    return max(cell_width(score.name), digits_cells(score.number, scale))


def _lines(finale: Finale) -> tuple[Line, ...]:
    """Return the lines under the digits, which do not tell the same."""
    told = beside_digits(finale.lines) if _shown(finale) else finale.lines
    return wrapped(told, finale.cells)


def _width_of(finale: Finale) -> int:
    inside = (
        _SLIMMEST_PAGE,
        cell_width(finale.title) + len("★ " * 2) * bool(finale.cheer),
        0 if finale.close else max(map(len, dots_of(finale.cheer)), default=0),
        _cells_of(_shown(finale), finale.scale),
        finale.cells if finale.close else min(cells_of(_lines(finale)), finale.cells),
    )
    return max(inside) + PAGE_EDGE


def height_of(finale: Finale) -> int:
    """Return how many lines the page has."""
    digits = 1 + finale.scale * DIGIT_LINES + _under_digits(finale) if _shown(finale) else 0
    return sum(_band(finale)) + digits + len(_lines(finale)) + 1


def _under_digits(finale: Finale) -> int:
    """Return the free lines under the digits: none over a row of names, half of which is free."""
    return 0 if finale.close and any(line.columns for line in _lines(finale)[:1]) else 1


def _band(finale: Finale) -> tuple[int, int]:
    """Return the lines of the band, and those between it and what follows."""
    if finale.close:
        return 1, 0
    return (_LETTER_BAND_LINES if finale.cheer else _BAND_LINES), 1


_DEED_GAP: Final = 3
_ACTOR_CELLS: Final = 2 * NAME_CELLS
"""As much of who did something is shown: a name, or what you did, in words."""
LATEST_MARK: Final = "› "
"""Before the latest."""


def draw_lately(canvas: Canvas, x: int, y: int, width: int, deeds: tuple[Deed, ...]) -> int:
    """Paint as many deeds as fit in that width, and return the cell after them.

    They are read as they happened; where there is too little room the oldest are left out, and of
    the latest what it brought. None is cut.
    """
    palette = canvas.palette
    soft = style(mix(palette.felt, palette.felt_ink, 0.6))
    told: list[list[Segment]] = []
    left = width - cell_width(LATEST_MARK)
    for deed in reversed(deeds):
        parts = deed_parts(deed, palette, palette.felt, dim=bool(told))
        needed = sum(cell_width(part.text) for part in parts)
        if not told and needed > left:
            parts = deed_parts(deed._replace(effect=""), palette, palette.felt)
            needed = sum(cell_width(part.text) for part in parts)
        if needed > left:
            break
        told.append(parts)
        left -= needed + _DEED_GAP
    for parts in reversed(told):
        latest = parts is told[0]
        if latest:
            x = canvas.text(x, y, LATEST_MARK, style(palette.turn, bold=True))
        for part in parts:
            x = canvas.text(x, y, part.text, part.style or soft)
        if not latest:
            x += _DEED_GAP
    return x


def deed_parts(deed: Deed, palette: Palette, ground: str, *, dim: bool = False) -> list[Segment]:
    """Return a deed as pieces of text, cards as chips; older ones fainter."""
    ink = palette.felt_ink if ground == palette.felt else palette.ink
    colour = ink if deed.side is None else palette.side(deed.side)
    strength = 0.75 if dim else 1.0
    plain = style(mix(ground, ink, strength))
    actor = safe_text(deed.actor, _ACTOR_CELLS)
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


_MOST_CELLS: Final = 400
_ACTOR_COLUMNS: Final = 7
"""So many columns are the actors' in the log; longer names take more."""
_CARD_PADDING: Final = "\ue000"
"""Beside a card in a sentence while that is wrapped: as wide as the edge of its chip, no blank."""


def entry_lines(
    entry: Entry, width: int, palette: Palette, *, ascii_only: bool = False
) -> list[list[Segment]]:
    """Return an entry as lines of segments, each no wider than that."""
    if entry.below is not None:
        palette = palette._replace(below=entry.below)
    text = safe_text(entry.text, _MOST_CELLS)
    if ascii_only:
        text = in_codes(text)
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
    """Return a deed under each other's columns; its effect has a line of its own where it must.

    A sentence stands for what was done where that alone is too long for a line.
    """
    parts = deed_parts(deed._replace(effect=""), palette, palette.surface)
    blank = max(_ACTOR_COLUMNS - cell_width(parts[0].text), 0)
    line = [parts[0], Segment(" " * blank), *parts[1:]]
    room = width - sum(cell_width(part.text) for part in line)
    if room < 0:
        return _told(text, width, palette, style(palette.ink))
    if not deed.effect:
        return [line]
    effect = Segment(fit(deed.effect, width), style(palette.turn, bold=True))
    needed = cell_width(effect.text)
    if needed < room:
        return [[*line, Segment(" " * (room - needed)), effect]]
    return [line, [Segment(" " * (width - needed)), effect]]


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
    """Wrap a sentence as `_hanging` does, its cards as chips, which need no brackets."""
    lines = _hanging(CARD_CORNER.sub(_padded, brief(text)), width, look)
    return [[*_with_chips(line[0], palette)] for line in lines]


def _padded(corner: re.Match[str]) -> str:
    known = card_in_corner(corner[0]) is not None
    return f"{_CARD_PADDING}{corner[0]}{_CARD_PADDING}" if known else corner[0]


def _with_chips(line: Segment, palette: Palette) -> Iterator[Segment]:
    for place, piece in enumerate(line.text.split(_CARD_PADDING)):
        card = card_in_corner(piece) if place % 2 else None
        if card is not None:
            yield chip(card, palette)
        elif piece:
            yield Segment(piece, line.style)


_KEY_GAP: Final = 3
"""The cells between keys and what they do."""
_LEADER_DOT: Final = " ·"
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
        column = max(cell_width(key) for key, _said in note.rows) + _KEY_GAP
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
        leader = f"{_LEADER_DOT * ((between - 1) // 2):>{between - 1}} "
        return [[Segment(about, _soft(palette)), Segment(leader, faint), Segment(said, ink)]]
    said = fit(said, width - 2)
    right = Segment(" " * (width - cell_width(said)) + said, ink)
    return [[Segment(fit(about, width), _soft(palette))], [right]]


def _soft(palette: Palette) -> Style:
    return style(mix(palette.surface, palette.ink, 0.7))
