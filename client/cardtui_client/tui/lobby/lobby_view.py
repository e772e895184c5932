"""What the lobby shows: the tables of a server as they change, over lost connections."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widgets import DataTable

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.i18n import _, n_
from cardtui_client.limits import NAME_CELLS, SERVER_NAME_CELLS
from cardtui_client.net.backoff import Patience
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text
from cardtui_client.tui.lobby.table_details import TableDetails
from cardtui_client.tui.lobby.table_list import TableList
from cardtui_client.tui.localized import LocalizedScreen
from cardtui_client.tui.under_way import UnderWay
from cardtui_client.tui.widgets.key_footer import KeyFooter
from cardtui_client.tui.widgets.place_line import PlaceLine
from cardtui_client.tui.widgets.words import Words

MOST_TABLES: Final = 500
"""More tables than this are not shown."""

_PATIENCE: Final = Patience(first=1)


class LobbyView(LocalizedScreen[None]):
    """The tables of one server, to be looked at.

    Attributes:
        connection: the session there.
        tables: by id; ``None`` before the server has told them.
        games: the games that it plays.
        under_way: what was asked of the server, and is not answered yet.
    """

    # From the second on all columns of the list fit beside what is said of a table, from the
    # third on its picture, too.
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual has it
        (0, "-narrow"),
        (118, "-wide"),
        (176, "-vast"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (50, "-tall")]  # noqa: RUF012 - as Textual has it

    DEFAULT_CSS = """
    LobbyView {
        #title { height: 2; padding: 1 2 0 2; color: $primary; text-style: bold; }
        #trouble {
            height: auto; max-height: 3; padding: 0 2; display: none;
            background: $warning-muted; color: $text-warning;
        }
        &.-lost #trouble { display: block; }
        #body { height: 1fr; padding: 0 1; }
        #tables { height: 1fr; }
        TableList { height: 1fr; display: none; }
        &.-some TableList { display: block; }
        #empty { margin: 1 1; color: $text-muted; height: auto; }
        &.-some #empty { display: none; }
        &.-lost TableList { opacity: 60%; }
        #body { layout: horizontal; }
        #tables { width: 1fr; height: 1fr; }
        TableDetails { width: 38; height: 1fr; margin: 0 0 1 1; padding: 1; }
        &.-narrow #body { layout: vertical; }
        &.-narrow TableDetails { width: 1fr; height: 9; margin: 0; padding: 1 1 0 1; }
        &.-wide TableDetails #buttons { layout: vertical; height: 9; }
        &.-wide TableDetails #buttons WordButton { width: 100%; margin: 0; }
        &.-vast TableDetails { width: 1fr; }
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
        self._server_name = ""
        self._lost = ""
        self._games_told = asyncio.Event()

    def compose(self) -> ComposeResult:
        """Lay the list over, or beside, what is said of the chosen table."""
        yield PlaceLine(self._place, lambda: safe_text(self.connection.name, NAME_CELLS))
        yield Words(self._title, id="title")
        yield Words(self._trouble, id="trouble")
        with Container(id="body"):
            with Vertical(id="tables"):
                yield Words(self._nothing_to_see, id="empty")
                yield TableList()
            yield TableDetails()
        yield KeyFooter()

    def stood(self) -> None:
        """Begin to watch the tables."""
        self._watch_tables()

    @property
    def table(self) -> tables_pb2.Table | None:
        """The chosen table."""
        return self.query_one(TableList).chosen if self.stands else None

    # --- what the server says ------------------------------------------------------------

    @work(exclusive=True, group="tables")
    async def _watch_tables(self) -> None:
        """Follow the tables for as long as the screen is there, over lost connections."""
        failures = 0
        while True:
            sentence = _("The server closed the connection.")
            try:
                await self._ask_once()
                before, told = self.tables or {}, dict[str, tables_pb2.Table]()
                async for answer in self.connection.tables():
                    failures = 0
                    with self.connection.workload.working():
                        self._fold(answer, before, told)
            except (Refused, Unreachable) as error:
                sentence = str(error)
            failures += 1
            self._lost = sentence
            self.changed()
            await asyncio.sleep(_PATIENCE.wait(failures))
            with suppress(Refused, Unreachable):  # the next attempt will tell
                await self.connection.reopen()

    async def _ask_once(self) -> None:
        if not self.games:
            games = (await self.connection.list_games()).games
            self.games = [game for game in games if game.seats]
            server = await self.connection.get_server()
            self._server_name = safe_text(server.name, SERVER_NAME_CELLS)
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
        """Show the tables, or why there are none."""
        shown = self.query_one(TableList)
        shown.tables = tuple((self.tables or {}).values())
        was_empty = not self.has_class("-some")
        self.set_class(bool(self.tables), "-some")
        self.set_class(bool(self._lost), "-lost")
        if was_empty and self.tables and not isinstance(self.focused, TableList):
            shown.focus()
        for words in self.query(Words):
            words.retell()
        self._show_chosen()
        if was_empty is bool(self.tables):
            self.refresh_bindings()  # some keys are of use only where there are tables

    def _trouble(self) -> str:
        return self._lost + " " + _("Trying again…") if self._lost else ""

    def _place(self) -> str:
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
        return n_("1 table", "{n} tables", count) if count else _("Tables")

    def _nothing_to_see(self) -> str:
        if self.tables is not None:
            return _("No tables yet. Create one: bots join at once.")
        if self._lost:
            return _("The tables appear when the server answers.")
        return _("Loading the tables…")

    def _show_chosen(self) -> None:
        details = self.query_one(TableDetails)
        details.games = tuple(self.games)
        details.table = self.table if self.tables else None

    @on(DataTable.RowHighlighted)
    def _highlight(self) -> None:
        self._show_chosen()
