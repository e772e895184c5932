"""Ways from screen to screen: to a lobby, a table, a lesson, a replay, the rules, and back.
When a password or a pin is asked for on the way: `_let_in`; how a table for friends is opened:
`open_to_friends`; how long a note stands that names a command: `_COMMAND_NOTE_SECONDS`; how often
servers are asked whether a tournament calls you: `_CALL_POLL_SECONDS`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

from textual import events, on, work
from textual.binding import Binding
from textual.worker import Worker

from cardtui_client.history.diary import Diary, OwnMatch
from cardtui_client.i18n import _, language
from cardtui_client.json_file import telling
from cardtui_client.net.address import BadAddress, JoinLine, invites, parse_join_line
from cardtui_client.net.discovery import Announced, line_by_pin
from cardtui_client.net.sessions import Connect, NoServer, Sessions, StartServer, tidy_up
from cardtui_client.settings import Settings
from cardtui_client.tui.ending import Ending
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.launch import AtDeal, AtLesson, AtOwnTable, AtTable, AtTournament, Solo
from cardtui_client.tui.lifecycle import StandingScreen
from cardtui_client.tui.protocols import AboutTable
from cardtui_client.tui.screens import TooSmall, is_too_small
from cardtui_client.tui.terminal_app import TerminalApp

if TYPE_CHECKING:
    from textual.screen import Screen

    from cardtui.v1 import tables_pb2
    from cardtui_client.history.kept_records import KeptRecord
    from cardtui_client.net.connection import Connection
    from cardtui_client.tui.calling import Call
    from cardtui_client.tui.film import BringFilms, Films
    from cardtui_client.tui.launch import DealtTable, MakeScreen
    from cardtui_client.tui.lobby import LobbyScreen
    from cardtui_client.tui.own_matches import OwnMatches
    from cardtui_client.tui.protocols import BeginTable
    from cardtui_client.tui.results import ResultsScreen
    from cardtui_client.tui.table.screen import TableScreen
    from cardtui_client.tui.tournament import TournamentScreen


_COMMAND_NOTE_SECONDS: Final = 12.0
"""Seconds for which a note stands that has a command to remember."""

_CALL_POLL_SECONDS: Final = 10.0
"""Seconds after which servers are asked again whether a tournament's table waits for you."""

_ENDING_KEYS: Final = ("ctrl+q", "ctrl+c", "ctrl+z")
"""The keys that end or suspend the program at any moment."""


class Lessons(Protocol):
    """The lessons that a package beside the client brings, as screens."""

    def choice(self) -> Screen[AtLesson | None]:
        """Return the screen that asks what to learn; it gives back a lesson, or nothing."""

    def table(
        self, wanted: AtLesson, settings: Settings, play: Callable[[Solo], object] | None
    ) -> StandingScreen[Any]:
        """Return the table of a lesson, at the hand at which you left it, or its drill.

        Args:
            play: begins a match against bots when it is over; ``None`` if none can be played.
        """


BringLessons = Callable[[], Lessons]
"""Brings them when they are wanted: what they are made of takes time to load."""


BringToday = Callable[[], AtDeal]
"""Brings the deal of the day: to deal, the rules and a server must be loaded."""


class Navigator(TerminalApp):
    """An app that leads from one screen to another, and says what stands in the way.

    Attributes:
        settings: what the person has chosen.
        sessions: the sessions that are open.
        lessons: brings the lessons, if there are any.
        films: brings what shows matches again.
        today: brings the deal of the day; ``None`` where it cannot be played.
        diary: the matches that wait for this person, and this evening's.
        tells: what ends with the screens: that they show what a person is told once.
    """

    def __init__(
        self,
        settings: Settings,
        connect: Connect | None,
        start_server: StartServer | None,
        *,
        open_server: StartServer | None = None,
        invites: bool = False,
        ending: Ending | None = None,
        lessons: BringLessons | None = None,
        films: BringFilms | None = None,
        today: BringToday | None = None,
    ) -> None:
        super().__init__(ending)
        self.today = today
        self._deals: list[DealtTable] = []
        self.lessons = lessons
        self.films = films
        self._invites = invites
        self._start_under_way: Worker[None] | None = None
        self.settings = settings
        self.diary = Diary(settings)
        self.sessions = Sessions(settings, connect, start_server, open_server)
        self.tells = ExitStack()
        self._call: Call | None = None
        self._called: set[str] = set()

    def on_mount(self) -> None:
        """Listen for tournaments that call the person."""
        self.set_interval(_CALL_POLL_SECONDS, self._listen)

    def on_load(self) -> None:
        """From here on, tell here what the person is told once."""
        self.tells.enter_context(telling(self._tell))

    @property
    def home(self) -> HomeScreen:
        """The screen below all others."""
        screen = self.screen_stack[0]
        assert isinstance(screen, HomeScreen)
        return screen

    def announced(self) -> Sequence[Announced]:
        """Return the servers that are announced in the network now."""
        return ()

    def open_once(self, screen: StandingScreen[Any]) -> None:
        """Open a screen, unless one like it about the same is open: two quick keys open one."""
        if not any(
            type(each) is type(screen) and each.subject == screen.subject
            for each in self.screen_stack
        ):
            self.push_screen(screen)

    # --- keys ----------------------------------------------------------------------------

    def starting(self, opening: Worker[None]) -> None:
        """Take note of what opens the screen that was asked for as the program began."""
        self._start_under_way = opening

    def is_lost(self, event: events.Event) -> bool:
        """Tell whether a key or a click is meant for nothing that can be seen.

        While the first screen is being opened, those for the home screen behind it go nowhere.
        """
        opening = self._start_under_way
        if opening is None or opening.is_finished:
            return False
        if isinstance(event, events.Key) and event.key in _ENDING_KEYS:
            return False
        return bool(self.screen_stack) and self.screen is self.home

    def is_ready(self) -> bool:
        """Tell whether the screen on top stands, so that it takes keys."""
        return self._stands()

    async def take_ahead(self) -> None:
        """Hand on what was kept; as every screen asks for it when it is seen, cover that first."""
        self.cover()
        await super().take_ahead()

    def cover(self) -> None:
        """Cover all screens with a notice while the window is too small for them."""
        if is_too_small(self.size) and self._stands() and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())

    def _stands(self) -> bool:
        if not self.screen_stack:
            return False  # the program ends
        screen = self.screen_stack[-1]
        return screen.stands if isinstance(screen, StandingScreen) else screen.is_mounted

    # --- going ---------------------------------------------------------------------------

    @work(exclusive=True, group="opening")
    async def visit(self, address: str, wanted: AtTable | None = None) -> None:
        """Go to a server's lobby, and on to a table if one is wanted."""
        where = address.partition("/~")[0]  # what was only heard is nobody's to read here
        waits = self.home.waiting(lambda: _("Connecting to {address}…", address=where))
        with self._saying_failures(), waits:
            await self.screen.wait_for_refresh()  # drawn, before what it needs is loaded
            connection = await self._let_in(partial(self._at, address))
            if connection is None:
                return
            from cardtui_client.model.table_summary import numbered_words
            from cardtui_client.tui.lobby import LobbyScreen

            if told := numbered_words(self.settings.name, connection.name):
                self.notify(told)
            self.home.show_friends(shown=False)
            watched = await _watched(connection, wanted)
            self.open_once(LobbyScreen(connection, wanted, gone_on=bool(watched)))
            if watched:  # at once, so that the lobby below is not drawn
                self.open_table(connection, watched, seat=False)

    @work(exclusive=True, group="opening")
    async def visit_tournament(self, wanted: AtTournament) -> None:
        """Show a tournament to the hall; or enter it, and open its page."""
        where = wanted.address.partition("/~")[0]
        waits = self.home.waiting(lambda: _("Connecting to {address}…", address=where))
        with self._saying_failures(), waits:
            connection = await self._let_in(partial(self._at, wanted.address))
            if connection is None:
                return
            from cardtui_client.faces.tournament_words import meant
            from cardtui_client.model.tournament import TournamentModel
            from cardtui_client.tui.lobby import LobbyScreen
            from cardtui_client.tui.projector import ProjectorScreen
            from cardtui_client.tui.tournament import TournamentScreen

            found = [*map(TournamentModel, await connection.list_tournaments())]
            tournament = meant(wanted.tournament, found)
            if not wanted.plays:
                self.open_once(ProjectorScreen(connection, tournament.now.id))
                return
            if tournament.lacks(connection.name):
                await connection.enter_tournament(tournament.now.id, wanted.team)
            self.open_once(LobbyScreen(connection, gone_on=True))
            self.open_once(TournamentScreen(connection, tournament.now.id))

    @work(exclusive=True, group="opening")
    async def play_on(self, start: AtOwnTable) -> None:
        """Sit down at a table on your own server; what a table needs is loaded meanwhile."""
        with self._saying_failures(), self.home.waiting(_shuffling):
            await self.screen.wait_for_refresh()  # the first frame, with nothing loaded for more
            loading = asyncio.create_task(asyncio.to_thread(_load_table))
            connection = await self._let_in(self._own)
            if connection is None:
                return
            table = await start.sit_down(connection)
            await loading
            if table.told:
                self.notify(table.told, timeout=_COMMAND_NOTE_SECONDS)
            self.open_table(connection, table.id, seat=True, game=table.game)

    async def _own(self, _pin: str, password: str) -> Connection:
        return await self.sessions.own(password)

    async def _at(self, address: str, pin: str, password: str) -> Connection:
        return await self.sessions.at(address, pin=pin, password=password)

    @work(exclusive=True, group="opening")
    async def go_on(self, match: OwnMatch) -> None:
        """Go back to a match that was left, on your seat there."""
        with self._saying_failures():
            with self.home.waiting(lambda: _("Connecting to {address}…", address=match.address)):
                connection = await self._let_in(partial(self._where, match))
            if connection is None:
                return
            self.diary.gone(*match[:3])  # the table says anew whether it waits
            if match.table in connection.seated_at:
                self.open_table(connection, match.table, seat=True, game=match.game)
                return
            self.home.look()
            self.home.say(lambda: _("That match is over, or your seat is gone."), wrong=True)

    async def _where(self, match: OwnMatch, pin: str, password: str) -> Connection:
        """Return the session on a match's server; it may be elsewhere by now."""
        from cardtui_client.net.call_errors import Unreachable

        try:
            connection = await self.sessions.at(match.server, pin=pin, password=password)
            await connection.get_server()  # of a session that is open it may be gone since
        except Unreachable:
            line = line_by_pin(parse_join_line(match.server), self.announced())
            if line is not None:
                return await self.sessions.at(str(line), password=password)
            if self.sessions.can_play_alone:
                connection = await self.sessions.own(password)
                if match.table in connection.seated_at:  # it has another port each time
                    reopens = self.sessions.can_open and not match.is_closed
                    return await self.sessions.opened(password) if reopens else connection
            raise
        else:
            return connection

    @work(exclusive=True, group="opening")
    async def play_alone(self, solo: Solo) -> None:
        """Make a table with bots on a server of your own, and sit down there."""
        with self._saying_failures():
            with self.home.waiting(_shuffling):
                connection = await self._let_in(self._own)
                if connection is None:
                    return
                games = (await connection.list_games()).games
                unfinished = await tidy_up(connection, lambda table: solo.game in ("", table.game))
            from cardtui_client.tui.own_matches import how_far
            from cardtui_client.tui.quick_play import QuickPlay, deal

            known = solo.game in {game.id for game in games}
            solo = self._as_last_time(solo, games)
            if solo.asks or unfinished is not None or not known:
                far = "".join(
                    how_far(each)
                    for each in self.diary.waiting()
                    if unfinished is not None and each.table == unfinished.id
                )
                chosen = await self.push_screen_wait(QuickPlay(games, solo, unfinished, far))
                match chosen:
                    case None:
                        return
                    case str():
                        self.open_table(connection, chosen, seat=True)
                        return
                    case Solo():
                        solo = chosen
            with self.home.waiting(_shuffling):
                table = await deal(connection, solo, games)
            self.open_table(connection, table.id, seat=True, game=table.game)

    def _as_last_time(self, solo: Solo, games: Sequence[tables_pb2.Game]) -> Solo:
        """Return it with as many seats as your last match of its game had, if none are wanted."""
        latest = (each for each in self.diary.results.latest() if each.game == solo.game)
        seats = next((1 + len(each.against) + len(each.partners) for each in latest), 0)
        fits = any(game.id == solo.game and seats in game.seats for game in games)
        return solo._replace(seats=seats) if fits and not solo.seats else solo

    @work(exclusive=True, group="opening")
    async def open_to_friends(self, game: str) -> None:
        """Ask which table it is to be, open your own server to others, and show what they type."""
        from cardtui_client.tui.quick_play import QuickPlay, deal

        with self._saying_failures():
            with self.home.waiting(_shuffling):
                connection = await self._let_in(self._own)
                if connection is None:
                    return
                games = (await connection.list_games()).games
            chosen = await self.push_screen_wait(QuickPlay(games, Solo(game, bots="", asks=True)))
            if not isinstance(chosen, Solo):
                return
            with self.home.waiting(lambda: _("Opening a server for your friends…")):
                connection = await self._let_in(self._opened)
                if connection is None:
                    return
                table = await deal(connection, chosen, games)
            self.home.show_friends(shown=False)
            self._invites = True
            self.open_table(connection, table.id, seat=True, game=table.game)

    async def _opened(self, _pin: str, password: str) -> Connection:
        return await self.sessions.opened(password)

    @work(exclusive=True, group="opening")
    async def welcome(self) -> None:
        """Ask a newcomer whether to play or to learn the truco of their country, and do it."""
        from cardtui_client.faces.tiles import first_truco
        from cardtui_client.tui.first_start import LEARN, PLAY, Welcome

        truco = first_truco(language())
        answer = await self.push_screen_wait(Welcome(learns=self.lessons is not None))
        if answer == PLAY:
            self.play_alone(Solo(truco))
        elif answer == LEARN:
            self.learn(AtLesson(truco))

    async def _let_in(self, go: Callable[[str, str], Awaitable[Connection]]) -> Connection | None:
        """Open a session; ask the person what it takes, ``None`` if they would rather not.

        Args:
            go: opens it, with the pin that the person trusts and the password, or without.
        """
        from cardtui.v1 import errors_pb2
        from cardtui_client.net.call_errors import Refused
        from cardtui_client.net.trust import UnknownServer

        pin = password = ""
        while True:
            try:
                return await go(pin, password)
            except UnknownServer as unknown:
                if self.settings.kiosk:
                    raise  # at a kiosk the visitor does not decide whom to trust
                from cardtui_client.tui.dialogs import Question

                at = unknown

                def ask(at: UnknownServer = at) -> str:
                    return _(
                        "The server at {address} is new to you. Its pin is {pin}: does its host see"
                        " the same, as the last part of the join line (F4)?",
                        address=at.address,
                        pin=at.pin,
                    )

                if not await self.push_screen_wait(Question(ask, lambda: _("Connect"))):
                    return None
                pin = at.pin
            except Refused as refused:
                if refused.refusal.reason != errors_pb2.REASON_BAD_PASSWORD:
                    raise
                from cardtui_client.tui.dialogs import PasswordDialog

                password = await self.push_screen_wait(PasswordDialog(partial(str, refused))) or ""
                if not password:
                    return None

    def open_table(self, connection: Connection, table: str, *, seat: bool, game: str = "") -> None:
        """Open a table: to play on the seat you hold there, or to watch.

        Args:
            seat: whether to play.
            game: what is played there, where that is known before the server tells.
        """
        from cardtui_client.tui.table.screen import TableScreen

        self.settings.newcomer = self.diary.results.are_none()
        line = self._line_to_join(connection)
        joins = "" if line is None else line.command
        self.open_once(TableScreen(connection, table, seat, self.settings, game=game, joins=joins))
        if self._invites:
            self._invites = False
            self._invite(connection, None)

    # --- learning ------------------------------------------------------------------------

    @work(exclusive=True, group="opening")
    async def choose_lesson(self) -> None:
        """Ask which game to learn, and open its lesson."""
        assert self.lessons is not None
        if wanted := await self.push_screen_wait(self.lessons().choice()):
            self.learn(wanted)

    def learn(self, wanted: AtLesson) -> None:
        """Open a lesson, at the hand at which it was left."""
        assert self.lessons is not None
        play = self.play_alone if self.sessions.can_play_alone else None
        self.open_once(self.lessons().table(wanted, self.settings, play))

    # --- matches that were played --------------------------------------------------------

    @work(exclusive=True, group="opening")
    async def choose_replay(self, table: str = "", *, worst: bool = False) -> None:
        """Ask which match to look at again, or take the last one of a table.

        Args:
            table: the table's id; ``""`` to be asked.
            worst: whether to go to your costliest mistake.
        """
        if not (kept := self._records_kept(table)):
            return
        record: KeptRecord | None = kept[0]
        if not table:
            choice = self._replays.choice(kept, self.diary.results.latest())
            record = await self.push_screen_wait(choice)
        if record is not None:
            await self._show_record(record, worst=worst)

    @work(exclusive=True, group="opening")
    async def look_again(self, record: KeptRecord) -> None:
        """Look again at the match whose record that is."""
        await self._show_record(record)

    @work(exclusive=True, group="opening")
    async def share_deal(self, table: str) -> None:
        """Copy the line by which somebody else plays the cards of the last match of a table."""
        from cardtui_client.faces.record_words import copied_deal_words
        from cardtui_client.tui.film import NotShared

        if not (kept := self._records_kept(table)):
            return
        with self._saying_failures():
            try:
                line = await asyncio.to_thread(lambda: self._replays.shared(kept[0]))
            except NotShared as error:
                self.notify(str(error))
            else:
                self.copy_to_clipboard(line)
                self.notify(copied_deal_words())

    def _records_kept(self, table: str) -> list[KeptRecord]:
        """Return your records, of a table unless it is ``""``; say why there are none."""
        records, you = self._records_read(), self.settings.name
        kept = [each for each in records or () if table in ("", each.table[0]) and each.is_of(you)]
        if kept and self.shows_records:
            return kept
        if records is not None:
            self.notify(_("No record of a match is kept."))
        return []

    def _records_read(self) -> list[KeptRecord] | None:
        """Return all records; ``None`` if they cannot be read, which is said."""
        from cardtui_client.faces.record_words import aside_words, unread_words
        from cardtui_client.history.kept_records import folder_of, kept_records

        try:
            records, aside = kept_records(self.settings)
        except OSError as error:
            self._say_failure(unread_words(folder_of(self.settings), error))
            return None
        for path in aside:
            self.notify(aside_words(path), severity="warning")
        return records

    async def _show_record(self, record: KeptRecord, *, worst: bool = False) -> None:
        with self._saying_failures():
            make = await asyncio.to_thread(lambda: self._replays.again(record, worst=worst))
            self.open_made(make)

    @property
    def _replays(self) -> Films:
        assert self.films is not None
        return self.films()

    @property
    def shows_records(self) -> bool:
        """Whether matches are shown again whose records are kept; never to strangers."""
        return self.films is not None and not self.settings.kiosk

    def action_replay(self) -> None:
        """Look at a match again."""
        self.choose_replay()

    def action_evening(self) -> None:
        """Show who was there on the latest evening: the host of a server need not have played."""
        if not self.shows_records:
            self.notify(_("No record of a match is kept."))
        elif (records := self._records_read()) is not None:
            self.open_made(self._replays.evening(records))

    async def on_results_screen_look_again(self, event: ResultsScreen.LookAgain) -> None:
        """Look again at a match of the results."""
        from cardtui_client.history.kept_records import kept_record

        if (record := kept_record(event.path)) is None:
            self.notify(_("No record of this match is kept."))
        else:
            self.look_again(record)

    async def on_table_screen_look_back(self, event: TableScreen.LookBack) -> None:
        """Show what you have seen of a match that goes on, from its last hand on."""
        self.open_made(self._replays.back(event.hands, event.connection))

    def open_made(self, make: MakeScreen) -> None:
        """Open a screen that a package beside the client brings."""
        self.open_once(make(self.settings))

    @work(exclusive=True, group="opening")
    async def play_from(self, begin: BeginTable) -> None:
        """Go from a position of a match to a table that begins there."""
        from cardtui_client.tui.dialogs import BotLevelChoice
        from cardtui_client.tui.table.screen import TableScreen

        level = await self.push_screen_wait(BotLevelChoice())
        if level is None:
            return
        with self._saying_failures():
            connection, table = await begin(self.settings.name, level)
            self.push_screen(TableScreen(connection, table, True, self.settings.for_now()))
            told = _("This match counts nowhere, and ends with the replay.")
            self.call_after_refresh(self.notify, told, timeout=_COMMAND_NOTE_SECONDS)

    @work(exclusive=True, group="opening")
    async def play_deal(self, deal: AtDeal) -> None:
        """Play a deal that others can be dealt, too."""
        from cardtui_client.tui.table.screen import TableScreen

        with self._saying_failures():
            with self.home.waiting(_shuffling):
                connection, table = await deal.table.begin(self.settings.name)
            settings = self.settings if deal.counts else self.settings.for_now()
            self._deals.append(deal.table)
            screen = TableScreen(connection, table, True, settings)
            self.push_screen(screen, partial(self._deal_left, deal.table))
            self.call_after_refresh(self.notify, deal.told, timeout=_COMMAND_NOTE_SECONDS)

    def action_play_today(self) -> None:
        """Play today's deal: the same cards and bots for everybody."""
        if self.today is not None:
            self.play_deal(self.today())

    def _deal_left(self, table: DealtTable, _result: None) -> None:
        self._end_deal(table)

    @work(group="deal")
    async def _end_deal(self, table: DealtTable) -> None:
        self._deals.remove(table)
        await table.close()
        self.home.look()

    async def end_deals(self) -> None:
        """End the tables at which deals were played."""
        for table in self._deals:
            await table.close()

    # --- inviting others -----------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer an invitation only to servers that other machines reach."""
        if action == "replay":
            return self.shows_records
        if action == "play_today":
            return self.today is not None
        if action == "to_tournament":
            return self._call is not None
        if action == "invite":
            about = self._at_hand()
            return about is not None and self._line_to_join(about.connection) is not None
        return super().check_action(action, parameters)

    def action_invite(self) -> None:
        """Show what others type to come to this server."""
        about = self._at_hand()
        if about is not None:
            self._invite(about.connection, about.table)

    @work(exclusive=True, group="inviting")
    async def _invite(self, connection: Connection, table: tables_pb2.Table | None) -> None:
        from cardtui_client.net.address import NO_WAYS, invitation, table_code
        from cardtui_client.net.call_errors import Refused, Unreachable
        from cardtui_client.tui.invitation import Invitation

        line = self._line_to_join(connection)
        if line is None:
            return
        code = table_code(table.id) if table is not None and table.private else ""
        ways = NO_WAYS
        with suppress(Refused, Unreachable):
            ways = await connection.doors(line)
        self.open_once(Invitation(invitation(line.command, code), ways))

    def _line_to_join(self, connection: Connection) -> JoinLine | None:
        """Return how other machines reach a server: one on this machine, where it is announced.

        A match that is looked at again has no server that anybody could reach.
        """
        line = connection.asked_line() or connection.join_line
        announced = self.announced()
        if line.pin or not announced or not connection.pin:
            return line if line.pin else None
        return line_by_pin(JoinLine(line.addresses, connection.pin), announced)

    def _at_hand(self) -> AboutTable | None:
        """Return the screen on top, if it is about a table or the tables of a server."""
        return self.screen if self._stands() and isinstance(self.screen, AboutTable) else None

    @work(exclusive=True, group="rules")
    async def open_rules(self, clause: str = "") -> None:
        """Open the rules of the game at hand, at a clause if one is named."""
        about = self._at_hand()
        table = about.table if about else None
        with self._saying_failures():
            connection = about.connection if about else await self.sessions.any()
            from cardtui_client.tui.rules import RulesScreen

            self.open_once(RulesScreen(connection, table, clause))

    def action_open_rules(self) -> None:
        """Open the rules."""
        self.open_rules()

    def go_home(self) -> None:
        """Close everything but the home screen."""
        for screen in reversed(self.screen_stack[1:]):
            screen.dismiss()

    def show_friends(self) -> None:
        """Go to the servers on the home screen."""
        self.go_home()
        self.call_later(self.home.action_friends)

    @work(exclusive=True, group="opening")
    async def show_tournaments(self) -> None:
        """Go to a tournament of the server that is open, or say where there are some."""
        about = [each for each in self.screen_stack if isinstance(each, AboutTable)]
        kiosk = self.settings.kiosk
        if not about:
            if kiosk:
                self.go_home()
            else:
                self.show_friends()
            self.call_later(self.home.say, partial(_tournaments_are_elsewhere, made=not kiosk))
            return
        from cardtui_client.faces.tournament_words import list_line
        from cardtui_client.model.tournament import TournamentModel
        from cardtui_client.tui.dialogs import TournamentChoice
        from cardtui_client.tui.tournament import TournamentScreen

        connection = about[-1].connection
        with self._saying_failures():
            told = [*map(TournamentModel, await connection.list_tournaments())]
            found = {each.now.id: list_line(each) for each in told}
            if not found:
                self.notify(_no_tournament(made=not kiosk), timeout=_COMMAND_NOTE_SECONDS)
                return
            chosen: str | None = next(iter(found))
            if len(found) > 1:
                chosen = await self.push_screen_wait(TournamentChoice(found))
            if chosen:
                self.open_once(TournamentScreen(connection, chosen))

    @work(exclusive=True, group="calls")
    async def _listen(self) -> None:
        """Call the person once to each table of a tournament that waits for them."""
        if not (sessions := self.sessions.now_open()):
            return
        from cardtui_client.tui.calling import calls, ring

        found = await calls(sessions)
        there = {each.subject for each in self.screen_stack if isinstance(each, StandingScreen)}
        before, self._call = self._call, next((c for c in found if not c.places & there), None)
        if (call := self._call) != before:
            self.screen.refresh_bindings()
        if call is not None and call.table not in self._called:
            self._called.add(call.table)
            key = self.get_key_display(
                Binding(self.settings.keys.get("app.tournament", "ctrl+t").split(",")[0], "")
            )
            told = _("{call} {key} leads there.", call=call.told, key=key)
            self.notify(told, timeout=call.stands)
            ring(self.settings, self.bell, self.alerts, call.told)

    def action_to_tournament(self) -> None:
        """Go to the tournament that calls; its page leads on to the table."""
        from cardtui_client.tui.tournament import TournamentScreen

        if (call := self._call) is not None:
            self._call = None
            self.open_once(TournamentScreen(call.connection, call.tournament))

    async def on_lobby_screen_open_table(self, event: LobbyScreen.OpenTable) -> None:
        """Go from the lobby to a table."""
        self.open_table(event.connection, event.table, seat=event.seat)

    async def on_lobby_screen_open_tournament(self, event: LobbyScreen.OpenTournament) -> None:
        """Go from the lobby to the page of a tournament."""
        from cardtui_client.tui.tournament import TournamentScreen

        self.open_once(TournamentScreen(event.connection, event.tournament))

    async def on_table_screen_to_tournament(self, event: TableScreen.ToTournament) -> None:
        """Go from a table that is done to the page of its tournament, below it or anew."""
        from cardtui_client.tui.tournament import TournamentScreen

        event.screen.dismiss()
        self.open_once(TournamentScreen(event.connection, event.tournament))

    async def on_tournament_screen_done(self, event: TournamentScreen.Done) -> None:
        """Go from a table that is done back to the page, unless something else lies over it."""
        if isinstance(self.screen, StandingScreen) and self.screen.subject == event.table:
            self.screen.dismiss()

    async def on_tournament_screen_called(self, event: TournamentScreen.Called) -> None:
        """Go from a tournament, and whatever lies over its page, to the table of a match."""
        stack = self.screen_stack
        if event.page in stack:
            for screen in reversed(stack[stack.index(event.page) + 1 :]):
                screen.dismiss()
            self.open_table(event.connection, event.table, seat=True)
            self.call_after_refresh(self.notify, event.told, timeout=_COMMAND_NOTE_SECONDS)

    @on(HomeScreen.Visit)
    def _visit(self, event: HomeScreen.Visit) -> None:
        code = event.code
        there = AtTable(event.address, code, seat=True, private=bool(code))
        self.visit(event.address, there if code or invites(event.address) else None)

    @on(HomeScreen.OpenTable)
    def _open_table(self, event: HomeScreen.OpenTable) -> None:
        self.open_to_friends(event.game)

    @on(HomeScreen.Learn)
    def _learn(self) -> None:
        self.choose_lesson()

    def on_own_matches_go_on(self, event: OwnMatches.GoOn) -> None:
        """Go on with a match that waits."""
        self.go_on(event.match)

    @on(HomeScreen.PlayNow)
    def _play_now(self, event: HomeScreen.PlayNow) -> None:
        self.play_alone(Solo(event.game, asks=event.asks))

    @contextmanager
    def _saying_failures(self) -> Generator[None]:
        """Say what goes wrong on the home screen, or over the one that is open."""
        try:
            yield
        except Exception as error:
            # Loaded when something goes wrong: the first frame is there sooner.
            from cardtui_client.faces.tournament_words import NotOne
            from cardtui_client.net.call_errors import Refused, Unreachable
            from cardtui_client.tui.film import NoFilm

            told = BadAddress | NoFilm | NoServer | NotOne | Refused | Unreachable
            if not isinstance(error, told):
                raise
            self._say_failure(str(error))

    def _tell(self, sentence: str) -> None:
        self.notify(sentence, severity="warning", timeout=_COMMAND_NOTE_SECONDS)

    def _say_failure(self, sentence: str) -> None:
        if self.screen is self.home:
            self.home.say(lambda: sentence, wrong=True)
        else:
            self.home.say(_nothing)
            self.notify(sentence, severity="error")


async def _watched(connection: Connection, wanted: AtTable | None) -> str:
    """Return the id of the table that you came to watch, if it is clear which."""
    from cardtui_client.model.table_summary import tables_named
    from cardtui_client.net.call_errors import Refused, Unreachable

    if wanted is None or wanted.seat or wanted.quick is not None:
        return ""
    with suppress(Refused, Unreachable):  # then the lobby says so
        tables = (await connection.list_tables()).tables
        found = tables_named(wanted.table, tables) if wanted.table else tables
        asked = [each.name for table in found for each in table.asking]
        if len(found) == 1 and connection.name not in asked:
            return found[0].id
    return ""


def _load_table() -> None:
    import_module("cardtui_client.net.connection")
    import_module("cardtui_client.tui.table.screen")


def _nothing() -> str:
    return ""


def _no_tournament(*, made: bool) -> str:
    """Say that there is none, and how one is made unless strangers read it."""
    told = _("This server has no tournament yet.")
    return f"{told} {_how_made()}" if made else told


def _tournaments_are_elsewhere(*, made: bool) -> str:
    told = _("Tournaments stand in the lobby of their server: go there.")
    return f"{told} {_how_made()}" if made else told


def _how_made() -> str:
    return _("Make one with {command}.", command="cardtui tournament new")


def _shuffling() -> str:
    return _("Shuffling the cards…")
