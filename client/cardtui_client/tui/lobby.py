"""The lobby of a server: its keys, at most `MOST_TABLES` tables, games where there are few.
Where a code, a quick match or a new table leads; from which width on details stand beside the list:
`HORIZONTAL_BREAKPOINTS`; how often tournaments are asked for: `_TOURNAMENT_POLL_SECONDS`; after how
long a lost server is asked again: `_PATIENCE`. The lists are in `tui/table_list.py`; which seat you
take, in `tui/dialogs.py`.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.message import Message

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.faces.seats import request_words
from cardtui_client.faces.tiles import TILES
from cardtui_client.i18n import _, mark, n_
from cardtui_client.limits import NAME_CELLS, SERVER_NAME_CELLS, TABLE_NAME_CELLS, TALK_CELLS
from cardtui_client.model.calendar import Evening, evening_words, read_evening
from cardtui_client.model.people import friends_here
from cardtui_client.model.quick_talk import MutePerson
from cardtui_client.model.table_summary import seats_to_take, tables_named, title_of
from cardtui_client.model.tournament import TournamentModel
from cardtui_client.net.call_errors import Patience, Refused, Unreachable, is_cancelled
from cardtui_client.net.connection import Connection
from cardtui_client.net.moved import Seeker, moved_words
from cardtui_client.text import cell_width, safe_text
from cardtui_client.tui.host_rights import HostRights
from cardtui_client.tui.launch import AtTable, Solo
from cardtui_client.tui.protocols import HasSettings, PaletteCommand
from cardtui_client.tui.screens import KeyFooter, LocalizedScreen
from cardtui_client.tui.table_list import TableDetails, TableList, TournamentList
from cardtui_client.tui.table_row import ROW_LINES
from cardtui_client.tui.timers import UnderWay
from cardtui_client.tui.widgets.tile_grid import Tiles
from cardtui_client.tui.widgets.words import PlaceLine, Way, Words

MOST_TABLES: Final = 500
"""More tables than this are not shown."""

_LINES_AROUND: Final = 7
"""The lines around the tables and the games: title, footer, and what stands between them."""
_PATIENCE: Final = Patience(first=1)
_TOURNAMENT_POLL_SECONDS: Final = 10.0
"""Seconds after which the tournaments are asked for again."""


class LobbyView(LocalizedScreen[None]):
    """The tables of one server, to be looked at.

    Attributes:
        connection: the session there.
        tables: by id; ``None`` before the server has told them.
        games: the games that it plays.
        under_way: what was asked of the server, and is not answered yet.
        offers: whether games against bots are offered.
    """

    AUTO_FOCUS = "TableList"

    # From the second on a table's details fit beside the list, from the third on its picture, too.
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual has it
        (0, "-narrow"),
        (118, "-wide"),
        (176, "-vast"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (36, "-tall")]  # noqa: RUF012 - as Textual has it

    DEFAULT_CSS = """
    LobbyView {
        #title { height: 2; padding: 1 2 0 2; color: $primary; text-style: bold; }
        #message { height: auto; max-height: 4; padding: 0 2; display: none; }
        &.-told #message { display: block; }
        #trouble {
            height: auto; padding: 0 2; display: none;
            background: $warning-muted; color: $text-warning;
        }
        &.-lost #trouble { display: block; }
        #body { height: 1fr; padding: 0 1; layout: horizontal; }
        #tables { width: 1fr; height: 1fr; }
        &.-tall.-none #tables { align: center middle; }
        &.-tall Way.first { margin-top: 1; }
        TableList { height: auto; min-height: 3; max-height: 100%; }
        &.-lost TableList { opacity: 60%; }
        #loading { margin: 1 1; color: $text-muted; height: auto; display: none; }
        &.-loading #loading { display: block; }
        #alone { height: auto; max-width: 108; padding: 0 1; }
        #alone #offer { color: $primary; text-style: bold; margin-bottom: 1; }
        &.-some #alone { margin-top: 1; }
        &.-some Way { display: none; }
        TableDetails { width: 38; height: 1fr; margin: 0 0 1 1; padding: 1; display: none; }
        &.-some TableDetails { display: block; }
        &.-narrow #body { layout: vertical; }
        &.-narrow.-some #tables { height: auto; max-height: 75%; }
        &.-narrow TableDetails { width: 1fr; min-height: 5; margin: 0; padding: 1 1 0 1; }
        &.-vast TableDetails { width: 1fr; }
        &.-vast #alone { max-width: 176; }
        &.-vast.-tall TablePreview { display: block; margin-bottom: 1; }
    }
    """

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self.subject = connection
        self.connection = connection
        self.tables: dict[str, tables_pb2.Table] | None = None
        self.games: Sequence[tables_pb2.Game] = ()
        self.under_way = UnderWay(
            self.set_timer, self._tell_title, turns=lambda: self.app.animation_level != "none"
        )
        self._server_name = self._message = ""
        self._evening: Evening | None = None
        self._lost = ""
        self._games_told = asyncio.Event()
        self.offers = False
        self._tiles = Tiles()

    def compose(self) -> ComposeResult:
        yield PlaceLine(self._place, lambda: safe_text(self.connection.name, NAME_CELLS))
        yield Words(self._title, id="title")
        yield Words(self._told, id="message")
        yield Words(self._trouble, id="trouble")
        with Container(id="body"):
            with Vertical(id="tables"):
                yield TournamentList()
                yield Words(self._nothing_to_see, id="loading")
                yield TableList(self.connection.sits_at)
                with Vertical(id="alone"):
                    yield Words(self._offer, id="offer")
                    yield self._tiles
                    yield from self.ways()
            yield TableDetails()
        yield KeyFooter()

    def ways(self) -> Iterator[Way]:
        """Yield what else you can do where there is no table yet."""
        yield from ()

    def stood(self) -> None:
        self.draw()
        self._watch_tables()
        self._watch_tournaments()
        self._follow_people()

    @work(exclusive=True, group="people")
    async def _follow_people(self) -> None:
        """Tell what friends say for as long as the screen is there."""
        from cardtui_client.tui.friends import follow_people

        await follow_people(self, self.connection, self.changed)

    def on_screen_resume(self) -> None:
        """Look at once what has become of the tournaments."""
        if self.stands:
            self._watch_tournaments()

    @property
    def table(self) -> tables_pb2.Table | None:
        """The chosen table."""
        return self.query_one(TableList).chosen if self.stands else None

    # --- what the server says ------------------------------------------------------------

    @work(exclusive=True, group="tables")
    async def _watch_tables(self) -> None:
        """Follow the tables for as long as the screen is there, over lost connections."""
        failures, seeker = 0, Seeker(self.connection)
        try:
            while True:
                sentence = await self._watch_once(again=failures > 0)
                if self._lost == "":
                    failures = 0
                    seeker.stop()
                failures += 1
                self._lost = sentence
                self.changed()
                if await seeker.rest(_PATIENCE.wait(failures)) and self.is_active:
                    self.notify(moved_words(self.connection))
        finally:
            seeker.stop()

    @work(exclusive=True, group="tournaments")
    async def _watch_tournaments(self) -> None:
        """Ask for the tournaments now and then while the screen is seen."""
        while self.is_active:
            with suppress(Refused, Unreachable):  # what follows the tables says what is wrong
                told = await self.connection.list_tournaments()
                self.query_one(TournamentList).show([*map(TournamentModel, told)])
                self.changed()
            await asyncio.sleep(_TOURNAMENT_POLL_SECONDS)

    async def _watch_once(self, *, again: bool) -> str:
        """Follow the tables until that ends; return why."""
        try:
            if again:
                with suppress(Refused, Unreachable):  # what follows will tell
                    await self.connection.reopen()
            await self._ask_once()
            before, told = self.tables or {}, dict[str, tables_pb2.Table]()
            async for answer in self.connection.tables():
                with self.connection.workload.working():
                    self._fold(answer, before, told)
        except (Refused, Unreachable) as error:
            return str(error)
        except asyncio.CancelledError:  # the connection may have gone elsewhere, from a table
            if is_cancelled():
                raise
        return _("The server closed the connection.")

    async def _ask_once(self) -> None:
        if not self.games:
            games = (await self.connection.list_games()).games
            self.games = [game for game in games if game.seats]
            server = await self.connection.get_server()
            self._server_name = safe_text(server.name, SERVER_NAME_CELLS)
            self._message = safe_text(server.message, TALK_CELLS)
            self._evening = read_evening(server)
            self._games_told.set()
            self.changed()

    def _fold(
        self,
        answer: lobby_service_pb2.WatchTablesResponse,
        before: dict[str, tables_pb2.Table],
        told: dict[str, tables_pb2.Table],
    ) -> None:
        """Take in what changed.

        Args:
            answer: what the server says.
            before: the tables that were known before this stream: until it has told all there
                are, nobody knows which of them are gone.
            told: the tables that this stream has told.
        """
        for gone in answer.gone:
            told.pop(gone, None)
        for table in answer.tables:
            if table.id in told or len(told) < MOST_TABLES:
                told[table.id] = tables_pb2.Table()
                told[table.id].CopyFrom(table)  # not to keep all that it came with
        known = told if answer.complete else {**before, **told}
        self.tables = {
            name: table
            for name, table in known.items()
            if table.state != tables_pb2.TABLE_STATE_CLOSED
        }
        self._lost = ""
        self.changed()
        if answer.complete:
            self.tables_came()

    async def games_told(self) -> bool:
        """Wait until the server has told its games; tell whether one still looks at the lobby."""
        if not self._games_told.is_set():
            with self.under_way.waiting(lambda: _("Waiting for the server…")):
                await self._games_told.wait()
        return self.is_active

    def tables_came(self) -> None:
        """Do what waits for the tables to be known."""

    def draw(self) -> None:
        """Show the tables, what to play where there are few, or why nothing is known."""
        shown = self.query_one(TableList)
        shown.tables = tuple((self.tables or {}).values())
        was_empty = not self.has_class("-some")
        classes = {
            "-some": bool(self.tables),
            "-lost": bool(self._lost),
            "-told": bool(self._told()),
            "-loading": self.tables is None,
            "-none": self.tables == {},
        }
        self.update_classes(classes)  # at once: each change gives all styles anew
        shown.display = bool(self.tables)  # at once, so that it can have the focus
        self._offer_games()
        if was_empty and self.tables and self.focused is not shown:
            shown.focus()
        elif not self.tables and self.offers and self.focused in (None, shown):
            self._tiles.focus()
        for words in self.query(Words):
            words.retell()
        self._show_chosen()
        if was_empty is bool(self.tables):
            self.refresh_bindings()  # some keys are of use only where there are tables

    def _offer_games(self) -> None:
        """Offer games against bots where there is no table, or much room below the tables."""
        self._tiles.offer([game.id for game in self.games])
        lines = self.size.height - _LINES_AROUND - ROW_LINES * len(self.tables or {})
        lines -= self.query_one(TournamentList).outer_size.height
        width = max(self.size.width - 4, 1)
        lines -= sum(math.ceil(cell_width(each) / width) for each in self._told().split("\n"))
        self._tiles.room = max(lines, 0)
        room = self.has_class("-tall") and lines >= self._tiles.heights(self.size.width)[-1]
        known = bool(self.games) and self.tables is not None
        self.offers = known and (room or not self.tables)
        self.query_one("#alone").display = self.offers

    def on_resize(self) -> None:
        """Use what room there is now."""
        self.changed()

    def _told(self) -> str:
        """Return which evening is on or comes next, the message of the server, and friends here."""
        friends = friends_here(self.connection.knows)
        return "\n".join(filter(None, (evening_words(self._evening), self._message, friends)))

    def _trouble(self) -> str:
        return self._lost + " " + _("Trying again…") if self._lost else ""

    def _place(self) -> str:
        if isinstance(self.app, HasSettings) and self.app.settings.kiosk:
            return self._server_name or _("Server")  # your machine is another
        if self.connection.join_line.addresses[0].is_own:
            return _("{server}, on this machine", server=self._server_name or _("Server"))
        return f"{self._server_name}  {self.connection.address}".strip()

    def _tell_title(self) -> None:
        if self.stands:
            self.query_one("#title", Words).retell()

    def _title(self) -> str:
        if words := self.under_way.words:
            return words
        count = len(self.tables or {})
        if not count:
            return _("No tables yet") if self.tables is not None else _("Tables")
        tables = n_("1 table", "{n} tables", count)
        return f"{tables} · {_(self.query_one(TableList).order.value)}" if count > 1 else tables

    def _offer(self) -> str:
        if self.tables:
            return _("Or deal at once, against bots:")
        return _("Deal at once, against bots. Others here can watch, or take a bot’s seat.")

    def _nothing_to_see(self) -> str:
        if self._lost:
            return _("The tables appear when the server answers.")
        return _("Loading the tables…")

    def _show_chosen(self) -> None:
        details = self.query_one(TableDetails)
        details.games = tuple(self.games)
        details.table = self.table if self.tables else None
        self.refresh_bindings()  # what Enter does there may be something else

    @on(TableList.Marked)
    def _mark(self) -> None:
        self._show_chosen()


class LobbyScreen(LobbyView):
    """The tables of one server, to choose one from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", mark("Watch"), id="lobby.watch"),
        Binding("m", "quick", mark("Quick match"), id="lobby.quick"),
        Binding("n", "new", mark("New table"), id="lobby.new"),
        *(
            Binding(str(number), f"deal({number - 1})", show=False)
            for number in range(1, len(TILES) + 2)
        ),
        Binding("p", "code", mark("Private table"), id="lobby.code", show=False),
        Binding("e", "change", mark("Change the rules"), id="lobby.change", show=False),
        Binding("s", "sort", mark("Sort"), id="lobby.sort", show=False),
        Binding("i", "people", mark("About the people here"), id="lobby.people", show=False),
        Binding("r", "app.open_rules", mark("Rules"), id="lobby.rules", show=False),
        Binding("c", "copy", mark("Copy"), id="lobby.copy", show=False),
        Binding("escape", "leave", mark("Back home"), id="lobby.leave"),
    ]

    SPARE_KEYS: ClassVar[tuple[str, ...]] = ("code", "keys")

    @dataclass
    class OpenTournament(Message):
        """The person looks at a tournament.

        Attributes:
            connection: the session on its server.
            tournament: its id.
        """

        connection: Connection
        tournament: str

    @dataclass
    class OpenTable(Message):
        """The person goes to a table.

        Attributes:
            connection: the session on its server.
            table: its id.
            seat: to play on the seat you hold there; otherwise to watch.
        """

        connection: Connection
        table: str
        seat: bool

    def __init__(
        self, connection: Connection, wanted: AtTable | None = None, *, gone_on: bool = False
    ) -> None:
        """Make the screen.

        Args:
            wanted: the table that you came for; ``None`` to choose one.
            gone_on: whether that table is being opened already.
        """
        super().__init__(connection)
        self._wanted = None if gone_on else wanted
        self._came = gone_on

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        """Offer what needs a table only where there is one."""
        if action == "change":
            return self._may_change(self.table)
        if action == "deal":
            return self.offers
        return action != "watch" or bool(self.tables)

    def palette_commands(self) -> list[PaletteCommand]:
        """Return what the palette offers: people, and what the host of the chosen table may do."""
        from cardtui_client.tui.people import people_offered

        table = self.table
        from cardtui_client.tui.friends import friends_offered

        offered = people_offered(self, self.connection, table)
        seats = () if table is None else table.seats
        at_table = [
            MutePerson(each.player, safe_text(each.name, NAME_CELLS))
            for each in seats
            if each.player and not each.bot
        ]
        offered += friends_offered(self, self.connection, at_table)
        if table is not None and table.host == self.connection.name:
            offered += HostRights(self, self.connection, table).offered()
        return offered

    def _may_change(self, table: tables_pb2.Table | None) -> bool:
        return (
            table is not None
            and table.host == self.connection.name
            and table.state != tables_pb2.TABLE_STATE_PLAYING
        )

    def tables_came(self) -> None:
        """Go to the table that you came for, or say that your seat is kept if you come back."""
        came, self._came = self._came, True
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            self._go_to(wanted)
        elif not came:
            self._tell_kept_seat()

    def _tell_kept_seat(self) -> None:
        for table in (self.tables or {}).values():
            if self.connection.sits_at(table):
                self.notify(_("Your seat at {table} is kept.", table=title_of(table)))
                return

    def _go_to(self, wanted: AtTable) -> None:
        if wanted.quick is not None:
            self._play_with_others(wanted.quick)
            return
        tables = list((self.tables or {}).values())
        named = tables_named(wanted.table, tables)
        if len(named) > 1:
            name = safe_text(wanted.table, TABLE_NAME_CELLS)
            said = _("Several tables begin with “{table}”.", table=name)
            self.notify(said, severity="warning")
            return
        if wanted.private and not named:
            self._go_by_code(wanted.table, seat=wanted.seat, place=wanted.place)
            return
        if wanted.table and not named:
            name = safe_text(wanted.table, TABLE_NAME_CELLS)
            self.notify(_("There is no table “{name}” here.", name=name), severity="warning")
            return
        if named or len(tables) == 1:
            table = (named or tables)[0]
            if wanted.seat and (named or self.connection.sits_at(table) or seats_to_take(table)):
                self._sit_down(table, wanted.place)
            else:
                self._open(table, seat=False)

    def action_sit(self) -> None:
        """Sit down at the chosen table."""
        if self.table is not None and self.is_active:
            self._sit_down(self.table)

    def action_watch(self) -> None:
        """Watch the chosen table."""
        if self.table is not None:
            self._open(self.table, seat=False)

    def action_sort(self) -> None:
        """Show the tables in the next order."""
        self.query_one(TableList).order_next()
        self._tell_title()

    def action_copy(self) -> None:
        """Copy the line that others type to come here; this works through ssh, too."""
        line = (self.connection.asked_line() or self.connection.join_line).command
        self.app.copy_to_clipboard(line)
        self.notify(_("Copied: {line}", line=line))

    def action_people(self) -> None:
        """Look at what you and the people at the chosen table have won and lost."""
        from cardtui_client.tui.people import show_people

        if self.is_active:
            show_people(self, self.connection, self.table)

    def action_leave(self) -> None:
        """Go back to the home screen; seats are kept."""
        self.dismiss()

    @work(exclusive=True, group="going")
    async def action_new(self) -> None:
        """Make a table."""
        from cardtui_client.tui.new_table import NewTable

        if not self.is_active:
            return  # pressed twice
        if not await self.games_told():
            return  # something else was opened meanwhile
        if not self.games:
            self.notify(_("No answer from the server yet."), severity="warning")
            return
        table = self.table
        made = await self.app.push_screen_wait(
            NewTable(self.connection, self.games, table.game if table else "")
        )
        if made is not None:
            self._open(made.table, seat=made.seated)

    @work(exclusive=True, group="going")
    async def action_quick(self) -> None:
        """Ask for a game, and sit down with others who wait for it."""
        if not self.is_active:
            return  # pressed twice
        if not await self.games_told():
            return  # something else was opened meanwhile
        from cardtui_client.tui.dialogs import GameChoice

        choice = GameChoice(self.games, [*(self.tables or {}).values()])
        game = await self.app.push_screen_wait(choice)
        if game is not None:
            self._play_with_others(game)

    @work(exclusive=True, group="joining")
    async def _play_with_others(self, game: str) -> None:
        try:
            with self.under_way.waiting(lambda: _("Looking for others to play with…")):
                table = (await self.connection.quick_match(game)).table
        except (Refused, Unreachable) as error:
            self.notify(str(error), severity="error")
            return
        self._open(table, seat=True)

    @work(exclusive=True, group="going")
    async def action_change(self) -> None:
        """Change the rules of a table of your own."""
        if self.table is None or not self.is_active or not self.games:
            return
        from cardtui_client.tui.new_table import TableRules

        form = TableRules(self.connection, self.table, self.games)
        if await self.app.push_screen_wait(form):
            self.notify(_("The rules of the table are changed."))

    @work(exclusive=True, group="going")
    async def _sit_down(self, table: tables_pb2.Table, seat: int | None = None) -> None:
        if self.connection.sits_at(table):
            self._open(table, seat=True)
            return
        if seat is not None and seat >= len(table.seats):
            last = len(table.seats)
            self.notify(_("That table has the seats 1 to {last}.", last=last), severity="warning")
            return
        from cardtui_client.tui.dialogs import sit_down

        waiting = self.under_way.waiting
        sits = await sit_down(self, self.connection, table, seat, waiting=waiting)
        if sits is not None:
            self._open(table, seat=sits)

    @work(exclusive=True, group="going")
    async def action_code(self) -> None:
        """Ask for the code of a private table, and go there."""
        from cardtui_client.tui.invitation import TableCodeDialog

        if self.is_active:
            found = await self.app.push_screen_wait(TableCodeDialog(self._ask_by_code))
            if found is not None:
                self._open(found.table, seat=found.seat)

    @work(exclusive=True, group="joining")
    async def _go_by_code(self, code: str, *, seat: bool, place: int | None = None) -> None:
        try:
            with self.under_way.waiting(lambda: _("Joining the table…")):
                table = await self._ask_by_code(code, seat, place)
        except (Refused, Unreachable) as error:
            self.notify(str(error), severity="error")
            return
        self._open(table, seat=seat)

    async def _ask_by_code(
        self, code: str, seat: bool, place: int | None = None
    ) -> tables_pb2.Table:
        if seat:
            return (await self.connection.join_by_code(code, place)).table
        return await self.connection.find_by_code(code)

    def _open(self, table: tables_pb2.Table, *, seat: bool) -> None:
        """Go to a table: to the seat there, unless you wait for one."""
        waits = any(each.name == self.connection.name for each in table.asking)
        seat = seat and not waits
        if waits:
            self.app.notify(request_words(table, self.connection.name))
        self.post_message(self.OpenTable(self.connection, table.id, seat))

    @on(TableList.Chosen)
    def _choose(self, event: TableList.Chosen) -> None:
        event.stop()
        self.action_sit()

    @on(TournamentList.Chosen)
    def _look_at_tournament(self, event: TournamentList.Chosen) -> None:
        event.stop()
        self.post_message(self.OpenTournament(self.connection, event.tournament))

    def ways(self) -> Iterator[Way]:
        """Yield what else you can do where there is no table yet."""
        yield Way(lambda: _("New table: for you and others here"), "new", classes="first")
        yield Way(lambda: _("Quick match: with others who wait for a game"), "quick")
        yield Way(lambda: _("Private table: you have its code"), "code")

    def action_deal(self, number: int) -> None:
        """Play the game of a tile against bots."""
        self._tiles.choose(number)

    def on_tiles_chosen(self, event: Tiles.Chosen) -> None:
        """Play the game that was chosen; where it is none, make a table as you like it."""
        event.stop()
        if event.game:
            self._deal(event.game)
        else:
            self.action_new()

    @work(exclusive=True, group="going")
    async def _deal(self, game: str) -> None:
        """Play a game at a new table, with bots in the other seats."""
        from cardtui_client.tui.quick_play import deal

        try:
            with self.under_way.waiting(lambda: _("Shuffling the cards…")):
                table = await deal(self.connection, Solo(game), self.games)
        except (Refused, Unreachable) as error:
            self.notify(str(error), severity="error")
            return
        self._open(table, seat=True)
