"""The command palette: everything that one can do from anywhere, found by its words."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult
from textual.command import (
    CommandInput,
    CommandList,
    CommandPalette,
    DiscoveryHit,
    Hit,
    Hits,
    Provider,
)
from textual.content import Content

from cardtui_client.i18n import _
from cardtui_client.text import unaccented
from cardtui_client.tui.lifecycle import StandingScreen
from cardtui_client.tui.widgets.text_field import PaletteField

_MOST_LETTERS: Final = 100


class Palette(CommandPalette, StandingScreen[None]):  # pyright: ignore[reportIncompatibleMethodOverride]
    """Textual's command palette, made to bear every key at any moment."""

    def compose(self) -> ComposeResult:
        """Compose Textual's palette with a line of ours."""
        for each in super().compose():
            if isinstance(each, CommandInput):
                yield PaletteField(
                    placeholder=each.placeholder, select_on_focus=False, max_length=_MOST_LETTERS
                )
            else:
                yield each

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turn the list's pages only once it has been laid out."""
        if action == "command_list" and self.stands:
            return bool(self.query_one(CommandList).virtual_size.height)
        return super().check_action(action, parameters)


class Commands(Provider):
    """The app's commands, in the app's order; Textual's own provider sorts them by name."""

    async def discover(self) -> Hits:
        """Offer everything before anything is typed."""
        for words, about, run, _shown in self.app.get_system_commands(self.screen):
            yield DiscoveryHit(Content(words), run, text=words, help=about)

    async def search(self, query: str) -> Hits:
        """Offer what fits the query; accents need not be typed."""
        matcher = self.matcher(unaccented(query))
        found = False
        for words, about, run, _shown in self.app.get_system_commands(self.screen):
            score, places = matcher.fuzzy_search.match(matcher.query, unaccented(words))
            if score > 0:
                found = True
                shown = Content(words)
                for place in places:
                    shown = shown.stylize(matcher.match_style, place, place + 1)
                yield Hit(score, shown, run, text=words, help=about)
        if not found:
            yield Hit(0.1, Content(_("Nothing fits these words.")), _do_nothing)


def _do_nothing() -> None:
    """Close the palette alone."""
