"""Paints cards: big, small and one-line ones, faces and backs, cards laid in rows.

A card's face is filled, so that it looks like a card on any ground; rank and suit stand in
its corners on every size, so that the same card reads the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from itertools import groupby
from typing import Final, NamedTuple

from cardtui_client.model.cards import SIGNS, CardFace, corner, face
from cardtui_client.scene.middle import Laid
from cardtui_client.tui.paint.canvas import Canvas, Palette, Place, mix, style

Shape = tuple[str, ...]

PINTAS: Final = {"O": 0, "C": 1, "E": 2, "B": 3}
"""The breaks in a Spanish card's frame, which tell its suit without colour or letter."""

PIPS: Final[dict[str, Shape]] = {
    "O": ("(●)",),
    "C": (
        "╰┬╯",
        "╶┴╴",
    ),
    "E": (
        " ╷ ",
        "╶╁╴",
    ),
    "B": (
        " ┣ ",
        " ┫ ",
    ),
}

WIDE_PIPS: Final[dict[str, Shape]] = {
    "O": (
        "╭───╮",
        "│ ◉ │",
        "╰───╯",
    ),
    "C": (
        "╰───╯",
        " ╰┬╯ ",
        " ─┴─ ",
    ),
    "E": (
        "  ╷  ",
        "  │  ",
        " ─╁─ ",
    ),
    "B": (
        "  ┣╸ ",
        " ╺┫  ",
        "  ┣╸ ",
    ),
}

ACES: Final[dict[str, Shape]] = {
    "O": (
        " ╭─────╮ ",
        "╭╯╭───╮╰╮",
        "│ │(●)│ │",
        "╰╮╰───╯╭╯",
        " ╰─────╯ ",
    ),
    "C": (
        " ╭─────╮ ",
        " ╰╮ ◆ ╭╯ ",
        "  ╰─┬─╯  ",
        "    │    ",
        "  ──┴──  ",
    ),
    "E": (
        "    ╷    ",
        "    │    ",
        "    │    ",
        "  ╺━╋━╸  ",
        "    ╹    ",
    ),
    "B": (
        "   ╭─╮   ",
        "  ╶┤ │   ",
        "   │ ├╴  ",
        "  ╶┤ │   ",
        "   ╰─╯   ",
    ),
}

FIGURES: Final[dict[str, Shape]] = {
    # The sota, a page with a feathered hat.
    "10": (
        "   ╭──╮╱ ",
        " ╶─┴──┴─╴",
        "   │••│  ",
        "   ╰╮╭╯  ",
        "  ╭─┴┴─╮ ",
    ),
    # The caballo.
    "11": (
        "    ╱╲   ",
        "   ╱• ╲╲ ",
        "  ╱    ╲╲",
        "  ╰─╮  ││",
        "    │  ││",
    ),
    # The rey.
    "12": (
        "  ◦ ◦ ◦  ",
        "  │╲│╱│  ",
        "  ├───┤  ",
        "  │• •│  ",
        "  ╰╮─╭╯  ",
    ),
}

_QUEEN: Final[Shape] = (
    "   ╷◦╷   ",
    "  ╭┴─┴╮  ",
    "  │• •│  ",
    " ╭╯╮─╭╰╮ ",
    " ╰╴╰─╯╶╯ ",
)

_JOKER: Final[Shape] = (
    "  ◦   ◦  ",
    "  │╲╭╮╱│ ",
    "  ╰─┴┴─╯ ",
    "  │• •│  ",
    "  ╰╮─╭╯  ",
)

FRENCH_FIGURES: Final = {"J": FIGURES["10"], "Q": _QUEEN, "K": FIGURES["12"], "X": _JOKER}

# Where the pips of a Spanish card stand, left column, middle, right, in the inside of a large
# card (11×7, pips 3×2): the seven is staggered so that the corners stay free.
SPANISH_PLACES: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    2: ((4, 1), (4, 4)),
    3: ((4, 1), (1, 4), (7, 4)),
    4: ((1, 1), (7, 1), (1, 4), (7, 4)),
    5: ((1, 1), (7, 1), (4, 3), (1, 5), (7, 4)),
    6: ((0, 1), (4, 1), (8, 1), (0, 4), (4, 4), (8, 4)),
    7: ((1, 1), (1, 3), (1, 5), (4, 3), (7, 0), (7, 2), (7, 4)),
}

GRAND_PLACES: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    # The same on a grand card, whose inside is 15×11, its pips 5×3.
    2: ((5, 1), (5, 7)),
    3: ((5, 1), (5, 4), (5, 7)),
    4: ((0, 1), (10, 1), (0, 7), (10, 7)),
    5: ((0, 1), (10, 1), (5, 4), (0, 7), (10, 7)),
    6: ((0, 1), (10, 1), (0, 4), (10, 4), (0, 7), (10, 7)),
    7: ((0, 1), (10, 1), (0, 4), (5, 4), (10, 4), (0, 7), (10, 7)),
}

FRENCH_PLACES: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((5, 3),),
    2: ((5, 1), (5, 5)),
    3: ((5, 1), (5, 3), (5, 5)),
    4: ((3, 1), (7, 1), (3, 5), (7, 5)),
    5: ((3, 1), (7, 1), (5, 3), (3, 5), (7, 5)),
    6: ((3, 1), (7, 1), (3, 3), (7, 3), (3, 5), (7, 5)),
    7: ((3, 1), (7, 1), (5, 2), (3, 3), (7, 3), (3, 5), (7, 5)),
    8: ((3, 1), (7, 1), (5, 2), (3, 3), (7, 3), (5, 4), (3, 5), (7, 5)),
    9: ((3, 0), (7, 0), (3, 2), (7, 2), (5, 3), (3, 4), (7, 4), (3, 6), (7, 6)),
    10: ((3, 0), (7, 0), (5, 1), (3, 2), (7, 2), (3, 4), (7, 4), (5, 5), (3, 6), (7, 6)),
}


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
    GRAND = Extent(17, 13)

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


_RINGS: Final[dict[Look, Callable[[Palette], str]]] = {
    Look.WINNING: lambda palette: palette.success,
    Look.FRESH: lambda palette: palette.turn,
    Look.PICKED: lambda palette: palette.turn,
    Look.HOVERED: lambda palette: mix(palette.felt, palette.turn, 0.5),
}
STAR: Final = "★"
"""The mark of a joker, in place of a suit."""
CROWN: Final = "♛"
"""The mark of a card that is above all others in its hand."""
_BLOCKS: Final = tuple("▗▄▖▐▌▝▀▘")
_LINES: Final = {
    Look.WINNING: tuple("╔═╗║║╚═╝"),
    Look.FRESH: tuple("┌─┐││└─┘"),
    Look.PICKED: tuple("┏━┓┃┃┗━┛"),
    Look.HOVERED: tuple("┌╌┐╎╎└╌┘"),
}
"""Edges where there is no hue: what each colour says elsewhere has a line of its own."""
_HEAVY: Final = str.maketrans("╭╮╰╯─│", "┏┓┗┛━┃")
_FRENCH_RANKS: Final = {"A": 1, "T": 10} | {str(rank): rank for rank in range(2, 10)}


def ink_of(shown: CardFace, palette: Palette) -> str:
    """Return the colour of the card's suit, as it is on a card."""
    return palette.suits.get(f"{shown.deck}:{shown.suit}", palette.card_edge)


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
        lines = frame(shown, size)
        if look is Look.PICKED:
            # Heavier as well, where it can be neither lifted nor told by its colour.
            edge, lines = ink, tuple(line.translate(_HEAVY) for line in lines)
        canvas.lines(x, y, lines, style(edge, paper))
    inset = int(size.framed)
    for column, line, shape in art(shown, size):
        canvas.stamp(x + inset + column, y + inset + line, shape, style(ink, paper))
    name = corner(shown)
    for left, line in (
        (x + inset, y + inset),
        (x + size.width - inset - len(name), y + size.height - 1 - inset),
    ):
        canvas.text(left, line, name[:-1], style(ink, paper, bold=True))
        canvas.text(left + len(name) - 1, line, name[-1], style(ink, paper))
    if sign:
        special = style(mix(palette.warning, "#000000", 0.45), paper)
        canvas.text(x + inset + len(name), y + inset, sign, special)
    if look is Look.WINNING:
        # A star as well, for eyes and terminals that don't tell the colour.
        canvas.text(x + size.width - inset - 1, y + inset, "★", style(ink, paper))
    if look in _RINGS:
        _ring(canvas, x, y, size, look)


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


def draw_slot(canvas: Canvas, place: Place) -> None:
    """Paint where a card is to lie."""
    x, y, width, height = place
    look = style(mix(canvas.palette.felt, canvas.palette.felt_ink, 0.3))
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


def frame(shown: CardFace, size: Size) -> Shape:
    """Return a card's frame, blank inside; a Spanish one has the breaks of its suit."""
    inner = size.width - 2
    breaks = PINTAS[shown.suit] if shown.deck == "spanish" else 0
    top = broken(inner, breaks)
    middle = "│" + " " * inner + "│"
    return (f"╭{top}╮", *(middle,) * (size.height - 2), f"╰{top}╯")


def broken(cells: int, breaks: int) -> str:
    """Return a line with so many breaks, spread evenly.

    >>> broken(7, 3)
    '─ ─ ─ ─'
    """
    gaps = {round((cells + 1) * index / (breaks + 1)) - 1 for index in range(1, breaks + 1)}
    return "".join(" " if cell in gaps else "─" for cell in range(cells))


def art(shown: CardFace, size: Size) -> tuple[tuple[int, int, Shape], ...]:
    """Return what is drawn inside of a card: column, line and shape of each part."""
    if size is Size.GRAND:
        return _spanish_grand(shown) if shown.deck == "spanish" else _french_grand(shown)
    if size is Size.LARGE:
        return _spanish_art(shown) if shown.deck == "spanish" else _french_art(shown)
    if shown.deck == "french":
        middle = (size.width - (0 if size in (Size.TINY, Size.SMALL) else 2)) // 2
        line = 1 if size is Size.TINY else 2
        return ((middle, line, (SIGNS.get(shown.suit, STAR),)),)
    if size is Size.TINY:
        return ()
    return ((1, 1, WIDE_PIPS[shown.suit]),)


def _spanish_art(shown: CardFace) -> tuple[tuple[int, int, Shape], ...]:
    pip = PIPS[shown.suit]
    if shown.rank == "1":
        return ((1, 1, ACES[shown.suit]),)
    if shown.rank in FIGURES:
        return ((1, 1, FIGURES[shown.rank]), (8, 0, pip), (0, 5, pip))
    return tuple((x, y, pip) for x, y in SPANISH_PLACES[int(shown.rank)])


def _french_art(shown: CardFace) -> tuple[tuple[int, int, Shape], ...]:
    sign = (SIGNS.get(shown.suit, STAR),)
    if shown.rank in FRENCH_FIGURES:
        return ((1, 1, FRENCH_FIGURES[shown.rank]), (9, 0, sign), (1, 6, sign))
    return tuple((x, y, sign) for x, y in FRENCH_PLACES[_FRENCH_RANKS[shown.rank]])


def _spanish_grand(shown: CardFace) -> tuple[tuple[int, int, Shape], ...]:
    if shown.rank == "1":
        return ((3, 3, ACES[shown.suit]),)
    pip = PIPS[shown.suit]
    if shown.rank in FIGURES:
        return ((3, 3, FIGURES[shown.rank]), (12, 1, pip), (0, 8, pip))
    wide = WIDE_PIPS[shown.suit]
    return tuple((x, y, wide) for x, y in GRAND_PLACES[int(shown.rank)])


def _french_grand(shown: CardFace) -> tuple[tuple[int, int, Shape], ...]:
    sign = (SIGNS.get(shown.suit, STAR),)
    if shown.rank in FRENCH_FIGURES:
        return ((3, 3, FRENCH_FIGURES[shown.rank]), (13, 1, sign), (1, 9, sign))
    # As on a large card, a little farther apart.
    places = FRENCH_PLACES[_FRENCH_RANKS[shown.rank]]
    return tuple((7 + (x - 5) * 3 // 2, 5 + round((y - 3) * 4 / 3), sign) for x, y in places)


def _ring(canvas: Canvas, x: int, y: int, size: Size, look: Look) -> None:
    """Mark a card by a bright edge."""
    palette = canvas.palette
    ring = style(_RINGS[look](palette))
    edges = _LINES[look] if palette.hueless else _BLOCKS
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


_IN_ROW: Final = 3


def draw_laid(canvas: Canvas, middle: Place, laid: Laid) -> None:
    """Paint them as big as the room allows."""
    cards = laid.cards
    rows = [cards[at : at + _IN_ROW] for at in range(0, len(cards), _IN_ROW)]
    size = size_for(middle, len(rows))
    step = size.height + (size is not Size.LINE)
    left = len(cards)
    y = middle.y + max((middle.height - len(rows) * step) // 2, 0)
    for row in rows:
        x = middle.x + (middle.width - len(row) * (size.width + 1)) // 2
        for card in row:
            left -= 1
            look = Look.FRESH if left < laid.fresh else Look.PLAIN
            draw_card(canvas, x, y, card, size, look=look)
            x += size.width + 1
        y += step


def size_for(middle: Place, rows: int) -> Size:
    """Return the size of cards of which so many rows find room."""
    for size in (Size.MEDIUM, Size.SMALL, Size.TINY):
        wide = _IN_ROW * (size.width + 1)
        if rows * (size.height + 1) <= middle.height and wide <= middle.width:
            return size
    return Size.LINE


def draw_by_suit(canvas: Canvas, x: int, y: int, cards: Sequence[int]) -> int:
    """Paint the cards in one line, and return the cell after them."""
    paper = canvas.palette.card
    for _suit, faces in groupby(map(face, sorted(cards)), key=lambda shown: shown.suit):
        held = [*faces]
        ink = style(ink_of(held[0], canvas.palette), paper, bold=True)
        x = canvas.text(x, y, _sign(held[0]) + "".join(shown.rank for shown in held), ink)
        x = canvas.text(x, y, " ", style(paper, paper))
    return x


def _sign(shown: CardFace) -> str:
    return corner(shown)[-1]
