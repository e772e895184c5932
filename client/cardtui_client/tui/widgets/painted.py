"""Widgets that are painted on a canvas: a change repaints only the lines that differ."""

from __future__ import annotations

from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from cardtui_client.scene.middle import Zone
from cardtui_client.tui.paint.canvas import Canvas, Palette
from cardtui_client.tui.widgets.palette import palette_of
from cardtui_client.tui.widgets.pressed import Pressed, command_at


class Painted(Widget):
    """A widget whose lines come from `paint`; call `repaint` when what it shows changed.

    Attributes:
        ascii_only: whether nothing but ASCII is drawn.
        four_colours: whether French suits have four colours.
        hovered: what the mouse points at.
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.ascii_only = False
        self.four_colours = True
        self.hovered: Zone | None = None
        self._canvas: Canvas | None = None
        self._palette: Palette | None = None

    def paint(self, canvas: Canvas) -> None:
        """Paint what is to be seen now on a canvas of the widget's size.

        Every subclass paints. The class is not an ABC, because the metaclass of Textual's widgets
        cannot be combined with that of ABCs.
        """
        raise NotImplementedError

    def zone_pressed(self, zone: Zone) -> None:
        """Post what a click on something that was painted stands for."""
        self.post_message(Pressed(command_at(zone)))

    @property
    def palette(self) -> Palette:
        """The colours of the theme that is on."""
        if self._palette is None:
            self._palette = palette_of(
                self.app.theme_variables,
                dark=self.app.current_theme.dark,
                four_colours=self.four_colours,
            )
        return self._palette

    def repaint(self) -> None:
        """Paint anew and let the terminal know the parts of lines that are different."""
        old = self._canvas
        if old is None or not self.is_mounted:
            return  # it will be painted when it is first drawn
        new = self._painted()
        self._canvas = new
        if (old.width, old.height) != (new.width, new.height):
            self.refresh()
            return
        for y in range(new.height):
            if (span := _difference(old, new, y)) is not None:
                self.refresh(Region(span[0], y, span[1] - span[0], 1))

    def render_line(self, y: int) -> Strip:
        """Return a line for the compositor."""
        width, height = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            self._canvas = self._painted()
        if y >= self._canvas.height:
            return Strip.blank(width, self.rich_style)
        return Strip(self._canvas.segments(y), width)

    def on_mount(self) -> None:
        """Follow the theme."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.restyle())

    def restyle(self) -> None:
        """Take the colours anew, because the theme or a setting of cards changed."""
        self._palette = None
        if self._canvas is not None:
            self._canvas = self._painted()
            self.refresh()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show what the mouse points at."""
        self._hover(None if self._canvas is None else self._canvas.zone_at(event.x, event.y))

    def on_leave(self) -> None:
        """Show that the mouse points at nothing here."""
        self._hover(None)

    def on_click(self, event: events.Click) -> None:
        """Find what was clicked."""
        zone = None if self._canvas is None else self._canvas.zone_at(event.x, event.y)
        if zone is not None:
            event.stop()
            self.zone_pressed(zone)

    def _painted(self) -> Canvas:
        canvas = Canvas(self.size.width, self.size.height, self.palette, ascii_only=self.ascii_only)
        if canvas.width and canvas.height:
            self.paint(canvas)
        return canvas

    def _hover(self, zone: Zone | None) -> None:
        if zone != self.hovered:
            self.hovered = zone
            self.repaint()


def _difference(old: Canvas, new: Canvas, y: int) -> tuple[int, int] | None:
    """Return from where to where a line differs, ``None`` if it does not."""
    old_chars, new_chars = old.chars[y], new.chars[y]
    old_styles, new_styles = old.styles[y], new.styles[y]
    if old_chars == new_chars and old_styles == new_styles:
        return None

    def differs(x: int) -> bool:
        # Most styles are the same object; comparing two of them is slow.
        return old_chars[x] != new_chars[x] or (
            old_styles[x] is not new_styles[x] and old_styles[x] != new_styles[x]
        )

    first, last = 0, new.width
    while not differs(first):
        first += 1
    while not differs(last - 1):
        last -= 1
    # Wide characters are drawn whole.
    while first and not (new_chars[first] and old_chars[first]):
        first -= 1
    while last < new.width and not (new_chars[last] and old_chars[last]):
        last += 1
    return first, last
