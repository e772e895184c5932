"""The side panel: what happened, as sentences, with the talk between; and a line to talk."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input

from cardtui_client.i18n import _
from cardtui_client.text import cell_width, safe_text
from cardtui_client.widgets.canvas import wrap
from cardtui_client.widgets.palette import Palette, palette_of, style

MOST_ENTRIES = 500
MOST_CELLS = 400


class Kind(Enum):
    """What an entry of the log is."""

    HEADING = "heading"
    EVENT = "event"
    TALK = "talk"
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
            rule = "─" * max(width - cell_width(text) - 4, 0)
            return [[Segment(f"── {text} {rule}"[:width], style(palette.muted))]]
        case Kind.EVENT:
            return _hanging(text, width, style(palette.ink))
        case Kind.NOTICE:
            return _hanging(text, width, style(palette.warning, italic=True))
        case Kind.TALK:
            name = safe_text(entry.name, 16)
            colour = palette.primary if entry.side is None else palette.side(entry.side)
            lines = wrap(f"{name}: {text}", width)
            head, rest = lines[0], lines[1:]
            said = style(palette.ink, italic=True)
            cut = min(len(name) + 1, len(head))
            first = [
                Segment(head[:cut], style(colour, bold=True)),
                Segment(head[cut:], said),
            ]
            return [first, *([Segment(f"{line}", said)] for line in rest)]


def _hanging(text: str, width: int, look: Style) -> list[list[Segment]]:
    """Wrap with the lines after the first moved in, so that entries can be told apart."""
    lines = wrap(text, max(width - 2, 1))
    return [[Segment(("  " if index else "") + line, look)] for index, line in enumerate(lines)]


class LogView(ScrollView, can_focus=False):
    """Entries, wrapped to the width there is, the last one in view unless scrolled up."""

    DEFAULT_CSS = """
    LogView {
        height: 1fr;
        padding: 0 1;
        background: $surface;
        scrollbar-size-vertical: 1;
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._entries: list[Entry] = []
        self._lines: list[list[Segment]] = []
        self._wrapped = 0
        self._palette: Palette | None = None

    def write(self, entry: Entry) -> None:
        """Add an entry at the end."""
        self._entries.append(entry)
        if len(self._entries) > MOST_ENTRIES:
            del self._entries[: MOST_ENTRIES // 5]
            self._wrapped = 0
        if self._wrapped:
            self._lines += entry_lines(entry, self._wrapped, self._colours())
            self._measure()

    def rewrite(self, entries: list[Entry]) -> None:
        """Show those entries instead."""
        self._entries = list(entries)
        self._rewrap()

    def on_mount(self) -> None:
        """Follow the theme."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._restyle())

    def on_resize(self, event: events.Resize) -> None:
        """Wrap anew."""
        if event.size.width - self.styles.padding.width != self._wrapped:
            self._rewrap()

    def render_line(self, y: int) -> Strip:
        """Return a line for the compositor."""
        width = self.size.width
        line = y + self.scroll_offset.y
        ground = style(self._colours().ink, self._colours().surface)
        if line >= len(self._lines):
            return Strip.blank(width, ground)
        return Strip(self._lines[line]).apply_style(ground).adjust_cell_length(width, ground)

    def _restyle(self) -> None:
        self._palette = None
        self._rewrap()

    def _rewrap(self) -> None:
        self._wrapped = self.size.width
        self._lines = []
        if self._wrapped:
            for entry in self._entries:
                self._lines += entry_lines(entry, self._wrapped, self._colours())
            self._measure()

    def _measure(self) -> None:
        at_end = self.scroll_offset.y >= self.max_scroll_y
        self.virtual_size = Size(self._wrapped, len(self._lines))
        if at_end:
            self.scroll_end(animate=False)
        self.refresh()

    def _colours(self) -> Palette:
        if self._palette is None:
            self._palette = palette_of(
                self.app.theme_variables, dark=self.app.current_theme.dark, four_colours=True
            )
        return self._palette


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
    }
    SidePanel Input:focus {
        border: tall $primary;
    }
    """

    @dataclass
    class Said(Message):
        """A line was typed to be said at the table."""

        text: str

    def compose(self) -> ComposeResult:
        """Make the log and the line."""
        yield LogView(id="log")
        yield Input(placeholder=_("Say something…"), max_length=200, id="talk")

    @property
    def log_view(self) -> LogView:
        """The log."""
        return self.query_one(LogView)

    @property
    def input(self) -> Input:
        """The line to talk."""
        return self.query_one(Input)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Post what was typed."""
        event.stop()
        if text := event.value.strip():
            self.post_message(self.Said(text))
        event.input.clear()
