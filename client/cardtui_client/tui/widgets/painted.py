"""Widgets painted on a canvas (`Painted`): colours, clicks (`Pressed`), repainting, a `large_card`.
What the right mouse button asks about: `asked_about`; what a click stands for: `command_at`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from textual import events
from textual.app import App
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from cardtui_client.model.cards import HIDDEN_CARD, card_in_corner
from cardtui_client.scene.commands import (
    Bare,
    Command,
    Explain,
    Open,
    OpenPeople,
    OpenRules,
    PressCard,
    PressPile,
    PressSeat,
    Put,
    Step,
)
from cardtui_client.scene.middle import (
    AmountZone,
    ButtonZone,
    CardZone,
    CutZone,
    PaperZone,
    PileZone,
    SeatZone,
    StepZone,
    TargetZone,
    Zone,
)
from cardtui_client.tui.paint.canvas import Canvas, Palette, brightness, mix
from cardtui_client.tui.paint.cards import Size, draw_card
from cardtui_client.tui.themes import DEFAULT_COLOURS

_MUTED_INK: Final = 0.72
"""How much of the ink words have that stand beside others: those of keys, of bounds."""


def palette_of(variables: Mapping[str, str], *, dark: bool, four_colours: bool) -> Palette:
    """Return the palette that a theme's variables make.

    Spanish suits always have four colours, as on paper; French ones two or four.
    """

    def colour(name: str, default: str = "#808080") -> str:
        value = variables.get(name) or DEFAULT_COLOURS.get(name) or default
        return value[:7] if value.startswith("#") else DEFAULT_COLOURS.get(name, default)

    french = (
        {"S": "ink-spades", "H": "ink-hearts", "D": "ink-diamonds", "C": "ink-clubs"}
        if four_colours
        else {"S": "ink-black", "H": "ink-red", "D": "ink-red", "C": "ink-black"}
    )
    spanish = {"E": "ink-espadas", "B": "ink-bastos", "O": "ink-oros", "C": "ink-copas"}
    suits = {f"french:{suit}": colour(name) for suit, name in french.items()}
    suits |= {f"spanish:{suit}": colour(name) for suit, name in spanish.items()}
    ink = colour("foreground", "#e8e4d8")
    surface = colour("surface", "#15201b")
    felt, edge = colour("felt"), colour("felt-edge")
    return Palette(
        felt=felt,
        shade=edge if brightness(edge) <= brightness(felt) else felt,
        felt_ink=colour("felt-ink"),
        card=colour("card"),
        card_edge=colour("card-edge"),
        back=colour("card-back"),
        back_ink=colour("card-back-ink"),
        teams=(colour("team-0"), colour("team-1")),
        turn=colour("turn"),
        surface=surface,
        panel=colour("panel", "#1d2b25"),
        ink=ink,
        muted=mix(surface, ink, _MUTED_INK),
        primary=colour("primary", "#d9b45f"),
        accent=colour("accent", "#e58a5c"),
        success=colour("success", "#6cc18f"),
        warning=colour("warning", "#e6b450"),
        error=colour("error", "#ef7b72"),
        suits=suits,
        dark=dark,
    )


@dataclass
class Pressed(Message):
    """Something was pressed; ``command`` is what it stands for."""

    command: Command


def command_at(zone: Zone) -> Command:
    """Return what a click stands for by what was clicked."""
    match zone:
        case ButtonZone(command):
            return command
        case CardZone(index):
            return PressCard(index)
        case SeatZone(seat):
            return PressSeat(seat)
        case PileZone(pile):
            return PressPile(pile)
        case PaperZone():
            return Bare.PRESS_PAPER
        case TargetZone():
            return Bare.PRESS_MIDDLE
        case CutZone(number) | AmountZone(number):
            return Put(number)
        case StepZone.LESS:
            return Step(-1)
        case StepZone.MORE:
            return Step(1)
        case _:
            assert_never(zone)


RIGHT_BUTTON: Final = 3
"""The number of the right button of a mouse."""


def asked_about(zone: Zone | None) -> Command:
    """Return what a click with the right button stands for: what is there, or one step back."""
    match zone:
        case ButtonZone(command):
            return Explain(command)
        case SeatZone(seat):
            return OpenPeople(seat)
        case CardZone():
            return Open.ORDER
        case PileZone(pile):
            return Explain(PressPile(pile))
        case PaperZone():
            return OpenRules()
        case _:
            return Bare.TAKE_BACK


class Painted(Widget):
    """A widget whose lines come from `paint`; call `repaint` when what it shows changed.

    Attributes:
        ascii_only: whether nothing but ASCII is drawn.
        four_colours: whether French suits have four colours.
        below: the team that plays below.
        hovered: what the mouse points at.
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.ascii_only = False
        self.four_colours = True
        self.below = 0
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
            )._replace(below=self.below)
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
        if event.button == RIGHT_BUTTON:
            event.stop()
            self.post_message(Pressed(asked_about(zone)))
        elif zone is not None:
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
            self.styles.pointer = "default" if zone is None else "pointer"
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


def large_card(corner: str, app: App[None]) -> list[Content]:
    """Return the lines of the card of that corner, of a back where that is none."""
    palette = palette_of(app.theme_variables, dark=app.current_theme.dark, four_colours=True)
    size = Size.GRAND
    canvas = Canvas(size.width, size.height, palette)
    card = card_in_corner(corner) if corner else None
    draw_card(canvas, 0, 0, HIDDEN_CARD if card is None else card, size)
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
