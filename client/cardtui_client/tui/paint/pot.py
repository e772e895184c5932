"""Painting the pot: piles of chips in the middle of the felt, the number under them."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_client.i18n import _
from cardtui_client.scene.middle import Pot
from cardtui_client.text import wrap
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.cards import Extent, draw_slot
from cardtui_client.tui.paint.colours import mix, style
from cardtui_client.tui.paint.digits import DIGIT_LINES, digits_cells, draw_digits


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
_GRAND: Final = _Scale(Extent(52, 17), chip=7, tallest=5, most=5)
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
    large = scale is _GRAND and not canvas.ascii_only
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
    return _GRAND if middle.width >= wide and middle.height >= high else _USUAL


def draw_heap(canvas: Canvas, place: Place, chips: int, *, grand: bool = False) -> None:
    """Paint so many chips as piles that stand at the bottom of a place."""
    chip = (_GRAND if grand else _USUAL).chip
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
