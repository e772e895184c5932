"""The projector: a tournament as a hall reads it, page after page, with no key (`ProjectorScreen`).
How long a page stays: `_PAGE_SECONDS`; how large its rows are: `_ROW_LINES`, `_MOST_PAGES`,
`_LARGE_LETTERS_WINDOW`; how many leaders stand out: `_LEADER_COUNT`.

Its rows are as large as the first of `_ROW_LINES` that needs no more than `_MOST_PAGES`; large
letters want a window of `_LARGE_LETTERS_WINDOW`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from cardtui_client.faces.standing import minutes
from cardtui_client.faces.tournament_words import Column, columns_of, next_words, stage_words, who
from cardtui_client.i18n import _, mark, n_, p_
from cardtui_client.model.tournament import Line, TournamentModel
from cardtui_client.net.call_errors import Refused
from cardtui_client.net.connection import Connection
from cardtui_client.net.tournament_feed import followed
from cardtui_client.text import cell_width, fit, wrap
from cardtui_client.tui.paint.canvas import Canvas, Place, readable, style
from cardtui_client.tui.paint.letters import large
from cardtui_client.tui.protocols import HasSettings
from cardtui_client.tui.screens import LocalizedScreen
from cardtui_client.tui.widgets.painted import Painted

_PAGE_SECONDS: Final = 8.0
_MOST_PAGES: Final = 5
_LARGE_LETTERS_WINDOW: Final = (100, 32)
_LETTER_LINES: Final = 3
"""The lines of large letters."""

_ROW_LINES: Final = (_LETTER_LINES + 1, 2, 1)
"""By how many lines rows stand apart; the first with large letters."""

_EDGE_CELLS: Final = 2
_COLUMN_GAP: Final = 2
_LEADER_COUNT: Final = 3
_HEADING_LINES: Final = 3
"""The lines of a page above its rows: how far it is, a blank, what the numbers are."""

_LEAST_NAME: Final = 20
_MOST_TOLD: Final = 3
"""The lines of what was announced, at most."""


class Row(NamedTuple):
    """A row of a page.

    Attributes:
        place: what stands before the names.
        names: who; those who meet stand beside each other.
        cells: the numbers behind them, the first of which counts first.
    """

    place: str
    names: tuple[str, ...]
    cells: tuple[str, ...] = ()


class Part(NamedTuple):
    """What is shown on one page, or on several if there is much of it.

    Attributes:
        title: what it is.
        heads: what the numbers are.
        rows: what there is.
    """

    title: str
    heads: tuple[str, ...]
    rows: Sequence[Row]


class _Page(NamedTuple):
    """What is seen at a time.

    Attributes:
        part: what it is of.
        rows: what stands there.
        step: by how many lines they stand apart.
    """

    part: Part
    rows: Sequence[Row]
    step: int


def parts_of(model: TournamentModel) -> list[Part]:
    """Return what there is to show of a tournament now."""
    if not (model.now.round and model.lines):
        names = [Row("", (each,)) for each in model.players]
        return [Part(n_("1 player", "{n} players", len(names)), (), names)]
    title = _("Final standings") if model.is_over else p_("standings", "Standings")
    columns = columns_of(model)
    heads = tuple([p_("standings", head) for head, _read in columns])
    parts = [Part(title, heads, [_standing(each, columns) for each in model.lines])]
    if model.is_over:
        return parts
    under_way = [each for each in model.fixtures.values() if not each.is_settled]
    rows = [
        Row(f"{each.number}", tuple([name or _("bot") for name in each.names]))
        for each in under_way
    ]
    rows += [
        Row(_("Bye"), (each,)) for each in model.byes_in(model.now.round) if model.now.open_rounds
    ]
    return parts + ([Part(_("Under way"), (), rows)] if rows else [])


def _standing(line: Line, columns: Sequence[Column]) -> Row:
    return Row(f"{line.place}", (who(line),), tuple([f"{read(line)}" for _head, read in columns]))


class Board(Painted):
    """A tournament, painted for people who sit far away."""

    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.model = TournamentModel()
        self.trouble = ""
        self.page = 0

    def retell(self) -> None:
        """Say everything in the language in use now."""
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        top, bottom = self._paint_head(canvas), self._paint_foot(canvas)
        pages = self._pages(bottom - top - _HEADING_LINES, high=_is_large(canvas))
        if pages:
            at = self.page % len(pages)
            number = f"  {at + 1}/{len(pages)}" if len(pages) > 1 else ""
            self._paint_page(canvas, top, pages[at], number)

    def _pages(self, room: int, *, high: bool) -> list[_Page]:
        """Return all pages that fit into so many lines."""
        found: list[_Page] = []
        for part in parts_of(self.model) if self.model.id else ():
            sizes = [max((room + 1) // step, 1) for step in _ROW_LINES]
            enough = [len(part.rows) <= each * _MOST_PAGES for each in sizes]
            use = [*enough[:-1], True].index(True, 0 if high else 1)
            parted = range(0, len(part.rows), sizes[use])
            found += [
                _Page(part, part.rows[at : at + sizes[use]], _ROW_LINES[use]) for at in parted
            ]
        return found

    # --- the parts of a page ---------------------------------------------------------------

    def _paint_head(self, canvas: Canvas) -> int:
        """Paint what it is, and the time to the next round; return the line below."""
        palette, model, high = canvas.palette, self.model, _is_large(canvas)
        colours = readable(palette.primary), palette.primary
        lines = _LETTER_LINES + 2 if high else 1
        canvas.fill(Place(0, 0, canvas.width, lines), style(*colours))
        y, right = 1 if high else 0, canvas.width - _EDGE_CELLS
        counts = next_words(model) and not model.is_field  # that takes days
        left = model.now.next_milliseconds / 1000 - time.time() if counts else 0
        shown = minutes(left) if left > 0 else ""
        if shown and not high:
            shown = _("next round in {time}", time=shown)
        elif not shown and high and model.now.round and model.now.rounds and not model.is_over:
            shown = f"{model.now.round}/{model.now.rounds}"
        if shown:
            right -= _COLUMN_GAP + _put(
                canvas, shown, (_EDGE_CELLS, right), y, colours, high=high, ends=True
            )
        _put(canvas, model.name, (_EDGE_CELLS, right), y, colours, high=high)
        how = _("Asking the server…")
        if model.id:
            how = " · ".join(filter(None, [stage_words(model), next_words(model)]))
        look = style(palette.ink, bold=True)
        canvas.text(_EDGE_CELLS, lines + 1, fit(how, canvas.width - 2 * _EDGE_CELLS), look)
        return lines + 1

    def _paint_foot(self, canvas: Canvas) -> int:
        """Paint what is wrong, or what was announced last; return the line above."""
        palette, told = canvas.palette, "".join(self.model.announced[-1:])
        lines = wrap(self.trouble or told, canvas.width - 2 * _EDGE_CELLS)[:_MOST_TOLD]
        lines = lines if self.trouble or told else []
        ground = palette.error if self.trouble else palette.accent
        look = style(readable(ground), ground, bold=True)
        y = canvas.height - len(lines)
        canvas.fill(Place(0, y, canvas.width, len(lines)), look)
        for row, line in enumerate(lines, y):
            canvas.text(_EDGE_CELLS, row, line, look)
        return y

    def _paint_page(self, canvas: Canvas, top: int, page: _Page, number: str) -> None:
        palette, part, high = canvas.palette, page.part, page.step > _LETTER_LINES
        look = style(palette.primary, bold=True)
        end = canvas.width - _EDGE_CELLS
        canvas.text(end - cell_width(part.title + number), top, part.title + number, look)
        places = _COLUMN_GAP + max(_cells(canvas, each.place, high=high) for each in part.rows)
        widths = self._widths(canvas, part, high=high)
        while sum(widths) > end - _EDGE_CELLS - places - _LEAST_NAME:
            widths.pop()
        names = end - sum(widths)
        edges = [sum(widths[: at + 1], names) for at in range(len(widths))]
        for head, edge in zip(part.heads, edges, strict=False):
            canvas.text(edge - cell_width(head), top + 2, head, style(palette.muted, bold=True))
        for index, row in enumerate(page.rows):
            y = top + _HEADING_LINES + index * page.step
            leads = row.cells and int(row.place) <= _LEADER_COUNT
            colours = palette.primary if leads else palette.ink, palette.surface
            _put(canvas, row.place, (_EDGE_CELLS, _EDGE_CELLS + places), y, colours, high=high)
            _names(canvas, row.names, (_EDGE_CELLS + places, names), y, colours, high=high)
            for at, (cell, edge) in enumerate(zip(row.cells, edges, strict=False)):
                there = edge - widths[at] + _COLUMN_GAP, edge
                _put(
                    canvas,
                    cell,
                    there,
                    y + (at > 0) * high,
                    colours,
                    high=high and not at,
                    ends=True,
                )

    def _widths(self, canvas: Canvas, part: Part, *, high: bool) -> list[int]:
        """Return how many cells each number takes with the blanks before it."""
        return [
            _COLUMN_GAP
            + max(
                cell_width(head),
                *(_cells(canvas, each.cells[at], high=high and not at) for each in part.rows),
            )
            for at, head in enumerate(part.heads)
        ]


def _is_large(canvas: Canvas) -> bool:
    """Tell whether there is room for large letters."""
    return canvas.width >= _LARGE_LETTERS_WINDOW[0] and canvas.height >= _LARGE_LETTERS_WINDOW[1]


def _cells(canvas: Canvas, text: str, *, high: bool) -> int:
    """Return how many cells a text takes, in large letters if it is to be high and has them."""
    letters = (
        large(text, canvas.width, _LETTER_LINES, ascii_only=canvas.ascii_only) if high else None
    )
    return letters.width if letters else cell_width(text)


def _put(
    canvas: Canvas,
    text: str,
    between: tuple[int, int],
    y: int,
    colours: tuple[str, str],
    *,
    high: bool,
    ends: bool = False,
) -> int:
    """Write a text between two cells, as high as it may be; return how many cells it takes.

    Args:
        high: whether it is in large letters, where it fits in them.
        ends: whether it ends at the right.
    """
    left, right = between
    letters = (
        large(text, right - left, _LETTER_LINES, ascii_only=canvas.ascii_only) if high else None
    )
    text = fit(text, right - left)
    width = letters.width if letters else cell_width(text)
    x = right - width if ends else left
    if letters:
        letters.draw(canvas, x, y, *colours)
    else:
        canvas.text(x, y + high, text, style(*colours, bold=True))
    return width


def _names(
    canvas: Canvas,
    names: tuple[str, ...],
    between: tuple[int, int],
    y: int,
    colours: tuple[str, str],
    *,
    high: bool,
) -> None:
    """Write a name; of two who meet, one on each side of the middle."""
    left, right = between
    if len(names) != 2:
        _put(canvas, " – ".join(names), between, y, colours, high=high)
        return
    middle = (left + right) // 2
    canvas.text(middle, y + high, "–", style(*colours, bold=True))
    _put(canvas, names[0], (left, middle - _COLUMN_GAP), y, colours, high=high, ends=True)
    _put(canvas, names[1], (middle + _COLUMN_GAP + 1, right), y, colours, high=high)


class ProjectorScreen(LocalizedScreen[None]):
    """A tournament for the hall, until somebody quits."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "app.quit", mark("Quit"), id="projector.quit"),
    ]

    def __init__(self, connection: Connection, tournament: str) -> None:
        """Follow the tournament of that id."""
        super().__init__()
        self.subject = tournament
        self._connection = connection
        self._tournament = tournament
        self._board = Board()

    def compose(self) -> ComposeResult:
        yield self._board

    def stood(self) -> None:
        self.take_settings()
        self._follow()
        self.set_interval(_PAGE_SECONDS, self._turn)
        self.set_interval(1, self._board.repaint)  # only what is different is sent

    def take_settings(self) -> None:
        """Draw with the signs that the person wants."""
        if isinstance(self.app, HasSettings):
            self._board.ascii_only = self.app.settings.card_codes
            self._board.restyle()

    def draw(self) -> None:
        self._board.repaint()

    def _turn(self) -> None:
        self._board.page += 1
        self.changed()

    @work(exclusive=True)
    async def _follow(self) -> None:
        try:
            async for model, lost in followed(self._connection, self._tournament):
                self._board.model = model
                self._board.trouble = " ".join((lost, _("Trying again…"))) if lost else ""
                self.changed()
        except Refused as refused:
            self._board.trouble = str(refused)
            self.changed()
