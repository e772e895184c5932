"""The lobby of a server, and the ways from it to a table: sitting down, watching, making one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Button

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import _, mark
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.model.table_summary import free_seats, tables_named
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text
from cardtui_client.tui.dialogs.sitting_down import sit_down
from cardtui_client.tui.host_rights import HostRights
from cardtui_client.tui.launch import AtTable
from cardtui_client.tui.lobby.lobby_view import LobbyView
from cardtui_client.tui.lobby.table_list import TableList
from cardtui_client.tui.people import people_offered, show_people


class LobbyScreen(LobbyView):
    """The tables of one server, to choose one from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", mark("Watch"), id="lobby.watch"),
        Binding("m", "quick", mark("Quick match"), id="lobby.quick"),
        Binding("n", "new", mark("New table"), id="lobby.new"),
        Binding("p", "code", mark("Private table"), id="lobby.code", show=False),
        Binding("e", "change", mark("Change the rules"), id="lobby.change", show=False),
        Binding("s", "sort", mark("Sort"), id="lobby.sort", show=False),
        Binding("i", "people", mark("About the people here"), id="lobby.people", show=False),
        Binding("r", "app.open_rules", mark("Rules"), id="lobby.rules", show=False),
        Binding("c", "copy", mark("Copy"), id="lobby.copy", show=False),
        Binding("escape", "leave", mark("Back home"), id="lobby.leave"),
    ]

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
        super().__init__(connection)
        self._wanted = wanted

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        """Offer what needs a table only where there is one."""
        if action == "change":
            return self._may_change(self.table)
        return None if action in ("sit", "watch") and not self.tables else True

    def palette_commands(self) -> list[tuple[str, str, Callable[[], object]]]:
        """Return what the palette offers: people, and what the host of the chosen table may do."""
        table = self.table
        offered = people_offered(self, self.connection, table)
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
        """Go to the table that one came for."""
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            self._go_to(wanted)

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
            if wanted.seat:
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
        """Sort by the next column."""
        self.query_one(TableList).sort_next()

    def action_copy(self) -> None:
        """Copy the line that others type to come here; this works through ssh, too."""
        line = self.connection.join_line.command
        self.app.copy_to_clipboard(line)
        self.notify(_("Copied: {line}", line=line))

    def action_people(self) -> None:
        """Look at what oneself and the people at the chosen table have won and lost."""
        if self.is_active:
            show_people(self, self.connection, self.table)

    def action_leave(self) -> None:
        """Go back to the home screen; seats are kept."""
        self.dismiss()

    @work(exclusive=True, group="going")
    async def action_new(self) -> None:
        """Make a table."""
        from cardtui_client.tui.forms.new_table import NewTable

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
        from cardtui_client.tui.lobby.game_choice import GameChoice

        if not self.is_active:
            return  # pressed twice
        if not await self.games_told():
            return  # something else was opened meanwhile
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
        """Change the rules of a table of one's own."""
        if self.table is None or not self.is_active or not self.games:
            return
        from cardtui_client.tui.forms.table_rules import TableRules

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
        if not free_seats(table):
            self.notify(
                _("That table is full: watch it, or create a new one."),
                severity="warning",
            )
            return
        waiting = self.under_way.waiting
        if await sit_down(self, self.connection, table, seat, waiting=waiting):
            self._open(table, seat=True)

    @work(exclusive=True, group="going")
    async def action_code(self) -> None:
        """Ask for the code of a private table, and go there."""
        from cardtui_client.tui.dialogs.table_code import TableCodeDialog

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
        self.post_message(self.OpenTable(self.connection, table.id, seat))

    @on(TableList.Chosen)
    def _choose(self, event: TableList.Chosen) -> None:
        event.stop()
        self.action_sit()

    @on(Button.Pressed, "#sit, #watch, #new")
    async def _press(self, event: Button.Pressed) -> None:
        event.stop()
        await self.run_action(f"screen.{event.button.id}")
