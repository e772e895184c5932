"""The footer: what the keys do now, in one line that can be clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.reactive import reactive

from cardtui_client.tui.lifecycle import Standing

if TYPE_CHECKING:
    from textual.screen import Screen

_DIVIDER: Final = "▏"
_MENU_ENDS: Final = 1
"""The blank after the key of the menu."""


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
        """Write the keys, and light the one below the mouse."""
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
        over = Style(dim=True) if not shown.enabled else Style()
        if shown == self.pointed:
            light = self.get_component_rich_style("key-footer--below-mouse")
            over += Style(bgcolor=light.bgcolor)
        line.append(shown.display, self.get_component_rich_style("key-footer--key") + over)
        line.append(shown.does, self.get_component_rich_style("key-footer--words") + over)

    def _menu_at(self) -> int:
        """Return the column of the line before the key of the menu."""
        cells = 0 if self.menu is None else cell_len(_DIVIDER) + self.menu.cells + _MENU_ENDS
        return self.size.width - cells

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
        """Show keys from the first on, and whenever they are others."""
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
        first: dict[str, ShownKey] = {}
        for _, binding, enabled, _ in active.values():
            if binding.show and binding.action not in first:
                display, does = f" {self.app.get_key_display(binding)} ", f"{binding.description} "
                first[binding.action] = ShownKey(binding.key, display, does, enabled)
        menu = active.get(self.app.COMMAND_PALETTE_BINDING)
        if menu is not None and self._shows_menu:
            display, does = self.app.get_key_display(menu.binding), f" {menu.binding.description}"
            self.menu = ShownKey(menu.binding.key, display, does, menu.enabled)
        self.keys = _fitting([*first.values()], self._menu_at())


def _fitting(keys: list[ShownKey], room: int) -> tuple[ShownKey, ...]:
    """Leave out words from the last key on, until all keys fit."""
    over = sum(shown.cells for shown in keys) - room
    for number in reversed(range(len(keys))):
        if over <= 0:
            break
        over -= cell_len(keys[number].does)
        keys[number] = keys[number]._replace(does="")
    return tuple(keys)
