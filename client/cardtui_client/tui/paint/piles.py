"""Painting stock and discards in the middle of the felt, with the flip and the wild cards."""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.style import Style

from cardtui_client.i18n import _, n_
from cardtui_client.scene.middle import Piles
from cardtui_client.scene.zones import PileZone
from cardtui_client.text import cell_width, fit
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.cards import (
    Size,
    draw_back,
    draw_card,
    draw_line_card,
    draw_slot,
)
from cardtui_client.tui.paint.colours import mix, style
from cardtui_client.tui.paint.fan import WILD
from cardtui_client.tui.paint.pot import draw_heap

_COLUMN: Final = 12
_SMALLER: Final = (Size.MEDIUM, Size.SMALL, Size.TINY)
_LARGE: Final = 16
_GRAND: Final = 30
"""In a middle of so many lines the piles are as large as one's own cards."""
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
    if middle.height >= _GRAND:
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
                words = _counted(n_("{n} card", "{n} cards", piles.stock), piles.stock, room)
            case "discards":
                if piles.discards:
                    draw_card(canvas, x, y, piles.discards[-1], size)
                else:
                    _draw_empty(canvas, x, y, size)
                words = _counted(n_("{n} discard", "{n} discards", piles.pile), piles.pile, width)
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


def _counted(words: str, number: int, width: int) -> str:
    """Return the words in a column so wide, or their number where they would touch the next."""
    return words if cell_width(words) < width else str(number)


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
