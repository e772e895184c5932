"""The lobby's lists: which tournaments it shows (`TournamentList`), and tables in an `Order`.
How tables are sorted: `_ORDER_KEYS`. Beside the lists stand the details and the picture of the
chosen table; from how many lines on, with all its rules: `_TALL_DETAILS`. What a row looks like is
in `tui/table_row.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from cardtui.v1 import tables_pb2
from cardtui_client.faces.game_words import (
    bot_words,
    changed_options,
    game_name,
    option_name,
    own_options,
    preset_name,
    value_words,
)
from cardtui_client.faces.seats import announced
from cardtui_client.faces.staging import stage
from cardtui_client.faces.terms import TERMS, terms_told
from cardtui_client.faces.tournament_words import list_line
from cardtui_client.i18n import _, mark
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.table import TableModel
from cardtui_client.model.table_summary import (
    free_seats,
    is_free,
    lack_words,
    player,
    seats_to_take,
    shown_seats,
    state_words,
    title_of,
)
from cardtui_client.model.tournament import TournamentModel
from cardtui_client.scene.middle import Zone
from cardtui_client.text import cell_width, safe_text
from cardtui_client.tui.paint.canvas import Canvas, Place, style
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.plates import draw_plate
from cardtui_client.tui.table_row import table_row, way_in
from cardtui_client.tui.widgets.painted import Painted

_PLATE_WIDTH: Final = 18
_PLATE_LINES: Final = 2
_PLATE_EDGE: Final = 1
_LINES_ABOVE_MIDDLE: Final = 3
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
        x = (canvas.width - _PLATE_WIDTH) // 2
        y = canvas.height - _PLATE_LINES - _PLATE_EDGE
        canvas.fill(
            Place(x - _PLATE_EDGE, y, _PLATE_WIDTH, _PLATE_LINES + _PLATE_EDGE),
            style(canvas.palette.felt_ink, canvas.palette.felt),
        )
        draw_plate(canvas, Place(x, y, _PLATE_WIDTH, _PLATE_LINES), scene.seats[scene.viewpoint])
        words = state_words(self.table)
        canvas.centred(
            canvas.width // 2,
            canvas.height // 2 - _LINES_ABOVE_MIDDLE,
            words,
            style(canvas.palette.felt_ink, bold=True),
        )

    def zone_pressed(self, zone: Zone) -> None:
        """Stand for nothing: you sit down by the buttons."""


_WIDE_DETAILS = 60
"""From this width on a team's seats stand beside each other."""


_TALL_DETAILS = 44
"""From so many lines on there is room for all rules of a table, and for a picture of it."""

_UNDRAWN_TERMS = [term.name for term in TERMS if term.name != "partners"]
"""The terms that are told here as they are told elsewhere."""

_ARROW_TARGETS: Final = "TournamentList, TableList, Tiles"
"""Where the arrows lead; Tab also leads to the words beside, to scroll them."""

_ROW_PADDING: Final = 2

_SEPARATOR_BESIDE = "   "
_SEPARATOR_BELOW = "\n  "


class LongWords(VerticalScroll):
    """Words that can be scrolled, with keys too, where there are more than fit."""

    def allow_focus(self) -> bool:
        """Take part in the order of Tab only with more words than fit."""
        return self.max_scroll_y > 0


class TableDetails(Vertical):
    """What there is to say of the chosen table besides what stands in the list."""

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
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._said = Content("")

    def compose(self) -> ComposeResult:
        yield TablePreview()
        with LongWords(id="room"):
            yield Static(id="about")

    def watch_table(self) -> None:
        """Show the table, or that none is chosen."""
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
        tall = self.size.width < _WIDE_DETAILS
        title = Content.assemble(
            (title_of(table) or game_name(table.game), "bold $primary"),
            "\n" if tall else "  ",
            (
                f"{game_name(table.game)} · {preset_name(table.game, table.preset)}",
                "$foreground-muted",
            ),
        )
        teams = any(seat.HasField("team") for seat in table.seats) and not table.partners
        width = 0 if tall else self.size.width - 2
        lines = seat_lines(table, teams=teams, width=width)
        if not self.screen.has_class("-narrow"):
            lacking = Content.styled(lack_words(table), "$accent")
            lines = [title, *lines, *([lacking] if lacking else [])]
        lines += map(Content, [*_draws(table, game), *terms_told(table, *_UNDRAWN_TERMS)])
        if table.host:
            host = safe_text(table.host, NAME_CELLS)
            blank = "\n" if tall else ""
            lines.append(
                Content.styled(blank + _("{host} is the host.", host=host), "$foreground-muted")
            )
        if game is not None and self.size.height >= _TALL_DETAILS and not tall:
            lines += [Content(""), *rule_lines(table, game)]
        elif game is not None and (changed := own_options(game, table)):
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
    seats = shown_seats(table)
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
        beside = used + len(_SEPARATOR_BESIDE) + needed <= width
        parts += [(_SEPARATOR_BESIDE if beside else _SEPARATOR_BELOW, ""), *words]
        used = (used + len(_SEPARATOR_BESIDE) if beside else len(_SEPARATOR_BELOW) - 1) + needed
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


class Order(Enum):
    """An order of the list; the value says it beside the number of tables."""

    OPEN = mark("free seats first")
    GAME = mark("by game")
    WATCHED = mark("most watched first")


_ORDER_KEYS: Final[dict[Order, Callable[[tables_pb2.Table], Any]]] = {
    Order.OPEN: lambda table: (not free_seats(table), not seats_to_take(table), table.state),
    Order.GAME: lambda table: game_name(table.game).casefold(),
    Order.WATCHED: lambda table: -table.spectators,
}


def sort_tables(tables: Iterable[tables_pb2.Table], order: Order) -> list[tables_pb2.Table]:
    """Return the tables in an order; equals stay as they came."""
    return sorted(tables, key=_ORDER_KEYS[order])


class _Leading(OptionList):
    """A list; beyond its ends the arrows go on to the next one."""

    def action_cursor_down(self) -> None:
        """Mark the one below, or go to what is below."""
        if self.highlighted == self.option_count - 1:
            self.screen.focus_next(_ARROW_TARGETS)
        else:
            super().action_cursor_down()

    def action_cursor_up(self) -> None:
        """Mark the one above, or go to what is above."""
        if self.highlighted == 0:
            self.screen.focus_previous(_ARROW_TARGETS)
        else:
            super().action_cursor_up()


class TournamentList(_Leading):
    """The tournaments of a server, a line for each; Enter opens its page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", mark("Look at it"), id="lobby.running_tournament"),
    ]
    DEFAULT_CSS = """
    TournamentList { height: auto; max-height: 4; margin: 0 1 1 1; }
    """

    @dataclass
    class Chosen(Message):
        """A tournament was chosen.

        Attributes:
            tournament: its id.
        """

        tournament: str

    def __init__(self) -> None:
        super().__init__(markup=False, compact=True)
        self.display = False
        self._models: Sequence[TournamentModel] = ()

    def show(self, models: Sequence[TournamentModel]) -> None:
        """Show those that go on, and the latest one that is over."""
        going = [each for each in models if not each.is_over]
        self._models = [*going, *[each for each in models if each.is_over][:1]]
        self.retell()

    def retell(self) -> None:
        """Say what has changed, in the language in use now."""
        lines = {each.now.id: Content(list_line(each)) for each in self._models}
        self.display = bool(lines)
        if [(each.id, each.prompt) for each in self.options] != [*lines.items()]:
            at = self.highlighted or 0
            self.set_options(Option(line, id=key) for key, line in lines.items())
            self.highlighted = min(at, len(lines) - 1) if lines else None

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Chosen(event.option.id or ""))


class TableList(_Leading):
    """Tables below each other; Enter or a second click chooses one.

    The mark stays on its table, wherever that goes; beyond the ends the arrows go on to the next
    widget.

    Attributes:
        sits: tells at which tables you have a seat.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", mark("Sit down"), id="lobby.sit"),
    ]

    tables: reactive[tuple[tables_pb2.Table, ...]] = reactive((), repaint=False, init=False)
    """The tables, as the server has them."""
    order: reactive[Order] = reactive(Order.OPEN, repaint=False, init=False)
    """In which order they are shown."""

    @dataclass
    class Marked(Message):
        """Another table is marked, or the one that was is different."""

    @dataclass
    class Chosen(Message):
        """A table was chosen.

        Attributes:
            table: its id.
        """

        table: str

    def __init__(self, sits: Callable[[tables_pb2.Table], bool]) -> None:
        super().__init__(markup=False, compact=True)
        self.sits = sits
        self._drawn: dict[str, Content] = {}

    @property
    def chosen(self) -> tables_pb2.Table | None:
        """The marked table."""
        marked = self.highlighted_option
        return next((each for each in self.tables if marked and each.id == marked.id), None)

    def watch_tables(self) -> None:
        """Draw the tables that there are now."""
        self.retell()

    def watch_order(self) -> None:
        """Draw the tables in their new order."""
        self.retell()

    def order_next(self) -> None:
        """Show them in the next order."""
        orders = list(Order)
        self.order = orders[(orders.index(self.order) + 1) % len(orders)]

    def on_resize(self) -> None:
        """Use what room there is."""
        self.retell()

    def retell(self) -> None:
        """Say what has changed, in the language in use now."""
        width = self.scrollable_content_region.width - _ROW_PADDING
        if width <= 0:
            return
        shown = sort_tables(self.tables, self.order)
        kept = self.chosen or next(iter(sorted(shown, key=self._goes_on)), None)
        rows = {each.id: self._row(each, width, marked=each is kept) for each in shown}
        before, self._drawn = self._drawn, rows
        if list(rows) == list(before):
            for key, row in rows.items():
                if row != before[key]:
                    self.replace_option_prompt(key, row)
            return
        self.set_options(Option(row, id=key) for key, row in rows.items())
        self.highlighted = shown.index(kept) if kept else None

    def _goes_on(self, table: tables_pb2.Table) -> bool:
        """Sort the tables at which you have a seat before the others."""
        return not self.sits(table)

    def does_now(self, _action: str) -> str:
        """Return what Enter does at the marked table; ``""`` where nobody can sit down."""
        table = self.chosen
        does = _("Sit down") if table is None else way_in(table, sits=self.sits(table))
        return "" if does == _("Full") else does

    def _row(self, table: tables_pb2.Table, width: int, *, marked: bool) -> Content:
        does = way_in(table, sits=self.sits(table))
        if marked:
            watch = " ".join((self._key("watch"), _("Watch")))
            full = does == _("Full")
            does = f"{does} · {watch}" if full else f"{self._key('select')} {does} · {watch}"
        return table_row(table, width, does, marked=marked)

    def _key(self, action: str) -> str:
        active = self.screen.active_bindings.values()
        found = [each.binding for each in active if each.binding.action == action]
        return self.app.get_key_display(found[0]) if found else ""

    async def _on_click(self, event: Click) -> None:
        """Only mark a table that is not marked yet."""
        number = event.style.meta.get("option")
        if number is not None and number != self.highlighted:
            event.prevent_default()
            self.highlighted = number

    @on(OptionList.OptionHighlighted)
    def _mark(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.retell()
        self.post_message(self.Marked())

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option.id:
            self.post_message(self.Chosen(event.option.id))
