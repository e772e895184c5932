"""The page of your own results: each game, how you stand, the deals of the day, latest matches.
How high the curve is: `_CURVE_HEIGHT_OF_ROOM`; how many dots a game has: `_MOST_DOTS`; of how many
days the deals are told: `_DOTTED_DAYS`. What is counted is in `history/results.py` and
`history/daily_attempts.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import DataTable, Static

from cardtui_client.faces.game_words import game_name
from cardtui_client.faces.person_words import (
    company_words,
    day_words,
    no_match_words,
    outcome,
    streak_words,
)
from cardtui_client.history import daily_attempts as daily
from cardtui_client.history.daily_attempts import Attempt
from cardtui_client.history.kept_records import Deeds, KeptRecord
from cardtui_client.history.results import Result, Results
from cardtui_client.i18n import _, mark, moment, n_, p_
from cardtui_client.model.own_results import OwnGame, Place, course_of, own_games
from cardtui_client.model.person import PersonGame
from cardtui_client.text import cell_width
from cardtui_client.tui.paint.plot import FEWEST_NUMBERS, plot
from cardtui_client.tui.protocols import HasSettings
from cardtui_client.tui.screens import KeyFooter, LocalizedScreen
from cardtui_client.tui.widgets.words import PlaceLine, Words

Records = Mapping[Place, KeptRecord]
"""The records of matches, by table and number."""

_GAME_CELLS: Final = 19
_WON_CELLS: Final = 7
_LOST_CELLS: Final = 8
_STREAK_CELLS: Final = 11
_STREAK_AND_BEST_CELLS: Final = 31
_MOST_DOTS: Final = 10
"""So many of the latest matches are a dot each."""
_ENVIDOS_CELLS: Final = 12
_BLUFFS_CELLS: Final = 8
_RESULT_CELLS: Final = 14
_LEAST_OPPONENT_CELLS: Final = 12
_COLUMN_PADDING: Final = 2
_MARK_CELLS: Final = 1
_WIDE_WINDOW: Final = 90
"""From so many cells on there is room for the most won in a row."""

_DOTTED_DAYS: Final = 14
"""So many days are a dot each."""
_DEAL_LINES_OF_WINDOW: Final = {34: 7, 28: 4, 0: 2}
"""By the lines of the window, how many deals of the day have a line of their own."""

_MOST_GAMES: Final = 12
_WIDEST_CURVE: Final = 66

_LINES_BESIDES: Final = 13
"""The lines of the page without games, days and curve, and with some of the latest matches."""
_DAYS_TITLE: Final = 2

_CURVE_HEIGHT_OF_ROOM: Final = {11: 7, 8: 5, 3: 3}
"""By how many lines are left, how high the curve is."""


class _Games(DataTable[Text]):
    """Each game: what was won and lost of it, in a row, and what you did."""

    DEFAULT_CSS = """
    _Games { height: auto; max-height: 12; margin-left: 3; }
    """

    def __init__(self, games: Sequence[OwnGame]) -> None:
        super().__init__(cursor_type="none")
        self.can_focus = False
        self._games = games

    def retell(self) -> None:
        """Say it in the language in use now."""
        self.clear(columns=True)
        columns = [
            (_("Game"), _GAME_CELLS),
            (_("Won"), _WON_CELLS),
            (_("Lost"), _LOST_CELLS),
            (_("In a row"), _STREAK_AND_BEST_CELLS if self._is_wide else _STREAK_CELLS),
        ]
        if any(each.deeds.envidos for each in self._games):
            columns.append((_("Envidos"), _ENVIDOS_CELLS))
        if any(each.deeds.held or each.deeds.called for each in self._games):
            columns.append((_("Bluffs"), _BLUFFS_CELLS))
        for heading, width in columns:
            self.add_column(heading, width=width, key=heading)
        for each in self._games:
            self.add_row(*[Text(cell) for cell in self._cells(each)[: len(columns)]])

    @property
    def _is_wide(self) -> bool:
        return self.app.size.width >= _WIDE_WINDOW

    def _dots(self, game: PersonGame) -> str:
        """Return the latest matches of a game, the last one at the right: full ones were won."""
        course = (0, *game.course)[-_MOST_DOTS - 1 :]
        codes = isinstance(self.app, HasSettings) and self.app.settings.card_codes
        lost, won = "-+" if codes else "○●"
        return "".join(won if after > before else lost for before, after in pairwise(course))

    def _cells(self, game: OwnGame) -> list[str]:
        told, deeds = game
        envidos = any(each.deeds.envidos for each in self._games)
        return [
            game_name(told.game),
            str(told.won),
            str(told.lost),
            " ".join(filter(None, (self._dots(told), _row_words(told) if self._is_wide else ""))),
            *([_envidos_words(deeds)] if envidos else []),
            _bluffs_words(deeds),
        ]


class _Curve(Static):
    """How you stand: after each of the latest matches, how many more were won than lost."""

    def __init__(self, course: Sequence[int], rest: Callable[[], int]) -> None:
        """Make it.

        Args:
            rest: tells how many lines the page has without it.
        """
        super().__init__()
        self._course = course
        self._rest = rest

    def retell(self) -> None:
        """Draw it as high as there is room, or not at all."""
        room = self.app.size.height - self._rest()
        height = next(
            (_CURVE_HEIGHT_OF_ROOM[least] for least in _CURVE_HEIGHT_OF_ROOM if least <= room), 0
        )
        self.display = height > 0
        if len(self._course) < FEWEST_NUMBERS:
            self.update(
                _(
                    "From {n} matches on, a curve here shows how you stand. A match with > can be"
                    " watched again: choose it.",
                    n=FEWEST_NUMBERS,
                )
            )
            return
        course = (0, *self._course)
        width = min(_WIDEST_CURVE, self.app.size.width - 8)
        codes = isinstance(self.app, HasSettings) and self.app.settings.card_codes
        about = _(
            "Won less lost: {now} now, from {low} to {high}.",
            now=course[-1],
            low=min(course),
            high=max(course),
        )
        lines = [
            Content.styled(line, "$primary")
            for line in plot(course, width, height, ascii_only=codes)
        ]
        self.update(Content("\n").join([*lines, Content.styled(about, "dim")]))


class _DaysTitle(Static):
    """Names the deals of the day: a dot for each of the latest days, and how many in a row."""

    def __init__(self, attempts: Sequence[Attempt], classes: str) -> None:
        super().__init__(id="daily", classes=classes)
        self._attempts = attempts

    def retell(self) -> None:
        """Say it in the language in use now."""
        today = daily.today()
        title = _("The deal of the day"), "bold $primary"
        row = streak_words(self._attempts, today), "$foreground-muted"
        self.update(Content.assemble(title, f"  {self._dots(today)}  ", row))

    def _dots(self, today: date) -> str:
        """Return a dot for each day, today at the right: full ones were played to the end."""
        codes = isinstance(self.app, HasSettings) and self.app.settings.card_codes
        none, begun, played = ".-+" if codes else "·○●"
        known = {each.day: played if each.line else begun for each in reversed(self._attempts)}
        known |= {each.day: played for each in self._attempts if each.line}
        days = (today - timedelta(days=ago) for ago in reversed(range(_DOTTED_DAYS)))
        return "".join(known.get(each, none) for each in days)


class _Days(DataTable[Text]):
    """The latest deals of the day: what each came to, and the letters by which others check it."""

    DEFAULT_CSS = """
    _Days { height: auto; margin-left: 3; }
    """

    def __init__(self, attempts: Sequence[Attempt], when: Callable[[], int]) -> None:
        """Make it.

        Args:
            when: tells how wide the column of the days is.
        """
        super().__init__(cursor_type="none", show_header=False)
        self.can_focus = False
        self._attempts = attempts
        self._when = when

    @property
    def lines(self) -> int:
        """How many deals have room."""
        high = self.app.size.height
        most = next(lines for least, lines in _DEAL_LINES_OF_WINDOW.items() if high >= least)
        return min(most, len(self._attempts))

    def retell(self) -> None:
        """Say it in the language in use now."""
        self.clear(columns=True)
        for width in (self._when(), _GAME_CELLS, _RESULT_CELLS, _LEAST_OPPONENT_CELLS):
            self.add_column("", width=width)
        for each in self._attempts[: self.lines]:
            ended = each.score or _("not finished")
            cells = day_words(each.day), game_name(each.game), ended, each.letters
            self.add_row(*map(Text, cells))


class _Latest(DataTable[Text]):
    """The latest matches, the last one first; those with a mark can be looked at again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", mark("Watch the replay"), id="results.look_again"),
    ]

    DEFAULT_CSS = """
    _Latest { height: 1fr; }
    """

    def __init__(
        self, results: Sequence[Result], records: Records, when: Callable[[], int]
    ) -> None:
        """Make it.

        Args:
            records: those of them that are kept, by table and number.
            when: tells how wide the column of the moments is.
        """
        super().__init__(cursor_type="row")
        self._results = results
        self._records = records
        self._when = when

    def retell(self) -> None:
        """Say it in the language in use now."""
        if not self.size.width:
            return
        days = [moment(each.at) for each in self._results]
        when = self._when()
        taken = _MARK_CELLS + when + _GAME_CELLS + _RESULT_CELLS + 5 * _COLUMN_PADDING + 1
        at = self.cursor_row
        self.clear(columns=True)
        for heading, width in (
            ("", _MARK_CELLS),
            (_("When"), when),
            (_("Game"), _GAME_CELLS),
            (_("Result"), _RESULT_CELLS),
            (_("Against"), max(self.size.width - taken, _LEAST_OPPONENT_CELLS)),
        ):
            self.add_column(heading, width=width)
        for told, result in zip(days, self._results, strict=True):
            record = self._records.get((result.table, result.match))
            self.add_row(Text(">" if record else "", "bold"), Text(told), *_cells(result, record))
        self.move_cursor(row=at)

    def on_click(self, event: events.Click) -> None:
        """Choose a row with the first click: there is nothing else to do with it."""
        row = event.style.meta.get("row", -1)
        if row >= 0:
            event.prevent_default()
            self.move_cursor(row=row)
            self.action_select_cursor()

    def on_resize(self) -> None:
        """Give the names the room that is left."""
        self.retell()


class ResultsScreen(LocalizedScreen[None]):
    """What this person has won and lost."""

    @dataclass
    class LookAgain(Message):
        """The person wants to look again at the match in a file.

        Attributes:
            path: the file.
        """

        path: Path

    AUTO_FOCUS = "_Latest"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "app.evening", mark("The latest evening"), id="results.evening"),
        Binding("escape,q", "dismiss", mark("Back"), id="results.leave"),
    ]

    DEFAULT_CSS = """
    ResultsScreen {
        align: center top;
        #page { width: 100%; max-width: 132; height: 1fr; padding: 1 1 0 0; }
        .title { padding: 0 4; }
        #latest { color: $primary; text-style: bold; }
        _Curve { height: auto; margin: 1 1 0 4; }
        #daily, #latest { margin-top: 1; }
        #daily.-first, #latest.-first { margin-top: 0; }
        #none { margin-top: 1; padding: 0 4; }
        #none.-first { margin-top: 0; }
    }
    """

    def __init__(
        self, results: Results, records: Records, attempts: Sequence[Attempt] = ()
    ) -> None:
        """Make the screen.

        Args:
            results: what there is to show.
            records: the matches that are kept, by table and number.
            attempts: the deals of the day that were begun, the latest first.
        """
        super().__init__()
        self._latest = results.latest()
        self._attempts = attempts
        self._records = records
        deeds = {at: each.verdict.deeds for at, each in records.items() if each.verdict}
        self._games = own_games(results, deeds)

    def compose(self) -> ComposeResult:
        yield PlaceLine(lambda: _("Results"))
        with Vertical(id="page"):
            if self._games:
                yield _Games(self._games)
                yield _Curve(course_of(self._latest[::-1]), self._rest)
            first = "" if self._games else " -first"
            if self._attempts:
                yield _DaysTitle(self._attempts, f"title{first}")
                yield _Days(self._attempts, self._when)
                first = ""
            if self._latest:
                yield Words(lambda: _("The latest"), classes=f"title{first}", id="latest")
                yield _Latest(self._latest, self._records, self._when)
            else:
                yield Words(_none_words, classes=first.strip(), id="none")
        yield KeyFooter()

    def _rest(self) -> int:
        """Return how many lines the page has without the curve."""
        days = sum(each.lines + _DAYS_TITLE for each in self.query(_Days))
        return _LINES_BESIDES + min(len(self._games), _MOST_GAMES) + days

    def _when(self) -> int:
        """Return how wide the column of the moments is, of days and matches alike."""
        moments = [moment(each.at) for each in self._latest]
        days = [day_words(each.day) for each in self._attempts]
        return max(map(cell_width, (_("When"), *moments, *days)))

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Look again at the match in that row, if its record is kept."""
        event.stop()
        result = self._latest[event.cursor_row]
        record = self._records.get((result.table, result.match))
        if record is None:
            self.notify(_("No record of this match is kept."))
        else:
            self.post_message(self.LookAgain(record.path))

    def stood(self) -> None:
        self.retell()

    def on_resize(self) -> None:
        """Draw the curve for the room that there is now."""
        self.retell()


def _none_words() -> str:
    """Return what to say where no match has ended, and how one begins."""
    return f"{no_match_words()} " + _("Choose a game at home: it is dealt at once, against bots.")


def _row_words(game: PersonGame) -> str:
    """Return how many were won or lost in a row until now, and the most won."""
    if game.streak > 0:
        now = n_("{n} won", "{n} won", game.streak)
    elif game.streak < 0:
        now = n_("{n} lost", "{n} lost", -game.streak)
    else:
        now = ""
    if game.best_streak <= max(game.streak, 0):
        return now
    return p_("matches in a row", "{now}, best {best}", now=now, best=game.best_streak)


def _envidos_words(deeds: Deeds) -> str:
    if not deeds.largest:
        return str(deeds.envidos or "")
    return p_("envidos", "{n}, up to {largest}", n=deeds.envidos, largest=deeds.largest)


def _bluffs_words(deeds: Deeds) -> str:
    """Return how many bluffs held, of all."""
    if not (bluffs := deeds.held + deeds.called):
        return ""
    return p_("bluffs that held", "{held} of {all}", held=deeds.held, all=bluffs)


def _cells(result: Result, record: KeptRecord | None) -> tuple[Text, ...]:
    others = company_words(result.against, result.partners)
    score = record.verdict.deeds.score if record and record.verdict else result.score
    ended = Text(outcome(score, won=result.won), "bold" if result.won else "")
    cells = Text(game_name(result.game)), ended, Text(others)
    for each in cells:
        each.no_wrap, each.overflow = True, "ellipsis"
    return cells
