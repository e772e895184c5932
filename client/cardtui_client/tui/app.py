"""The terminal client as a whole: its keys, acting on settings, what the palette finds everywhere.
The palette's entries: `offered_commands`; which keys quit or suspend: `BINDINGS`; what is asked
before you quit: `action_quit`; from which width on screens are wide: `HORIZONTAL_BREAKPOINTS`. Ways
from screen to screen are in `tui/navigation.py`; what the palette looks like is in `tui/help.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, assert_never

from textual import constants, events
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.css.stylesheet import Stylesheet
from textual.notifications import SeverityLevel
from textual.screen import Screen

from cardtui_client.exit_codes import INTERRUPTED
from cardtui_client.history.lesson_progress import Progress
from cardtui_client.i18n import LANGUAGE_NAMES, _, mark, set_language
from cardtui_client.net.address import BadAddress, parse_join_line
from cardtui_client.net.discovery import Announced, Discovery, LocalServer, Running, running_servers
from cardtui_client.net.known_servers import Acquaintances, KnownServers, names_at
from cardtui_client.net.sessions import Connect, Probe, StartServer, ask_server
from cardtui_client.settings import Settings, write_settings
from cardtui_client.tui.ending import Ending
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.launch import (
    AtDeal,
    AtHome,
    AtLesson,
    AtOwnTable,
    AtScreen,
    AtServer,
    AtTable,
    AtTournament,
    Solo,
    Start,
)
from cardtui_client.tui.navigation import BringLessons, BringToday, Navigator
from cardtui_client.tui.paint.key_names import in_words, keys_spelled
from cardtui_client.tui.protocols import (
    AboutTable,
    HeedsSettings,
    OffersCommands,
    PaletteCommand,
    Playing,
    TellsAbove,
)
from cardtui_client.tui.screens import TooSmall, bound_commands, bound_keys
from cardtui_client.tui.terminal_app import use_mouse
from cardtui_client.tui.themes import DEFAULT_COLOURS, THEMES
from cardtui_client.tui.widgets.words import Spoken

if TYPE_CHECKING:
    from cardtui_client.tui.film import BringFilms
    from cardtui_client.tui.settings import SettingsScreen


_OFFERED_ANYWAY: Final = (
    *("home.results", "home.today", "home.learn", "home.replay", "home.friends", "home.open"),
    *("home.play", "results.evening", "lobby.leave"),
)
"""What the palette offers everywhere, by the ids of the keys that do it here and there."""


class PatientStylesheet(Stylesheet):
    """Forgets what it has read only when the variables are others.

    Textual reads the whole style anew whenever a theme is set, also at the start, where it has just
    been read with the colours of that theme. That was a tenth of the time to the first frame.
    """

    def __init__(self, *, variables: dict[str, str]) -> None:
        """Begin with the variables of the theme that is worn from the start."""
        super().__init__(variables=variables)
        self._known = dict(variables)
        self._stale = False

    def set_variables(self, variables: dict[str, str]) -> None:
        """Take over variables; the rules are read again if they are others than before."""
        if variables != self._known:
            super().set_variables(variables)
            self._known = dict(variables)
            self._stale = True

    def reparse(self) -> None:
        """Read the rules again, if anything has changed; what was added is read when it is used."""
        if self._stale:
            super().reparse()
            self._stale = False


def _commands() -> type[Provider]:
    # Loaded when the palette opens: the first screen is there sooner.
    from cardtui_client.tui.help import Commands

    return Commands


class CardtuiApp(Navigator):
    """The client."""

    TITLE = "cardtui"
    CSS_PATH = Path(__file__).parent / "style.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 - as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual has it
    COMMANDS = {_commands}  # noqa: RUF012 - as Textual has it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", mark("Quit"), id="app.quit", show=False, priority=True),
        Binding("ctrl+c", f"quit({INTERRUPTED})", show=False, system=True),
        Binding("ctrl+z", "suspend_process", mark("Suspend"), id="app.suspend", show=False),
        Binding("question_mark,f1", "keys", mark("Keys"), id="app.keys", show=False),
        Binding("f2", "open_rules", mark("Rules"), id="app.rules", show=False),
        Binding("f3", "open_settings", mark("Settings"), id="app.settings", show=False),
        Binding("f4", "invite", mark("Invite"), id="app.invite", show=False),
        Binding(
            "ctrl+t", "to_tournament", mark("To your tournament"), id="app.tournament", show=False
        ),
    ]

    def __init__(
        self,
        settings: Settings,
        *,
        start: Start | None = None,
        connect: Connect | None = None,
        probe: Probe | None = None,
        running: Running | None = None,
        discovery: Discovery | None = None,
        start_server: StartServer | None = None,
        open_server: StartServer | None = None,
        ending: Ending | None = None,
        invites: bool = False,
        lessons: BringLessons | None = None,
        films: BringFilms | None = None,
        today: BringToday | None = None,
    ) -> None:
        """Make the client.

        Args:
            start: what to open; the home screen by default.
            connect: opens a session; by default as the player that you were there before.
            probe: asks a server what it is.
            running: finds the servers on this machine.
            discovery: finds those in the network; without it they are not looked for.
            start_server: starts a server for playing alone; without it that is not offered.
            open_server: opens it to other machines; without it that is not offered.
            invites: whether to show what others type to join, once the first table is open.
            lessons: brings the lessons; without it none are offered.
            films: brings what shows matches again; without it none is.
            today: brings the deal of the day; without it none is offered.
            ending: makes sure that the client ends in time once it is asked to.
        """
        super().__init__(
            settings,
            connect,
            start_server,
            open_server=open_server,
            invites=invites,
            ending=ending,
            lessons=lessons,
            films=films,
            today=today,
        )
        self._start = start or AtHome()
        self._probe = probe or ask_server
        self._find_servers = running or self._servers_here
        self._discovery = None if settings.kiosk else discovery
        if settings.kiosk and isinstance(self._start, AtServer | AtTable | AtTournament):
            told = LocalServer(self._start.address, 0)
            self._find_servers = lambda: [told]
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = settings.theme
        self.stylesheet = PatientStylesheet(variables=self.get_css_variables())
        self._apply_settings()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Let every theme know the words of a card table."""
        return DEFAULT_COLOURS

    def announced(self) -> Sequence[Announced]:
        """Return the servers that are announced in the network now, if they are looked for."""
        return () if self._discovery is None else self._discovery.servers()

    def get_default_screen(self) -> Screen[Any]:
        """Return the screen below all others."""
        return HomeScreen(
            self._probe,
            self._find_servers,
            self._discovery,
            self._servers_known,
            diary=self.diary,
            solo=self.sessions.can_play_alone,
            learning=None if self.lessons is None else Progress(self.settings),
            attempts=None if self.today is None else self.diary.attempts,
            elsewhere=not self.settings.kiosk,
            opens=self.sessions.can_open,
            opening=isinstance(self._start, AtOwnTable | AtServer | AtTable | AtTournament)
            and bool(self.settings.name),
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave a kiosk's client in no way but its end."""
        if action == "suspend_process" and self.settings.kiosk:
            return False
        return super().check_action(action, parameters)

    def get_key_display(self, binding: Binding) -> str:
        """Return how a key is written: in letters where its sign cannot be shown."""
        shown = super().get_key_display(binding)
        return in_words(keys_spelled(shown) if self.settings.letters_alone else shown)

    # --- beginning and ending ------------------------------------------------------------

    def on_mount(self) -> None:
        """Ask a newcomer's name, then open what was asked for."""
        self.set_keymap(self.settings.keys)
        if self.settings.name:
            self._open_start()
        else:
            from cardtui_client.tui.first_start import FirstStart

            self.push_screen(FirstStart(*self._names()), self._take_name)

    async def on_unmount(self) -> None:
        """Close the connections; seats are kept."""
        self.tells.close()
        await self.sessions.close()
        await self.end_deals()
        if self._discovery is not None:
            await self._discovery.close()

    async def action_quit(self, code: int = 0) -> None:
        """Quit with that exit code; in a match, ask first, where there is room to."""
        from cardtui_client.tui.dialogs import Question

        asked = isinstance(self.screen, Question) and self.screen.subject == "quit"
        asked = asked or isinstance(self.screen, TooSmall)
        playing = [
            each for each in self.screen_stack if isinstance(each, Playing) and each.in_match
        ]
        ends = all(isinstance(each, AboutTable) and each.connection.for_now for each in playing)
        if asked or not playing or not self.settings.confirm:
            self.exit(return_code=code)
            return
        question = Question(
            lambda: (
                _("You are in a match; it ends with cardtui. Quit?")
                if ends
                else _("You are in a match; it will be kept. Quit?")
            ),
            lambda: _("Quit"),
            subject="quit",
        )
        self.push_screen(question, lambda yes: self.exit(return_code=code) if yes else None)

    def on_resize(self) -> None:
        """Say so when the terminal is too small for anything; its size is known after this."""
        self.call_later(self.cover)

    # --- opening screens -----------------------------------------------------------------

    def _open_start(self) -> None:
        match self._start:
            case AtHome():
                pass
            case AtServer(address):
                self.starting(self.visit(address))
            case AtTable(address) as wanted:
                self.starting(self.visit(address, wanted))
            case AtTournament() as wanted:
                self.starting(self.visit_tournament(wanted))
            case AtOwnTable() as own:
                self.starting(self.play_on(own))
            case Solo() as solo:
                self.starting(self.play_alone(solo))
            case AtLesson() as lesson:
                self.learn(lesson)
            case AtScreen(make):
                self.open_made(make)
            case AtDeal() as deal:
                self.starting(self.play_deal(deal))
            case _:
                assert_never(self._start)

    def action_open_settings(self) -> None:
        """Open the settings."""
        from cardtui_client.tui.settings import SettingsScreen

        self.open_once(SettingsScreen(self.settings))

    def action_open_results(self) -> None:
        """Open what was won and lost."""
        from cardtui_client.history.kept_records import kept_files, kept_record
        from cardtui_client.tui.results import ResultsScreen

        files = kept_files(self.settings) if self.shows_records else {}
        places = {(each.table, each.match) for each in self.diary.results.latest()} & files.keys()
        found = {each: kept_record(files[each]) for each in places}
        records = {place: record for place, record in found.items() if record is not None}
        self.open_once(ResultsScreen(self.diary.results, records, self.diary.attempts.all()))

    def action_keys(self, about: str = "") -> None:
        """Show all keys that do something now, or explain one, over the screen they belong to."""
        from cardtui_client.tui.help import KeyHelp

        self.open_once(KeyHelp(self.screen, about))

    def action_command_palette(self) -> None:
        """Open the palette of everything you can do."""
        from cardtui_client.tui.help import Palette

        self.open_once(Palette(placeholder=_("What would you like to do?")))

    def offered_commands(self, screen: Screen[Any]) -> Iterable[PaletteCommand]:
        """Yield what the command palette finds: screens, games, languages, colours."""
        # Loaded when the palette opens: the first screen is there sooner.
        from cardtui_client.tui.settings import value_names
        from cardtui_client.tui.synonyms import SYNONYMS

        bound = bound_keys(screen)

        def offered(
            words: str, about: str, run: Callable[[], object], name: str = ""
        ) -> PaletteCommand:
            return PaletteCommand(words, about, run, bound.get(name, ""), SYNONYMS.get(name, ""))

        in_match = any(isinstance(each, Playing) and each.in_match for each in self.screen_stack)
        if isinstance(screen, OffersCommands):
            yield from screen.palette_commands()
        if not isinstance(screen, Playing):
            yield from bound_commands(screen, *_OFFERED_ANYWAY)
        if not in_match:
            yield offered(_("Home"), _("The games, and friends’ servers"), self.go_home, "home")
        about = _("Of this game, or any other")
        yield offered(_("Rules"), about, self.action_open_rules, "app.rules")
        about = _("Name, language, colours, cards")
        yield offered(_("Settings"), about, self.action_open_settings, "app.settings")
        about = _("What you have won and lost")
        yield offered(_("Results"), about, self.action_open_results, "home.results")
        if self.check_action("invite", ()):
            about = _("The line by which others join")
            yield offered(_("Invite"), about, self.action_invite, "app.invite")
        yield offered(_("Keys"), _("All keys of this screen"), self.action_keys, "app.keys")
        yield offered(_("Quit"), _("Seats are kept"), self.action_quit, "app.quit")
        if not in_match:
            yield from self._ways_to_play(offered)
        about = _("Many tables, one standings")
        yield offered(_("Tournaments"), about, self.show_tournaments, "tournaments")
        if self.check_action("to_tournament", ()):
            about = _("Your table waits there")
            words = _("To your tournament")
            yield offered(words, about, self.action_to_tournament, "app.tournament")
        if self.shows_records and not in_match:
            about = _("One of yours, step by step")
            yield offered(_("Watch a replay"), about, self.choose_replay, "home.replay")
            about = _("Who was there, and what was won")
            yield offered(_("The latest evening"), about, self.action_evening, "results.evening")
        for tag, name in LANGUAGE_NAMES.items():
            words = _("Language: {language}", language=name)
            speak = partial(self.change, "language", tag)
            yield offered(words, _("Use this language"), speak, "language")
        for label, theme in value_names("theme")():
            words = _("Colours: {theme}", theme=label)
            paint = partial(self.change, "theme", theme)
            yield offered(words, _("Use this colour theme"), paint, "theme")

    def _ways_to_play(self, offered: Callable[..., PaletteCommand]) -> Iterator[PaletteCommand]:
        from cardtui_client.faces.registry import FACES

        if self.sessions.can_play_alone:
            about = _("At once, against bots")
            for face in FACES:
                words = _("Play {game}", game=face.name)
                yield offered(words, about, partial(self.play_alone, Solo(face.id)), "play")
            about = _("Choose rules and bots")
            ask = partial(self.play_alone, Solo(asks=True))
            yield offered(_("Play your way"), about, ask, "home.play")
        if self.today is not None:
            about = _("The same cards for everybody")
            yield offered(_("The deal of the day"), about, self.action_play_today, "home.today")
        if self.lessons is not None:
            about = _("In a few hands, with a coach")
            yield offered(_("Learn a game"), about, self.choose_lesson, "home.learn")
        if not self.settings.kiosk:
            about = _("Their tables in your network, or an address")
            yield offered(_("Friends"), about, self.show_friends, "home.friends")
        if self.sessions.can_open:
            about = _("For your friends, who join by a line")
            yield offered(_("Open a table"), about, partial(self.open_to_friends, ""), "home.open")

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Keep the cursor steady: one that blinks sends bytes for ever."""
        from textual.widgets import Input

        if isinstance(event.widget, Input):
            event.widget.cursor_blink = False

    async def on_settings_screen_changed(self, event: SettingsScreen.Changed) -> None:
        """Act on a changed setting."""
        self.change(event.name, event.value)

    def _servers_here(self) -> Sequence[LocalServer]:
        return running_servers(self.settings.data_folder())

    def _servers_known(self) -> Acquaintances:
        return KnownServers(self.settings.data_folder()).acquaintances()

    # --- settings ------------------------------------------------------------------------

    def _names(self) -> Sequence[str]:
        """Return the names to propose: who you were at the server meant; none for the login's."""
        if self.settings.kiosk:
            return [""]  # the login of a kiosk is nobody's name
        if not isinstance(self._start, AtServer | AtTable | AtTournament):
            return []
        try:
            address = parse_join_line(self._start.address).addresses[0]
        except BadAddress:
            return []  # it is said once the name is known
        return names_at(self.settings.data_folder(), address)

    def _take_name(self, name: str | None) -> None:
        if name:
            self.change("name", name)
        if isinstance(self._start, AtHome) and self.sessions.can_play_alone:
            self.welcome()
        else:
            self._open_start()

    def change(self, name: str, value: str | bool) -> None:
        """Change a setting, act on it at once and keep it."""
        setattr(self.settings, name, value)
        self._apply_settings()
        for screen in self.screen_stack:
            if isinstance(screen, HeedsSettings):
                screen.take_settings()
        if name == "language":
            for screen in self.screen_stack:
                if isinstance(screen, Spoken):
                    screen.retell()
                else:
                    screen.refresh(layout=True)
        if name == "mouse":
            use_mouse(self._driver, bool(value))
        if not self.settings.kept:
            return  # it is for this visit alone
        try:
            write_settings(self.settings)
        except OSError as error:
            sentence = _("Could not save the settings: {error}", error=error)
            self.notify(sentence, severity="error")

    def _apply_settings(self) -> None:
        set_language(self.settings.language_tag())
        self.theme = self.settings.theme
        allowed = constants.TEXTUAL_ANIMATIONS
        self.animation_level = allowed if self.settings.animation else "none"
        self.show_letters(alone=self.settings.letters_alone)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,  # noqa: ARG002 - Textual's signature
    ) -> None:
        """Show a message for a moment; never as markup, as it may quote other people.

        At a table it stands in the top line: a call that waits for an answer is never covered.
        """
        if isinstance(self.screen, TellsAbove):
            seconds = self.NOTIFICATION_TIMEOUT if timeout is None else timeout
            self.screen.tell_above(message, seconds)
            return
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)


def run_client(app: CardtuiApp) -> int:
    """Run the client on the terminal and return the exit code.

    Raises:
        Exception: the fault that ended it, for the caller to report; the terminal is as it
            was before.
    """
    app.wear_sixteen()
    app.run(mouse=app.settings.mouse)
    if app.crash is not None:
        raise app.crash
    return app.return_code or 0
