"""The side panel: what happened, as sentences, with the talk between; and a line to talk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input

from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS, TALK_CELLS
from cardtui_client.text import safe_text, wrap
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.colours import Palette, mix, style
from cardtui_client.tui.widgets.painted import Painted

MOST_ENTRIES = 500
MOST_CELLS = 400


class Kind(Enum):
    """What an entry of the log is."""

    HEADING = "heading"
    EVENT = "event"
    TALK = "talk"
    ASIDE = "aside"
    """Talk of spectators."""
    NOTICE = "notice"


class Entry(NamedTuple):
    """An entry of the log.

    Attributes:
        kind: what it is.
        text: what it says.
        name: who spoke, for talk.
        side: the side whose colour the name has, or ``None``.
    """

    kind: Kind
    text: str
    name: str = ""
    side: int | None = None


def entry_lines(entry: Entry, width: int, palette: Palette) -> list[list[Segment]]:
    """Return an entry as lines of segments, each no wider than that."""
    text = safe_text(entry.text, MOST_CELLS)
    match entry.kind:
        case Kind.HEADING:
            rule: list[Segment] = [
                Segment("─" * width, style(mix(palette.surface, palette.ink, 0.25)))
            ]
            return [rule, *_hanging(text, width, style(palette.primary, bold=True))]
        case Kind.EVENT:
            return _hanging(text, width, style(palette.ink))
        case Kind.NOTICE:
            return _hanging(text, width, style(palette.warning, italic=True))
        case Kind.TALK:
            name = safe_text(entry.name, NAME_CELLS)
            colour = palette.primary if entry.side is None else palette.side(entry.side)
            lines = wrap(talk_line(entry), width)
            head, rest = lines[0], lines[1:]
            said = style(palette.ink, italic=True)
            cut = min(len(name) + 1, len(head))
            first = [
                Segment(head[:cut], style(colour, bold=True)),
                Segment(head[cut:], said),
            ]
            return [first, *([Segment(f"{line}", said)] for line in rest)]
        case Kind.ASIDE:
            faint = style(mix(palette.surface, palette.ink, 0.8), italic=True)
            return _hanging(talk_line(entry), width, faint)


def talk_line(entry: Entry) -> str:
    """Return a line of talk with who said it, and that a spectator did."""
    name, text = safe_text(entry.name, NAME_CELLS), safe_text(entry.text, MOST_CELLS)
    if entry.kind is Kind.ASIDE:
        return _("{name} (watching): {text}", name=name, text=text)
    return f"{name}: {text}"


def _hanging(text: str, width: int, look: Style) -> list[list[Segment]]:
    """Wrap with the lines after the first moved in, so that entries can be told apart."""
    lines = wrap(text, max(width - 2, 1))
    return [[Segment(("  " if index else "") + line, look)] for index, line in enumerate(lines)]


class LogView(Painted):
    """Entries, wrapped to the width there is; the last one in view unless scrolled up.

    It scrolls by itself: Textual's scrolling lays out the whole screen for each new line.
    """

    DEFAULT_CSS = """
    LogView {
        height: 1fr;
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._entries: list[Entry] = []
        self._lines: list[list[Segment]] = []
        self._wrapped: tuple[int, Palette] | None = None
        self._above = 0

    def write(self, *entries: Entry) -> None:
        """Add entries at the end; a notice that says the same again is not."""
        last = self._entries[-1] if self._entries else None
        if entries and entries[0].kind is Kind.NOTICE and entries[0] == last:
            entries = entries[1:]
        self._entries.extend(entries)
        if len(self._entries) > MOST_ENTRIES:
            del self._entries[: MOST_ENTRIES // 5]
            self._wrapped = None
        elif self._wrapped is not None:
            added = [line for entry in entries for line in entry_lines(entry, *self._wrapped)]
            self._lines += added
            if self._above:
                self._above += len(added)  # what is being read stays where it is
        self.repaint()

    def rewrite(self, entries: Sequence[Entry]) -> None:
        """Show those entries instead."""
        self._entries = list(entries)
        self._wrapped = None
        self._above = 0
        self.repaint()

    def follow(self) -> None:
        """Show the last lines, and those that come."""
        self._above = 0
        self.repaint()

    def scroll_lines(self, lines: int) -> None:
        """Go so many lines up, or down if negative."""
        most = max(len(self._lines) - self.size.height, 0)
        self._above = min(max(self._above + lines, 0), most)
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint the lines that are in view."""
        width = max(canvas.width - 3, 1)
        if self._wrapped != (width, canvas.palette):
            self._wrapped = (width, canvas.palette)
            self._lines = [
                line for entry in self._entries for line in entry_lines(entry, *self._wrapped)
            ]
        # A window that has grown shows the end where less was above it before.
        self._above = min(self._above, max(len(self._lines) - canvas.height, 0))
        end = len(self._lines) - self._above
        start = max(end - canvas.height, 0)
        for y, line in enumerate(self._lines[start:end]):
            x = 1
            for segment in line:
                x = canvas.text(x, y, segment.text, segment.style or style(canvas.palette.ink))
        if len(self._lines) > canvas.height:
            self._paint_bar(canvas, start)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Turn the wheel up for what was before."""
        event.stop()
        self.scroll_lines(3)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Turn the wheel down for what came after."""
        event.stop()
        self.scroll_lines(-3)

    def _paint_bar(self, canvas: Canvas, start: int) -> None:
        """Paint which part of all lines is in view, at the right edge."""
        total, height = len(self._lines), canvas.height
        top = start * height // total
        length = max(height * height // total, 1)
        bar = style(mix(canvas.palette.surface, canvas.palette.ink, 0.3))
        for y in range(top, min(top + length, height)):
            canvas.text(canvas.width - 1, y, "▐", bar)


class SidePanel(Vertical):
    """The log above, a line to talk below."""

    DEFAULT_CSS = """
    SidePanel {
        width: 36;
        background: $surface;
        border-left: tall $panel;
    }
    SidePanel Input {
        height: 3;
        border: tall $panel;
        background: $panel;
        border-subtitle-color: $foreground;
    }
    SidePanel Input:focus {
        border: tall $primary;
    }
    """

    @dataclass
    class Said(Message):
        """A line to talk was entered; an empty one is none."""

        text: str

    def compose(self) -> ComposeResult:
        """Make the log and the line."""
        yield LogView(id="log")
        yield Input(placeholder=_("Say something…"), max_length=TALK_CELLS, id="talk")

    @property
    def input(self) -> Input:
        """The line to talk."""
        return self.query_one(Input)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Post what was typed."""
        event.stop()
        self.post_message(self.Said(event.value.strip()))
        event.input.clear()
