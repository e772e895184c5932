"""The lobby of a server: its tables as they change, and the ways to sit down at one."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.message import Message
from textual.widgets import Button, DataTable, Footer

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.connection import Connection, Refused, Unreachable
from cardtui_client.i18n import _, mark, n_
from cardtui_client.model import NAME_CELLS
from cardtui_client.screens.localized import LocalizedScreen, Say, Words
from cardtui_client.screens.table_details import TableDetails
from cardtui_client.screens.table_list import TableList
from cardtui_client.screens.wordmark import PlaceLine
from cardtui_client.starting import AtTable
from cardtui_client.table_rows import free_seats
from cardtui_client.text import safe_text

MOST_TABLES: Final = 500
"""More tables than this are not shown."""

_LONGEST_WAIT: Final = 2.0


def wait_for(failures: int) -> float:
    """Return how long to wait after so many failures in a row."""
    return random.uniform(0, min(_LONGEST_WAIT, 0.5 * 2 ** min(failures, 9)))  # noqa: S311 - no secret


class LobbyScreen(LocalizedScreen[None]):
    """The tables of one server.

    Attributes:
        connection: the session there.
    """

    # From here on all columns of the list fit beside what is said of a table.
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (118, "-wide")]  # noqa: RUF012 - as Textual has it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", mark("Watch"), id="lobby.watch"),
        Binding("n", "new", mark("New table"), id="lobby.new"),
        Binding("s", "sort", mark("Sort"), id="lobby.sort"),
        Binding("r", "app.open_rules", mark("Rules"), id="lobby.rules", show=False),
        Binding("c", "copy", mark("Copy"), id="lobby.copy"),
        Binding("escape", "leave", mark("Back home"), id="lobby.leave"),
    ]

    DEFAULT_CSS = """
    LobbyScreen {
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
        TableDetails { height: 9; padding: 1 1 0 1; }
        &.-wide #body { layout: horizontal; }
        &.-wide #tables { width: 1fr; height: 1fr; }
        &.-wide TableDetails { width: 38; height: 1fr; margin: 0 0 1 1; padding: 1; }
        &.-wide TableDetails #buttons { layout: vertical; height: 9; }
        &.-wide TableDetails #buttons Button { width: 100%; margin: 0; }
    }
    """

    @dataclass
    class OpenTable(Message):
        """The person goes to a table.

        Attributes:
            connection: the session on its server.
            table: its id.
            seat: to play on the seat one holds there; otherwise to watch.
        """

        connection: Connection
        table: str
        seat: bool

    def __init__(self, connection: Connection, wanted: AtTable | None = None) -> None:
        super().__init__()
        self.connection = connection
        self._wanted = wanted
        self._tables: dict[str, tables_pb2.Table] | None = None
        self._games: Sequence[tables_pb2.Game] = ()
        self._server_name = ""
        self._mine = set(connection.seated_at)

    def compose(self) -> ComposeResult:
        """Lay the list over, or beside, what is said of the chosen table."""
        yield PlaceLine(self._place, lambda: safe_text(self.connection.name, NAME_CELLS))
        yield Words(self._title, id="title")
        yield Words(lambda: "", id="trouble")
        with Container(id="body"):
            with Vertical(id="tables"):
                yield Words(self._nothing_to_see, id="empty")
                yield TableList()
            yield TableDetails()
        yield Footer()

    def on_mount(self) -> None:
        """Begin to watch the tables."""
        self.query_one(TableDetails).show(None, ())
        self._watch_tables()

    @property
    def table(self) -> tables_pb2.Table | None:
        """The chosen table."""
        return self.query_one(TableList).chosen

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        """Offer what needs a table only where there is one."""
        return None if action in ("sit", "watch") and not self._tables else True

    # --- what the server says ------------------------------------------------------------

    @work(exclusive=True, group="tables")
    async def _watch_tables(self) -> None:
        """Follow the tables for as long as the screen is there, over lost connections."""
        failures = 0
        while True:
            sentence = _("The server has ended the connection.")
            try:
                await self._ask_once()
                first = True
                async for answer in self.connection.tables():
                    failures = 0
                    self._fold(answer, anew=first)
                    first = False
            except (Refused, Unreachable) as error:
                sentence = str(error)
            failures += 1
            self._say_lost(sentence)
            await asyncio.sleep(wait_for(failures))
            with suppress(Refused, Unreachable):  # the next attempt will tell
                await self.connection.reopen()

    async def _ask_once(self) -> None:
        if not self._games:
            games = (await self.connection.list_games()).games
            self._games = [game for game in games if game.seats]
            self._server_name = safe_text((await self.connection.get_server()).name, 40)
            self.query_one(PlaceLine).retell()

    def _fold(self, answer: lobby_service_pb2.WatchTablesResponse, *, anew: bool) -> None:
        tables = {} if anew or self._tables is None else self._tables
        for gone in answer.gone:
            tables.pop(gone, None)
        for table in answer.tables:
            if table.id in tables or len(tables) < MOST_TABLES:
                tables[table.id] = table
        self._tables = {
            name: table
            for name, table in tables.items()
            if table.state != tables_pb2.TABLE_STATE_CLOSED
        }
        self.remove_class("-lost")
        self._draw()
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            self._go_to(wanted)

    def _draw(self) -> None:
        shown = self.query_one(TableList)
        shown.show((self._tables or {}).values())
        was_empty = not self.has_class("-some")
        self.set_class(bool(self._tables), "-some")
        if was_empty and self._tables and not isinstance(self.focused, TableList):
            shown.focus()
        self.query_one("#empty", Words).retell()
        self.query_one("#title", Words).retell()
        self._show_chosen()
        self.refresh_bindings()

    def _say_lost(self, sentence: str) -> None:
        self.add_class("-lost")
        again: Say = lambda: f"{sentence} {_('Trying again…')}"  # noqa: E731 - as short as it is
        self.query_one("#trouble", Words).say(again)
        self.query_one("#empty", Words).retell()

    def _place(self) -> str:
        return f"{self._server_name}  {self.connection.address}".strip()

    def _title(self) -> str:
        count = len(self._tables or {})
        return n_("1 table", "{n} tables", count) if count else _("Tables")

    def _nothing_to_see(self) -> str:
        if self._tables is not None:
            return _("There is no table yet. Press n to make one; bots are quick to join.")
        if self.has_class("-lost"):
            return _("The tables will be here when the server answers.")
        return _("Asking for the tables…")

    def _show_chosen(self) -> None:
        self.query_one(TableDetails).show(self.table if self._tables else None, self._games)

    # --- what the person does ------------------------------------------------------------

    def _go_to(self, wanted: AtTable) -> None:
        tables = list((self._tables or {}).values())
        named = [each for each in tables if wanted.table in (each.id, each.name)]
        if wanted.table and not named:
            name = safe_text(wanted.table, 40)
            self.notify(_("There is no table “{name}” here.", name=name), severity="warning")
            return
        if named or len(tables) == 1:
            table = (named or tables)[0]
            if wanted.seat:
                self._sit_down(table)
            else:
                self._open(table, seat=False)

    def action_sit(self) -> None:
        """Sit down at the chosen table."""
        if self.table is not None:
            self._sit_down(self.table)

    def action_watch(self) -> None:
        """Watch the chosen table."""
        if self.table is not None:
            self._open(self.table, seat=False)

    def action_sort(self) -> None:
        """Sort by the next column."""
        self.query_one(TableList).sort_next()

    def action_copy(self) -> None:
        """Copy the line that others type to come here; also through ssh."""
        line = f"cardtui connect {self.connection.address}"
        self.app.copy_to_clipboard(line)
        self.notify(_("Copied: {line}", line=line))

    def action_leave(self) -> None:
        """Go back to the home screen; seats are kept."""
        self.dismiss()

    @work(exclusive=True, group="going")
    async def action_new(self) -> None:
        """Make a table."""
        from cardtui_client.screens.new_table import NewTable

        if not self._games:
            self.notify(_("The server has not answered yet."), severity="warning")
            return
        table = self.table
        made = await self.app.push_screen_wait(
            NewTable(self.connection, self._games, table.game if table else "")
        )
        if made is not None:
            if made.seated:
                self._mine.add(made.table.id)
            self._open(made.table, seat=made.seated)

    @work(exclusive=True, group="going")
    async def _sit_down(self, table: tables_pb2.Table) -> None:
        if self._sits_at(table):
            self._open(table, seat=True)
            return
        free = free_seats(table)
        if not free:
            self.notify(
                _("Every seat there is taken. Press w to watch, or n to make a table."),
                severity="warning",
            )
            return
        seat: int | None = free[0]
        if len(free) > 1:
            from cardtui_client.screens.seat_choice import SeatChoice

            teams = any(game.teams for game in self._games if game.id == table.game)
            seat = await self.app.push_screen_wait(SeatChoice(table, teams=teams))
            if seat is None:
                return
        try:
            await self.connection.join(table.id, seat)
        except (Refused, Unreachable) as error:
            self.notify(str(error), severity="error")
            return
        self._mine.add(table.id)
        self._open(table, seat=True)

    def _sits_at(self, table: tables_pb2.Table) -> bool:
        return table.id in self._mine and any(
            seat.name == self.connection.name and not seat.bot for seat in table.seats
        )

    def _open(self, table: tables_pb2.Table, *, seat: bool) -> None:
        self.post_message(self.OpenTable(self.connection, table.id, seat))

    @on(TableList.Chosen)
    def _choose(self, event: TableList.Chosen) -> None:
        event.stop()
        self.action_sit()

    @on(DataTable.RowHighlighted)
    def _highlight(self) -> None:
        self._show_chosen()

    @on(Button.Pressed, "#sit, #watch, #new")
    async def _press(self, event: Button.Pressed) -> None:
        event.stop()
        await self.run_action(f"screen.{event.button.id}")
