"""What the palette offers the host of a table: kick, ban, another host, announce, terms, close.
Which of them is asked about first: `_sure`. Which terms may change is in `faces/terms.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from textual.screen import Screen

from cardtui.v1 import tables_pb2
from cardtui_client.faces.terms import choices
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS, TALK_CELLS
from cardtui_client.model.table_summary import title_of
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text
from cardtui_client.tui.protocols import PaletteCommand
from cardtui_client.tui.widgets.words import Say


class HostRights:
    """Offers, asks and tells what the host of one table may do."""

    def __init__(
        self, screen: Screen[Any], connection: Connection, table: tables_pb2.Table
    ) -> None:
        self._screen = screen
        self._connection = connection
        self._table = table

    def offered(self) -> list[PaletteCommand]:
        """Return the commands, with the players who sit there by name."""
        connection, table = self._connection, self._table.id
        here = title_of(self._table) or _("At this table")
        found = [
            PaletteCommand(_("Announce something"), here, self._working(self._announce)),
            PaletteCommand(_("Ban somebody by name"), here, self._working(self._ban_by_name)),
            PaletteCommand(_("Lift a ban"), here, self._working(self._lift)),
        ]
        if any(not seat.name for seat in self._table.seats):
            found.append(PaletteCommand(_("Invite a program"), here, self._working(self.invite)))
        for words, request in choices(self._table):
            choose = partial(connection.change_term, request)
            found.append(PaletteCommand(words, here, self._working(partial(self._do, choose))))
        for seat in self._table.seats:
            name = safe_text(seat.name, NAME_CELLS)
            if not name or seat.bot or seat.name == self._table.host:
                continue
            for words, wanted in (
                (_("Take {name}’s seat away", name=name), connection.kick),
                (_("Ban {name} for the evening", name=name), connection.ban),
                (_("Make {name} the host", name=name), connection.transfer_host),
            ):
                ask = partial(wanted, table, seat)
                found.append(
                    PaletteCommand(words, here, self._working(partial(self._sure, words, ask)))
                )
        words = _("Close the table")
        close = partial(self._sure, words, partial(connection.close_table, table))
        return [*found, PaletteCommand(words, here, self._working(close))]

    async def invite(self, seat: int | None = None) -> None:
        """Ask which bot account is invited, and invite it: to a seat, or to any free one."""
        from cardtui_client.tui.dialogs import AccountChoice

        try:
            accounts = await self._connection.bot_accounts()
        except (Refused, Unreachable) as error:
            self._screen.notify(str(error), severity="error")
            return
        if not accounts:
            self._screen.notify(
                _("No program is here to be invited: somebody starts one with cardtui bot.")
            )
            return
        account = await self._screen.app.push_screen_wait(AccountChoice(accounts))
        if account:
            await self._ask(self._connection.invite(self._table.id, account, seat))

    def _working(self, work: Callable[[], Awaitable[None]]) -> Callable[[], object]:
        return lambda: self._screen.run_worker(work(), group="host")

    async def _sure(self, words: str, ask: Callable[[], Awaitable[object]]) -> None:
        """Ask once whether it is meant, and do it."""
        from cardtui_client.tui.dialogs import Question

        question = Question(lambda: f"{words}?", lambda: _("Yes"))
        if await self._screen.app.push_screen_wait(question):
            await self._ask(ask())

    async def _do(self, ask: Callable[[], Awaitable[object]]) -> None:
        await self._ask(ask())

    async def _announce(self) -> None:
        text = await self._line(lambda: _("What everybody at the table is told:"), TALK_CELLS)
        if text:
            await self._ask(self._connection.announce(self._table.id, text))

    async def _ban_by_name(self) -> None:
        name = await self._line(lambda: _("Who is banned for the evening:"), NAME_CELLS)
        if name and await self._ask(self._connection.ban(self._table.id, name)):
            self._screen.notify(_("{name} is banned for the evening.", name=name))

    async def _lift(self) -> None:
        name = await self._line(lambda: _("Who may come back:"), NAME_CELLS)
        if name and await self._ask(self._connection.ban(self._table.id, name, lift=True)):
            self._screen.notify(_("{name} may come back.", name=name))

    async def _line(self, asks: Say, most: int) -> str:
        """Ask for a line of text; ``""`` if none is given."""
        from cardtui_client.tui.dialogs import OneLine

        return safe_text(await self._screen.app.push_screen_wait(OneLine(asks, most)), most)

    async def _ask(self, asked: Awaitable[object]) -> bool:
        """Await what was asked; tell a refusal, and return whether it was granted."""
        try:
            await asked
        except (Refused, Unreachable) as error:
            self._screen.notify(str(error), severity="error")
            return False
        return True
