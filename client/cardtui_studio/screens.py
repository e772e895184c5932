"""The list that asks which match to see again (`RecordChoice`), and how the client opens a replay,
recent hands or an evening, and shares a match (`Replays`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtui_client.faces.game_words import game_name
from cardtui_client.faces.person_words import outcome
from cardtui_client.faces.record_words import began_at, mark_words
from cardtui_client.history.kept_records import KeptRecord
from cardtui_client.i18n import _, mark, moment
from cardtui_client.scene.commands import Eyes
from cardtui_client.text import cell_width, cut, fit
from cardtui_client.tui.dialogs import ListChoice
from cardtui_client.tui.film import NoFilm
from cardtui_studio.deeds import others_of

if TYPE_CHECKING:
    from cardtui_client.history.results import Result
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings
    from cardtui_client.tui.launch import MakeScreen
    from cardtui_client.tui.table.recent_hands import RecentHand
    from cardtui_studio.evening_screen import EveningScreen
    from cardtui_studio.film import Film
    from cardtui_studio.match_film import MatchFilm
    from cardtui_studio.replay_screen import ReplayScreen


_LIST_CELLS: Final = 90
"""How wide the list of matches is at most."""
_WINDOW_PERCENT: Final = 96
"""Of 100 columns of the window, how many it takes at most."""
_FRAME_CELLS: Final = 10
"""The columns beside its words: borders, blanks, and a bar to scroll with."""
_COLUMN_GAP: Final = "  "
_NAMES_COLUMN: Final = 3
"""The column of the names, which alone gives way where there is little room."""
_LEAST_NAME_CELLS: Final = 8


class Replays:
    """What the client's `Films` is here; what each needs is loaded when it is asked for."""

    def choice(self, kept: Sequence[KeptRecord], results: Sequence[Result]) -> RecordChoice:
        """Return the screen that asks which match to look at."""
        return RecordChoice(kept, results)

    def again(self, record: KeptRecord, *, worst: bool = False) -> MakeScreen:
        """Return what shows the match of a record, with your own eyes."""
        return replay_of(_film_of(record), Eyes(record.own), worst=worst)

    def back(self, hands: Sequence[RecentHand], connection: Connection) -> MakeScreen:
        """Return what shows the recent hands of a table, from the last one on."""
        from cardtui_studio.film import SeenFilm

        film = SeenFilm(hands, lambda: connection)
        return replay_of(film, Eyes(film.own), len(film.hands))

    def evening(self, kept: Sequence[KeptRecord]) -> MakeScreen:
        """Return what shows the latest evening."""

        def make(settings: Settings) -> EveningScreen:
            from cardtui_studio.evening import your_evening
            from cardtui_studio.evening_screen import EveningScreen

            return EveningScreen(lambda: your_evening(settings, kept))

        return make

    def shared(self, record: KeptRecord) -> str:
        """Return the line by which somebody else plays the packs of a record."""
        return _film_of(record).shared(record.own or 0)


def replay_of(film: Film, eyes: Eyes, hand: int = 1, *, worst: bool = False) -> MakeScreen:
    """Return what makes the replay of a match.

    Args:
        eyes: whose eyes to look with at first.
        hand: the number of the hand to begin with.
        worst: whether to go to your costliest mistake once it is known.
    """

    def make(settings: Settings) -> ReplayScreen:
        from cardtui_studio.replay_screen import ReplayScreen

        return ReplayScreen(film, eyes, hand, settings, worst=worst)

    return make


def _film_of(record: KeptRecord) -> MatchFilm:
    """Return the match of a record.

    Raises:
        NoFilm: the file is no record of a match.
    """
    from cardtui_client.command_line.errors import Failed
    from cardtui_studio.match_film import film_of

    try:
        return film_of(record.path)
    except Failed as error:
        raise NoFilm(error.message) from None


class RecordChoice(ListChoice[KeptRecord | None]):
    """Asks which match to look at, the latest first; it gives back its record, or nothing."""

    DEFAULT_CSS = f"RecordChoice #box {{ width: {_LIST_CELLS}; max-width: {_WINDOW_PERCENT}%; }}"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", mark("Cancel"), id="choice.cancel"),
        Binding("y", "copy", mark("Copy its path"), id="choice.copy"),
    ]

    def __init__(self, kept: Sequence[KeptRecord], results: Sequence[Result]) -> None:
        super().__init__()
        ended = {(each.table, each.match): float(each.at) for each in results}
        timed = [(ended.get(each.table) or began_at(each), each) for each in kept]
        self._timed = sorted(timed, key=lambda each: each[0], reverse=True)

    def question(self) -> str:
        return _("Which replay would you like to watch?")

    def options(self) -> list[Option]:
        cells = [_cells(each, at) for at, each in self._timed]
        widths = [max(map(cell_width, column)) for column in zip(*cells, strict=True)]
        width = min(_LIST_CELLS, self.app.size.width * _WINDOW_PERCENT // 100) - _FRAME_CELLS
        left = width - sum(widths) - len(_COLUMN_GAP) * (sum(map(bool, widths)) - 1)
        widths[_NAMES_COLUMN] = max(_LEAST_NAME_CELLS, widths[_NAMES_COLUMN] + min(0, left))
        rows = [filter(None, map(_padded, row, widths)) for row in cells]
        return [Option(Content(cut(_COLUMN_GAP.join(row), width))) for row in rows]

    def on_resize(self) -> None:
        """Give the names the room that is left."""
        self.say_anew()

    def action_copy(self) -> None:
        """Copy where the record of that match is kept; this works through ssh, too."""
        if (at := self.query_one(OptionList).highlighted) is not None:
            path = str(self._timed[at][1].path)
            self.app.copy_to_clipboard(path)
            self.notify(_("Copied: {line}", line=path))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take that match."""
        event.stop()
        self.dismiss(self._timed[event.option_index][1])


def _padded(text: str, width: int) -> str:
    told = fit(text, width)
    return told + " " * (width - cell_width(told))


def _cells(record: KeptRecord, at: float) -> tuple[str, ...]:
    score = record.verdict.deeds.score if record.verdict else ""
    ended = "" if record.won is None else outcome(score, won=record.won)
    return (moment(at), game_name(record.game), ended, others_of(record), mark_words(record))
