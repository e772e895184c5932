"""The phrases and reactions that digits stand for, above the line to talk; each can be clicked."""

from __future__ import annotations

from textual import events

from cardtui_client.faces.offers import quick_keys
from cardtui_client.scene.middle import ButtonZone
from cardtui_client.text import fit
from cardtui_client.tui.paint.canvas import Canvas, Place, mix, style
from cardtui_client.tui.widgets.painted import Painted
from cardtui_client.tui.widgets.text_field import TextField

LINES = 10
"""So many lines let each digit have its own."""

_DIGITS = frozenset("0123456789")


class QuickTalk(Painted):
    """The list of what digits say while nothing has been typed."""

    DEFAULT_CSS = """
    QuickTalk {
        height: 10;
        display: none;
        background: $panel;
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._reactions = False

    def turn(self, *, reactions: bool) -> None:
        """Show the reactions, or the phrases."""
        if reactions != self._reactions:
            self._reactions = reactions
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint a line for each digit; in two columns where there are too few lines."""
        palette = canvas.palette
        key_look, look = style(palette.primary, bold=True), style(palette.ink)
        light = mix(palette.surface, palette.ink, 0.2)
        keys = quick_keys(reactions=self._reactions)
        column = canvas.width // -(-len(keys) // canvas.height)
        for number, (key, words, command) in enumerate(keys):
            x, y = number // canvas.height * column, number % canvas.height
            zone, place = ButtonZone(command), Place(x, y, column, 1)
            canvas.zone(place, zone)
            ground = light if zone == self.hovered else None
            if ground is not None:
                canvas.fill(place, style(palette.ink, ground))
            canvas.text(x + 1, y, key, key_look)
            canvas.text(x + 3, y, fit(words, column - 3), look)


class TalkLine(TextField):
    """The line to talk: while it is empty, digits are left to whoever knows what they say.

    Attributes:
        quick: whether they say anything.
    """

    quick = False

    def on_key(self, event: events.Key) -> None:
        """Let a digit pass by an empty line."""
        if self.quick and not self.value and event.character in _DIGITS:
            event.prevent_default()
