"""The terminal client as a whole: its keys, its settings, how it begins and how it ends."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, assert_never

from textual import constants, events
from textual.binding import Binding, BindingType
from textual.command import CommandPalette, Provider
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.worker import WorkerFailed

from cardtui_client.exit_codes import INTERRUPTED
from cardtui_client.i18n import _, mark, set_language
from cardtui_client.local_servers import LocalServer, Running, running_servers
from cardtui_client.mouse import use_mouse
from cardtui_client.screens.home import HomeScreen
from cardtui_client.screens.localized import Spoken
from cardtui_client.screens.roles import Playing
from cardtui_client.screens.too_small import TooSmall, is_too_small
from cardtui_client.sessions import ask_server
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
from cardtui_client.travelling import Travelling

if TYPE_CHECKING:
    from cardtui_client.screens.settings import SettingsScreen


def _commands() -> type[Provider]:
    # Loaded when the palette opens: the first screen is there sooner.
    from cardtui_client.palette import Commands

    return Commands


class CardtuiApp(Travelling):
    """The client.

    Attributes:
        crash: the fault that ended the app, ``None`` if it ended well.
    """

    TITLE = "cardtui"
    CSS_PATH = Path(__file__).parent / "style.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 - as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual has it
    COMMANDS = {_commands}  # noqa: RUF012 - as Textual has it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", mark("Quit"), id="app.quit", show=False, priority=True),
        Binding("ctrl+c", f"quit({INTERRUPTED})", show=False, system=True),
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
        super().__init__(settings, connect, start_server)
        self.crash: BaseException | None = None
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

    async def action_quit(self, code: int = 0) -> None:
        """Quit with that exit code; in a match, ask first."""
        from cardtui_client.screens.question import Question

        asked = isinstance(self.screen, Question) and self.screen.id == "quit"
        playing = any(
            isinstance(screen, Playing) and screen.in_match for screen in self.screen_stack
        )
        if asked or not playing or not self.settings.confirm:
            self.exit(return_code=code)
            return
        question = Question(
            lambda: _("You are in a match. A match that you leave is kept. Quit?"),
            lambda: _("Quit"),
            id="quit",
        )
        self.push_screen(question, lambda yes: self.exit(return_code=code) if yes else None)

    def _fatal_error(self) -> None:
        # Whoever started us reports the fault; the screen is left clean, without a traceback.
        fault = self._exception
        self.crash = fault.error if isinstance(fault, WorkerFailed) else fault
        self._close_messages_no_wait()

    def on_resize(self, event: events.Resize) -> None:
        """Say so when the terminal is too small for anything."""
        if is_too_small(event.size) and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())

    # --- opening screens -----------------------------------------------------------------

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

    def action_open_settings(self) -> None:
        """Open the settings."""
        from cardtui_client.screens.settings import SettingsScreen

        if not any(isinstance(screen, SettingsScreen) for screen in self.screen_stack):
            self.push_screen(SettingsScreen(self.settings))

    def action_keys(self) -> None:
        """Show all keys that do something now, over the screen they belong to."""
        from cardtui_client.screens.key_help import KeyHelp

        if not isinstance(self.screen, KeyHelp):
            self.push_screen(KeyHelp(self.screen))

    def action_command_palette(self) -> None:
        """Open the palette of everything one can do."""
        if not isinstance(self.screen, CommandPalette):
            placeholder = _("What would you like to do?")
            self.push_screen(CommandPalette(id="--command-palette", placeholder=placeholder))

    async def on_settings_screen_changed(self, event: SettingsScreen.Changed) -> None:
        """Act on a changed setting."""
        self.change(event.name, event.value)

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
