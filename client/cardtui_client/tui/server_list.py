"""The servers that are known (`ServerList`), looked at every `LOOK_SECONDS`; a field for others.
How their round trips are rounded: `_ROUND_TRIP_STEPS`. How servers are found is in
`net/discovery.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import DataTable, Input

from cardtui_client.i18n import _, mark
from cardtui_client.limits import SERVER_NAME_CELLS
from cardtui_client.model.calendar import Evening, evening_words, read_evening
from cardtui_client.net.discovery import Discovery, Running, elsewhere
from cardtui_client.net.known_servers import Acquaintances, Knowing
from cardtui_client.net.sessions import Probe
from cardtui_client.text import fit, safe_text
from cardtui_client.tui.lifecycle import Standing
from cardtui_client.tui.widgets.row_list import RowList
from cardtui_client.tui.widgets.text_field import TextField
from cardtui_client.tui.widgets.words import Way, WordButton, Words

LOOK_SECONDS = 3.0
"""Seconds between two looks."""

_COLUMNS = (
    (mark("Address"), 21),
    (mark("Tables"), 6),
    (mark("People"), 7),
    (mark("Ping"), 12),
)
_CELL_PADDING = 2
_LEAST_NAME = 18
_SHORT_NAME = 8
"""So much of a name stays beside what is said of it."""


_ROUND_TRIP_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""A round trip is shown as the first of these numbers of milliseconds that it does not exceed."""


class _Row(NamedTuple):
    """A server; what is ``None`` is not known."""

    address: str
    name: str | None = None
    tables: int | None = None
    people: int | None = None
    way: int | None = None
    knowing: Knowing | None = None
    """Of one that is announced; the others run here."""

    evening: Evening | None = None


class ServerList(Vertical, Standing):
    """Servers with name, address, tables, people and round trip; Enter or a click goes there."""

    DEFAULT_CSS = """
    ServerList {
        height: auto;
        DataTable { height: auto; max-height: 8; display: none; }
        Words { color: $text-muted; padding: 0 1; }
        &.-some DataTable { display: block; }
        &.-some #none { display: none; }
        #problem, #evenings { display: none; }
        &.-announced #evenings { display: block; }
        &.-deaf #problem { display: block; }
    }
    """

    @dataclass
    class Chosen(Message):
        """A server was chosen.

        Attributes:
            address: its address, or the line that was announced.
        """

        address: str

    @dataclass
    class Looked(Message):
        """The servers were looked at."""

    def __init__(
        self,
        running: Running,
        probe: Probe,
        discovery: Discovery | None = None,
        acquaintances: Callable[[], Acquaintances] = Acquaintances,
        *,
        opens: bool = False,
        id: str | None = None,  # noqa: A002 - Textual's name
    ) -> None:
        super().__init__(id=id)
        self._opens = opens
        self._find = running
        self._probe = probe
        self._discovery = discovery
        self._acquaintances = acquaintances
        self._warning = ""
        self._shown: Mapping[str, _Row] | None = None
        self._ways: dict[str, int] = {}

    def compose(self) -> ComposeResult:
        yield Words(self._sentence, id="none")
        yield RowList(cursor_type="row", zebra_stripes=False)
        yield Words(self._evenings, id="evenings")
        yield Words(self._problem, id="problem")

    def stood(self) -> None:
        self.set_interval(LOOK_SECONDS, self.look)
        self.look()
        if self._discovery is not None:
            self._discovery.tell(self._heard)
            self.listen()

    @work(group="listening")
    async def listen(self) -> None:
        """Begin to hear what is announced in the network."""
        if self._discovery is not None:
            await self._discovery.begin()
            if self._discovery.problem:
                self.query_one("#problem", Words).retell()
                self.set_class(True, "-deaf")
                self.query_one("#none", Words).retell()

    def _heard(self) -> None:
        if self.is_attached:
            self.look()

    @work(exclusive=True)
    async def look(self) -> None:
        """Find the servers and ask each how it is."""
        if self.app.screen is not self.screen:
            return
        servers = await asyncio.to_thread(self._find)
        # Where you play alone there is nobody to meet: home leads to your matches there.
        rows = {each.address: _Row(each.address) for each in servers if not each.alone}
        if self._discovery is not None and (announced := self._discovery.servers()):
            known = self._acquaintances()
            warnings: list[str] = []
            for each in await asyncio.to_thread(elsewhere, announced, list(rows)):
                knowing = known.knowing(each.name, each.line.pin)
                rows[str(each.line)] = _Row(
                    each.address, each.name, each.tables, knowing=knowing, evening=each.evening
                )
                warnings.append(known.warning(each.name, each.line.pin, each.address))
            self._warn(next(filter(None, warnings), ""))
            # A machine that announces a server may let us wait for its answer.
            now = {key: self._row_now(key, row) for key, row in rows.items()}
            asked = self._shown or {}  # one that was never asked is not said to give no answer
            if known_now := {key: row for key, row in now.items() if row.name or key in asked}:
                self._show(known_now)
        answers = await asyncio.gather(*(self._ask(line, row) for line, row in rows.items()))
        self._show(dict(zip(rows, answers, strict=True)))

    def _row_now(self, key: str, row: _Row) -> _Row:
        """Return what was known of a server when it last answered, as long as it is asked."""
        before = (self._shown or {}).get(key)
        return row if before is None or before.name is None else before

    async def _ask(self, line: str, row: _Row) -> _Row:
        try:
            answer, seconds = await self._probe(line)
        except Exception:  # noqa: BLE001 - whatever it is, the row says that there is no answer
            return _Row(row.address, knowing=row.knowing)
        # What is more than the shortest trip was spent in waiting: it changes all the time.
        step = next(
            (step for step in _ROUND_TRIP_STEPS if seconds * 1000 <= step), _ROUND_TRIP_STEPS[-1]
        )
        way = self._ways[line] = min(step, self._ways.get(line, step))
        name = safe_text(answer.name, SERVER_NAME_CELLS)
        row = row._replace(name=name, tables=answer.tables, people=answer.people, way=way)
        return row._replace(evening=read_evening(answer))

    def on_resize(self) -> None:
        """Give the name the room that is left."""
        self.retell()

    def retell(self) -> None:
        """Say columns and rows in the language in use now."""
        on = self._cursor()
        self._name_columns()
        if self._shown:
            self._fill(self._shown, on)

    def _problem(self) -> str:
        return (self._discovery.problem if self._discovery is not None else "") or self._warning

    def _evenings(self) -> str:
        """Return which evenings are on or come next, a line for each server."""
        rows = self._shown.values() if self._shown else ()
        told = ((each.name, evening_words(each.evening)) for each in rows)
        return "\n".join(f"{name}: {words}" for name, words in told if name and words)

    def _warn(self, warning: str) -> None:
        """Say that somebody uses the name of a server that is known; or nothing."""
        if warning != self._warning:
            self._warning = warning
            self.query_one("#problem", Words).retell()
            self.set_class(bool(self._problem()), "-deaf")

    def _sentence(self) -> str:
        if self._shown is None:
            return _("Looking for servers…")
        hears = self._discovery is not None and not self._discovery.problem
        if self._opens and hears:
            return _("No friend of yours has a table open in this network yet.")
        if hears:
            return _(
                "No server is running here or announced in the network. “cardtui host --lan” starts"
                " one for your friends."
            )
        return _("No server is running here. “cardtui host” starts one.")

    def _name_columns(self) -> None:
        table = self.query_one(DataTable)
        table.clear(columns=True)
        others = sum(width + _CELL_PADDING for _words, width in _COLUMNS)
        table.add_column(
            Text(_("Name")), width=max(_LEAST_NAME, self.size.width - others - _CELL_PADDING)
        )
        for words, width in _COLUMNS:
            table.add_column(Text(_(words)), width=width)

    def _show(self, found: Mapping[str, _Row]) -> None:
        """Show these servers: those shown already where they stand, new ones below.

        Those that run here and those that are known are above the others.
        """
        before = self._shown or {}
        order = [key for key in dict.fromkeys((*before, *found)) if key in found]
        order.sort(key=lambda key: found[key].knowing in (Knowing.NEW, Knowing.OTHER))
        rows = {key: found[key] for key in order}
        if self._shown is None or rows != before or list(rows) != list(before):
            self._shown = rows
            self._fill(rows, self._cursor())
            self.post_message(self.Looked())

    @property
    def tables(self) -> int | None:
        """The tables that others may be at; ``None`` before the first look has ended."""
        if self._shown is None:
            return None
        return sum(row.tables or 0 for row in self._shown.values())

    def _cursor(self) -> tuple[int, str]:
        """Return the row of the cursor, and the server there."""
        table: DataTable[Text] = self.query_one(DataTable)
        row = table.cursor_row
        if not table.is_valid_row_index(row):
            return row, ""
        return row, table.ordered_rows[row].key.value or ""

    def _fill(self, rows: Mapping[str, _Row], cursor: tuple[int, str]) -> None:
        self.set_class(bool(rows), "-some")
        self.set_class(bool(self._evenings()), "-announced")
        self.query_one("#evenings", Words).retell()
        self.query_one("#none", Words).retell()
        table: DataTable[Text] = self.query_one(DataTable)
        if not table.columns:
            self._name_columns()
        row, on = cursor
        table.clear()
        width = table.ordered_columns[0].width
        for key, each in rows.items():
            table.add_row(*_cells(each, width), key=key)
        row = list(rows).index(on) if on in rows else min(row, max(0, len(rows) - 1))
        table.move_cursor(row=row, animate=False)

    @on(DataTable.RowSelected)
    def _choose(self, event: DataTable.RowSelected) -> None:
        event.stop()
        if event.row_key.value:
            self.post_message(self.Chosen(event.row_key.value))


def _cells(row: _Row, width: int) -> list[Text]:
    if row.name is None:
        return [
            Text(_("no answer"), "italic dim"), Text(row.address), Text("–"), Text("–"), Text("–")
        ]  # fmt: skip
    way = "–" if row.way is None else _("≤ {milliseconds} ms", milliseconds=row.way)
    known = ""
    if row.knowing in (Knowing.KNOWN, Knowing.OTHER):
        known = " · " + (_("known") if row.knowing is Knowing.KNOWN else _("not the one you know"))
        if len(known) > width - _SHORT_NAME:
            known = " · " + _("not yours")
    return [
        Text.assemble((fit(row.name, width - len(known)), "bold"), known),
        Text(row.address),
        *(Text("–" if each is None else str(each)) for each in (row.tables, row.people)),
        Text(way),
    ]


class Places(Vertical):
    """The servers that are known, a way to open your own, and a field for any other address."""

    DEFAULT_CSS = """
    Places {
        height: auto;
        .title { color: $primary; text-style: bold; margin-top: 1; }
        #row { height: 3; }
        #row Input { width: 1fr; }
        #row WordButton { margin-left: 1; }
        .first { margin-top: 0; }
    }
    """

    def __init__(self, servers: ServerList, *, elsewhere: bool, opens: bool = False) -> None:
        """Make them.

        Args:
            elsewhere: whether you can go to servers that are not listed.
            opens: whether you can open your own server to others.
        """
        super().__init__()
        self._opens = opens
        self._servers = servers
        self._elsewhere = elsewhere

    def compose(self) -> ComposeResult:
        yield Words(self._list_title, classes="title first")
        yield self._servers
        if self._opens:
            yield Way(_open_words, "open_table", id="open")
        if self._elsewhere:
            yield Words(lambda: _("Another server"), classes="title")
            with Horizontal(id="row"):
                yield TextField(id="address", max_length=300)
                yield WordButton(lambda: _("Connect"), id="connect")

    def retell(self) -> None:
        """Say by which words one finds a server."""
        for field in self.query("#address").results(Input):
            field.placeholder = _("127.0.0.1:8782, or a join line")

    def _list_title(self) -> str:
        return _("Friends") if self._elsewhere else _("Server")


def _open_words() -> str:
    return _("Open a table for your friends")
