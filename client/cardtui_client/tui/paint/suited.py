"""Many open cards in little room: the sign of each suit, and behind it the ranks of its cards.

Ranks stand without gaps, so a ten is a T here, as in what people type.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from cardtui_client.model.cards import CardFace, corner, face
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.cards import ink_of
from cardtui_client.tui.paint.colours import style


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
