"""What the client's screens ask for (`Replays`): which match to see again, and what shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtui_client.faces.game_words import game_name
from cardtui_client.faces.person_words import outcome
from cardtui_client.faces.record_words import began_words, mark_words
from cardtui_client.history.kept_records import KeptRecord
from cardtui_client.i18n import _, mark, moment
from cardtui_client.model.sides import names
from cardtui_client.scene.commands import Eyes
from cardtui_client.tui.dialogs import ListChoice
from cardtui_client.tui.film import NoFilm

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
    """Asks which match to look at; it gives back its record, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", mark("Cancel"), id="choice.cancel"),
        Binding("y", "copy", mark("Copy its path"), id="choice.copy"),
    ]

    def __init__(self, kept: Sequence[KeptRecord], results: Sequence[Result]) -> None:
        super().__init__()
        self._kept = kept
        self._ended = {(each.table, each.match): moment(each.at) for each in results}

    def question(self) -> str:
        return _("Which replay would you like to watch?")

    def options(self) -> list[Option]:
        ended = self._ended
        lines = [_line(each, ended.get(each.table) or began_words(each)) for each in self._kept]
        return [Option(Content(line)) for line in lines]

    def action_copy(self) -> None:
        """Copy where the record of that match is kept; this works through ssh, too."""
        if (at := self.query_one(OptionList).highlighted) is not None:
            path = str(self._kept[at].path)
            self.app.copy_to_clipboard(path)
            self.notify(_("Copied: {line}", line=path))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take that match."""
        event.stop()
        self.dismiss(self._kept[event.option_index])


def _line(record: KeptRecord, at: str) -> str:
    score = record.verdict.deeds.score if record.verdict else ""
    ended = "" if record.won is None else outcome(score, won=record.won)
    parts = (at, game_name(record.game), ended, names([*record.others]), mark_words(record))
    return "  ".join(part for part in parts if part)
