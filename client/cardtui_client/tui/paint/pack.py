"""Paints the pack and where it is cut, and decides how the cards of a trick lie in the middle.
How they lie for each number of players: `_spreads`; how large they are: `trick_in`; from which size
on a felt has much room: `room_of`.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from cardtui_client.i18n import _
from cardtui_client.model.cards import enumerate_words
from cardtui_client.scene.middle import CutZone, Pack, Zone
from cardtui_client.text import cell_width
from cardtui_client.tui.paint.canvas import Canvas, Place, mix, style
from cardtui_client.tui.paint.cards import Size

_BACK_CELLS: Final = 3
"""How much of the uppermost card's back is to be seen, in cells."""
_HALVES_GAP: Final = _BACK_CELLS + 2
"""Between the halves there is room for the back of the lower one."""
_TALLEST_PACK: Final = 6
_MOST_CARDS: Final = 208
_SHADE_COUNT: Final = 6
"""So many shades tell from how deep in the pack cards came; each is sent to the terminal."""


class Spread(NamedTuple):
    """How the edges of a pack lie in a row.

    Attributes:
        cards: how many there are.
        cells: how many cells they take.
        x: the cell of the first.
        y: the line of the upper ends.
        height: in lines.
    """

    cards: int
    cells: int
    x: int
    y: int
    height: int

    def cell_of(self, cards: int) -> int:
        """Return how many cells so many cards take."""
        return round(cards * self.cells / self.cards)

    def cut_at(self, cell: int) -> int:
        """Return how many cards lie before the middle of a cell, at least one of each half."""
        cards = round((cell + 0.5) * self.cards / self.cells)
        return min(max(cards, 1), self.cards - 1)


def spread_of(place: Place, cards: int) -> Spread:
    """Return how a pack lies in the middle of a place, with room for it to part."""
    cards = min(max(cards, 2), _MOST_CARDS)
    room = max(place.width - _BACK_CELLS - _HALVES_GAP - 2, 2)
    wide = 2 if 2 * cards <= room else 1
    cells = wide * cards if cards <= room else max(cards // -(-cards // room), 2)
    height = min(max(place.height - 5, 1), _TALLEST_PACK, max(cells // 5, 3))
    x = place.x + (place.width - cells - _BACK_CELLS - _HALVES_GAP) // 2 + _BACK_CELLS
    return Spread(cards, cells, x, place.y + max((place.height - height - 1) // 2, 0), height)


def order_after(cards: int, cuts: tuple[int, ...]) -> list[int]:
    """Return the cards from the top, as numbered before it was cut.

    >>> order_after(5, (2,))
    [2, 3, 4, 0, 1]
    """
    order = list(range(cards))
    for at in cuts:
        order = order[at:] + order[:at]
    return order


def draw_pack(
    canvas: Canvas, place: Place, pack: Pack, *, mine: bool = False, hovered: Zone | None = None
) -> None:
    """Paint the pack; your own tells where it was cut, and has zones where it can be."""
    spread = spread_of(place, pack.cards)
    order = order_after(spread.cards, pack.cuts)
    at = min(max(pack.at, 0), spread.cards - 1)
    if not at:
        _draw_part(canvas, spread, order, spread.x + _HALVES_GAP // 2, spread.y)
    elif pack.under:
        rest = spread.cell_of(spread.cards) - spread.cell_of(at)
        _draw_part(canvas, spread, order[at:], spread.x, spread.y)
        _draw_part(canvas, spread, order[:at], spread.x + rest + _HALVES_GAP, spread.y)
    else:
        part = spread.cell_of(at)
        _draw_part(canvas, spread, order[at:], spread.x + part + _HALVES_GAP, spread.y)
        _draw_part(canvas, spread, order[:at], spread.x, spread.y - pack.apart)
        if not pack.apart:
            _draw_cursor(canvas, spread, at)
    if pack.end:
        _draw_end(canvas, place, spread, pack, mine=mine)
    if mine and at and not pack.apart and not pack.under:
        _draw_zones(canvas, spread, at, hovered)


def _draw_part(canvas: Canvas, spread: Spread, order: list[int], x: int, y: int) -> None:
    """Paint some of the cards from there on, the back of the first before their edges."""
    palette = canvas.palette
    cells = max(spread.cell_of(len(order)), 1)
    back = style(mix(palette.back, palette.back_ink, 0.45), palette.back)
    dark = style(mix(palette.felt, palette.shade, 0.9))
    for row in range(spread.height):
        line = y + row
        canvas.text(
            x - _BACK_CELLS, line, "".join("╱╲"[(row + i) % 2] for i in range(_BACK_CELLS)), back
        )
        before = -1
        for cell in range(cells):
            # Cards of the lower half are a shade darker, so that you see where they went.
            number = order[min(cell * len(order) // cells, len(order) - 1)]
            depth = number * _SHADE_COUNT // spread.cards / _SHADE_COUNT
            paper = mix(palette.card, palette.shade, 0.34 * depth)
            edge = " " if number == before else "▏"
            canvas.text(x + cell, line, edge, style(mix(paper, palette.card_edge, 0.55), paper))
            before = number
        canvas.text(x + cells, line, "▌" if row else " ", dark)
    canvas.text(x - _BACK_CELLS + 1, y + spread.height, "▀" * (cells + _BACK_CELLS - 1) + "▘", dark)


def _draw_cursor(canvas: Canvas, spread: Spread, at: int) -> None:
    """Paint where it would be cut, and how many cards lie before and after."""
    palette = canvas.palette
    gap = spread.x + spread.cell_of(at)
    mark = style(palette.turn, bold=True)
    above = spread.y - 1
    canvas.text(gap, above, "▼", mark)
    canvas.text(gap, spread.y + spread.height, "▲", mark)
    upper, lower = str(at), str(spread.cards - at)
    canvas.text(gap - 1 - len(upper), above, upper, mark)
    canvas.text(gap + 2, above, lower, style(palette.felt_ink))


def _draw_end(canvas: Canvas, place: Place, spread: Spread, pack: Pack, *, mine: bool) -> None:
    """Paint from which end the cards will come."""
    palette = canvas.palette
    top, bottom = _("top"), _("bottom")
    line = min(spread.y + spread.height + 1, place.y + place.height - 1)
    told, plain = style(palette.turn, bold=True), style(mix(palette.felt, palette.felt_ink, 0.6))
    left = max(spread.x - _BACK_CELLS, place.x)
    right = spread.x + spread.cells + _HALVES_GAP
    chosen = pack.end == "bottom"
    first = _("◀ dealt from the top") if not chosen else top
    last = _("dealt from the bottom ▶") if chosen else bottom
    if right - left < cell_width(first) + cell_width(last) + 2:
        word = last if chosen else first
        middle = place.x + (place.width - cell_width(word)) // 2
        canvas.text(max(middle, place.x), line, word, told)
        return
    if mine and pack.cuts:
        made = _("cut at {cuts}", cuts=enumerate_words([*map(str, pack.cuts)]))
        room = right - left - cell_width(first) - cell_width(last)
        if cell_width(made) + 4 <= room:
            at = left + cell_width(first) + (room - cell_width(made)) // 2
            canvas.text(at, line, made, style(palette.felt_ink))
    canvas.text(left, line, first, plain if chosen else told)
    canvas.text(right - cell_width(last), line, last, told if chosen else plain)


def _draw_zones(canvas: Canvas, spread: Spread, at: int, hovered: Zone | None) -> None:
    """Make each edge something to point at; the gap itself is where you cut."""
    gap = spread.cell_of(at)
    above, high = spread.y - 1, spread.height + 2
    for cell in range(spread.cells):
        x = spread.x + cell + (0 if cell < gap else _HALVES_GAP)
        canvas.zone(Place(x, above, 1, high), CutZone(spread.cut_at(cell)))
    canvas.zone(Place(spread.x + gap, above, _HALVES_GAP, high), CutZone(at))
    if isinstance(hovered, CutZone) and hovered.cards != at:
        cell = min(spread.cell_of(hovered.cards), spread.cells - 1)
        x = spread.x + cell + (0 if cell < gap else _HALVES_GAP)
        canvas.text(x, spread.y + spread.height, "▲", style(canvas.palette.felt_ink))


class Side(Enum):
    """Where around the felt a seat is."""

    BOTTOM = "bottom"
    RIGHT_LOW = "right low"
    RIGHT = "right"
    RIGHT_HIGH = "right high"
    TOP = "top"
    LEFT_HIGH = "left high"
    LEFT = "left"
    LEFT_LOW = "left low"

    @property
    def is_left(self) -> bool:
        """Whether it is at the left edge."""
        return self in (Side.LEFT_HIGH, Side.LEFT, Side.LEFT_LOW)


class Room(Enum):
    """How much room a felt has."""

    USUAL = "usual"
    LARGE = "large"
    """What lies on it is as large as your own cards."""
    GRAND = "grand"
    """So it is, where your own cards are grand."""


_LARGE_WIDTH: Final = 62
_LARGE_HEIGHT: Final = 22
_GRAND_WIDTH: Final = 83
_GRAND_HEIGHT: Final = 32
_EDGE_CELLS: Final = 2
_TRICK_SIZES: Final = tuple(size for size in reversed(Size) if size.height >= Size.SMALL.height)


def room_of(place: Place) -> Room:
    """Return how much room a felt of that size has."""
    if place.height >= _GRAND_HEIGHT and place.width >= _GRAND_WIDTH:
        return Room.GRAND
    if place.height >= _LARGE_HEIGHT and place.width >= _LARGE_WIDTH:
        return Room.LARGE
    return Room.USUAL


_Offsets = dict[Side, tuple[float, float]]

# How far from the middle a card lies, in widths and heights of a card, by the side it came
# from. With two seats both cards move aside, so that they may overlap in height; with more
# than six the middle ones at the sides do.
_CROSS: Final[_Offsets] = {
    Side.BOTTOM: (0, 0.5),
    Side.RIGHT: (1.1, 0),
    Side.TOP: (0, -0.5),
    Side.LEFT: (-1.1, 0),
}
_PAIR: Final[_Offsets] = {
    Side.BOTTOM: (0.62, 0.22),
    Side.TOP: (-0.62, -0.22),
}
# Where there is less height, cards lie rather beside each other, and so may be larger.
_LOW_SPREADS: Final[dict[int, _Offsets]] = {
    2: {Side.BOTTOM: (0.57, 0), Side.TOP: (-0.57, 0)},
    4: {
        Side.BOTTOM: (0.51, 0.25),
        Side.RIGHT: (1.5, -0.12),
        Side.TOP: (-0.49, -0.25),
        Side.LEFT: (-1.5, -0.12),
    },
}
_ROW: Final[_Offsets] = {
    Side.LEFT: (-1.5, 0),
    Side.TOP: (-0.5, 0),
    Side.BOTTOM: (0.5, 0),
    Side.RIGHT: (1.5, 0),
}
_ROWS: Final[_Offsets] = {
    Side.BOTTOM: (0, 0.6),
    Side.RIGHT_LOW: (1.2, 0.5),
    Side.RIGHT: (1.2, 0),
    Side.RIGHT_HIGH: (1.2, -0.6),
    Side.TOP: (0, -0.5),
    Side.LEFT: (-1.2, 0),
    Side.LEFT_HIGH: (-1.2, -0.6),
    Side.LEFT_LOW: (-1.2, 0.5),
}
_CIRCLE: Final = _ROWS | {Side.RIGHT: (2.2, 0), Side.LEFT: (-2.2, 0)}

# On a large felt cards lie closer to each other, so that they may be larger.
_LARGE_CROSS: Final[_Offsets] = {
    Side.BOTTOM: (0, 0.45),
    Side.RIGHT: (1.2, 0.1),
    Side.TOP: (0, -0.45),
    Side.LEFT: (-1.2, 0.1),
}
_CROSS_APART: Final = _LARGE_CROSS | {Side.BOTTOM: (0, 0.5), Side.TOP: (0, -0.5)}
_LARGE_ROW: Final[_Offsets] = {
    Side.BOTTOM: (0.51, 0.25),
    Side.RIGHT: (1.5, 0),
    Side.TOP: (-0.49, -0.25),
    Side.LEFT: (-1.5, 0),
}
# Between plates above it and below, a row has all columns of the felt.
_ROW_OF_FOUR: Final[_Offsets] = {
    Side.BOTTOM: (0.5, 0.1),
    Side.RIGHT: (1.5, 0),
    Side.TOP: (-0.5, -0.1),
    Side.LEFT: (-1.5, 0),
}
_ROW_OF_SIX: Final[_Offsets] = {
    Side.LEFT_LOW: (-2.5, 0),
    Side.LEFT_HIGH: (-1.5, 0),
    Side.TOP: (-0.5, 0),
    Side.BOTTOM: (0.5, 0),
    Side.RIGHT_HIGH: (1.5, 0),
    Side.RIGHT_LOW: (2.5, 0),
}
_LARGE_ROWS: Final[_Offsets] = {
    Side.BOTTOM: (0, 0.55),
    Side.RIGHT_LOW: (1.0, 0.5),
    Side.RIGHT_HIGH: (1.0, -0.55),
    Side.TOP: (0, -0.55),
    Side.LEFT_HIGH: (-1.0, -0.55),
    Side.LEFT_LOW: (-1.0, 0.5),
}


class Trick(NamedTuple):
    """How a trick lies.

    Attributes:
        middle: the place around whose middle it lies.
        spread: how far from there each card lies, in widths and heights of a card.
        size: of its cards.
    """

    middle: Place
    spread: _Offsets
    size: Size

    def card(self, side: Side) -> Place:
        """Return where the card from that side lies."""
        across, down = self.spread[side]
        width, height = self.size.width, self.size.height
        centre_x = self.middle.x + self.middle.width / 2
        centre_y = self.middle.y + self.middle.height / 2
        return Place(
            round(centre_x + across * (width + 1) - width / 2),
            round(centre_y + down * (height + 1) - height / 2),
            width,
            height,
        )


def trick_in(middle: Place, seats: int, room: Room, *, wide: int, largest: Size) -> Trick:
    """Return how the cards of so many lie in a place, of which they may use so many columns.

    None is larger than your own.
    """
    large = room is not Room.USUAL
    usual, *others = _spreads(seats, large=large)
    row = seats == len(_ROW) and not large
    for size in _TRICK_SIZES[_TRICK_SIZES.index(max(largest, Size.SMALL, key=_height)) :]:
        # Around the cards that lie farthest out is room for the edge of one that wins.
        if _fits(usual, size, middle.height - _EDGE_CELLS, wide - (0 if large else _EDGE_CELLS)):
            return Trick(middle, usual, size)
        for spread in others:
            if _fits(spread, size, middle.height - (_EDGE_CELLS if large else 0), wide - 1):
                return Trick(middle, spread, size)
        if row and _fits(_ROW, size, middle.height - 2, wide - 1):
            return Trick(middle, _ROW, size)
    if row and _fits(_ROW, Size.TINY, middle.height, wide + 1):
        return Trick(middle, _ROW, Size.TINY)
    # Beside the log there may be no room between plates but for cards of one line.
    tiny = _across(usual, Size.TINY) <= wide + 1
    return Trick(middle, usual, Size.TINY if tiny else Size.LINE)


def row_in(
    place: Place, seats: int, *, above: int, below: int, largest: Size, close: bool = False
) -> Trick | None:
    """Return how the cards of four or six lie beside each other from edge to edge of a place.

    Args:
        above: the lines over them that plates take.
        below: the same under them.
        close: whether they may take all lines between these.

    Returns:
        ``None`` where they have no room so.
    """
    spread = {4: _ROW if close else _ROW_OF_FOUR, 6: _ROW_OF_SIX}.get(seats)
    middle = Place(place.x, place.y + above, place.width, place.height - above - below)
    high = middle.height - (0 if close else _EDGE_CELLS)
    for size in (
        *_TRICK_SIZES[_TRICK_SIZES.index(max(largest, Size.SMALL, key=_height)) :],
        Size.TINY,
    ):
        if spread and _fits(spread, size, high, place.width - _EDGE_CELLS):
            return Trick(middle, spread, size)
    return None


def _height(size: Size) -> int:
    return size.height


def _across(spread: _Offsets, size: Size) -> float:
    """Return how many columns cards of that size take."""
    return 2 * max(abs(across) for across, _down in spread.values()) * (size.width + 1) + size.width


def _fits(spread: _Offsets, size: Size, height: int, wide: int) -> bool:
    """Tell whether cards of that size have room so."""
    down = 2 * max(abs(down) for _across, down in spread.values())
    return down * (size.height + 1) + size.height <= height and _across(spread, size) <= wide


def _spreads(seats: int, *, large: bool) -> tuple[_Offsets, ...]:
    """Return how the cards of a trick may lie for so many, the best way first."""
    match seats:
        case 1:
            return (_CROSS,)
        case 2:
            return (_PAIR, _LOW_SPREADS[2])
        case 3:
            return (_ROWS | {Side.BOTTOM: (0, 0.5)},)
        case 4:
            return (_CROSS_APART, _LARGE_CROSS, _LARGE_ROW) if large else (_CROSS, _LOW_SPREADS[4])
        case 5 | 6:
            return (_LARGE_ROWS if large else _ROWS,)
        case _:
            return (_CIRCLE,)
