"""Widgets of words, said anew in another language: text, buttons, lines that lead on (`Way`).
The line atop a screen: `PlaceLine`; the colours of its four suits: `SUIT_INKS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, Protocol, runtime_checkable

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button, Static

from cardtui_client.text import wrap

Say = Callable[[], str]
"""Says something in the language in use."""


@runtime_checkable
class Spoken(Protocol):
    """Something that shows words and can show them anew in another language."""

    def retell(self) -> None:
        """Show all words in the language in use now."""


class Words(Static):
    """Words on a screen, plain text whatever they hold."""

    def __init__(self, say: Say, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's name
        self._said = say()
        super().__init__(Content(self._said), id=id, classes=classes)
        self._say = say

    @property
    def said(self) -> str:
        """The words that it shows."""
        return self._said

    def say(self, say: Say) -> None:
        """Show these words from now on."""
        self._say = say
        self.retell()

    def retell(self) -> None:
        """Show the words in the language in use now, if they have changed."""
        if (said := self._say()) != self._said:
            self._said = said
            self.update(Content(said))


class WordButton(Button, inherit_css=False):
    """A button whose label is said in the language in use, and one plain style.

    Textual's own styles of buttons, of which this one uses none, take longer to read than all
    others of the first screen together.
    """

    DEFAULT_CSS = """
    WordButton {
        width: auto;
        min-width: 12;
        height: 3;
        border: tall $button-edge;
        background: $button;
        color: $foreground;
        text-align: center;
        content-align: center middle;
        line-pad: 1;
        pointer: pointer;
        &:hover { background: $button-edge; }
        &.-primary { color: $primary; text-style: bold; }
        &:focus {
            background: $primary; color: $background; border: tall $primary; text-style: bold;
        }
        &.-active { tint: $background 30%; }
        &:disabled {
            color: $text-disabled; background: $surface; border: tall $surface;
            pointer: not-allowed;
        }
    }
    """

    def __init__(
        self,
        say: Say,
        *,
        id: str | None = None,  # noqa: A002 - Textual's name
        classes: str | None = None,
        primary: bool = False,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            Content(say()),
            variant="primary" if primary else "default",
            id=id,
            classes=classes,
            disabled=disabled,
        )
        self._say = say

    def retell(self) -> None:
        """Show the label in the language in use now."""
        self.label = Content(self._say())


_PADDING_CELLS: Final = 1
_INDENT: Final = "   "
"""What lies under its key where the words of a way take more than one line."""
_LEAST_ROOM: Final = 8


class Way(Words, can_focus=True):
    """A line that leads somewhere: its key, what is there, and what more there is to say."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", "Select"),
    ]
    DEFAULT_CSS = """
    Way {
        height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; pointer: pointer;
        &:hover { background: $panel; }
        &:focus { background: $primary; color: $background; text-style: bold; }
    }
    """

    def __init__(
        self,
        say: Say,
        action: str,
        *,
        id: str | None = None,  # noqa: A002 - Textual's name
        classes: str | None = None,
    ) -> None:
        super().__init__(say, id=id, classes=classes)
        self._action = action

    def retell(self) -> None:
        """Say it in the language in use now, after its key, as the footer writes keys."""
        if not self.is_attached:
            return
        active = self.screen.active_bindings.values()
        bindings = [each.binding for each in active if each.binding.action == self._action]
        key = self.app.get_key_display(bindings[0]) if bindings else " "
        told = ("\n" + _INDENT).join(self._lines(self.size.width + 2 * _PADDING_CELLS))
        look = "bold" if self.has_focus else "bold $footer-key-foreground"
        self.update(Content.assemble((key, look), f"  {told}"))

    def _lines(self, width: int) -> list[str]:
        """Return its words as they stand behind its key at that width, in one line if they may."""
        room = width - 2 * _PADDING_CELLS - len(_INDENT)
        slim = self.is_attached and self.screen.has_class("-upright")
        return wrap(self._say(), room) if slim and room > _LEAST_ROOM else [self._say()]

    def lines_in(self, width: int) -> int:
        """Return how many lines it takes at that width."""
        return len(self._lines(width))

    def on_resize(self) -> None:
        """Fold its words anew."""
        self.retell()

    def on_mount(self) -> None:
        """Say it with its key, which is known from now on."""
        self.retell()

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Write its key in the ink of the words while it is chosen."""
        super().watch_has_focus(_has_focus)
        self.retell()

    async def action_go(self) -> None:
        """Go there."""
        await self.screen.run_action(self._action)

    async def on_click(self) -> None:
        """Go there."""
        await self.action_go()


SUIT_INKS: Final = (
    ("♠", "$ink-spades"),
    ("♥", "$ink-hearts"),
    ("♦", "$ink-diamonds"),
    ("♣", "$ink-clubs"),
)
"""The suits, and the colour of each."""


class PlaceLine(Horizontal):
    """The line atop a screen: the program, where you are, and a remark at the right."""

    DEFAULT_CSS = """
    PlaceLine {
        dock: top;
        height: 1;
        background: $panel;
        .mark { width: auto; padding: 0 1; }
        .place { width: 1fr; text-style: bold; }
        .remark { width: auto; max-width: 40%; color: $text-muted; padding: 0 1; }
        Words { text-wrap: nowrap; text-overflow: ellipsis; }
    }
    """

    def __init__(self, place: Say, remark: Say = lambda: "") -> None:
        super().__init__()
        self._place = Words(place, classes="place")
        self._remark = Words(remark, classes="remark")

    def compose(self) -> ComposeResult:
        yield Static(
            Content.assemble(*((f"{suit} ", "$primary") for suit, _ink in SUIT_INKS)),
            classes="mark",
        )
        yield self._place
        yield self._remark

    def say(self, place: Say) -> None:
        """Name another place."""
        self._place.say(place)

    def retell(self) -> None:
        """Name the place again, which may have changed."""
        self._place.retell()

    def remark(self, remark: Say) -> None:
        """Make another remark."""
        self._remark.say(remark)
