"""The terminal client as a whole: which screens there are, and how one leads to another."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, assert_never

from textual import constants, events, on, work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import CommandPalette, Provider
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.worker import WorkerFailed

from cardtui_client.i18n import _, mark, set_language
from cardtui_client.local_servers import LocalServer, Running, running_servers
from cardtui_client.mouse import use_mouse
from cardtui_client.screens.home import HomeScreen
from cardtui_client.screens.localized import Spoken
from cardtui_client.screens.roles import AboutTable, Playing
from cardtui_client.screens.too_small import TooSmall, is_too_small
from cardtui_client.sessions import NoServer, Sessions, ask_server, tidy_up
from cardtui_client.settings import Settings
from cardtui_client.starting import (
    AtHome,
    AtServer,
    AtTable,
    Connect,
    Probe,
    Solo,
    Start,
    StartServer,
)
from cardtui_client.themes import DEFAULTS, THEMES

if TYPE_CHECKING:
    from cardtui_client.connection import Connection
    from cardtui_client.screens.lobby import LobbyScreen
    from cardtui_client.screens.settings import SettingsScreen


def _commands() -> type[Provider]:
    # Loaded when the palette opens: the first screen is there sooner.
    from cardtui_client.palette import Commands

    return Commands


class CardtuiApp(App[None]):
    """The client.

    Attributes:
        settings: what the person has chosen; changed and kept by the settings screen.
        crash: the fault that ended the app, ``None`` if it ended well.
    """

    TITLE = "cardtui"
    CSS_PATH = Path(__file__).parent / "style.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 - as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual has it
    COMMANDS = {_commands}  # noqa: RUF012 - as Textual has it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", mark("Quit"), id="app.quit", show=False, priority=True),
        Binding("ctrl+c", "quit", show=False, system=True),
        Binding("ctrl+z", "suspend_process", mark("To the shell"), id="app.suspend", show=False),
        Binding("f1,question_mark", "keys", mark("Keys"), id="app.keys", show=False),
        Binding("f2", "open_rules", mark("Rules"), id="app.rules", show=False),
        Binding("f3", "open_settings", mark("Settings"), id="app.settings", show=False),
    ]

    def __init__(
        self,
        settings: Settings,
        *,
        start: Start | None = None,
        connect: Connect | None = None,
        probe: Probe | None = None,
        running: Running | None = None,
        start_server: StartServer | None = None,
    ) -> None:
        """Make the client.

        Args:
            settings: what the person has chosen.
            start: what to open; the home screen by default.
            connect: opens a session; by default as the player one was there before.
            probe: asks a server what it is.
            running: finds the servers on this machine.
            start_server: starts a server for playing alone; without it that is not offered.
        """
        super().__init__()
        self.settings = settings
        self.crash: BaseException | None = None
        self.sessions = Sessions(settings, connect, start_server)
        self._start = start or AtHome()
        self._probe = probe or ask_server
        self._find_servers = running or self._servers_here
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = settings.theme
        self._apply_settings()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Let every theme know the words of a card table."""
        return DEFAULTS

    def get_default_screen(self) -> Screen[Any]:
        """Return the screen below all others."""
        return HomeScreen(self._probe, self._find_servers, solo=self.sessions.can_play_alone)

    # --- beginning and ending ------------------------------------------------------------

    def on_mount(self) -> None:
        """Ask a newcomer's name, then open what was asked for."""
        self.set_keymap(self.settings.keys)
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            for each in (signal.SIGTERM, signal.SIGHUP):
                # Leave the screen as it was, whoever ends us.
                loop.add_signal_handler(each, self.exit)
        if self.settings.name:
            self._open_start()
        else:
            from cardtui_client.screens.first_start import FirstStart

            self.push_screen(FirstStart(), self._take_name)

    async def on_unmount(self) -> None:
        """Close the connections; seats are kept."""
        await self.sessions.close()

    async def action_quit(self) -> None:
        """Quit; in a match, ask first."""
        from cardtui_client.screens.question import Question

        asked = isinstance(self.screen, Question) and self.screen.id == "quit"
        playing = any(
            isinstance(screen, Playing) and screen.in_match for screen in self.screen_stack
        )
        if asked or not playing or not self.settings.confirm:
            self.exit()
            return
        question = Question(
            lambda: _(
                "You are in a match. If you quit, your seat is kept for you, but the clock "
                "goes on. Quit?"
            ),
            lambda: _("Quit"),
            id="quit",
        )
        self.push_screen(question, lambda yes: self.exit() if yes else None)

    def _fatal_error(self) -> None:
        # Whoever started us reports the fault; the screen is left clean, without a traceback.
        fault = self._exception
        self.crash = fault.error if isinstance(fault, WorkerFailed) else fault
        self._close_messages_no_wait()

    def on_resize(self, event: events.Resize) -> None:
        """Say so when the terminal is too small for anything."""
        if is_too_small(event.size) and not any(
            isinstance(screen, TooSmall) for screen in self.screen_stack
        ):
            self.push_screen(TooSmall())

    # --- opening screens -----------------------------------------------------------------

    @property
    def home(self) -> HomeScreen:
        """The screen below all others."""
        screen = self.screen_stack[0]
        assert isinstance(screen, HomeScreen)
        return screen

    def _open_start(self) -> None:
        match self._start:
            case AtHome():
                pass
            case AtServer(address):
                self.visit(address)
            case AtTable(address) as wanted:
                self.visit(address, wanted)
            case Solo() as solo:
                self.play_alone(solo)
            case _:
                assert_never(self._start)

    @work(exclusive=True, group="opening")
    async def visit(self, address: str, wanted: AtTable | None = None) -> None:
        """Go to a server's lobby, and on to a table if one is wanted."""
        with self._saying_failures():
            self.home.say(lambda: _("Connecting to {address}…", address=address))
            connection = await self.sessions.at(address)
            self.home.say(_nothing)
            from cardtui_client.screens.lobby import LobbyScreen

            await self.push_screen(LobbyScreen(connection, wanted))

    @work(exclusive=True, group="opening")
    async def play_alone(self, solo: Solo) -> None:
        """Make a table with bots on a server of one's own, and sit down there."""
        with self._saying_failures():
            self.home.say(lambda: _("Shuffling the cards…"))
            connection = await self.sessions.own()
            games = (await connection.list_games()).games
            unfinished = await tidy_up(connection)
            self.home.say(_nothing)
            from cardtui_client.screens.quick_play import QuickPlay, request_for

            if solo.game not in {game.id for game in games}:
                chosen = await self.push_screen_wait(QuickPlay(games, solo, unfinished))
                match chosen:
                    case None:
                        return
                    case str():
                        self.open_table(connection, chosen, seat=True)
                        return
                    case Solo():
                        solo = chosen
            table = (await connection.create_table(request_for(solo, games))).table
            await connection.start(table.id)
            self.open_table(connection, table.id, seat=True)

    def open_table(self, connection: Connection, table: str, *, seat: bool) -> None:
        """Open a table: to play on the seat one holds there, or to watch."""
        from cardtui_client.screens.table import TableScreen

        self.push_screen(TableScreen(connection, table, seat, self.settings))

    @work(exclusive=True, group="rules")
    async def open_rules(self, clause: str = "") -> None:
        """Open the rules of the game at hand, at a clause if one is named."""
        about = self.screen if isinstance(self.screen, AboutTable) else None
        table = about.table if about else None
        with self._saying_failures():
            connection = about.connection if about else await self.sessions.any()
            from cardtui_client.screens.rules import RulesScreen

            await self.push_screen(RulesScreen(connection, table, clause))

    def action_open_rules(self) -> None:
        """Open the rules."""
        if not any(screen.id == "rules" for screen in self.screen_stack):
            self.open_rules()

    def action_open_settings(self) -> None:
        """Open the settings."""
        from cardtui_client.screens.settings import SettingsScreen

        if not any(isinstance(screen, SettingsScreen) for screen in self.screen_stack):
            self.push_screen(SettingsScreen(self.settings))

    def action_keys(self) -> None:
        """Show or hide the panel of all keys that do something now."""
        if self.screen.query("HelpPanel"):
            self.action_hide_help_panel()
        else:
            self.action_show_help_panel()

    def action_command_palette(self) -> None:
        """Open the palette of everything one can do."""
        if not isinstance(self.screen, CommandPalette):
            placeholder = _("What would you like to do?")
            self.push_screen(CommandPalette(id="--command-palette", placeholder=placeholder))

    def go_home(self) -> None:
        """Close everything but the home screen."""
        while len(self.screen_stack) > 1:
            self.pop_screen()

    async def on_settings_screen_changed(self, event: SettingsScreen.Changed) -> None:
        """Act on a changed setting."""
        self.change(event.name, event.value)

    async def on_lobby_screen_open_table(self, event: LobbyScreen.OpenTable) -> None:
        """Go from the lobby to a table."""
        self.open_table(event.connection, event.table, seat=event.seat)

    @on(HomeScreen.Visit)
    def _visit(self, event: HomeScreen.Visit) -> None:
        self.visit(event.address)

    @on(HomeScreen.PlayNow)
    def _play_now(self) -> None:
        self.play_alone(Solo())

    @contextmanager
    def _saying_failures(self) -> Generator[None]:
        """Say what goes wrong on the home screen, or over the one that is open."""
        from cardtui_client.address import BadAddress
        from cardtui_client.connection import Refused, Unreachable

        try:
            yield
        except (BadAddress, NoServer, Refused, Unreachable) as error:
            sentence = str(error)
            if self.screen is self.home:
                self.home.say(lambda: sentence, wrong=True)
            else:
                self.home.say(_nothing)
                self.notify(sentence, severity="error")

    def _servers_here(self) -> Sequence[LocalServer]:
        return running_servers(self.settings.data_folder())

    # --- settings ------------------------------------------------------------------------

    def _take_name(self, name: str | None) -> None:
        if name:
            self.change("name", name)
        self._open_start()

    def change(self, name: str, value: str | bool) -> None:
        """Change a setting, act on it at once and keep it."""
        setattr(self.settings, name, value)
        self._apply_settings()
        if name == "language":
            for screen in self.screen_stack:
                if isinstance(screen, Spoken):
                    screen.retell()
                else:
                    screen.refresh(layout=True)
        if name == "mouse":
            use_mouse(self._driver, bool(value))
        try:
            self.settings.save()
        except OSError as error:
            sentence = _("The settings could not be kept: {error}", error=error)
            self.notify(sentence, severity="error")

    def _apply_settings(self) -> None:
        set_language(self.settings.language_tag())
        self.theme = self.settings.theme
        allowed = constants.TEXTUAL_ANIMATIONS
        self.animation_level = allowed if self.settings.animation else "none"

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,  # noqa: ARG002 - Textual's signature
    ) -> None:
        """Show a message for a moment; words of other people may be in it, so never as markup."""
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)


def _nothing() -> str:
    return ""


def run_client(app: CardtuiApp) -> int:
    """Run the client on the terminal and return the exit code.

    Raises:
        Exception: the fault that ended it, for who started it to report; the terminal is
            as it was before.
    """
    app.run(mouse=app.settings.mouse)
    if app.crash is not None:
        raise app.crash
    return app.return_code or 0
