"""What the command palette finds: games to play, screens, languages, themes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from cardtui_client.games.game_words import GAMES, game_name
from cardtui_client.i18n import LANGUAGE_NAMES, _
from cardtui_client.tui.launch import Solo
from cardtui_client.tui.settings import value_names

if TYPE_CHECKING:
    from cardtui_client.tui.app import CardtuiApp


class _Command(NamedTuple):
    words: str
    help: str
    run: Callable[[], object]


class Commands(Provider):
    """Everything that one can do from anywhere."""

    async def discover(self) -> Hits:
        """Offer everything before anything is typed."""
        for command in self._commands():
            yield DiscoveryHit(
                Content(command.words),
                command.run,
                text=command.words,
                help=command.help,
            )

    async def search(self, query: str) -> Hits:
        """Offer what fits the query."""
        matcher = self.matcher(query)
        for command in self._commands():
            score = matcher.match(command.words)
            if score > 0:
                yield Hit(
                    score,
                    matcher.highlight(command.words),
                    command.run,
                    text=command.words,
                    help=command.help,
                )

    def _commands(self) -> Iterator[_Command]:
        from cardtui_client.tui.app import CardtuiApp

        app = self.app
        assert isinstance(app, CardtuiApp)
        yield from _going(app)
        if app.sessions.can_play_alone:
            for game in GAMES:
                yield _Command(
                    _("Play {game}", game=game_name(game)),
                    _("At once, against bots"),
                    partial(app.play_alone, Solo(game)),
                )
        for tag, name in LANGUAGE_NAMES.items():
            yield _Command(
                _("Language: {language}", language=name),
                _("Speak it from now on"),
                partial(app.change, "language", tag),
            )
        for label, theme in value_names("theme")():
            yield _Command(
                _("Colours: {theme}", theme=label),
                _("Draw everything in them from now on"),
                partial(app.change, "theme", theme),
            )


def _going(app: CardtuiApp) -> Iterator[_Command]:
    yield _Command(_("Home"), _("Servers, and playing at once"), app.go_home)
    yield _Command(_("Rules"), _("Of the game at hand, or any other"), app.action_open_rules)
    yield _Command(_("Settings"), _("Name, language, colours, cards"), app.action_open_settings)
    yield _Command(_("Keys"), _("All keys that do something here"), app.action_keys)
    yield _Command(_("Quit"), _("Seats are kept"), app.action_quit)
