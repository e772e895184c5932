"""The coach's panel in a lesson: the goal, what has happened, and what each act means."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple, Protocol

from textual import getters
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from cardtui_client.faces.offers import Keys
from cardtui_client.i18n import _
from cardtui_client.scene.commands import Do, ScrollLog
from cardtui_client.scene.scene import Bar, Button, Offers
from cardtui_client.tui.paint.actions import key_name


class Mood(Enum):
    """What kind of sentence the coach says, which gives it its colour."""

    PLAIN = ""
    THOUGHT = "italic $text-secondary"
    REMARK = "$text-warning"
    ADVICE = "bold $text-warning"
    REACHED = "bold $text-success"
    MISSED = "$text-error"


class Told(NamedTuple):
    """A sentence of the coach."""

    sentence: str
    mood: Mood = Mood.PLAIN


class Meaning(NamedTuple):
    """What an act of the game means.

    Attributes:
        sentence: what it does.
        clause: of the rule sheet that says so.
    """

    sentence: str
    clause: str


class Teaches(Protocol):
    """What the panel says, in the language in use."""

    @property
    def title(self) -> str:
        """What the hand is called."""

    @property
    def goal(self) -> str:
        """What there is to reach."""

    @property
    def about(self) -> str:
        """What there is to know."""

    def told(self) -> Sequence[Told]:
        """Return what there is to say of what happened since one's own last act."""

    def meaning(self, verb: str) -> Meaning | None:
        """Return what a verb of the game means, ``None`` where the lesson says nothing of it."""


_TITLE: Final = "bold $primary"
_MUTED: Final = "$foreground 65%"

_Piece = tuple[str, str]


class CoachPanel(VerticalScroll, can_focus=False):
    """Says what there is to reach and to do; it begins at its top whenever that changes.

    Where there is more than fits, its lower edge names the key that shows the rest.
    """

    DEFAULT_CSS = """
    CoachPanel {
        height: 1fr;
        padding: 0 1;
        background: $surface;
        Static { height: auto; }
        &.-longer { border-bottom: solid $panel; border-subtitle-color: $text-warning; }
    }
    """

    page = getters.query_one(Static)

    def __init__(self, lesson: Teaches, keys: Keys) -> None:
        super().__init__(id="coach")
        self._lesson = lesson
        self._keys = keys
        self._offered: tuple[Button, ...] = ()
        self._pieces: list[_Piece] = []

    def compose(self) -> ComposeResult:
        """Make the page, which may be longer than there is room for."""
        yield Static()

    def on_mount(self) -> None:
        """Say what there is to say before the first card."""
        self.watch(self, "virtual_size", self._name_key, init=False)
        self.retell()

    def on_resize(self) -> None:
        """See whether all of it fits now."""
        self.call_after_refresh(self._name_key)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Name the key that leads on from here."""
        super().watch_scroll_y(old_value, new_value)
        self._name_key()

    def look(self, bar: Bar) -> None:
        """Explain what is offered now; a question about it leaves what is explained."""
        if isinstance(bar, Offers):
            self._offered = bar.buttons
        self.retell()

    def retell(self) -> None:
        """Say all of it in the language in use now, if it has changed."""
        pieces = [*self._standing(), *self._acts(), *self._about()]
        if pieces != self._pieces and self.is_mounted:
            self._pieces = pieces
            self.page.update(Content.assemble(*pieces))
            self.scroll_home(animate=False)
            self.call_after_refresh(self._name_key)

    def scroll_pages(self, pages: int) -> None:
        """Scroll by so many halves of what is in view, up if positive."""
        half = max(self.size.height // 2, 1)
        self.scroll_relative(y=-pages * half, animate=False)

    def _name_key(self) -> None:
        # Compared without the edge itself: it must not come and go by turns.
        longer = self.page.outer_size.height > self.outer_size.height
        self.set_class(longer, "-longer")
        if self.scroll_offset.y < self.max_scroll_y:
            self.border_subtitle = _("{key}: read on", key=key_name(self._keys.of(ScrollLog(-1))))
        else:
            self.border_subtitle = _("{key}: back up", key=key_name(self._keys.of(ScrollLog(1))))

    def _standing(self) -> list[_Piece]:
        lesson = self._lesson
        pieces = [
            (f"{lesson.title}\n", _TITLE),
            (_("Goal: {goal}", goal=lesson.goal), "bold"),
        ]
        pieces += [(f"\n{each.sentence}", each.mood.value) for each in lesson.told()]
        return pieces

    def _acts(self) -> list[_Piece]:
        pieces: list[_Piece] = []
        explained: set[str] = set()
        for button in self._offered:
            if not isinstance(button.command, Do) or button.command.verb in explained:
                continue
            explained.add(button.command.verb)
            meaning = self._lesson.meaning(button.command.verb)
            if meaning is None:
                continue
            price = f" {button.price}" if button.price else ""
            gap = "\n" if pieces else "\n\n"
            pieces += [
                (f"{gap}{key_name(button.key)} ", _MUTED),
                (f"{button.label}{price}", _TITLE),
                (f"\n{meaning.sentence}", ""),
                (f" {meaning.clause}" if meaning.clause else "", _MUTED),
            ]
        return pieces

    def _about(self) -> list[_Piece]:
        return [(f"\n\n{self._lesson.about}", _MUTED)]
