"""Painting what lies in the middle of the felt, whatever it is."""

from __future__ import annotations

from typing import assert_never

from cardtui_client.scene.middle import Laid, Middle, Pack, Piles, Pot, Print, Target
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.cloth import draw_print
from cardtui_client.tui.paint.laid import draw_laid
from cardtui_client.tui.paint.pack import draw_pack
from cardtui_client.tui.paint.piles import draw_piles
from cardtui_client.tui.paint.pot import draw_pot
from cardtui_client.tui.paint.target import draw_target


def draw_middle(canvas: Canvas, place: Place, middle: Middle) -> None:
    """Paint what lies there."""
    match middle:
        case Target() as target:
            draw_target(canvas, place, target)
        case Pack() as pack:
            draw_pack(canvas, place, pack)
        case Piles() as piles:
            draw_piles(canvas, place, piles)
        case Laid() as laid:
            draw_laid(canvas, place, laid)
        case Pot() as pot:
            draw_pot(canvas, place, pot)
        case Print(deck):
            draw_print(canvas, place, deck)
        case _ as never:
            assert_never(never)
