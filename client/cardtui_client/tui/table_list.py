"""The lobby's list: its order (`sort_tables`), its columns (`Column`), and a table's details."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Final, NamedTuple

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.coordinate import Coordinate
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import DataTable, Static

from cardtui.v1 import tables_pb2
from cardtui_client.faces.game_words import (
    bot_words,
    changed_options,
    game_name,
    option_name,
    preset_name,
    value_words,
)
from cardtui_client.faces.seats import announced
from cardtui_client.faces.staging import stage
from cardtui_client.faces.terms import TERMS, terms_told, told_shortly
from cardtui_client.i18n import _, mark, p_
from cardtui_client.limits import MOST_SEATS, NAME_CELLS, TABLE_NAME_CELLS
from cardtui_client.model.table import TableModel
from cardtui_client.model.table_summary import (
    free_seats,
    is_free,
    lack_words,
    player,
    seats_words,
    state_words,
)
from cardtui_client.scene.middle import Zone
from cardtui_client.text import cell_width, safe_text
from cardtui_client.tui.paint.canvas import Canvas, Place, style
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.plates import draw_plate
from cardtui_client.tui.widgets.painted import Painted
from cardtui_client.tui.widgets.words import WordButton

_PLATE: Final = 18
_PLATE_LINES: Final = 2
_EDGE: Final = 1
_ABOVE: Final = 3
"""How it stands is told so many lines above the middle, where the cloth is printed."""


class TablePreview(Painted):
    """Shows who sits where at a table, with the first seat at the bottom."""

    DEFAULT_CSS = """
    TablePreview {
        height: 21;
        display: none;
    }
    """

    table: reactive[tables_pb2.Table | None] = reactive(None, repaint=False, init=False)
    """The table, if there is one."""

    def watch_table(self) -> None:
        """Paint what is different."""
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint the felt, and the plate of the first seat, who has no side of its own here."""
        canvas.clear(style(canvas.palette.felt_ink, canvas.palette.felt))
        if self.table is None:
            return
        model = TableModel()
        model.table.CopyFrom(self.table)
        model.presence.connected.extend(self.table.connected)
        scene = stage(model)
        paint_felt(canvas, scene)
        if not scene.seats:
            return
        x = (canvas.width - _PLATE) // 2
        y = canvas.height - _PLATE_LINES - _EDGE
        canvas.fill(
            Place(x - _EDGE, y, _PLATE, _PLATE_LINES + _EDGE),
            style(canvas.palette.felt_ink, canvas.palette.felt),
        )
        draw_plate(canvas, Place(x, y, _PLATE, _PLATE_LINES), scene.seats[scene.viewpoint])
        words = state_words(self.table)
        canvas.centred(
            canvas.width // 2,
            canvas.height // 2 - _ABOVE,
            words,
            style(canvas.palette.felt_ink, bold=True),
        )

    def zone_pressed(self, zone: Zone) -> None:
        """Stand for nothing: you sit down by the buttons."""


_WIDE = 60
"""From this width on a team's seats stand beside each other."""


_TALL = 44
"""From so many lines on there is room for all rules of a table, and for a picture of it."""

_NOT_DRAWN = [term.name for term in TERMS if term.name != "partners"]
"""The terms that are told here as they are told elsewhere."""

_BESIDE = "   "
_BELOW = "\n  "


class LongWords(VerticalScroll):
    """Words that can be scrolled, with keys too, where there are more than fit."""

    def allow_focus(self) -> bool:
        """Take part in the order of Tab only with more words than fit."""
        return self.max_scroll_y > 0


class TableDetails(Vertical):
    """The chosen table, and buttons for what you can do with it."""

    table: reactive[tables_pb2.Table | None] = reactive(None, repaint=False, init=False)
    """The chosen table, if there is one."""
    games: reactive[tuple[tables_pb2.Game, ...]] = reactive((), repaint=False, init=False)
    """The games that the server plays."""

    DEFAULT_CSS = """
    TableDetails {
        background: $surface;
        padding: 0 1;
        #room { height: 1fr; scrollbar-size-vertical: 1; }
        #about { height: auto; }
        #buttons { height: 3; }
        #buttons WordButton { width: 1fr; margin-right: 1; min-width: 6; }
        #buttons WordButton.last { margin-right: 0; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._said = Content("")

    def compose(self) -> ComposeResult:
        """Put the table over the words, and the words over the buttons."""
        yield TablePreview()
        with LongWords(id="room"):
            yield Static(id="about")
        with Horizontal(id="buttons"):
            yield WordButton(lambda: _("Sit down"), id="sit", primary=True, disabled=True)
            yield WordButton(lambda: _("Watch"), id="watch", disabled=True)
            yield WordButton(lambda: _("New table"), id="new", classes="last")

    def watch_table(self) -> None:
        """Show the table, or that none is chosen."""
        self.query_one("#sit").disabled = self.table is None
        self.query_one("#watch").disabled = self.table is None
        self.query_one(TablePreview).table = self.table
        self.retell()

    def watch_games(self) -> None:
        """Say by which rules of the game you play."""
        self.retell()

    def on_resize(self) -> None:
        """Use what room there is."""
        self.retell()

    def retell(self) -> None:
        """Say everything in the language in use now."""
        self.query_one(TablePreview).repaint()
        about = Content("") if self.table is None else self._about(self.table)
        if not about.is_same(self._said):
            self._said = about
            self.query_one("#about", Static).update(about)

    def _about(self, table: tables_pb2.Table) -> Content:
        game = next((game for game in self.games if game.id == table.game), None)
        tall = self.size.width < _WIDE
        title = Content.assemble(
            (safe_text(table.name, TABLE_NAME_CELLS) or game_name(table.game), "bold $primary"),
            "\n" if tall else "  ",
            (
                f"{game_name(table.game)} · {preset_name(table.game, table.preset)}",
                "$foreground-muted",
            ),
        )
        teams = any(seat.HasField("team") for seat in table.seats) and not table.partners
        width = 0 if tall else self.size.width - 2
        lines = [title, *seat_lines(table, teams=teams, width=width)]
        if lacking := lack_words(table):
            lines.append(Content.styled(lacking, "$accent"))
        lines += map(Content, [*_draws(table, game), *terms_told(table, *_NOT_DRAWN)])
        if table.host:
            host = safe_text(table.host, NAME_CELLS)
            blank = "\n" if tall else ""
            lines.append(
                Content.styled(blank + _("{host} is the host.", host=host), "$foreground-muted")
            )
        if game is not None and self.size.height >= _TALL and not tall:
            lines += [Content(""), *rule_lines(table, game)]
        elif game is not None and (changed := changed_options(game, table.options)):
            rules = "; ".join(
                f"{option_name(table.game, name)}: {value_words(table.game, name, value)}"
                for name, value in changed
            )
            lines.append(Content.assemble((_("Here: "), "bold"), rules))
        return Content("\n").join(lines)


def rule_lines(table: tables_pb2.Table, game: tables_pb2.Game) -> list[Content]:
    """Return a line for each option; those that differ from the sheet's defaults stand out."""
    changed = {name for name, _value in changed_options(game, table.options)}
    return [
        Content.assemble(
            (f"{option_name(table.game, spec.name)}: ", "$foreground-muted"),
            (
                value_words(table.game, spec.name, table.options[spec.name]),
                "bold $accent" if spec.name in changed else "$foreground",
            ),
        )
        for spec in game.options
        if spec.name in table.options
    ]


def _draws(table: tables_pb2.Table, game: tables_pb2.Game | None) -> list[str]:
    """Return how partners and the first dealer are found, where that is not the usual way."""
    own = game is None or table.first_dealer == game.first_dealer
    if own and not table.partners:
        return []
    return announced(table) or [_("The first dealer of each match is drawn by lot.")]


def seat_lines(table: tables_pb2.Table, *, teams: bool, width: int) -> list[Content]:
    """Return a line for each team, or one for all seats; without a width, a line for each seat."""
    seats = table.seats[:MOST_SEATS]
    if not teams:
        return [_seat_line(_("Seats"), seats, "$foreground", width)]
    return [
        _seat_line(
            _("Team {team}", team="AB"[team]),
            [seat for seat in seats if min(seat.team, 1) == team],
            f"$team-{team}",
            width,
        )
        for team in (0, 1)
    ]


def _seat_line(title: str, seats: Iterable[tables_pb2.Seat], colour: str, width: int) -> Content:
    parts: list[tuple[str, str]] = [(title if width else f"\n{title}", f"bold {colour}")]
    used = cell_width(title)
    for seat in seats:
        words = _seat(seat, colour)
        # A seat stays on one line: its number belongs to its name.
        needed = sum(cell_width(text) for text, _style in words)
        beside = used + len(_BESIDE) + needed <= width
        parts += [(_BESIDE if beside else _BELOW, ""), *words]
        used = (used + len(_BESIDE) if beside else len(_BELOW) - 1) + needed
    return Content.assemble(*parts)


def _seat(seat: tables_pb2.Seat, colour: str) -> list[tuple[str, str]]:
    words = [(f"{seat.seat + 1} ", "$foreground-muted")]
    if is_free(seat):
        return [*words, (_("free"), "italic $foreground-muted")]
    words.append((player(seat), colour))
    if seat.bot:
        words.append((" " + bot_words(seat), "$foreground-muted"))
    elif seat.stand_in:
        words.append((" " + _("(a bot plays)"), "$foreground-muted"))
    elif seat.ready:
        words.append((" ✓", "$success"))
    return words


class Column(Enum):
    """A column of the lobby; the value is its heading."""

    GAME = mark("Game")
    PRESET = mark("Rules")
    SEATS = mark("Seats")
    STATE = mark("Status")
    SPECTATORS = mark("Watching")


def cell(column: Column, table: tables_pb2.Table, width: int) -> str:
    """Return what the column says of the table, where it has that width."""
    match column:
        case Column.GAME:
            return game_name(table.game)
        case Column.PRESET:
            return preset_name(table.game, table.preset) if table.preset else p_("rules", "custom")
        case Column.SEATS:
            return seats_words(table)
        case Column.STATE:
            return state_words(table, width)
        case Column.SPECTATORS:
            return str(table.spectators) if table.spectators else "–"


def below(column: Column, table: tables_pb2.Table) -> str:
    """Return what the column says of the table in a second line; ``""`` for nothing."""
    match column:
        case Column.GAME:
            return safe_text(table.name, TABLE_NAME_CELLS)
        case Column.PRESET if table.clock_milliseconds:
            return f"{table.clock_milliseconds // 1000}+{table.reserve_milliseconds // 1000}"
        case Column.SEATS:
            return lack_words(table)
        case Column.STATE:
            return ", ".join(told_shortly(table))
        case _:
            return ""


_KEYS: Final[dict[Column, Callable[[tables_pb2.Table], Any]]] = {
    Column.GAME: lambda table: game_name(table.game).casefold(),
    Column.PRESET: lambda table: preset_name(table.game, table.preset).casefold(),
    Column.SEATS: lambda table: -len(free_seats(table)),
    Column.STATE: lambda table: (table.state, -table.hand),
    Column.SPECTATORS: lambda table: -table.spectators,
}


def sort_tables(
    tables: Iterable[tables_pb2.Table], column: Column | None, *, backwards: bool = False
) -> list[tables_pb2.Table]:
    """Return the tables by that column, or in the order they came; equals keep that order."""
    if column is None:
        return list(tables)
    return sorted(tables, key=_KEYS[column], reverse=backwards)


_WIDTHS: Final = {
    Column.GAME: 19,
    Column.PRESET: 11,
    Column.SEATS: 15,
    Column.STATE: 14,
    Column.SPECTATORS: 9,
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
        return f"{_(column.value)}{'▲' if self.sorting.backwards else '▼'}"

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
