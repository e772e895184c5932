"""Paints cards: faces and backs, from one line to huge (`Size`), and cards laid in rows.
Which cards have a double frame (`_GREAT_CARDS`), a crown (`CROWN_SIGN`) or a ring
(`_RING_COLOURS`). What is printed on them is in `tui/paint/pips.py`; how big your own are:
`tui/paint/hand.py`, `tui/paint/fan.py`.

A card's face is filled, so that it looks like a card on any ground; rank and suit stand in
its corners on every size, so that the same card reads the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from enum import Enum
from itertools import groupby
from typing import Final, NamedTuple

from rich.style import Style

from cardtui_client.model.cards import COIN_SIGN, OTHER_DECK, CardFace, corner, face
from cardtui_client.scene.middle import Laid
from cardtui_client.tui.paint.canvas import Canvas, Palette, Place, mix, readable, style
from cardtui_client.tui.paint.pips import Shape, printed_rows, strip_rows

PINTAS: Final = {"O": 0, "C": 1, "E": 2, "B": 3}
"""The breaks in a Spanish card's frame, which tell its suit without colour or letter."""


class Extent(NamedTuple):
    """How many cells something takes."""

    width: int
    height: int


class Size(Enum):
    """The sizes of cards; the room there is chooses."""

    LINE = Extent(3, 1)
    TINY = Extent(5, 3)
    SMALL = Extent(7, 5)
    MEDIUM = Extent(9, 7)
    LARGE = Extent(13, 9)
    BROAD = Extent(15, 11)
    GRAND = Extent(17, 13)
    HUGE = Extent(23, 17)

    @property
    def width(self) -> int:
        """In cells."""
        return self.value.width

    @property
    def height(self) -> int:
        """In lines."""
        return self.value.height

    @property
    def framed(self) -> bool:
        """Whether a card of that size has a frame inside its edge."""
        return self.value.height >= Size.MEDIUM.value.height


class Look(Enum):
    """How a card is shown."""

    PLAIN = "plain"
    WINNING = "winning"
    """It wins the trick so far."""
    FRESH = "fresh"
    """It has just been played."""
    PICKED = "picked"
    HOVERED = "hovered"
    DIM = "dim"
    """It no longer counts, or cannot be played now."""


_RING_COLOURS: Final[dict[Look, Callable[[Palette], str]]] = {
    Look.WINNING: lambda palette: palette.success,
    Look.FRESH: lambda palette: palette.turn,
    Look.PICKED: lambda palette: palette.turn,
    Look.HOVERED: lambda palette: mix(palette.felt, palette.turn, 0.5),
}
CROWN_SIGN: Final = "♛"
"""The mark of a card that is above all others in its hand."""
WILD_SIGN: Final = "★"
_BLOCK_EDGES: Final = tuple("▗▄▖▐▌▝▀▘")
_LINE_EDGES: Final = {
    Look.WINNING: tuple("╔═╗║║╚═╝"),
    Look.FRESH: tuple("┌─┐││└─┘"),
    Look.PICKED: tuple("┏━┓┃┃┗━┛"),
    Look.HOVERED: tuple("┌╌┐╎╎└╌┘"),
}
"""Edges where there is no hue: what each colour says elsewhere has a line of its own."""
_HEAVY_LINES: Final = str.maketrans("╭╮╰╯─│╔╗╚╝═║", "┏┓┗┛━┃┏┓┗┛━┃")
_DOUBLE_LINES: Final = str.maketrans("╭╮╰╯─│", "╔╗╚╝═║")
_GREAT_CARDS: Final = ("1E", "1B", "7E", "7O")
"""The great cards of Truco, whose frame is double unless a scene says otherwise."""
_ASCII_BLOCKS: Final = str.maketrans("█▀▄▌▐▗▖▝▘▟▙▜▛▅▆▇", "#\"_||..''/\\\\/=##")
"""What is solid on a card, in ASCII; elsewhere it is the ground that shows it."""


_INK_OF_SUIT: Final = {
    "A": "spanish:B",
    "L": "french:C",
    "N": "spanish:O",
    "R": "french:H",
    "Y": "spanish:O",
    "G": "spanish:B",
    "B": "spanish:E",
    "K": "french:S",
    "T": "french:S",
}
"""Whose ink the suits of other decks have."""


def ink_of(shown: CardFace, palette: Palette) -> str:
    """Return the colour of the card's suit, as it is on a card."""
    suit = (
        _INK_OF_SUIT.get(shown.suit, "")
        if shown.deck == OTHER_DECK
        else f"{shown.deck}:{shown.suit}"
    )
    return palette.suits.get(suit, palette.card_edge)


def dimmed(palette: Palette) -> str:
    """Return the ground of a card that no longer counts."""
    return mix(palette.card, palette.felt, 0.35)


def draw_card(
    canvas: Canvas,
    x: int,
    y: int,
    card: int,
    size: Size,
    *,
    look: Look = Look.PLAIN,
    sign: str = "",
    covered: bool = False,
) -> None:
    """Paint a card, or the back of a hidden one.

    Args:
        canvas: where to.
        x: its left column.
        y: its top line.
        card: the card.
        size: its size.
        look: how it is shown.
        sign: what the game makes of it beside its name, where there is room; ``""`` for nothing.
        covered: whether the next card lies over its lower corner: half a name would be misread.
    """
    shown = face(card)
    if size is Size.LINE:
        draw_line_card(canvas, x, y, card, look=look)
        return
    if shown.hidden:
        draw_back(canvas, x, y, size)
        return
    palette = canvas.palette
    paper = dimmed(palette) if look is Look.DIM else palette.card
    ink = ink_of(shown, palette)
    if look is Look.DIM:
        ink = mix(ink, paper, 0.25)
    _shadow(canvas, x, y, size)
    canvas.fill(Place(x, y, size.width, size.height), style(ink, paper))
    if size.framed:
        edge = mix(ink, paper, 0.45) if look is not Look.DIM else mix(ink, paper, 0.6)
        lines = frame(shown, size, great=canvas.great)
        if look is Look.PICKED:
            # Heavier as well, where it can be neither lifted nor told by its colour.
            edge, lines = ink, tuple(line.translate(_HEAVY_LINES) for line in lines)
        canvas.lines(x, y, lines, style(edge, paper))
    inset = int(size.framed)
    _draw_rows(canvas, x + inset, y + inset, printed_rows(shown, size.name), style(ink, paper))
    name = corner(shown)
    if canvas.ascii_only:
        name = name.replace(COIN_SIGN, f" {COIN_SIGN}")  # its letter would read as a nought
    bold = style(ink, paper, bold=True)
    canvas.text(x, y, name, bold)
    if not covered:
        canvas.text(x + size.width - len(name), y + size.height - 1, name, bold)
    if sign:
        special = style(mix(palette.warning, "#000000", 0.45), paper)
        canvas.text(x + len(name), y, sign, special)
    if look is Look.WINNING:
        # A star as well, for eyes and terminals that don't tell the colour.
        canvas.text(x + size.width - 1, y, "★", style(ink, paper))
    if look in _RING_COLOURS:
        _ring(canvas, x, y, size, look)


def _draw_rows(canvas: Canvas, x: int, y: int, rows: Shape, look: Style) -> None:
    """Paint what is printed on a card, row by row."""
    for line, row in enumerate(rows, y):
        told = row.translate(_ASCII_BLOCKS) if canvas.ascii_only else row
        left = len(told) - len(told.lstrip())
        canvas.text(x + left, line, told[left:], look)


_KEY_INK: Final = 0.15
"""How far the ink of a key is from the edge of its card, towards black or white."""


def draw_key(
    canvas: Canvas, place: Place, size: Size, key: int, paper: str, *, picked: bool
) -> None:
    """Paint the key that picks a card into its frame; beside its lower corner if it has none.

    Args:
        place: where the card is to be seen; the key stands in the middle of that.
    """
    if size is Size.LINE:
        return
    edge = canvas.palette.card_edge
    words, look = str(key), style(mix(edge, readable(paper), _KEY_INK), paper)
    if picked:
        words, look = f" {key} " if size.framed else str(key), style(paper, edge, bold=True)
    x = place.x + place.width // 2 if size.framed else place.x + 1
    canvas.text(x - len(words) // 2, place.y + size.height - 1, words, look)


def draw_strip(canvas: Canvas, strip: Place, card: int, paper: str) -> None:
    """Paint a pip or a face on the part of a card that the next one leaves to be seen."""
    shown = face(card)
    rows = strip_rows(shown, strip.width, strip.height)
    wide = max(map(len, rows))
    x = strip.x + (strip.width - wide) // 2
    y = strip.y + (strip.height - len(rows)) // 2
    _draw_rows(canvas, x, y, rows, style(ink_of(shown, canvas.palette), paper))


def draw_line_card(
    canvas: Canvas, x: int, y: int, card: int, *, look: Look = Look.PLAIN, paper: str = ""
) -> int:
    """Paint a card in one line and return the cell after it; ``paper`` is its ground."""
    shown = face(card)
    palette = canvas.palette
    if shown.hidden:
        return canvas.text(x, y, "▚▚", style(palette.back_ink, palette.back))
    if not paper:
        paper = dimmed(palette) if look is Look.DIM else palette.card
    ink = style(ink_of(shown, palette), paper, bold=True)
    return canvas.text(x, y, f"{corner(shown):>3}", ink)


def draw_back(canvas: Canvas, x: int, y: int, size: Size) -> None:
    """Paint the back of a card."""
    palette = canvas.palette
    _shadow(canvas, x, y, size)
    edge = style(palette.back_ink, palette.back)
    lattice = style(mix(palette.back, palette.back_ink, 0.4), palette.back)
    for row in range(size.height):
        line = "".join("╱╲"[(row + column) % 2] for column in range(size.width))
        canvas.text(x, y + row, line, lattice)
    if size.height >= Size.SMALL.height:
        inner = "─" * (size.width - 2)
        canvas.text(x, y, f"╭{inner}╮", edge)
        for row in range(1, size.height - 1):
            canvas.text(x, y + row, "│", edge)
            canvas.text(x + size.width - 1, y + row, "│", edge)
        canvas.text(x, y + size.height - 1, f"╰{inner}╯", edge)


def slot_look(palette: Palette) -> Style:
    """Return how the edge of a place without its card is painted."""
    return style(mix(palette.felt, palette.felt_ink, 0.3))


def draw_slot(canvas: Canvas, place: Place) -> None:
    """Paint where a card is to lie."""
    x, y, width, height = place
    look = slot_look(canvas.palette)
    inner = "╌" * (width - 2)
    canvas.text(x, y, f"╭{inner}╮", look)
    for row in range(y + 1, y + height - 1):
        canvas.text(x, row, "╎", look)
        canvas.text(x + width - 1, row, "╎", look)
    canvas.text(x, y + height - 1, f"╰{inner}╯", look)


def draw_fan(
    canvas: Canvas, x: int, y: int, count: int, size: Size = Size.TINY, *, step: int = 3
) -> None:
    """Paint the backs of so many cards, each over the one before."""
    edge = style(canvas.palette.back_ink, canvas.palette.back)
    for index in range(count):
        left = x + index * step
        draw_back(canvas, left, y, size)
        for row in range(size.height):
            canvas.text(left, y + row, "▏", edge)


def draw_backs(canvas: Canvas, x: int, y: int, count: int, *, gap: int = 1) -> int:
    """Paint the backs of so many cards in one line and return the cell after them."""
    back = style(canvas.palette.back_ink, canvas.palette.back)
    for _card in range(count):
        x = canvas.text(x, y, "▞▚", back) + gap
    return x - gap if count else x


def frame(shown: CardFace, size: Size, *, great: bool = True) -> Shape:
    """Return a card's frame, blank inside: a Spanish one's breaks tell its suit.

    Args:
        great: whether the frame of a great card is double.
    """
    inner = size.width - 2
    breaks = PINTAS[shown.suit] if shown.deck == "spanish" else 0
    top = broken(inner, breaks)
    middle = "│" + " " * inner + "│"
    lines = (f"╭{top}╮", *(middle,) * (size.height - 2), f"╰{top}╯")
    doubled = great and shown.deck == "spanish" and shown.code in _GREAT_CARDS
    return tuple(line.translate(_DOUBLE_LINES) for line in lines) if doubled else lines


def broken(cells: int, breaks: int) -> str:
    """Return a line with so many breaks, spread evenly.

    >>> broken(7, 3)
    '─ ─ ─ ─'
    """
    gaps = {round((cells + 1) * index / (breaks + 1)) - 1 for index in range(1, breaks + 1)}
    return "".join(" " if cell in gaps else "─" for cell in range(cells))


def _ring(canvas: Canvas, x: int, y: int, size: Size, look: Look) -> None:
    """Mark a card by a bright edge."""
    palette = canvas.palette
    ring = style(_RING_COLOURS[look](palette))
    edges = _LINE_EDGES[look] if palette.hueless else _BLOCK_EDGES
    left_top, top, right_top, left, right, left_low, low, right_low = edges
    for row in range(size.height):
        canvas.text(x - 1, y + row, left, ring)
        canvas.text(x + size.width, y + row, right, ring)
    if size is Size.TINY:
        return  # small cards lie too close for more
    canvas.text(x - 1, y - 1, left_top + top * size.width + right_top, ring)
    canvas.text(x - 1, y + size.height, left_low + low * size.width + right_low, ring)


def _shadow(canvas: Canvas, x: int, y: int, size: Size) -> None:
    palette = canvas.palette
    dark = style(mix(palette.felt, palette.shade, 0.9))
    right = x + size.width
    for row in range(1, size.height):
        canvas.text(right, y + row, "▌", dark)
    canvas.text(x + 1, y + size.height, "▀" * (size.width - 1) + "▘", dark)


UNCOVERED_STEPS: Final = {
    Size.HUGE: 20,
    Size.GRAND: 14,
    Size.BROAD: 13,
    Size.LARGE: 10,
    Size.MEDIUM: 7,
    Size.SMALL: 8,
    Size.TINY: 6,
    Size.LINE: 4,
}
"""From one card to the next where no card covers more of another than its frame.

What has no frame needs its shadow.
"""
_GROUP_GAP: Final = 3
"""The cells between two groups of cards."""


class Lie(NamedTuple):
    """How groups of cards lie.

    Attributes:
        size: of the cards.
        step: from one card to the next.
        rows: the groups that lie beside each other, row by row.
        extent: of all of them.
    """

    size: Size
    step: int
    rows: tuple[tuple[tuple[int, ...], ...], ...]
    extent: Extent

    def width_of(self, row: Sequence[tuple[int, ...]]) -> int:
        """Return the cells that groups take beside each other."""
        return _width_of(row, self.size, self.step)


def lie_of(laid: Laid, room: Place, largest: Size = Size.HUGE) -> Lie:
    """Return how they lie, as large as that room allows: beside each other rather than in rows."""
    groups = laid.groups
    lies: list[Lie] = []
    for size in reversed(Size):
        if size.height > largest.height:
            continue
        for step in (size.width + 1, UNCOVERED_STEPS[size]):
            for in_row in range(len(groups), 0, -1):
                rows = tuple(groups[at : at + in_row] for at in range(0, len(groups), in_row))
                wide = max((_width_of(row, size, step) for row in rows), default=0)
                high = len(rows) * (size.height + (size is not Size.LINE)) - (size is not Size.LINE)
                lies.append(Lie(size, step, rows, Extent(wide, high)))
    fitting = (
        lie for lie in lies if lie.extent.width <= room.width and lie.extent.height <= room.height
    )
    return next(fitting, lies[-1])


def _width_of(row: Sequence[tuple[int, ...]], size: Size, step: int) -> int:
    cells = sum((len(group) - 1) * step + size.width for group in row)
    return cells + _GROUP_GAP * (len(row) - 1)


def place_of_laid(middle: Place, lie: Lie) -> Place:
    """Return what they cover there."""
    width, height = lie.extent
    x = middle.x + (middle.width - width) // 2
    return Place(x, middle.y + max((middle.height - height) // 2, 0), width, height)


def draw_laid(
    canvas: Canvas, middle: Place, laid: Laid, largest: Size, crowned: Container[int]
) -> None:
    """Paint them as big as the room allows, and crown those above all others in this hand."""
    lie = lie_of(laid, middle, largest)
    size, left = lie.size, len(laid.cards)
    y = place_of_laid(middle, lie).y
    for row in lie.rows:
        x = middle.x + (middle.width - lie.width_of(row)) // 2
        for group in row:
            for place, card in enumerate(group, 1):
                left -= 1
                look = Look.FRESH if left < laid.fresh else Look.PLAIN
                sign = WILD_SIGN if card in laid.wild else CROWN_SIGN if card in crowned else ""
                covered = place < len(group) and lie.step < size.width
                draw_card(canvas, x, y, card, size, look=look, sign=sign, covered=covered)
                x += lie.step
            x += size.width - lie.step + _GROUP_GAP
        y += size.height + (size is not Size.LINE)


def draw_by_suit(canvas: Canvas, x: int, y: int, cards: Sequence[int]) -> int:
    """Paint the cards in one line, and return the cell after them."""
    paper = canvas.palette.card
    for _suit, faces in groupby(map(face, sorted(cards)), key=lambda shown: shown.suit):
        held = [*faces]
        ink = style(ink_of(held[0], canvas.palette), paper, bold=True)
        apart = " " if any(len(shown.rank) > 1 for shown in held) else ""
        x = canvas.text(x, y, _sign(held[0]) + apart.join(shown.rank for shown in held), ink)
        x = canvas.text(x, y, " ", style(paper, paper))
    return x


def _sign(shown: CardFace) -> str:
    return corner(shown)[-1]
