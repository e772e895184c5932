"""The side panel: the log, the line to talk, and the list of digits.
How many columns it takes over a narrow table: `LOG_WIDTH`, and with a coach: `COACH_WIDTH`; beside
the table, that is in `tui/table/board.py`. How entries look is in `tui/paint/paper.py`; what digits
say, in `faces/offers.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual import events, getters
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Input

from cardtui_client.faces.offers import quick_keys
from cardtui_client.limits import TALK_CELLS
from cardtui_client.scene.commands import Say
from cardtui_client.scene.middle import ButtonZone, Note
from cardtui_client.scene.scene import MOST_ENTRIES, Bar, Entry
from cardtui_client.text import fit
from cardtui_client.tui.paint.canvas import Canvas, Palette, Place, mix, style
from cardtui_client.tui.paint.paper import draw_notes, entry_lines
from cardtui_client.tui.widgets.painted import Painted, Pressed
from cardtui_client.tui.widgets.text_field import TextField

DIGIT_LIST_LINES = 10
"""Each digit has a line of its own."""

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
        palette = canvas.palette
        key_look, look = style(palette.primary, bold=True), style(palette.ink)
        light = mix(palette.surface, palette.ink, 0.2)
        keys = quick_keys(reactions=self._reactions)
        for y, (key, words, command) in enumerate(keys):
            zone, place = ButtonZone(command), Place(0, y, canvas.width, 1)
            canvas.zone(place, zone)
            ground = light if zone == self.hovered else None
            if ground is not None:
                canvas.fill(place, style(palette.ink, ground))
            canvas.text(1, y, key, key_look)
            canvas.text(3, y, fit(words, canvas.width - 3), look)


class TalkLine(TextField):
    """The line to talk: while it is empty, digits are left to the phrases.

    Attributes:
        quick: whether they say anything.
    """

    quick = False

    def on_key(self, event: events.Key) -> None:
        """Let a digit pass by an empty line."""
        if self.quick and not self.value and event.character in _DIGITS:
            event.prevent_default()


LOG_WIDTH = 36
"""How many columns the side panel takes over a narrow table."""
COACH_WIDTH = 42
"""How many it takes there with a coach."""


class LogView(Painted):
    """Entries, wrapped to the width there is; the last one in view unless scrolled up.

    What they leave free at the lower edge has notes, until the entries need the room.

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
        self._counts: list[int] = []
        self._wrapped: tuple[int, Palette, bool] | None = None
        self._above = 0
        self._notes: tuple[Note, ...] = ()

    def note(self, notes: tuple[Note, ...]) -> None:
        """Say that in the room that the entries leave free."""
        if notes != self._notes:
            self._notes = notes
            self.repaint()

    def write(self, *entries: Entry) -> None:
        """Add entries at the end."""
        self._entries.extend(entries)
        if len(self._entries) > MOST_ENTRIES:
            del self._entries[: MOST_ENTRIES // 5]
            self._wrapped = None
        elif self._wrapped is not None:
            added = self._wrap(entries)
            if self._above:
                self._above += added  # what is being read stays where it is
        self.repaint()

    def rewrite(self, entries: Sequence[Entry]) -> None:
        """Show those entries instead; those that begin the same stay as they are wrapped."""
        if self._wrapped is not None:
            same = 0
            for old, new in zip(self._entries, entries, strict=False):
                if old is not new and old != new:
                    break
                same += 1
            del self._lines[sum(self._counts[:same]) :]
            del self._counts[same:]
            self._wrap(entries[same:])
        self._entries = list(entries)
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
        width = max(canvas.width - 3, 1)
        wanted = (width, canvas.palette, self.ascii_only)
        if self._wrapped != wanted:
            self._wrapped = wanted
            self._lines.clear()
            self._counts.clear()
            self._wrap(self._entries)
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
        else:
            draw_notes(canvas, 1, len(self._lines), width, self._notes)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Turn the wheel up for what was before."""
        event.stop()
        self.scroll_lines(3)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Turn the wheel down for what came after."""
        event.stop()
        self.scroll_lines(-3)

    def _wrap(self, entries: Sequence[Entry]) -> int:
        """Wrap more entries; return how many lines that makes."""
        if self._wrapped is None:
            return 0
        width, palette, ascii_only = self._wrapped
        before = len(self._lines)
        for entry in entries:
            lines = entry_lines(entry, width, palette, ascii_only=ascii_only)
            self._lines += lines
            self._counts.append(len(lines))
        return len(self._lines) - before

    def _paint_bar(self, canvas: Canvas, start: int) -> None:
        """Paint which part of all lines is in view, at the right edge."""
        total, height = len(self._lines), canvas.height
        top = start * height // total
        length = max(height * height // total, 1)
        bar = style(mix(canvas.palette.surface, canvas.palette.ink, 0.3))
        for y in range(top, min(top + length, height)):
            canvas.text(canvas.width - 1, y, "▐", bar)


@dataclass
class Typed(Message):
    """What stands in the line to talk has changed.

    Attributes:
        text: the line.
    """

    text: str


class CoachView(VerticalScroll, can_focus=False):
    """Where the coach of a lesson speaks, beside the table; the lessons say what."""

    def look(self, bar: Bar) -> None:
        """Explain what is offered now. Subclasses do; `Painted.paint` says why this is no ABC."""
        raise NotImplementedError

    def scroll_pages(self, pages: int) -> None:
        """Scroll by so many halves of what is in view, up if positive."""
        half = max(self.size.height // 2, 1)
        self.scroll_relative(y=-pages * half, animate=False)


class SidePanel(Vertical):
    """The log above, a line to talk below, and between them what can be said with a digit.

    In a lesson nobody talks: the coach speaks above the log, or in its place where it is low. Nor
    does anybody where a match is only shown.
    """

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
    SidePanel.-silent Input { display: none; }
    """

    quick = getters.query_one(QuickTalk)
    talk = getters.query_one(TalkLine)

    def __init__(
        self,
        coach: CoachView | None = None,
        *,
        talks: bool = True,
        id: str | None = None,  # noqa: A002 - Textual's word
    ) -> None:
        super().__init__(id=id)
        self._coach = coach
        self._quick = False
        self.set_class(coach is not None or not talks, "-silent")

    def compose(self) -> ComposeResult:
        if self._coach is not None:
            yield self._coach
        yield LogView(id="log")
        yield QuickTalk(id="quick")
        yield TalkLine(max_length=TALK_CELLS, id="talk")

    def offer(self, *, quick: bool, reactions: bool) -> None:
        """Show what digits say, if they say anything, until something is typed."""
        self._quick = self.talk.quick = quick
        self.quick.turn(reactions=reactions)
        self._show_quick()

    def _show_quick(self) -> None:
        self.quick.display = self._quick and not self.talk.value
        self.set_class(self.quick.display, "-quick")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Give the list's room back to the log while something is typed; tell what it is."""
        event.stop()
        self._show_quick()
        self.post_message(Typed(event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Post what was typed; an empty line is one that was taken back."""
        event.stop()
        self.post_message(Pressed(Say(event.value.strip())))
        event.input.clear()
