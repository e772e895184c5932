"""The key help (`KeyHelp`): which keys it lists in which group; how the `Palette` finds and shows.
How high it ranks what only a description says (`_DESCRIPTION_SCORE`), and looking a word up in the
rules (`_FIRST_SCORE`, `_LAST_SCORE`). What it finds is in `tui/app.py` and the screens; what an
action means at the table, in `tui/table/screen.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple, Protocol, runtime_checkable

from textual import events
from textual.app import App, ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.command import (
    CommandInput,
    CommandList,
    CommandPalette,
    DiscoveryHit,
    Hit,
    Hits,
    Provider,
)
from textual.containers import ScrollableContainer, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, DataTable, Static

from cardtui_client.faces.clause_words import clauses_meant
from cardtui_client.i18n import _, mark
from cardtui_client.text import cell_width, fit, safe_text, unaccented, wrap
from cardtui_client.tui.lifecycle import StandingScreen
from cardtui_client.tui.protocols import HasCommands, HasRules, PaletteCommand
from cardtui_client.tui.screens import LocalizedModal, LocalizedScreen
from cardtui_client.tui.widgets.text_field import PaletteField
from cardtui_client.tui.widgets.words import Words

_LINE_CELLS = 60
_TEXTUAL_PREFIXES = ("app.", "screen.")
_MOVING_PREFIXES = ("cursor_", "scroll_", "page_")
_SIDEWAYS_ACTIONS = {f"{what}{way}" for what in _MOVING_PREFIXES for way in ("left", "right")}


class KeyLine(NamedTuple):
    """A key, and what it does.

    Attributes:
        keys: how the key is written.
        words: what it does.
    """

    keys: str
    words: str


class KeyGroup(NamedTuple):
    """Keys that belong together.

    Attributes:
        title: what they have in common.
        lines: the keys.
    """

    title: str
    lines: tuple[KeyLine, ...]


@runtime_checkable
class OffersNow(Protocol):
    """A screen that offers some things now and others not."""

    def offered_keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys of what may be done now, and what they do."""

    def is_of_use(self, action: str) -> bool:
        """Tell whether an action is of any use now."""

    def waiting_words(self, action: str) -> str:
        """Return what an action that is not offered now is called here; ``""`` for others."""

    def words_here(self, action: str) -> str:
        """Return what any other action is called here; ``""`` where its binding says it."""


@runtime_checkable
class HasMarks(Protocol):
    """A screen with marks that are not told beside them."""

    def marks(self) -> Sequence[tuple[str, str]]:
        """Return each mark that is to be seen now, and what it means."""


@runtime_checkable
class Explains(Protocol):
    """A screen that can say what the action of a key is."""

    def explains(self, key: str) -> bool:
        """Tell whether that key stands for an action that is offered now."""

    async def explanation(self, key: str) -> Sequence[str]:
        """Return what that action is, in paragraphs."""


def key_groups(screen: Screen[Any]) -> list[KeyGroup]:
    """Return the keys that do something on that screen, those that are of use now first."""
    app = screen.app
    offered = screen.offered_keys() if isinstance(screen, OffersNow) else ()
    now = dict(offered)
    here: dict[str, list[str]] = {}
    later: dict[str, list[str]] = {}
    everywhere: dict[str, list[str]] = {}
    bound = sorted(screen.active_bindings.items(), key=lambda each: _moves(each[1].binding.action))
    for key, active in bound:
        binding = active.binding
        if binding.system or not binding.description or key in now or not active.enabled:
            continue
        if _goes_nowhere(active) or key.startswith("super+"):  # few keyboards have that one
            continue
        if isinstance(screen, OffersNow) and not screen.is_of_use(binding.action):
            continue
        group, words = here, binding.description
        if isinstance(active.node, Button) and binding.action == "press":
            words = str(active.node.label)
        # Textual's own screen has keys that work on every screen.
        if isinstance(active.node, App) or binding.action.startswith(_TEXTUAL_PREFIXES):
            group = everywhere
        elif isinstance(screen, OffersNow) and (called := screen.waiting_words(binding.action)):
            group, words = later, called
        elif isinstance(screen, OffersNow):
            words = screen.words_here(binding.action) or words
        shown = _shown(app, active)
        group.setdefault(words, []).append(shown)
    first = tuple(KeyLine(_written(app, key), words) for key, words in now.items())
    groups = [
        KeyGroup(_("What you may do now"), first),
        KeyGroup(_("On this screen"), _lines(here)),
        KeyGroup(_("Not available now (press to see why)"), _lines(later)),
        KeyGroup(_("Everywhere"), _lines(everywhere)),
    ]
    if isinstance(screen, HasMarks):
        marks = tuple(KeyLine(mark, words) for mark, words in screen.marks())
        groups.insert(1, KeyGroup(_("Marks on the table"), marks))
    return [group for group in groups if group.lines]


def _is_for_later(screen: Screen[Any], key: str) -> bool:
    """Tell whether a key stands for an action that is not available now."""
    active = screen.active_bindings.get(key)
    return (
        active is not None
        and isinstance(screen, OffersNow)
        and screen.is_of_use(active.binding.action)
        and bool(screen.waiting_words(active.binding.action))
    )


def _moves(action: str) -> bool:
    """Tell whether an action only moves about, as every list has some: those are told last."""
    return action.startswith(_MOVING_PREFIXES) or action in ("first", "last")


def _goes_nowhere(active: ActiveBinding) -> bool:
    """Tell whether a key moves sideways what is no wider than its place."""
    node = active.node
    if not isinstance(node, (DataTable, ScrollableContainer)):
        return False
    return active.binding.action in _SIDEWAYS_ACTIONS and not node.allow_horizontal_scroll


def _shown(app: App[Any], active: ActiveBinding) -> str:
    return app.get_key_display(active.binding)


def _written(app: App[Any], key: str) -> str:
    return app.get_key_display(Binding(key, "", ""))


def _lines(found: dict[str, list[str]]) -> tuple[KeyLine, ...]:
    return tuple(KeyLine(" ".join(dict.fromkeys(keys)), words) for words, keys in found.items())


_WIDEST_HELP: Final = 64
_EDGE_CELLS: Final = 7
"""The cells around the lines, with a bar to scroll."""
_LEAST_CELLS: Final = 20


class KeyHelp(LocalizedModal[None]):
    """The keys, over the screen that they belong to, scrolling where there are many."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "close", mark("Close"), id="keys.close"),
    ]
    AUTO_FOCUS = "#groups"
    NAMES_HELP = False

    DEFAULT_CSS = """
    KeyHelp {
        align: center middle;
        #box {
            width: 64; max-width: 94%; height: auto; max-height: 90%; padding: 0 1;
            border: tall $primary; background: $surface;
        }
        #groups { height: auto; max-height: 100%; }
        #lines { width: 100%; padding: 0 1; }
        #closing { dock: bottom; width: 100%; color: $text-muted; text-align: right; }
    }
    """

    def __init__(self, below: Screen[Any], about: str = "") -> None:
        """Keep what they are about.

        Args:
            below: the screen whose keys they are.
            about: the key that is explained first; ``""`` for none.
        """
        super().__init__()
        self._below = below
        self._about = about
        self._explained: Sequence[str] = ()

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            with VerticalScroll(id="groups"):
                yield Static(self._content(), id="lines")
            yield Words(self._how_to_close, id="closing")

    def say_anew(self) -> None:
        super().say_anew()
        self.query_one("#lines", Static).update(self._content())

    def on_mount(self) -> None:
        """Explain the action of a key at once."""
        if self._about and isinstance(self._below, Explains):
            self.run_worker(self._explain(self._below, self._about), exclusive=True)

    def on_key(self, event: events.Key) -> None:
        """Explain the action that a key stands for below, or let the table say why it is none."""
        below = self._below
        if self._explained:
            return
        if isinstance(below, Explains) and below.explains(event.key):
            event.stop()
            event.prevent_default()
            self.run_worker(self._explain(below, event.key), exclusive=True)
        elif event.key not in self.active_bindings and _is_for_later(below, event.key):
            event.stop()
            event.prevent_default()
            self.dismiss()
            self.app.call_later(self.app.simulate_key, event.key)

    async def _explain(self, below: Explains, key: str) -> None:
        self._explained = await below.explanation(key)
        self.say_anew()
        self.query_one("#groups", VerticalScroll).scroll_home(animate=False)

    async def action_keys(self) -> None:
        self.action_close()

    def action_close(self) -> None:
        """Close; from an explanation, go back to the keys first."""
        if self._explained:
            self._explained = ()
            self.say_anew()
        else:
            self.dismiss()

    def _how_to_close(self) -> str:
        if self._explained:
            return _("esc: back to the keys")
        if isinstance(self._below, Explains) and key_groups(self._below):
            return _("a key of an action: its rule · esc closes this")
        return _("esc closes this")

    def on_click(self, event: events.Click) -> None:
        """Close at a click beside it."""
        if self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.dismiss()

    def on_resize(self) -> None:
        """Wrap what keys do in their column."""
        self.say_anew()

    def _asked(self) -> str:
        """Return what the screen below asks."""
        return self._below.asks_now() if isinstance(self._below, LocalizedScreen) else ""

    @property
    def _room(self) -> int:
        """The cells of a line."""
        return max(min(_WIDEST_HELP, self.app.size.width * 94 // 100) - _EDGE_CELLS, _LEAST_CELLS)

    def _content(self) -> Content:
        if self._explained:
            first, *rest = self._explained
            return Content.assemble((first, "bold $primary"), *[f"\n\n{each}" for each in rest])
        groups = key_groups(self._below)
        width = max((cell_width(line.keys) for group in groups for line in group.lines), default=0)
        parts: list[str | tuple[str, str]] = []
        if asked := self._asked():
            parts.append((asked + "\n", "bold $warning"))
        for group in groups:
            parts += [("\n" if parts else "", ""), (f"{group.title}\n", "bold $primary")]
            for line in group.lines:
                blank = " " * (width - cell_width(line.keys) + 2)
                said = wrap(safe_text(line.words, _LINE_CELLS), self._room - width - 2) or [""]
                words = f"\n{' ' * (width + 2)}".join(said)
                parts += [(line.keys, "bold"), f"{blank}{words}\n"]
        if isinstance(self._below, Explains):
            asks = _("The mouse’s right button says what a card, a word or a seat is.")
            parts.append((f"\n{asks}", "dim"))
        parts.append(("\n" + _("Choose your own keys: cardtui config keys"), "dim"))
        return Content.assemble(*parts)


_MOST_LETTERS: Final = 100

_DESCRIPTION_SCORE: Final = 0.2
"""How well a command fits words that only its description has; the others come first."""
_LITERAL, _MEANT = 200.0, 100.0
"""How well it fits what it is called, and other words for it: letters here and there come later."""
_FEWEST_LETTERS: Final = 3
_LAST_SCORE: Final = 0.1
_FIRST_SCORE: Final = 1000.0
_COMMAND_EDGE_CELLS: Final = 6
"""The cells around the line of a command, with a bar to scroll."""


_GAP_CELLS: Final = 2
"""The blanks between what a command is called, what it is about, and its key."""


class Palette(CommandPalette, StandingScreen[None]):  # pyright: ignore[reportIncompatibleMethodOverride]
    """Textual's command palette, with a line for each command, made to bear every key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "app.keys", show=False, system=True, id="app.keys"),
    ]

    DEFAULT_CSS = """
    Palette CommandList { text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def compose(self) -> ComposeResult:
        for each in super().compose():
            if isinstance(each, CommandInput):
                yield PaletteField(
                    placeholder=each.placeholder, select_on_focus=False, max_length=_MOST_LETTERS
                )
            else:
                yield each

    def on_resize(self) -> None:
        """Have the keys stand at the edge again."""
        field = self.query_one(CommandInput)
        self.post_message(CommandInput.Changed(field, field.value))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turn the list's pages only once it has been laid out."""
        if action == "command_list" and self.stands:
            return bool(self.query_one(CommandList).virtual_size.height)
        return super().check_action(action, parameters)


def _is_meant(command: PaletteCommand, asked: str) -> bool:
    """Tell whether other words for a command begin like all that were asked."""
    words = asked.split()
    enough = len("".join(words)) >= _FEWEST_LETTERS
    return enough and all(f" {word}" in f" {command.also}" for word in words)


class Commands(Provider):
    """The app's commands, in the app's order; Textual's own provider sorts them by name."""

    async def discover(self) -> Hits:
        """Offer everything before anything is typed."""
        for each in self._offered():
            yield DiscoveryHit(self._line(each), each.run, text=each.words)

    async def search(self, query: str) -> Hits:
        """Offer what fits the query: by its words, other words for it, or its description.

        What may be a word of the table is offered to be looked up in the rules: first of all if it
        surely is one and no command has it, or else last.
        """
        asked, literal = unaccented(query).casefold(), False
        matcher = self.matcher(unaccented(query))
        for each in self._offered():
            score, places = matcher.fuzzy_search.match(matcher.query, unaccented(each.words))
            if asked in unaccented(each.words).casefold():
                literal, score = True, score + _LITERAL
            elif _is_meant(each, asked):
                score, places = _MEANT, ()
            elif not score and asked in unaccented(each.about).casefold():
                score, places = _DESCRIPTION_SCORE, ()
            if score > 0:
                shown = self._line(each)
                for place in places:
                    shown = shown.stylize(matcher.match_style, place, place + 1)
                yield Hit(score, shown, each.run, text=each.words)
        if isinstance(self.app, HasRules):
            words = _("Look up “{words}” in the rules", words=safe_text(query, _LINE_CELLS))
            score = _FIRST_SCORE if clauses_meant(query) and not literal else _LAST_SCORE
            yield Hit(score, Content(words), partial(self.app.open_rules, query), text=words)

    def _offered(self) -> Iterable[PaletteCommand]:
        assert isinstance(self.app, HasCommands)
        return self.app.offered_commands(self.screen)

    def _line(self, each: PaletteCommand) -> Content:
        """Return what a command is called, what it is about where that has room, and its key."""
        width = self.app.size.width - _COMMAND_EDGE_CELLS
        key = _written(self.app, each.key) if each.key else ""
        room = width - cell_width(each.words) - (cell_width(key) + _GAP_CELLS if key else 0)
        about = fit(each.about, room - _GAP_CELLS) if room > _LEAST_CELLS else ""
        about = " " * _GAP_CELLS + about if about else ""
        blank = " " * (room - cell_width(about) + _GAP_CELLS if key else 0)
        return Content.assemble(each.words, (about, "$text-muted"), blank, (key, "bold"))
