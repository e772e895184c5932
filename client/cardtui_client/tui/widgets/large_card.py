"""Draws a card as a large felt has it, in lines for a widget of words: `large_card`."""

from __future__ import annotations

from textual.app import App
from textual.content import Content
from textual.style import Style

from cardtui_client.model.cards import HIDDEN, card_in_corner
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.cards import Size, draw_card
from cardtui_client.tui.widgets.painted import palette_of


def large_card(corner: str, app: App[None]) -> list[Content]:
    """Return the lines of the card of that corner, of a back where that is none."""
    palette = palette_of(app.theme_variables, dark=app.current_theme.dark, four_colours=True)
    size = Size.GRAND
    canvas = Canvas(size.width, size.height, palette)
    card = card_in_corner(corner) if corner else None
    draw_card(canvas, 0, 0, HIDDEN if card is None else card, size)
    return [
        Content.assemble(
            *(
                (
                    part.text,
                    "" if part.style is None else Style.from_rich_style(part.style),
                )
                for part in canvas.segments(line)
            )
        )
        for line in range(size.height)
    ]
