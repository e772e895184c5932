"""The results: what was ever won and lost of each game, and how the latest matches ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import DataTable

from cardtui_client.faces.game_words import game_name
from cardtui_client.faces.person_words import no_match_words, when
from cardtui_client.i18n import _, mark, p_
from cardtui_client.model.sides import names
from cardtui_client.settings.diary import Result, Results, Score
from cardtui_client.tui.screens import KeyFooter, LocalizedScreen
from cardtui_client.tui.widgets.words import PlaceLine, Words

Records = Mapping[tuple[str, int], Path]
"""The files of matches, by table and number."""

_WHEN: Final = len("2026-11-24 20:15")
_GAME: Final = 19
_NUMBER: Final = 8
_ENDED: Final = 8
_LEAST: Final = 16
_PADDING: Final = 2
_MARK: Final = 1


class _Scores(DataTable[Text]):
    """Each game, and what was won and lost of it."""

    DEFAULT_CSS = """
    _Scores { height: auto; max-height: 12; }
    """

    def __init__(self, results: Results) -> None:
        super().__init__(cursor_type="none")
        self.can_focus = False
        self._results = results

    def retell(self) -> None:
        """Say it in the language in use now."""
        self.clear(columns=True)
        for heading, width in (
            (_("Game"), _WHEN + _GAME + _PADDING),
            (_("Won"), _NUMBER),
            (_("Lost"), _NUMBER),
        ):
            self.add_column(heading, width=width)
        for game, score in self._results.scores().items():
            self.add_row(Text(game_name(game), "bold"), *_numbers(score))


class _Latest(DataTable[Text]):
    """The latest matches, the last one first; those with a mark can be looked at again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", mark("Watch the replay"), id="results.look_again"),
    ]

    DEFAULT_CSS = """
    _Latest { height: 1fr; }
    """

    def __init__(self, results: Results, records: Records) -> None:
        """Make it.

        Args:
            results: the matches.
            records: the files of those that are kept, by table and number.
        """
        super().__init__(cursor_type="row")
        self._results = results
        self._records = records

    def retell(self) -> None:
        """Say it in the language in use now."""
        if not self.size.width:
            return
        taken = _MARK + _WHEN + _GAME + _ENDED + 5 * _PADDING + 1
        at = self.cursor_row
        self.clear(columns=True)
        for heading, width in (
            ("", _MARK),
            (_("When"), _WHEN),
            (_("Game"), _GAME),
            ("", _ENDED),
            (_("Against"), max(self.size.width - taken, _LEAST)),
        ):
            self.add_column(heading, width=width)
        for result in self._results.latest():
            kept = (result.table, result.match) in self._records
            self.add_row(Text(">" if kept else "", "bold"), *_cells(result))
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
        Binding("w", "app.replay", mark("Watch a replay"), id="results.replay"),
        Binding("escape,q", "dismiss", mark("Back"), id="results.leave"),
    ]

    DEFAULT_CSS = """
    ResultsScreen {
        align: center top;
        #page { width: 100%; max-width: 100; height: 1fr; padding: 1 2 0 2; }
        .title { color: $primary; text-style: bold; }
        #latest { margin-top: 1; }
    }
    """

    def __init__(self, results: Results, records: Records) -> None:
        """Make the screen.

        Args:
            results: what there is to show.
            records: the files of the matches that are kept, by table and number.
        """
        super().__init__()
        self._results = results
        self._records = records

    def compose(self) -> ComposeResult:
        """Lay the latest matches below what all of them came to."""
        yield PlaceLine(lambda: _("Results"))
        with Vertical(id="page"):
            if self._results.scores():
                yield Words(lambda: _("All matches"), classes="title")
                yield _Scores(self._results)
                yield Words(lambda: _("The latest"), classes="title", id="latest")
                yield _Latest(self._results, self._records)
            else:
                yield Words(no_match_words)
        yield KeyFooter()

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Look again at the match in that row, if its record is kept."""
        event.stop()
        result = self._results.latest()[event.cursor_row]
        path = self._records.get((result.table, result.match))
        if path is None:
            self.notify(_("No record of this match is kept."))
        else:
            self.post_message(self.LookAgain(path))

    def stood(self) -> None:
        """Say what cannot be said while composing."""
        self.retell()


def _numbers(score: Score) -> tuple[Text, Text]:
    return Text(str(score.won)), Text(str(score.lost))


def _cells(result: Result) -> tuple[Text, ...]:
    others = names([*result.against])
    if result.partners:
        others = _("{others}, with {partners}", others=others, partners=names([*result.partners]))
    ended = Text(p_("a match", "won"), "bold") if result.won else Text(p_("a match", "lost"))
    cells = Text(when(result)), Text(game_name(result.game)), ended, Text(others)
    for each in cells:
        each.no_wrap, each.overflow = True, "ellipsis"
    return cells
