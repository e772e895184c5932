"""What all screens share: language, footer, least sizes (`LEAST_WINDOW`, `LEAST_UPRIGHT_WINDOW`).
Which keys the footer leaves out first: `_fitting`; from which width forms stand side by side:
`_LEAST_WIDTH_ABREAST`. Browsers know the sizes, too: `client/cardtui_web/page/cardtui.js`.
"""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import lru_cache, partial
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    NamedTuple,
    Protocol,
    TypeVar,
    runtime_checkable,
)

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.color import Color
from textual.geometry import Size
from textual.reactive import reactive
from textual.screen import ModalScreen, Screen

from cardtui_client.i18n import _, language, mark_p, p_
from cardtui_client.tui.lifecycle import Standing, StandingScreen
from cardtui_client.tui.protocols import AboutTable, PaletteCommand
from cardtui_client.tui.synonyms import KEY_DESCRIPTIONS, SYNONYMS
from cardtui_client.tui.widgets.words import Spoken, Words

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen


_DIVIDER: Final = "▏"
_MENU_ENDS: Final = 1
"""The blank after the key of the menu."""


_FADED_INK: Final = 0.35
"""How much of their ground the words of a key have that does nothing now."""


def _faded(look: Style) -> Style:
    """Return how a key looks that does nothing now: fainter, and still to be read."""
    if look.color is None or look.bgcolor is None:
        return look + Style(dim=True)
    ink, ground = map(Color.from_rich_color, (look.color, look.bgcolor))
    return look + Style(color=ink.blend(ground, _FADED_INK).rich_color, bold=False)


class ShownKey(NamedTuple):
    """A key, how it is written, and what it does, both with the blanks around them.

    Attributes:
        spare: whether it is shown only while all words have room.
    """

    key: str
    display: str
    does: str
    enabled: bool
    spare: bool = False

    @property
    def cells(self) -> int:
        """The cells that it takes."""
        return cell_len(self.display + self.does)


class KeyFooter(Standing):
    """The footer of a screen: its keys, and that of the menu at the right.

    Textual's own mounts a widget for each key whenever the focus moves, which takes longer
    than all else that a screen then does.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "key-footer--key",
        "key-footer--words",
        "key-footer--divider",
        "key-footer--below-mouse",
    }
    DEFAULT_CSS = """
    KeyFooter {
        dock: bottom;
        height: 1;
        text-wrap: nowrap;
        background: $panel;
        .key-footer--key {
            color: $footer-key-foreground;
            background: $footer-key-background;
            text-style: bold;
        }
        .key-footer--words {
            color: $footer-description-foreground;
            background: $footer-description-background;
        }
        .key-footer--divider { color: $foreground 20%; }
        .key-footer--below-mouse { background: $block-hover-background; }
    }
    """

    keys: reactive[tuple[ShownKey, ...]] = reactive(())
    """The keys that are shown."""
    menu: reactive[ShownKey | None] = reactive(None)
    """The key of the menu, at the right."""
    pointed: reactive[ShownKey | None] = reactive(None)
    """The key below the mouse."""

    def __init__(self, *, show_command_palette: bool = True) -> None:
        """Make it.

        Args:
            show_command_palette: whether the key of the menu is shown.
        """
        super().__init__()
        self._shows_menu = show_command_palette

    def render(self) -> Text:
        line = Text()
        for shown in self.keys:
            self._write(line, shown)
        if self.menu is not None:
            line.append(" " * (self._menu_at() - line.cell_len))
            line.append(_DIVIDER, self.get_component_rich_style("key-footer--divider"))
            self._write(line, self.menu)
        line.stylize_before(self.rich_style)
        return line

    def _write(self, line: Text, shown: ShownKey) -> None:
        over = Style()
        if shown == self.pointed:
            light = self.get_component_rich_style("key-footer--below-mouse")
            over += Style(bgcolor=light.bgcolor)
        for text, part in ((shown.display, "key"), (shown.does, "words")):
            look = self.get_component_rich_style(f"key-footer--{part}")
            line.append(text, (look if shown.enabled else _faded(look)) + over)

    def _menu_at(self) -> int:
        """Return the column of the line before the key of the menu."""
        cells = 0 if self.menu is None else cell_len(_DIVIDER) + self.menu.cells + _MENU_ENDS
        width = self.size.width or self.app.size.width  # it is not laid out when it is shown first
        return width - cells

    def _at(self, event: events.MouseEvent) -> ShownKey | None:
        end = 0
        for shown in self.keys:
            end += shown.cells
            if event.x < end:
                return shown
        return self.menu if event.x >= self._menu_at() else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Do what the key does."""
        shown = self._at(event)
        if shown is None:
            return
        if shown.enabled:
            self.app.simulate_key(shown.key)
        else:
            self.app.bell()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Light the key below the mouse."""
        self.pointed = self._at(event)

    def on_leave(self) -> None:
        """Light no key."""
        self.pointed = None

    def stood(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)
        self._show()

    def _bindings_changed(self, screen: Screen[Any]) -> None:
        if screen.app.app_focus and self.stands:
            self.call_next(self._show)  # later it may no longer stand

    def on_resize(self) -> None:
        """Show as many words as there is room for now."""
        if self.stands:
            self._show()

    def _show(self) -> None:
        if not self.is_attached:
            return  # the screen has been left since this was put off
        active = self.screen.active_bindings
        if self._shows_menu:
            self.menu = menu_key(self.app, active)
        more = help_key(self.app, active)
        self.keys = _fitting(keys_of(self.screen, active), self._menu_at(), more)


def keys_of(screen: Screen[Any], active_bindings: dict[str, ActiveBinding]) -> list[ShownKey]:
    """Return the keys that a footer shows: one for each action that does something now.

    What an action does may change: a widget then says it, by `does_now`, or nothing.
    """
    spare: tuple[str, ...] = getattr(screen, "SPARE_KEYS", ())
    first: dict[str, ShownKey] = {}
    for node, binding, enabled, _tooltip in active_bindings.values():
        action, is_spare = binding.action, binding.action in spare
        if (binding.show or is_spare) and action not in first:
            says = getattr(node, "does_now", None)
            if words := says(action) if says else binding.description:
                display = f" {screen.app.get_key_display(binding)} "
                first[action] = ShownKey(binding.key, display, f"{words} ", enabled, is_spare)
    return [*first.values()]


def bound_keys(screen: Screen[Any]) -> dict[str, str]:
    """Return the first key of all that has one on a screen, by the names of what they do."""
    bound: dict[str, str] = {}
    for active in screen.active_bindings.values():
        if active.binding.id is not None:
            bound.setdefault(active.binding.id, active.binding.key)
    return bound


def bound_commands(screen: Screen[Any], *but: str) -> list[PaletteCommand]:
    """Return what the keys of a screen itself do now, for the palette.

    Args:
        but: the ids of what is offered anyway.
    """
    found: dict[str, PaletteCommand] = {}
    for node, binding, enabled, _tooltip in screen.active_bindings.values():
        own = node is screen and binding.id and not binding.action.startswith("app.")
        if own and enabled and binding.description and binding.id not in but:
            run = partial(screen.app.run_action, binding.action, screen)
            also, about = (
                SYNONYMS.get(binding.id or "", ""),
                KEY_DESCRIPTIONS.get(binding.id or "", ""),
            )
            command = PaletteCommand(
                binding.description, about and _(about), run, binding.key, also
            )
            found.setdefault(binding.action, command)
    return [*found.values()]


def menu_key(app: App[Any], active_bindings: dict[str, ActiveBinding]) -> ShownKey | None:
    """Return the key of the menu, ``None`` where there is none."""
    menu = active_bindings.get(app.COMMAND_PALETTE_BINDING)
    if menu is None:
        return None
    display, does = app.get_key_display(menu.binding), f" {menu.binding.description}"
    return ShownKey(menu.binding.key, display, does, menu.enabled)


class OfferedKey(NamedTuple):
    """A key that does something now, for who has no keyboard.

    Attributes:
        key: which.
        words: what it does.
        kind: of the action of a game: ``call``, ``yes``, ``no`` or ``plain``; ``""`` for others.
    """

    key: str
    words: str
    kind: str = ""


def help_key(app: App[Any], active_bindings: dict[str, ActiveBinding]) -> ShownKey | None:
    """Return the key that tells of all others, ``None`` where there is none."""
    found = (each.binding for each in active_bindings.values() if each.binding.id == _HELP_KEY_ID)
    binding = next(found, None)
    if binding is None:
        return None
    return ShownKey(binding.key, f" {app.get_key_display(binding)} ", _("more") + " ", enabled=True)


_HELP_KEY_ID: Final = "app.keys"
_LEAVING_KEY: Final = "escape"


def _fitting(keys: list[ShownKey], room: int, more: ShownKey | None = None) -> tuple[ShownKey, ...]:
    """Leave out spare keys, the last ones first, then whatever has no room with its words.

    The key that leads back stays, and ``more`` stands for those that are gone.
    """
    over = sum(shown.cells for shown in keys) - room
    for shown in reversed([each for each in keys if each.spare]):
        if over > 0:
            over -= shown.cells
            keys.remove(shown)
    if over <= 0:
        return tuple(keys)
    behind = [] if more is None else [more]
    room -= sum(
        each.cells for each in (*behind, *keys) if each in behind or each.key == _LEAVING_KEY
    )
    kept: list[ShownKey] = []
    for shown in keys:
        if shown.key == _LEAVING_KEY:
            kept.append(shown)
        elif shown.cells <= room:
            kept.append(shown)
            room -= shown.cells
    return (*kept, *behind)


_WORDS_FOR_TEXTUALS: Final = {
    ("palette",): mark_p("key", "Menu"),
    ("Cursor up", "Up", "Scroll Up", "Previous command"): mark_p("key", "Up"),
    ("Cursor down", "Down", "Scroll Down", "Next command"): mark_p("key", "Down"),
    ("Cursor left", "Scroll Left", "Move cursor left"): mark_p("key", "Left"),
    (
        "Cursor right",
        "Scroll Right",
        "Move cursor right or accept the completion suggestion",
    ): mark_p("key", "Right"),
    ("Page up", "Page Up", "Previous page"): mark_p("key", "A page up"),
    ("Page down", "Page Down", "Next page"): mark_p("key", "A page down"),
    ("Page Left",): mark_p("key", "A page to the left"),
    ("Page Right",): mark_p("key", "A page to the right"),
    ("Top", "First", "Home", "Scroll Home", "Go to top", "Go to start"): mark_p("key", "Beginning"),
    ("Bottom", "Last", "End", "Scroll End", "Go to bottom", "Go to end"): mark_p("key", "End"),
    ("Select", "Submit", "Press button"): mark_p("key", "Choose"),
    ("Show menu",): mark_p("key", "Show the choices"),
    ("Dismiss menu", "Exit the command palette"): mark_p("key", "Close"),
    ("Focus Next",): mark_p("key", "Next field"),
    ("Focus Previous",): mark_p("key", "Previous field"),
    ("Move cursor left a word",): mark_p("key", "A word to the left"),
    ("Move cursor right a word",): mark_p("key", "A word to the right"),
    ("Move cursor left and select",): mark_p("key", "Mark to the left"),
    ("Move cursor right and select",): mark_p("key", "Mark to the right"),
    ("Move cursor left a word and select",): mark_p("key", "Mark a word to the left"),
    ("Move cursor right a word and select",): mark_p("key", "Mark a word to the right"),
    ("Select line start",): mark_p("key", "Mark to the beginning"),
    ("Select line end",): mark_p("key", "Mark to the end"),
    ("Select all",): mark_p("key", "Mark everything"),
    ("Delete character left",): mark_p("key", "Delete to the left"),
    ("Delete character right",): mark_p("key", "Delete to the right"),
    ("Delete left to start of word",): mark_p("key", "Delete a word to the left"),
    ("Delete right to start of word",): mark_p("key", "Delete a word to the right"),
    ("Delete all to the left",): mark_p("key", "Delete to the beginning"),
    ("Delete all to the right",): mark_p("key", "Delete to the end"),
    ("Copy selected text",): mark_p("key", "Copy what is marked"),
    ("Cut selected text",): mark_p("key", "Cut what is marked"),
    ("Paste text from the clipboard",): mark_p("key", "Paste"),
}

WORD_OF_TEXTUAL: Final = {
    textual: ours for several, ours in _WORDS_FOR_TEXTUALS.items() for textual in several
}
"""Our word for each of Textual's."""


def key_words(described: str) -> str | None:
    """Return what a key of Textual's does, ``None`` if it is none of those."""
    return p_("key", WORD_OF_TEXTUAL[described]) if described in WORD_OF_TEXTUAL else None


_Result = TypeVar("_Result")


def said(bindings: dict[str, ActiveBinding]) -> dict[str, ActiveBinding]:
    """Return the bindings, described in the language in use."""
    tag = language()
    return {
        key: active._replace(binding=_said(active.binding, tag), tooltip="")
        for key, active in bindings.items()
    }


@lru_cache(maxsize=1024)
def _said(binding: Binding, _language: str) -> Binding:
    words = key_words(binding.description) or _(binding.description)
    return replace(binding, description=words, tooltip="")


@runtime_checkable
class Asks(Protocol):
    """A widget that asks for something."""

    def asks_now(self) -> str:
        """Return what it asks for, and what that means."""


class LocalizedScreen(StandingScreen[_Result]):
    """A screen whose words, footer and key help follow the language.

    It has the class ``-upright`` in a window that is narrower than most, and ``-slim`` as well in
    one that is as narrow as a phone.

    Attributes:
        SPARE_KEYS: the actions of keys that the footer shows while there is room.
    """

    SPARE_KEYS: ClassVar[tuple[str, ...]] = ()

    def on_compose(self) -> None:
        """Lay itself out for the window, before there are widgets that have to follow."""
        self._fit_width(self.app.size.width)

    @on(events.Resize)
    def _lay_out(self, event: events.Resize) -> None:
        self._fit_width(event.size.width)

    def _fit_width(self, width: int) -> None:
        self.set_class(width < _LEAST_WIDTH_ABREAST, "-upright")
        self.set_class(width < LEAST_WINDOW.width, "-slim")

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that do something now."""
        return said(super().active_bindings)

    def is_of_no_use(self, event: events.Key) -> bool:
        """Tell whether nothing takes a key that came as far as the screen: that is to be said."""
        active = self.active_bindings.get(event.key)
        taken = active is not None and active.enabled
        return event.is_printable and event.key != "space" and not taken

    def keys_now(self) -> list[OfferedKey]:
        """Return the keys of the footer that do something now, and that of the menu."""
        active = self.active_bindings
        shown = [*keys_of(self, active), menu_key(self.app, active)]
        return [OfferedKey(each.key, each.does.strip()) for each in shown if each and each.enabled]

    def asks_now(self) -> str:
        """Return what it asks now and what that costs, for the help; ``""`` for nothing."""
        above = [] if self.focused is None else self.focused.ancestors[:-2]
        return next((each.asks_now() for each in above if isinstance(each, Asks)), "")

    def retell(self) -> None:
        """Show all words in the language in use now, if they are there."""
        if self.stands:
            self.say_anew()

    def say_anew(self) -> None:
        """Have everything on the screen say its words anew."""
        for widget in self.query("*"):
            if isinstance(widget, Spoken):
                widget.retell()
        self.refresh_bindings()


class LocalizedModal(ModalScreen[_Result], LocalizedScreen[_Result]):
    """A dialog whose words and footer follow the language.

    Its first words are what it asks. Its lower edge names the key of the help.

    Attributes:
        NAMES_HELP: whether it does.
    """

    NAMES_HELP: ClassVar[bool] = True

    # A dialog covers the app's own keys; these are expected to work everywhere.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "app.quit", show=False, system=True),
        Binding("question_mark,f1", "keys", show=False, system=True, id="app.keys"),
    ]

    DEFAULT_CSS = """
    LocalizedModal #box { border-subtitle-color: $text-muted; }
    """

    def asks_now(self) -> str:
        words = (each.said for each in self.query(Words) if each.said)
        return super().asks_now() or next(words, "")

    async def action_keys(self) -> None:
        """Say what can be done here."""
        await self.app.run_action("keys")

    def on_mount(self) -> None:
        """Name the key of the help."""
        self._name_help()

    def on_descendant_focus(self) -> None:
        """Name the key of the help: a field for text takes the usual one as a letter."""
        self._name_help()

    def say_anew(self) -> None:
        super().say_anew()
        self._name_help()

    def _name_help(self) -> None:
        for box in self.query("#box") if self.NAMES_HELP else ():
            box.border_subtitle = self._help_named()

    def _help_named(self) -> str:
        for key, active in self.active_bindings.items():
            if active.binding.action == "keys":
                shown = self.app.get_key_display(replace(active.binding, key=key))
                return _("{key}: what you can do here", key=shown)
        return ""


_LEAST_WIDTH_ABREAST: Final = 70
"""From so many columns on buttons and menus stand side by side."""
LEAST_WINDOW: Final = Size(60, 20)
LEAST_UPRIGHT_WINDOW: Final = Size(46, 30)
"""With so much room every table shows all its names, and all cards of your own.

A narrower window must be higher; the last one is that of a phone that is held upright.
"""


def is_too_small(size: Size) -> bool:
    """Tell whether a table does not fit."""
    return not any(
        size.width >= least.width and size.height >= least.height
        for least in (LEAST_WINDOW, LEAST_UPRIGHT_WINDOW)
    )


class TooSmall(LocalizedScreen[None]):
    """Says how big the terminal must be; goes away by itself when it is."""

    DEFAULT_CSS = """
    TooSmall {
        align: center middle;
        Words { width: 100%; padding: 0 1; text-align: center; }
    }
    """

    def compose(self) -> ComposeResult:
        yield Words(self._sentence)

    def _sentence(self) -> str:
        return _(
            "The cards need {wide} columns and {low} lines, or {slim} and {high}; this window has "
            "{columns} and {lines}. Make it larger, or the letters smaller; or play in lines, with "
            "{command}.",
            command=self._in_lines(),
            wide=LEAST_WINDOW.width,
            low=LEAST_WINDOW.height,
            slim=LEAST_UPRIGHT_WINDOW.width,
            high=LEAST_UPRIGHT_WINDOW.height,
            columns=self.app.size.width,
            lines=self.app.size.height,
        )

    def _in_lines(self) -> str:
        """Return what to type to have the table below in lines."""
        for below in reversed(self.app.screen_stack):
            if isinstance(below, AboutTable) and below.table is not None:
                address, table = below.connection.join_line.where, below.table
                if below.connection.for_now:
                    return shlex.join(["cardtui", "play", table.game, "--plain"])
                return shlex.join(["cardtui", "connect", address, "--table", table.id, "--plain"])
        return "--plain"

    def on_resize(self, event: events.Resize) -> None:
        """Go away, or say the new numbers."""
        self._look(event.size)

    def on_screen_resume(self) -> None:
        """Go away if the window grew while something lay on top."""
        self._look(self.app.size)

    def _look(self, size: Size) -> None:
        if is_too_small(size):
            self.retell()
        elif self.is_active:
            self.dismiss()
