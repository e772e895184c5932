"""What the lobby says of the table under the cursor: who sits where, and by which rules."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from cardtui.v1 import tables_pb2
from cardtui_client.games.game_words import (
    bot_words,
    changed_options,
    game_name,
    option_name,
    preset_name,
    value_words,
)
from cardtui_client.games.seats import announced
from cardtui_client.games.terms import TERMS, terms_told
from cardtui_client.i18n import _
from cardtui_client.limits import MOST_SEATS, NAME_CELLS, TABLE_NAME_CELLS
from cardtui_client.model.table_summary import is_free, lack_words, player
from cardtui_client.text import cell_width, safe_text
from cardtui_client.tui.lobby.table_preview import TablePreview
from cardtui_client.tui.widgets.words import WordButton

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
    """The chosen table, and buttons for what one can do with it."""

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
        """Say by which rules of the game one plays."""
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
