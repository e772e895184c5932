"""Paints the stock, the discard pile and the pot of chips."""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.style import Style

from cardtui_client.i18n import _, n_, p_
from cardtui_client.scene.middle import Piles, PileZone, Pot
from cardtui_client.text import cell_width, fit, wrap
from cardtui_client.tui.paint.canvas import (
    DIGIT_LINES,
    Canvas,
    Place,
    digits_cells,
    draw_digits,
    mix,
    style,
)
from cardtui_client.tui.paint.cards import (
    Extent,
    Size,
    draw_back,
    draw_card,
    draw_line_card,
    draw_slot,
)
from cardtui_client.tui.paint.fan import WILD


class _Scale(NamedTuple):
    """How large a pot is drawn.

    Attributes:
        ring: around it.
        chip: the columns of a chip.
        tallest: the most chips that lie on each other.
        most: the most piles beside each other.
    """

    ring: Extent
    chip: int
    tallest: int
    most: int


_USUAL: Final = _Scale(Extent(40, 13), chip=3, tallest=5, most=9)
_GRAND_SCALE: Final = _Scale(Extent(52, 17), chip=7, tallest=5, most=5)
_RINGED: Final = 16
"""In a middle of so many lines the pot has its ring."""
_GRAND_FROM: Final = Extent(60, 30)
"""In a middle of that size the pot is grand, its number in large digits."""


def draw_pot(canvas: Canvas, middle: Place, pot: Pot) -> None:
    """Paint piles of chips, the number under them."""
    palette = canvas.palette
    scale = _scale_of(middle)
    centre = middle.x + middle.width // 2
    cap = "" if pot.cap is None else _("at most {chips} each", chips=pot.cap)
    most = min((middle.width - 4) // (scale.chip + 1), scale.most)
    under = wrap(cap, middle.width)
    highest = max(middle.height - 1 - max(len(under), 1), 1)
    piles = _piles(pot.chips, most, min(highest, scale.tallest))
    tallest = max(piles, default=0)
    large = scale is _GRAND_SCALE and not canvas.ascii_only
    number = DIGIT_LINES + 2 if large else 0
    height = tallest + number + 1 + len(under)
    y = middle.y + max((middle.height - height) // 2, 0)
    left = centre - len(piles) * (scale.chip + 1) // 2
    if middle.height >= _RINGED:
        draw_slot(canvas, ring_of(middle))
    _draw_piles(canvas, left, y + tallest - 1, piles, scale.chip)
    bold = style(palette.felt_ink, bold=True)
    if large:
        told = str(pot.chips)
        x = centre - digits_cells(told) // 2
        draw_digits(canvas, x, y + tallest + 1, told, palette.felt_ink)
    y += tallest + number
    canvas.centred(centre, y, _("pot") if large else _("pot {chips}", chips=pot.chips), bold)
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
    wide, high = _GRAND_FROM.width, _GRAND_FROM.height
    return _GRAND_SCALE if middle.width >= wide and middle.height >= high else _USUAL


def draw_heap(canvas: Canvas, place: Place, chips: int, *, grand: bool = False) -> None:
    """Paint so many chips as piles that stand at the bottom of a place."""
    chip = (_GRAND_SCALE if grand else _USUAL).chip
    piles = _piles(chips, (place.width + 1) // (chip + 1), place.height)
    left = place.x + (place.width - (chip + 1) * len(piles) + 1) // 2
    _draw_piles(canvas, left, place.y + place.height - 1, piles, chip)


def _draw_piles(canvas: Canvas, x: int, y: int, piles: list[int], width: int) -> None:
    """Paint piles of chips so wide beside each other, the lowest chips in that line."""
    palette = canvas.palette
    colours = (palette.warning, palette.error, palette.teams[0], palette.success)
    for index, pile in enumerate(piles):
        colour = colours[index % len(colours)]
        chip = style(colour, mix(colour, palette.felt, 0.45))
        for level in range(pile):
            canvas.text(x + index * (width + 1), y - level, "▄" * width, chip)


def _piles(chips: int, most: int, high: int) -> list[int]:
    """Return the heights of the piles that so many chips make, as even as piles get."""
    if chips <= 0:
        return []
    wanted = min(max(-(-chips // high), 1), max(most, 1))
    shown = min(chips, wanted * high)
    whole, rest = divmod(shown, wanted)
    return [whole + (index < rest) for index in range(wanted)]


_COLUMN: Final = 12
_SMALLER: Final = (Size.MEDIUM, Size.SMALL, Size.TINY)
_LARGE: Final = 16
_GRAND_HEIGHT: Final = 30
"""In a middle of so many lines the piles are as large as your own cards."""
_NARROWEST: Final = 9
"""In narrower columns the words under the piles would be cut."""
_UNDER: Final = 2
"""Lines under a list of piles, for the wild cards."""
_APART: Final = 4
"""The cells between large piles."""
_HEAP: Final = 6


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


def columns_of(middle: Place, piles: Piles) -> Columns:
    """Return how the piles lie in that place."""
    columns = ["stock", "discards"] + (["flip"] if piles.flip is not None else [])
    if piles.pot is not None and middle.height >= _LARGE:
        columns.append("pot")
    sizes: tuple[Size, ...] = _SMALLER
    if middle.height >= _LARGE:
        sizes = (Size.LARGE, *sizes)
    if middle.height >= _GRAND_HEIGHT:
        sizes = (Size.GRAND, *sizes)
    most = middle.width // len(columns)
    size = next(
        (
            size
            for size in sizes
            if size.height + 3 <= middle.height
            and size.width < (most if size.height >= Size.LARGE.height else min(most, _COLUMN))
        ),
        Size.LINE,
    )
    if most < _NARROWEST and len(columns) <= middle.height:
        return _listed(middle, columns)
    large = size.height >= Size.LARGE.height
    width = min(most, size.width + _APART if large else _COLUMN)
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
    y = middle.y + max((middle.height - len(columns) - _UNDER) // 2, 0)
    places = {
        column: Place(middle.x, y + index, size.width, size.height)
        for index, column in enumerate(columns)
    }
    return Columns(size, middle.width - size.width - 1, places, listed=True)


def draw_piles(canvas: Canvas, middle: Place, piles: Piles) -> None:
    """Paint the piles; those that one may draw from can be pointed at."""
    columns = columns_of(middle, piles)
    size, width, places, listed = columns
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
                # A number alone would say nothing here.
                words = words if cell_width(words) < width else p_("pile", "discards")
            case "pot":
                _draw_pot(canvas, place, size, piles.pot or 0)
                words = _("pot {chips}", chips=piles.pot or 0)
            case _:
                draw_card(canvas, x, y, piles.flip or 0, size)
                words = _("flip")
        wins = bool(column == "discards" and piles.completes)
        words = piles.completes if wins else words
        ready = column in piles.sources or wins
        ink = canvas.palette.felt_ink if ready else _soft(canvas)
        ink = canvas.palette.turn if wins else ink
        look = style(ink, bold=ready)
        if listed:
            canvas.text(x + size.width + 1, y, fit(words, width), look)
        else:
            _draw_under(canvas, place, fit(words, width if wins else width - 1), look)
        if column in ("stock", "discards"):
            wide, high = (middle.width, 1) if listed else (size.width, size.height + 1)
            canvas.zone(Place(x, y, wide, high), PileZone(column))
    last = max(place.y for place in places.values())
    _draw_line(canvas, middle, last + size.height, piles, columns)


def _draw_pot(canvas: Canvas, place: Place, size: Size, chips: int) -> None:
    """Paint the pot in its place, or a chip for it where that is one line high."""
    if size is Size.LINE:
        canvas.text(place.x + 1, place.y, "●", style(canvas.palette.warning))
        return
    draw_slot(canvas, place)
    grand = size is Size.GRAND
    heap = size.height - 2 if grand else min(size.height - 2, _HEAP)
    lying = Place(place.x, place.y + size.height - heap - 1, size.width, heap)
    draw_heap(canvas, lying, chips, grand=grand)


def _draw_under(canvas: Canvas, place: Place, words: str, look: Style) -> None:
    """Paint the words of a pile under it."""
    below = place.y + place.height
    cloth = style(canvas.palette.felt_ink, canvas.palette.felt)
    canvas.fill(Place(place.x, below, place.width + 1, 1), cloth)  # no shadow under words
    canvas.centred(place.x + place.width // 2, below, words, look)


def _draw_line(canvas: Canvas, middle: Place, y: int, piles: Piles, columns: Columns) -> None:
    """Paint the wild cards; or what lies open under the top discard, the latest first."""
    y += not columns.listed  # words lie under them
    if y >= middle.y + middle.height:
        return
    cards = piles.trumps or piles.discards[-2::-1]
    if not cards:
        return
    words = _("wild") if piles.trumps else _("under it")
    if piles.trumps and cell_width(words) + 4 * len(cards) > middle.width:
        words = WILD  # the cards have no room beside the word
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
