"""Paints the stock, the discard pile and the pot of chips (`_POT_SCALES` says how large that is).
When piles stand under each other as a list: `_listed`; what lies open under the top discard:
`_draw_line`.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from rich.style import Style

from cardtui_client.i18n import _, n_, p_
from cardtui_client.scene.middle import Piles, PileZone, Pot
from cardtui_client.text import cell_width, fit, wrap
from cardtui_client.tui.paint.canvas import Canvas, Place, mix, style
from cardtui_client.tui.paint.cards import (
    WILD_SIGN,
    Extent,
    Size,
    draw_back,
    draw_card,
    draw_line_card,
    draw_slot,
)
from cardtui_client.tui.paint.letters import large


class _Scale(NamedTuple):
    """How large a pot is drawn.

    Attributes:
        ring: around it.
        chip: the columns and the lines of a chip.
        tallest: the most chips that lie on each other.
        most: the most piles beside each other.
    """

    ring: Extent
    chip: Extent
    tallest: int
    most: int


_POT_SCALES: Final = (
    _Scale(Extent(76, 24), Extent(11, 2), tallest=4, most=6),
    _Scale(Extent(52, 17), Extent(7, 1), tallest=5, most=6),
    _Scale(Extent(40, 13), Extent(3, 1), tallest=5, most=9),
)
"""How large a pot may be, the largest first."""
_LEAST_RINGED_HEIGHT: Final = 13
"""In a middle of so many lines the pot has its ring, and its number is in large digits."""


def draw_pot(canvas: Canvas, middle: Place, pot: Pot) -> None:
    """Paint piles of chips, the number under them."""
    palette = canvas.palette
    scale = _scale_of(middle)
    ring = ring_of(middle) if middle.height >= _LEAST_RINGED_HEIGHT else middle
    centre = middle.x + middle.width // 2
    cap = "" if pot.cap is None else _("at most {chips} each", chips=pot.cap)
    most = min((ring.width - 4) // (scale.chip.width + 1), scale.most)
    under = wrap(cap, middle.width)
    highest = max(middle.height - 1 - max(len(under), 1), 1)
    piles = _piles(pot.chips, most, min(highest, scale.tallest))
    tallest = max(piles, default=0) * scale.chip.height
    number, room = None, 0
    if middle.height >= _LEAST_RINGED_HEIGHT:
        draw_slot(canvas, ring)
        room = ring.height - 2 - tallest - 1 - 1 - len(under)
        number = large(
            str(pot.chips), ring.width - 4, room, ascii_only=canvas.ascii_only, huge=True
        )
    # Over a large number is a blank, and under it where there is room.
    lines = 0 if number is None else 1 + number.height + (room > number.height)
    y = ring.y + max((ring.height - tallest - lines - 1 - len(under)) // 2, 0)
    left = centre - (len(piles) * (scale.chip.width + 1) - 1) // 2
    _draw_piles(canvas, left, y + tallest - 1, piles, scale.chip)
    if number is not None:
        number.draw(
            canvas, centre - number.width // 2, y + tallest + 1, palette.felt_ink, palette.felt
        )
    y += tallest + lines
    told = _("pot {chips}", chips=pot.chips) if number is None else _("pot")
    canvas.centred(centre, y, told, style(palette.felt_ink, bold=True))
    soft = style(mix(palette.felt, palette.felt_ink, 0.7))
    for row, line in enumerate(under, y + 1):
        canvas.centred(centre, row, line, soft)


def ring_of(middle: Place) -> Place:
    """Return the ring around the pot, as it is printed on a large felt."""
    ring = _scale_of(middle).ring
    width, height = min(ring.width, middle.width), min(ring.height, middle.height)
    x = middle.x + (middle.width - width) // 2
    return Place(x, middle.y + (middle.height - height) // 2, width, height)


def _scale_of(middle: Place) -> _Scale:
    fitting = (
        scale
        for scale in _POT_SCALES
        if scale.ring.width <= middle.width and scale.ring.height <= middle.height
    )
    return next(fitting, _POT_SCALES[-1])


def draw_heap(canvas: Canvas, place: Place, chips: int) -> None:
    """Paint so many chips as piles that stand at the bottom of a place, as large as they can."""
    sizes = [scale.chip for scale in _POT_SCALES]
    chip = next((size for size in sizes if chips <= math.prod(_room(place, size))), sizes[-1])
    piles = _piles(chips, *_room(place, chip))
    left = place.x + (place.width - (chip.width + 1) * len(piles) + 1) // 2
    _draw_piles(canvas, left, place.y + place.height - 1, piles, chip)


def _room(place: Place, chip: Extent) -> tuple[int, int]:
    """Return how many piles of such chips have room beside each other, and how high."""
    return (place.width + 1) // (chip.width + 1), place.height // chip.height


def _draw_piles(canvas: Canvas, x: int, y: int, piles: list[int], chip: Extent) -> None:
    """Paint piles of chips of that size beside each other, the lowest chips in that line."""
    palette = canvas.palette
    colours = (palette.warning, palette.error, palette.teams[0], palette.success)
    for index, pile in enumerate(piles):
        colour = colours[index % len(colours)]
        edge = mix(colour, palette.felt, 0.45)
        left = x + index * (chip.width + 1)
        for level in range(pile):
            top = y + 1 - (level + 1) * chip.height
            canvas.fill(Place(left, top, chip.width, chip.height), style(colour, colour))
            # The upper half of its first line is the edge of the chip on which it lies.
            canvas.text(left, top, "▄" * chip.width, style(colour, edge))


def _piles(chips: int, most: int, high: int) -> list[int]:
    """Return the heights of the piles that so many chips make, as even as piles get."""
    if chips <= 0:
        return []
    wanted = min(max(-(-chips // high), 1), max(most, 1))
    shown = min(chips, wanted * high)
    whole, rest = divmod(shown, wanted)
    return [whole + (index < rest) for index in range(wanted)]


_COLUMN_CELLS: Final = 12
_BIG_SIZES: Final = tuple(size for size in reversed(Size) if size.height >= Size.LARGE.height)
_SMALLER_SIZES: Final = (Size.MEDIUM, Size.SMALL, Size.TINY)
_LEAST_LARGE_HEIGHT: Final = 16
_LEAST_PILE_GAP: Final = 2
"""The cells between large piles, at least."""
_NARROWEST_COLUMN: Final = 9
"""In narrower columns the words under the piles would be cut."""
_LEAST_WIDTH_WITH_BLANK: Final = 20
"""Where a list of piles has so many columns one of them is blank, beside the plates."""
_LINES_UNDER_LIST: Final = 2
"""Lines under a list of piles, for the wild cards."""
_PILE_GAP: Final = 4
"""The cells between large piles."""
_HIGHEST_HEAP: Final = 6


class Columns(NamedTuple):
    """How the piles lie.

    Attributes:
        size: of their cards.
        width: of a column, or of the words beside a card.
        places: of the top cards, by the name of the pile.
        listed: whether they lie under each other, their words beside them.
    """

    size: Size
    width: int
    places: dict[str, Place]
    listed: bool = False


def columns_of(middle: Place, piles: Piles, largest: Size = Size.HUGE) -> Columns:
    """Return how the piles lie in that place, their cards no larger than that."""
    columns = ["stock", "discards"] + (["flip"] if piles.flip is not None else [])
    if piles.pot is not None and middle.height >= _LEAST_LARGE_HEIGHT:
        columns.append("pot")
    most = middle.width // len(columns)
    sizes = (
        size
        for size in (
            (*_BIG_SIZES, *_SMALLER_SIZES)
            if middle.height >= _LEAST_LARGE_HEIGHT
            else _SMALLER_SIZES
        )
        if size.height + _LINES_UNDER_LIST <= middle.height
        and size.height <= largest.height
        and (
            size.width + _LEAST_PILE_GAP <= most
            if size in _BIG_SIZES
            else size.width < min(most, _COLUMN_CELLS)
        )
    )
    size = next(sizes, Size.LINE)
    if most < _NARROWEST_COLUMN and len(columns) <= middle.height:
        return _listed(middle, columns)
    width = min(most, size.width + _PILE_GAP if size in _BIG_SIZES else _COLUMN_CELLS)
    y = middle.y + max((middle.height - size.height - 2) // 2, 0)
    left = middle.x + (middle.width - width * len(columns)) // 2 + (width - size.width) // 2
    places = {
        column: Place(left + index * width, y, size.width, size.height)
        for index, column in enumerate(columns)
    }
    return Columns(size, width, places)


def _listed(middle: Place, columns: list[str]) -> Columns:
    """Return piles under each other, where their words would be cut in columns."""
    size = Size.LINE
    apart = int(middle.width >= _LEAST_WIDTH_WITH_BLANK)
    y = middle.y + max((middle.height - len(columns) - _LINES_UNDER_LIST) // 2, 0)
    places = {
        column: Place(middle.x + apart, y + index, size.width, size.height)
        for index, column in enumerate(columns)
    }
    return Columns(size, middle.width - apart - size.width - 1, places, listed=True)


def draw_piles(canvas: Canvas, middle: Place, piles: Piles, largest: Size = Size.HUGE) -> None:
    """Paint the piles; those that you may draw from can be pointed at."""
    columns = columns_of(middle, piles, largest)
    size, width, places, listed = columns
    counted = True
    for column, place in places.items():
        x, y = place.x, place.y
        match column:
            case "stock":
                _draw_stock(canvas, x, y, size, piles.stock)
                room = width - (cell_width(piles.completes) >= width)
                words = n_("{n} card", "{n} cards", piles.stock)
                words = words if cell_width(words) < room else str(piles.stock)
            case "discards":
                if piles.discards:
                    draw_card(canvas, x, y, piles.discards[-1], size)
                else:
                    _draw_empty(canvas, x, y, size)
                words = n_("{n} discard", "{n} discards", piles.pile)
                # A number alone would say nothing here: then what lies under it is counted.
                room = width - (width < _COLUMN_CELLS)
                counted = cell_width(words) <= room
                words = words if cell_width(words) <= room else p_("pile", "discards")
            case "pot":
                _draw_pot(canvas, place, size, piles.pot or 0)
                words = _("pot {chips}", chips=piles.pot or 0)
            case _:
                draw_card(canvas, x, y, piles.flip or 0, size)
                words = _("flip")
        wins = bool(column == "discards" and piles.completes)
        if wins:
            both = f"{piles.completes} · {words}"
            counted = cell_width(both) < width + listed
            words = both if counted else piles.completes
        ready = column in piles.sources or wins
        ink = canvas.palette.felt_ink if ready else _soft(canvas)
        ink = canvas.palette.turn if wins else ink
        look = style(ink, bold=ready)
        if listed:
            canvas.text(x + size.width + 1, y, fit(words, width), look)
        else:
            whole = wins or column == "discards"
            _draw_under(canvas, place, fit(words, width if whole else width - 1), look)
        if column in ("stock", "discards"):
            wide, high = (size.width + 1 + width, 1) if listed else (size.width, size.height + 1)
            canvas.zone(Place(x, y, wide, high), PileZone(column))
    last = max(place.y for place in places.values())
    _draw_line(canvas, middle, last + size.height, piles, columns, counted=counted)


def _draw_pot(canvas: Canvas, place: Place, size: Size, chips: int) -> None:
    """Paint the pot in its place, or a chip for it where that is one line high."""
    if size is Size.LINE:
        canvas.text(place.x + 1, place.y, "●", style(canvas.palette.warning))
        return
    draw_slot(canvas, place)
    heap = size.height - 2 if size.width > Size.LARGE.width else min(size.height - 2, _HIGHEST_HEAP)
    lying = Place(place.x, place.y + size.height - heap - 1, size.width, heap)
    draw_heap(canvas, lying, chips)


def _draw_under(canvas: Canvas, place: Place, words: str, look: Style) -> None:
    """Paint the words of a pile under it."""
    below = place.y + place.height
    cloth = style(canvas.palette.felt_ink, canvas.palette.felt)
    canvas.fill(Place(place.x, below, place.width + 1, 1), cloth)  # no shadow under words
    canvas.centred(place.x + place.width // 2, below, words, look)


def _draw_line(
    canvas: Canvas, middle: Place, y: int, piles: Piles, columns: Columns, *, counted: bool
) -> None:
    """Paint the wild cards; or what lies open under the top discard, the latest first.

    Args:
        counted: whether the words of the pile say how many lie there.
    """
    y += not columns.listed  # words lie under them
    if y >= middle.y + middle.height:
        return
    cards = piles.trumps or piles.discards[-2::-1]
    if not cards and (counted or piles.pile <= 1):
        return
    under = _("under it") if counted else n_("{n} under it", "{n} under it", piles.pile - 1)
    words = _("wild") if piles.trumps else under
    if piles.trumps and cell_width(words) + 4 * len(cards) > middle.width:
        words = WILD_SIGN  # the cards have no room beside the word
    room = (middle.width - cell_width(words) - 2) // 4
    cards = cards[: max(room, 0)]
    width = cell_width(words) + 4 * len(cards)
    after = canvas.text(
        middle.x + (middle.width - width) // 2, y, words, style(_soft(canvas), italic=True)
    )
    for card in cards:
        after = draw_line_card(canvas, after + 1, y, card)


def _draw_stock(canvas: Canvas, x: int, y: int, size: Size, count: int) -> None:
    if not count:
        _draw_empty(canvas, x, y, size)
    elif size is Size.LINE:
        back = style(canvas.palette.back_ink, canvas.palette.back)
        canvas.text(x, y, "▞▚▞", back)
    else:
        draw_back(canvas, x, y, size)


def _draw_empty(canvas: Canvas, x: int, y: int, size: Size) -> None:
    look = style(_soft(canvas))
    if size.height < 3:
        canvas.text(x, y, "·" * size.width, look)
        return
    inner = "╌" * (size.width - 2)
    canvas.text(x, y, f"╭{inner}╮", look)
    for row in range(1, size.height - 1):
        canvas.text(x, y + row, "╎", look)
        canvas.text(x + size.width - 1, y + row, "╎", look)
    canvas.text(x, y + size.height - 1, f"╰{inner}╯", look)


def _soft(canvas: Canvas) -> str:
    return mix(canvas.palette.felt, canvas.palette.felt_ink, 0.65)
