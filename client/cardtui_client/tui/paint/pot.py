"""Painting the pot: piles of chips in the middle of the felt, the number under them."""

from __future__ import annotations

from typing import Final

from cardtui_client.i18n import _
from cardtui_client.scene.middle import Pot
from cardtui_client.text import fit
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.cards import Extent, draw_slot
from cardtui_client.tui.paint.colours import mix, style

_TALLEST: Final = 5
_LARGE: Final = 16
_RING: Final = Extent(40, 13)
_STEP: Final = 4
"""From one pile to the next."""


def draw_pot(canvas: Canvas, middle: Place, pot: Pot) -> None:
    """Paint piles of chips, the number under them."""
    palette = canvas.palette
    centre = middle.x + middle.width // 2
    words = _("pot {chips}", chips=pot.chips)
    cap = "" if pot.cap is None else _("at most {chips} each", chips=pot.cap)
    room = max(middle.height - 2, 1)
    piles = _piles(pot.chips, min((middle.width - 4) // _STEP, 9), min(room, _TALLEST))
    tallest = max(piles, default=0)
    height = tallest + 1 + bool(cap)
    y = middle.y + max((middle.height - height) // 2, 0)
    left = centre - len(piles) * 2
    _draw_piles(canvas, left, y + tallest - 1, piles)
    if middle.height >= _LARGE:
        draw_slot(canvas, ring_of(middle))
    canvas.centred(centre, y + tallest, words, style(palette.felt_ink, bold=True))
    soft = style(mix(palette.felt, palette.felt_ink, 0.7))
    canvas.centred(centre, y + tallest + 1, fit(cap, middle.width), soft)


def ring_of(middle: Place) -> Place:
    """Return the ring around the pot, as it is printed on a large felt."""
    width, height = min(_RING.width, middle.width), min(_RING.height, middle.height)
    x = middle.x + (middle.width - width) // 2
    return Place(x, middle.y + (middle.height - height) // 2, width, height)


def draw_heap(canvas: Canvas, place: Place, chips: int) -> None:
    """Paint so many chips as piles that stand at the bottom of a place."""
    piles = _piles(chips, place.width // _STEP, place.height)
    left = place.x + (place.width - _STEP * len(piles) + 1) // 2
    _draw_piles(canvas, left, place.y + place.height - 1, piles)


def _draw_piles(canvas: Canvas, x: int, y: int, piles: list[int]) -> None:
    """Paint piles of chips beside each other, the lowest chips in that line."""
    palette = canvas.palette
    colours = (palette.warning, palette.error, palette.teams[0], palette.success)
    for index, pile in enumerate(piles):
        colour = colours[index % len(colours)]
        chip = style(colour, mix(colour, palette.felt, 0.45))
        for level in range(pile):
            canvas.text(x + index * _STEP, y - level, "▄▄▄", chip)


def _piles(chips: int, most: int, high: int) -> list[int]:
    """Return the heights of the piles that so many chips make, as even as piles get."""
    if chips <= 0:
        return []
    wanted = min(max(-(-chips // high), 1), max(most, 1))
    shown = min(chips, wanted * high)
    whole, rest = divmod(shown, wanted)
    return [whole + (index < rest) for index in range(wanted)]
