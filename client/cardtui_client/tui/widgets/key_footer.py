"""The footer: what the keys do now, in one line that can be clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Footer

from cardtui_client.tui.lifecycle import Standing

if TYPE_CHECKING:
    from textual.screen import Screen

_AROUND_MENU: Final = 2
"""The line before the key of the menu, and the blank after it."""


class ShownKey(NamedTuple):
    """A key, how it is written, and what it does, both with the blanks around them."""

    key: str
    display: str
    does: str
    enabled: bool

    @property
    def cells(self) -> int:
        """The cells that it takes."""
        return cell_len(self.display + self.does)


class KeyLine(Widget):
    """Keys beside each other; a click on one is as good as the key."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "key-line--key",
        "key-line--words",
        "key-line--below-mouse",
    }
    DEFAULT_CSS = """
    KeyLine {
        width: auto;
        height: 1;
        text-wrap: nowrap;
        background: $footer-item-background;
        .key-line--key {
            color: $footer-key-foreground;
            background: $footer-key-background;
            text-style: bold;
        }
        .key-line--words {
            color: $footer-description-foreground;
            background: $footer-description-background;
        }
        .key-line--below-mouse { background: $block-hover-background; }
        &.palette { dock: right; padding-right: 1; border-left: vkey $foreground 20%; }
    }
    """

    keys: reactive[tuple[ShownKey, ...]] = reactive((), layout=True)
    """The keys that are shown."""
    pointed: reactive[ShownKey | None] = reactive(None)
    """The key below the mouse."""

    def render(self) -> Text:
        """Write the keys, and light the one below the mouse."""
        key_style = self.get_component_rich_style("key-line--key")
        words_style = self.get_component_rich_style("key-line--words")
        light = Style(bgcolor=self.get_component_rich_style("key-line--below-mouse").bgcolor)
        line = Text()
        for shown in self.keys:
            over = light if shown == self.pointed else Style()
            over += Style(dim=True) if not shown.enabled else Style()
            line.append(shown.display, key_style + over).append(shown.does, words_style + over)
        line.stylize_before(self.rich_style)
        return line

    def _at(self, event: events.MouseEvent) -> ShownKey | None:
        end = self.gutter.left
        for shown in self.keys:
            end += shown.cells
            if event.x < end:
                return shown
        return self.keys[-1] if self.keys else None

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


class KeyFooter(Footer, Standing):
    """The footer of a screen.

    Textual's own mounts a widget for each key whenever the focus moves, which takes longer
    than all else that a screen then does.
    """

    def compose(self) -> ComposeResult:
        """Lay out the keys, and that of the menu at the right."""
        yield KeyLine()
        if self.show_command_palette:
            yield KeyLine(classes="palette")

    def stood(self) -> None:
        """Show keys from the first on."""
        self._show()

    def bindings_changed(self, screen: Screen[Any]) -> None:
        """Show the keys of the screen as it is now."""
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
        first: dict[str, ShownKey] = {}
        for _, binding, enabled, _ in active.values():
            if binding.show and binding.action not in first:
                display, does = f" {self.app.get_key_display(binding)} ", f"{binding.description} "
                first[binding.action] = ShownKey(binding.key, display, does, enabled)
        room = self.size.width
        menu = active.get(self.app.COMMAND_PALETTE_BINDING)
        if menu is not None and self.show_command_palette:
            display, does = self.app.get_key_display(menu.binding), f" {menu.binding.description}"
            shown = ShownKey(menu.binding.key, display, does, menu.enabled)
            self.query(KeyLine).last().keys = (shown,)
            room -= shown.cells + _AROUND_MENU
        self.query(KeyLine).first().keys = _fitting([*first.values()], room)


def _fitting(keys: list[ShownKey], room: int) -> tuple[ShownKey, ...]:
    """Leave out words from the last key on, until all keys fit."""
    over = sum(shown.cells for shown in keys) - room
    for number in reversed(range(len(keys))):
        if over <= 0:
            break
        over -= cell_len(keys[number].does)
        keys[number] = keys[number]._replace(does="")
    return tuple(keys)
