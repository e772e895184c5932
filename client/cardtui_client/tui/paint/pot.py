"""Painting the pot: piles of chips in the middle of the felt, the number under them."""

from __future__ import annotations

from typing import Final

from cardtui_client.i18n import _
from cardtui_client.scene.middle import Pot
from cardtui_client.text import fit
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.colours import mix, style

_TALLEST: Final = 5


def draw_pot(canvas: Canvas, middle: Place, pot: Pot) -> None:
    """Paint piles of chips, the number under them."""
    palette = canvas.palette
    centre = middle.x + middle.width // 2
    words = _("pot {chips}", chips=pot.chips)
    cap = "" if pot.cap is None else _("at most {chips} each", chips=pot.cap)
    room = max(middle.height - 2, 1)
    piles = _piles(pot.chips, min((middle.width - 4) // 4, 9), min(room, _TALLEST))
    tallest = max(piles, default=0)
    height = tallest + 1 + bool(cap)
    y = middle.y + max((middle.height - height) // 2, 0)
    left = centre - len(piles) * 2
    colours = (palette.warning, palette.error, palette.teams[0], palette.success)
    for index, pile in enumerate(piles):
        colour = colours[index % len(colours)]
        chip = style(colour, mix(colour, palette.felt, 0.45))
        for level in range(pile):
            canvas.text(left + index * 4, y + tallest - 1 - level, "▄▄▄", chip)
    canvas.centred(centre, y + tallest, words, style(palette.felt_ink, bold=True))
    soft = style(mix(palette.felt, palette.felt_ink, 0.7))
    canvas.centred(centre, y + tallest + 1, fit(cap, middle.width), soft)


def _piles(chips: int, most: int, high: int) -> list[int]:
    """Return the heights of the piles that so many chips make, as even as piles get."""
    if chips <= 0:
        return []
    wanted = min(max(-(-chips // high), 1), max(most, 1))
    shown = min(chips, wanted * high)
    whole, rest = divmod(shown, wanted)
    return [whole + (index < rest) for index in range(wanted)]
