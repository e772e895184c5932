"""Paints the score of trucos (matches in squares of five, or `BEAN_COUNT` beans), stake, time line.
How beans lie: `_BEANS_OF_BOWL_ROWS`; how a square of matches is laid: `_SQUARES`; on how wide a
felt a pad has room beside it: `LEAST_WIDTH_WITH_PAD`. From which width on a table has the pad is in
`tui/table/board.py`.

Four matches make a square and the fifth lies across. A side that has filled the *malas* goes on
with the *buenas*.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.style import Style

from cardtui_client.scene.commands import WindTo
from cardtui_client.scene.middle import ButtonZone, Zone
from cardtui_client.scene.scene import HandMark, Stake, Tally, TimeLine, Top, Weight
from cardtui_client.text import cell_width, fit, wrap
from cardtui_client.tui.paint.canvas import Canvas, Place, mix, readable, style
from cardtui_client.tui.paint.letters import large

MATCH_HEADS: Final = "•"
_SQUARES: Final = (
    ("     ", "     ", "     "),
    ("•    ", "│    ", "╵    "),
    ("•───•", "│    ", "╵    "),
    ("•───•", "│   │", "╵   •"),
    ("•───•", "│   │", "•───•"),
    ("•───•", "│ ╱ │", "•───•"),
)
COLUMN_WIDTH: Final = 9
"""How wide the score of one side is: two large digits, and a blank at each side of them."""
PAD_WIDTH: Final = 2 * COLUMN_WIDTH + 1
LEAST_WIDTH_WITH_PAD: Final = 60
"""Where a table has fewer columns, the top line alone tells the score."""
PAD_HEIGHT: Final = 11
_BOTH_HALVES_HEIGHT: Final = 23
"""From so many lines on the *malas* and the *buenas* are kept apart, one above the other."""
_LEAST_HALF: Final = 11
"""The lines of a name, of one half of the score, and of the word under it."""
_LEAST_BEANS: Final = 9
"""The lines of a name, of the beans, and of their bowl."""
_LINES_AROUND_DIGITS: Final = 2
"""The lines around large digits."""
_MOST_DIGIT_LINES: Final = 5
_SQUARE_LINES: Final = 3
_SQUARE_POINTS: Final = 5
_MOST_HALF_POINTS: Final = 15
_SQUARE_INDENT: Final = 2
"""The cells beside a square of matches in its column."""
_BLANK_SQUARE: Final = ("·   ·", "     ", "·   ·")
"""A square that is still to be laid."""


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
    canvas.fill(Place(x, y, PAD_WIDTH, height), style(palette.felt_ink, ground))
    for row in range(y, y + height):
        canvas.text(x + COLUMN_WIDTH, row, "│", style(mix(ground, palette.felt_ink, 0.25)))
    used = _draw_numbers(canvas, Place(x, y, PAD_WIDTH, height - _LEAST_HALF), tallies, ground)
    apart = height - used >= _BOTH_HALVES_HEIGHT and all(_in_halves(tally) for tally in tallies[:2])
    for index, tally in enumerate(tallies[:2]):
        left, second = x + index * (COLUMN_WIDTH + 1), index > 0
        draw_heading(canvas, left, y, tally, palette.side(tally.side), second=second)
        (_halves if apart else _half)(canvas, left, y + used, tally)


def _draw_numbers(canvas: Canvas, place: Place, tallies: tuple[Tally, ...], ground: str) -> int:
    """Paint the points in large digits under the names; return how many lines they take."""
    room = min(place.height - _LINES_AROUND_DIGITS, _MOST_DIGIT_LINES)
    found = [
        large(str(tally.points), COLUMN_WIDTH - 2, room, ascii_only=canvas.ascii_only)
        for tally in tallies[:2]
    ]
    row = [digits for digits in found if digits is not None]
    if not row or len(row) < len(found):
        return 0
    lines = max(digits.height for digits in row)
    for index, (digits, tally) in enumerate(zip(row, tallies, strict=False)):
        x = place.x + index * (COLUMN_WIDTH + 1) + (COLUMN_WIDTH - digits.width) // 2
        y = place.y + _LINES_AROUND_DIGITS + lines - digits.height
        digits.draw(canvas, x, y, canvas.palette.side(tally.side), ground)
    return _LINES_AROUND_DIGITS + lines


def draw_heading(
    canvas: Canvas, x: int, y: int, tally: Tally, colour: str, *, second: bool
) -> None:
    """Paint a side's name and points over its column; instead of the name what is yet to come."""
    palette = canvas.palette
    number = str(tally.points)
    if tally.pending:
        heading = f"{number} +{tally.pending}"
    else:
        heading = f"{fit(tally.name, COLUMN_WIDTH - 1 - len(number))} {number}"
    # One blank alone goes to the side where the line between the columns is.
    if len(heading) == COLUMN_WIDTH - 1:
        heading = f" {heading}" if second else f"{heading} "
    heading = heading.center(COLUMN_WIDTH)
    if tally.fresh:
        canvas.text(x, y, heading, style(palette.felt, palette.turn, bold=True))
    else:
        canvas.text(x, y, heading, style(colour, bold=True))


_SQUARE_SIGN: Final = "▣"
_UNFINISHED_SQUARE_SIGNS: Final = ("", "│", "┌", "⊓", "□")
"""A square in one cell, as its matches are laid."""
_BUENAS_DIVIDER: Final = "╎"
"""It stands between the *malas* and the *buenas*."""
_MOST_SQUARES: Final = 6
"""A match that is won with more squares has none in the top line: they are too many for it."""
_FEWEST_FACTS: Final = 2
"""The matches stand in the top line where title and so many facts have room beside them."""


def matches_in_line(points: int, malas: int) -> str:
    """Return so many points as matches in one line.

    >>> matches_in_line(12, 15), matches_in_line(22, 15)
    ('▣▣┌', '▣▣▣╎▣┌')
    """
    if 0 < malas < points:
        return f"{matches_in_line(malas, 0)}{_BUENAS_DIVIDER}{matches_in_line(points - malas, 0)}"
    whole, rest = divmod(max(points, 0), _SQUARE_POINTS)
    return _SQUARE_SIGN * whole + _UNFINISHED_SQUARE_SIGNS[rest]


def beans_in_line(points: int) -> str:
    """Return so many points as beans in one line.

    >>> beans_in_line(5)
    '•••••'
    """
    return _SMALL_BEAN_SIGN * beans(points)


def draw_head_score(canvas: Canvas, top: Top) -> int:
    """Paint the score at the end of the top line, and return where it begins."""
    marked = _head_parts(canvas, top, marked=True)
    told = sum(3 + cell_width(fact) for fact in top.facts[:_FEWEST_FACTS])
    room = canvas.width - cell_width(top.title) - told - 5
    fits = sum(cell_width(words) for words, _look in marked) <= room and not canvas.ascii_only
    parts = marked if fits else _head_parts(canvas, top, marked=False)
    if not top.tallies:
        parts = [(fit(top.score, canvas.width // 2), style(canvas.palette.ink, bold=True))]
    first = x = canvas.width - 1 - sum(cell_width(words) for words, _look in parts)
    for words, look in parts:
        x = canvas.text(x, 0, words, look)
    return first


def _head_parts(canvas: Canvas, top: Top, *, marked: bool) -> list[tuple[str, Style]]:
    """Return the score of each side in the colours of the top line."""
    parts: list[tuple[str, Style]] = []
    between = "   " if marked and top.beans else " · "  # a dot would be read as a bean
    for tally in top.tallies[:2]:
        parts += [(between, style(canvas.palette.muted))] if parts else []
        parts += _head_part(canvas, tally, beans=top.beans, marked=marked)
    return parts


def _head_part(
    canvas: Canvas, tally: Tally, *, beans: bool, marked: bool
) -> list[tuple[str, Style]]:
    palette = canvas.palette
    colour = palette.turn if tally.fresh else palette.side(tally.side)
    if beans:
        laid = beans_in_line(tally.points)
    elif tally.target > _MOST_SQUARES * _SQUARE_POINTS:
        laid = ""
    else:  # who wins with more than is needed keeps those that win
        laid = matches_in_line(min(tally.points, tally.target), tally.malas)
    wood = palette.turn if tally.fresh else mix(palette.ink, palette.warning, 0.5)
    number = f"{tally.points} +{tally.pending}" if tally.pending else str(tally.points)
    bold = style(colour, bold=True)
    return [
        (f"{tally.whole or tally.name} ", bold),
        *([(f"{laid} ", style(wood))] if marked and laid else []),
        (number, style(readable(colour), colour, bold=True) if tally.fresh else bold),
    ]


def _in_halves(tally: Tally) -> bool:
    """Tell whether both halves of the score have room under each other."""
    halves = (tally.malas, tally.target - tally.malas)
    return all(0 < half <= _MOST_HALF_POINTS and not half % _SQUARE_POINTS for half in halves)


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
        for number in range(whole // _SQUARE_POINTS):
            canvas.stamp(x + _SQUARE_INDENT, line, _BLANK_SQUARE, faint)
            if number < len(drawn):
                _square(canvas, x + _SQUARE_INDENT, line, drawn[number], fresh=tally.fresh)
            line += _SQUARE_LINES
        canvas.text(
            x,
            line,
            fit(word, COLUMN_WIDTH).center(COLUMN_WIDTH),
            style(palette.felt_ink, italic=True),
        )
        line += 2


def _half(canvas: Canvas, x: int, y: int, tally: Tally) -> None:
    """Paint the half of the score that counts now."""
    palette = canvas.palette
    half = half_of(tally.points, tally.malas)
    room = max((canvas.height - y - 2) // _SQUARE_LINES, 1)
    line = y + 1
    left = half.points
    if left > room * _SQUARE_POINTS:
        # A long match: whole squares are counted, the one that is being laid is drawn.
        whole = (left - 1) // _SQUARE_POINTS
        canvas.text(x + 1, line, fit(f"{whole} ×5", COLUMN_WIDTH - 1), style(palette.felt_ink))
        line += 1
        left -= whole * _SQUARE_POINTS
    drawn = squares(left)
    for shape in drawn:
        _square(canvas, x + _SQUARE_INDENT, line, shape, fresh=tally.fresh)
        line += _SQUARE_LINES
    if canvas.height - y > 9 and line < canvas.height:
        word = "buenas" if half.good else "malas"
        bottom = min(max(y + PAD_HEIGHT - 1, line), canvas.height - 1)
        canvas.text(
            x,
            bottom,
            fit(word, COLUMN_WIDTH).center(COLUMN_WIDTH),
            style(palette.felt_ink, italic=True),
        )


def _square(canvas: Canvas, x: int, y: int, shape: tuple[str, ...], *, fresh: bool) -> None:
    palette = canvas.palette
    wood = palette.turn if fresh else mix(palette.felt_ink, palette.warning, 0.35)
    canvas.stamp(x, y, shape, style(wood))
    for row, text in enumerate(shape):
        for column, char in enumerate(text):
            if char in MATCH_HEADS:
                canvas.text(x + column, y + row, char, style(palette.error, bold=True))


BEAN_COUNT: Final = 22
_MOST_BEANS: Final = 12
_BEAN_SIGN: Final = "●"
_SMALL_BEAN_SIGN: Final = "•"
_FREE_PLACE_SIGN: Final = "·"
"""Where a bean is still to lie."""
_BEANS_IN_ROW: Final = 4
_TALL_PAD: Final = 20
"""From so many lines on there is one between the rows."""
_BOWL_LINES: Final = 3
"""Lines of the bowl."""
_BEANS_OF_BOWL_ROWS: Final = (12, 10)
"""How many beans lie in each row of the bowl, from the top."""


def beans(points: int) -> int:
    """Return how many beans a score is; a server that tells of thousands gets twelve."""
    return min(max(points, 0), _MOST_BEANS)


def in_bowl(tallies: tuple[Tally, ...]) -> int:
    """Return how many beans are left in the bowl."""
    return max(BEAN_COUNT - sum(beans(tally.points) for tally in tallies[:2]), 0)


def draw_tentos(canvas: Canvas, x: int, y: int, tallies: tuple[Tally, ...]) -> None:
    """Paint the beans of both sides beside each other, and the bowl under them."""
    palette = canvas.palette
    height = canvas.height - y
    ground = mix(palette.felt, palette.shade, 0.55)
    canvas.fill(Place(x, y, PAD_WIDTH, height), style(palette.felt_ink, ground))
    wood = mix(palette.felt_ink, palette.warning, 0.35)
    faint = style(mix(ground, palette.felt_ink, 0.35))
    rows = _MOST_BEANS // _BEANS_IN_ROW
    used = _draw_numbers(canvas, Place(x, y, PAD_WIDTH, height - _LEAST_BEANS), tallies, ground)
    apart = 1 if height - used < _TALL_PAD - _MOST_DIGIT_LINES else 2
    for index, tally in enumerate(tallies[:2]):
        left = x + index * (COLUMN_WIDTH + 1)
        draw_heading(canvas, left, y, tally, palette.side(tally.side), second=index > 0)
        look = style(palette.turn if tally.fresh else palette.side(tally.side), bold=True)
        count = beans(tally.points)
        for row in range(rows):
            laid = min(max(count - row * _BEANS_IN_ROW, 0), _BEANS_IN_ROW)
            line = y + used + 1 + row * apart
            canvas.text(left + 1, line, " ".join(_FREE_PLACE_SIGN * _BEANS_IN_ROW), faint)
            canvas.text(left + 1, line, " ".join(_BEAN_SIGN * laid), look)
    rows = used + rows * apart
    for row in range(y, y + 1 + rows):
        canvas.text(x + COLUMN_WIDTH, row, "│", style(mix(ground, palette.felt_ink, 0.25)))
    if height < 2 + rows + _BOWL_LINES:
        return
    top = y + 2 + rows + max((min(height, used + 14 * apart) - 2 - rows - _BOWL_LINES) // 2, 0)
    _draw_bowl(canvas, x + _SQUARE_INDENT, top, in_bowl(tallies), wood)


def _draw_bowl(canvas: Canvas, x: int, y: int, left: int, wood: str) -> None:
    edge, bean = style(wood), style(wood, bold=True)
    upper = max(left - _BEANS_OF_BOWL_ROWS[1], 0)
    for row, lying in enumerate((upper, left - upper)):
        wide = _BEANS_OF_BOWL_ROWS[row]
        canvas.text(x + row, y + row, "╲", edge)
        canvas.text(x + row + 1 + (wide - lying) // 2, y + row, _SMALL_BEAN_SIGN * lying, bean)
        canvas.text(x + row + wide + 1, y + row, "╱", edge)
    canvas.text(x + 2, y + 2, "╰" + "─" * (_BEANS_OF_BOWL_ROWS[1] - 2) + "╯", edge)


_BOX_EDGES: Final = {
    Weight.USUAL: tuple("╭─╮│╰╯"),
    Weight.RAISED: tuple("╔═╗║╚╝"),
    Weight.DECISIVE: tuple("╔═╗║╚╝"),
}
_BORDER_CELLS: Final = 2
"""The lines, and the columns, that the edges of a box take."""
_BLANK_CELLS: Final = 2
"""The columns inside of them that words leave free where they can."""


_TITLE_LINES: Final = (2, 1)
"""The title over large digits, and the line between them where there is room for it."""


def stake_rows(stake: Stake, width: int) -> int:
    """Return how many lines the whole box takes, if it is that wide."""
    return 1 + len(_words(stake, width - _BORDER_CELLS - _BLANK_CELLS)) + _BORDER_CELLS


def stake_cells(stake: Stake) -> int:
    """Return how wide the whole box is."""
    needed = (f"{stake.title} {stake.worth}", *_words(stake))
    return max(map(cell_width, needed)) + _BLANK_CELLS + _BORDER_CELLS


def draw_stake(canvas: Canvas, place: Place, stake: Stake) -> None:
    """Paint it at the top of the place: a box, or its words alone where there is less room."""
    palette = canvas.palette
    x, y, width, height = place
    colour = palette.accent if stake.asked else mix(palette.felt, palette.felt_ink, 0.75)
    filled = stake.weight is Weight.DECISIVE
    ground = (palette.accent if stake.asked else palette.warning) if filled else palette.felt
    ink = readable(ground) if filled else palette.felt_ink
    if height <= _BORDER_CELLS:
        first = _pair(stake.title, str(stake.worth), width - 2)
        words = [fit(each, width - 2) for each in _words(stake)]
        for row, text in enumerate([first, *words][:height]):
            canvas.fill(Place(x, y + row, width, 1), style(ink, ground))
            canvas.text(x + 1, y + row, text, style(ink, bold=not row))
        return
    inner = width - _BORDER_CELLS
    cells = inner - _BLANK_CELLS
    words = _words(stake, cells)
    if len(words) + 1 + _BORDER_CELLS > height:
        words = [fit(each, inner) for each in _words(stake)]
    number = str(stake.worth)
    room = height - _BORDER_CELLS - len(words)
    tried = (
        (above, large(number, cells, room - above, ascii_only=canvas.ascii_only))
        for above in _TITLE_LINES
    )
    above, digits = next((each for each in tried if each[1] is not None), (1, None))
    if digits is None:
        whole = cell_width(f"{stake.title} {number}")
        lines = [_pair(stake.title, number, cells if whole <= cells else inner), *words]
        lines = lines[: height - _BORDER_CELLS]
    else:
        lines = [fit(stake.title, inner), *[""] * (digits.height + above - 1), *words]
    edge = style(ink if filled else colour, ground)
    left_top, level, right_top, upright, left_low, right_low = _BOX_EDGES[stake.weight]
    canvas.fill(Place(x, y, width, len(lines) + _BORDER_CELLS), style(ink, ground))
    canvas.text(x, y, left_top + level * (width - 2) + right_top, edge)
    for row, text in enumerate(lines, y + 1):
        canvas.text(x, row, upright, edge)
        # Words that need all the room touch both edges; no others touch one.
        blank = 1 if cell_width(text) <= cells else (inner - cell_width(text)) // 2
        canvas.text(x + 1 + blank, row, text, style(ink, bold=row == y + 1))
        canvas.text(x + width - 1, row, upright, edge)
    if digits is not None:
        left = x + 2 + (cells - digits.width) // 2
        digits.draw(canvas, left, y + 1 + above, ink, ground)
    last = y + len(lines) + 1
    canvas.text(x, last, left_low + level * (width - 2) + right_low, edge)


def _words(stake: Stake, cells: int = 0) -> list[str]:
    """Return what stands under the number, the most telling first; wrapped to so many cells."""
    words = [each for each in (stake.decides, stake.refused) if each]
    return [line for each in words for line in wrap(each, cells)] if cells else words


def _pair(words: str, number: str, cells: int) -> str:
    """Return the words at the left, the number at the right."""
    room = max(cells - cell_width(number) - 1, 0)
    words = fit(words, room)
    return f"{words}{' ' * (room - cell_width(words))} {number}"


_EDGE_CELLS: Final = 2
"""The cells at each end, for the sign that there is more."""
_MORE_SIGN: Final = "…"


def paint_time_line(canvas: Canvas, line: TimeLine, *, hovered: Zone | None = None) -> None:
    """Paint as many hands as there is room for around the one that is shown.

    The score stands below the number of its hand; in a single line, beside it.

    Args:
        hovered: what the mouse points at.
    """
    palette = canvas.palette
    canvas.clear(style(palette.muted, palette.panel))
    soft = style(mix(palette.panel, palette.ink, 0.5))
    beside = canvas.height == 1
    first, after = _in_view(line, canvas.width - 2 * _EDGE_CELLS, beside=beside)
    if first:
        canvas.text(0, 0, _MORE_SIGN, soft)
    x = _EDGE_CELLS
    for place in range(first, after):
        mark = line.hands[place]
        width = _width(mark, beside=beside)
        head = _head(mark) if beside else width
        zone = ButtonZone(WindTo(mark.first))
        canvas.zone(Place(x, 0, width, canvas.height), zone)
        look = style(palette.ink if zone == hovered else palette.muted)
        if place == line.now:
            look = style(readable(palette.primary), palette.primary, bold=True)
        canvas.text(x, 0, str(mark.number).center(head), look)
        if beside:
            _score(canvas, x + head, 0, mark)
        else:
            _score(canvas, x + (width - _cells(mark)) // 2, 1, mark)
        x += width
    if after < len(line.hands):
        canvas.text(min(x, canvas.width - 1), 0, _MORE_SIGN, soft)


def _score(canvas: Canvas, x: int, y: int, mark: HandMark) -> None:
    palette = canvas.palette
    for part in mark.score:
        colour = palette.ink if part.side is None else palette.side(part.side)
        x = canvas.text(x, y, part.text, style(colour))


def _in_view(line: TimeLine, room: int, *, beside: bool) -> tuple[int, int]:
    """Return the first hand that has room, and the one after the last: the one shown amid them."""
    middle = 0 if line.now is None else line.now
    first = after = middle
    left = room
    widths = [_width(mark, beside=beside) for mark in line.hands]
    while True:
        grown = False
        if after < len(line.hands) and widths[after] <= left:
            left -= widths[after]
            after, grown = after + 1, True
        if first and widths[first - 1] <= left:
            left -= widths[first - 1]
            first, grown = first - 1, True
        if not grown:
            return first, after


def _head(mark: HandMark) -> int:
    return len(str(mark.number)) + 2


def _width(mark: HandMark, *, beside: bool) -> int:
    if beside:  # two blanks tell a score from the number of the next hand
        return _head(mark) + _cells(mark) + bool(mark.score)
    return max(_head(mark), _cells(mark) + 2)


def _cells(mark: HandMark) -> int:
    return sum(cell_width(part.text) for part in mark.score)
