"""The list of servers that run on this machine, each asked every few seconds how it is."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import DataTable

from cardtui_client.i18n import _, mark
from cardtui_client.limits import SERVER_NAME_CELLS
from cardtui_client.net.local_servers import LocalServer, Running
from cardtui_client.net.sessions import Probe
from cardtui_client.text import safe_text
from cardtui_client.tui.lifecycle import Standing
from cardtui_client.tui.widgets.words import Words

LOOK_EVERY = 3.0
"""Seconds between two looks."""

_COLUMNS = (
    (mark("Address"), 21),
    (mark("Tables"), 6),
    (mark("People"), 7),
    (mark("Ping"), 12),
)
_PADDING = 2
_LEAST_NAME = 18


_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""A round trip is shown as the first of these numbers of milliseconds that it does not exceed."""


class _Answer(NamedTuple):
    name: str
    tables: int
    people: int
    way: int


class ServerList(Vertical, Standing):
    """Servers with name, address, tables, people and round trip; Enter or a click goes there."""

    DEFAULT_CSS = """
    ServerList {
        height: auto;
        DataTable { height: auto; max-height: 8; display: none; }
        Words { color: $text-muted; padding: 0 1; }
        &.-some DataTable { display: block; }
        &.-some Words { display: none; }
    }
    """

    @dataclass
    class Chosen(Message):
        """A server was chosen.

        Attributes:
            address: its address.
        """

        address: str

    def __init__(self, running: Running, probe: Probe, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._find = running
        self._probe = probe
        self._shown: Mapping[str, _Answer | None] | None = None
        self._ways: dict[str, int] = {}

    def compose(self) -> ComposeResult:
        """Lay the sentence over the table; one of them is shown."""
        yield Words(self._sentence)
        yield DataTable[Text](cursor_type="row", zebra_stripes=False)

    def stood(self) -> None:
        """Look at once, and then again and again."""
        self.set_interval(LOOK_EVERY, self.look)
        self.look()

    @work(exclusive=True)
    async def look(self) -> None:
        """Find the servers and ask each how it is."""
        if self.app.screen is not self.screen:
            return
        servers = await asyncio.to_thread(self._find)
        answers = await asyncio.gather(*(self._ask(server) for server in servers))
        addresses = (server.address for server in servers)
        found = dict(zip(addresses, answers, strict=True))
        if found != self._shown:
            self._show(found)

    async def _ask(self, server: LocalServer) -> _Answer | None:
        try:
            answer, seconds = await self._probe(server.address)
        except Exception:  # noqa: BLE001 - whatever it is, the row says that there is no answer
            return None
        # What is more than the shortest trip was spent in waiting: it changes all the time.
        step = next((step for step in _STEPS if seconds * 1000 <= step), _STEPS[-1])
        way = self._ways[server.address] = min(step, self._ways.get(server.address, step))
        return _Answer(safe_text(answer.name, SERVER_NAME_CELLS), answer.tables, answer.people, way)

    def on_resize(self) -> None:
        """Give the name the room that is left."""
        self.retell()

    def retell(self) -> None:
        """Say columns and rows in the language in use now."""
        self._name_columns()
        if self._shown:
            self._show(self._shown)

    def _sentence(self) -> str:
        if self._shown is None:
            return _("Looking for servers…")
        return _("None is running here. “Play now” starts one; so does “cardtui host”.")

    def _name_columns(self) -> None:
        table = self.query_one(DataTable)
        table.clear(columns=True)
        others = sum(width + _PADDING for _words, width in _COLUMNS)
        table.add_column(
            Text(_("Name")), width=max(_LEAST_NAME, self.size.width - others - _PADDING)
        )
        for words, width in _COLUMNS:
            table.add_column(Text(_(words)), width=width)

    def _show(self, answers: Mapping[str, _Answer | None]) -> None:
        self._shown = answers
        self.set_class(bool(answers), "-some")
        self.query_one(Words).retell()
        table: DataTable[Text] = self.query_one(DataTable)
        if not table.columns:
            self._name_columns()
        row = table.cursor_row
        table.clear()
        for address, answer in answers.items():
            table.add_row(*_cells(address, answer), key=address)
        table.move_cursor(row=min(row, max(0, len(answers) - 1)), animate=False)

    @on(DataTable.RowSelected)
    def _choose(self, event: DataTable.RowSelected) -> None:
        event.stop()
        if event.row_key.value:
            self.post_message(self.Chosen(event.row_key.value))


def _cells(address: str, answer: _Answer | None) -> list[Text]:
    if answer is None:
        return [Text(_("no answer"), "italic dim"), Text(address), Text("–"), Text("–"), Text("–")]
    return [
        Text(answer.name, "bold"),
        Text(address),
        Text(str(answer.tables)),
        Text(str(answer.people)),
        Text(_("≤ {milliseconds} ms", milliseconds=answer.way)),
    ]
