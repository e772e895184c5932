"""The list of tables in the lobby, its columns as wide as there is room, sorted by one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.coordinate import Coordinate
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import DataTable

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import _, mark
from cardtui_client.tui.lobby.table_columns import Column, below, cell, sort_tables

_WIDTHS: Final = {
    Column.GAME: 19,
    Column.PRESET: 11,
    Column.SEATS: 15,
    Column.STATE: 15,
    Column.SPECTATORS: 7,
}
_PADDING: Final = 2
_ROOMY: Final = 86
"""In a list so wide each table has a second line, where all of them have."""


class _Cell(NamedTuple):
    words: str
    style: str
    below: str = ""

    def text(self) -> Text:
        shown = Text(self.words, self.style, no_wrap=True, overflow="ellipsis")
        return shown.append(f"\n{self.below}", "not bold italic") if self.below else shown


class _Drawn(NamedTuple):
    """What stands in the list: headings with their widths, and the cells of each table."""

    headings: tuple[tuple[str, int], ...]
    keys: tuple[str, ...]
    lines: int
    cells: tuple[tuple[_Cell, ...], ...]


class Sorting(NamedTuple):
    """By what the list is sorted.

    Attributes:
        column: the column; ``None`` to keep the tables as the server has them.
        backwards: whether the last comes first.
    """

    column: Column | None = None
    backwards: bool = False


class TableList(DataTable[Text]):
    """Tables, one a line; Enter or a second click chooses one.

    The cursor stays on its table, wherever that goes.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", mark("Sit down"), id="lobby.sit"),
    ]

    tables: reactive[tuple[tables_pb2.Table, ...]] = reactive((), repaint=False, init=False)
    """The tables, as the server has them."""
    sorting: reactive[Sorting] = reactive(Sorting(), repaint=False, init=False)
    """By what they are sorted."""

    @dataclass
    class Chosen(Message):
        """A table was chosen.

        Attributes:
            table: its id.
        """

        table: str

    def __init__(self) -> None:
        super().__init__(cursor_type="row")
        self._shown: Sequence[tables_pb2.Table] = ()
        self._drawn = _Drawn((), (), 1, ())

    @property
    def chosen(self) -> tables_pb2.Table | None:
        """The table under the cursor."""
        row = self.cursor_row  # -1 as long as there is none
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def watch_tables(self) -> None:
        """Draw the tables that there are now."""
        self._draw()

    def watch_sorting(self) -> None:
        """Draw the tables in their new order."""
        self._draw()

    def sort_next(self) -> None:
        """Sort by the next column; after the last, as the server has them."""
        columns = [None, *Column]
        after = columns[(columns.index(self.sorting.column) + 1) % len(columns)]
        self.sorting = Sorting(after)

    def retell(self) -> None:
        """Say headings and rows in the language in use now."""
        self._draw()

    def on_resize(self) -> None:
        """Give the seats and the score the room that is left."""
        self._draw()

    def _draw(self) -> None:
        if not self.size.width:
            return
        kept = self.chosen.id if self.chosen else ""
        self._shown = sort_tables(
            self.tables, self.sorting.column, backwards=self.sorting.backwards
        )
        spare = max(self.size.width - sum(_WIDTHS.values()) - _PADDING * len(_WIDTHS), 0)
        widths = dict(_WIDTHS)
        for_state = spare * 3 // 5
        widths[Column.STATE] += for_state
        widths[Column.SEATS] += spare - for_state
        roomy = self.size.width >= _ROOMY and 2 * len(self._shown) < self.size.height
        lines = 1 + roomy
        drawn = _Drawn(
            tuple((self._heading(column), width) for column, width in widths.items()),
            tuple(table.id for table in self._shown),
            lines,
            tuple(tuple(_cells(table, widths, roomy=lines > 1)) for table in self._shown),
        )
        before, self._drawn = self._drawn, drawn
        if drawn[:3] == before[:3]:
            for row, (old, new) in enumerate(zip(before.cells, drawn.cells, strict=True)):
                for place, (was, now) in enumerate(zip(old, new, strict=True)):
                    if was != now:
                        self.update_cell_at(Coordinate(row, place), now.text())
            return
        self.clear(columns=True)
        for column, (heading, width) in zip(widths, drawn.headings, strict=True):
            self.add_column(Text(heading), width=width, key=column.name)
        for key, cells in zip(drawn.keys, drawn.cells, strict=True):
            self.add_row(*(each.text() for each in cells), height=lines, key=key)
        row = next((i for i, table in enumerate(self._shown) if table.id == kept), 0)
        self.move_cursor(row=row, animate=False)

    def _heading(self, column: Column) -> str:
        if column is not self.sorting.column:
            return _(column.value)
        return f"{_(column.value)} {'▲' if self.sorting.backwards else '▼'}"

    @on(DataTable.HeaderSelected)
    def _sort(self, event: DataTable.HeaderSelected) -> None:
        event.stop()
        column = list(_WIDTHS)[event.column_index]
        again = column is self.sorting.column
        self.sorting = Sorting(column, backwards=again and not self.sorting.backwards)

    @on(DataTable.RowSelected)
    def _choose(self, event: DataTable.RowSelected) -> None:
        event.stop()
        if event.row_key.value:
            self.post_message(self.Chosen(event.row_key.value))


def _cells(
    table: tables_pb2.Table, widths: Mapping[Column, int], *, roomy: bool
) -> Iterator[_Cell]:
    waits = table.state == tables_pb2.TABLE_STATE_WAITING
    for column, width in widths.items():
        style = "bold" if column is Column.GAME and waits else ""
        yield _Cell(cell(column, table, width), style, below(column, table) if roomy else "")
