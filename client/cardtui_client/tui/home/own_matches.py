"""What one plays this evening: matches that wait for one, and how those that ended came out.

A click on the latter shows those of all evenings, as a key does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click
from textual.message import Message
from textual.widgets import DataTable

from cardtui_client.i18n import _
from cardtui_client.settings.diary import Diary, OwnMatch
from cardtui_client.text import cell_width, fit
from cardtui_client.tui.widgets.row_list import RowList
from cardtui_client.tui.widgets.words import Words

_CELLS: Final = (19, 16, 18)
"""How wide the columns are: the game, how far it is, against whom; the place has what is left."""
_PADDING: Final = 2
"""The blanks around the words of a column."""
_BAR: Final = 2
"""The columns of a bar at the side."""
_LEAST_PLACE: Final = 10
_LOOKS: Final = ("bold", "", "", "dim")


class OwnMatches(Vertical):
    """Matches that wait, newest first, and the score of the evening; nothing where there is none.

    Attributes:
        waiting: the matches that are shown.
        has_results: whether any match was ever played to its end.
    """

    DEFAULT_CSS = """
    OwnMatches {
        height: auto;
        margin-bottom: 1;
        display: none;
        &.-some { display: block; }
        #waiting { height: auto; display: none; }
        DataTable { height: auto; max-height: 4; }
        &.-waiting #waiting { display: block; }
        #evening { color: $accent; padding: 0 1; display: none; }
        &.-evening #evening { display: block; }
    }
    """

    @dataclass
    class GoOn(Message):
        """A match was chosen, to go on with.

        Attributes:
            match: where it is.
        """

        match: OwnMatch

    def __init__(self, diary: Diary) -> None:
        """Make it.

        Args:
            diary: tells of matches.
        """
        super().__init__()
        self._diary = diary
        self.waiting: list[OwnMatch] = []
        self.has_results = False

    def compose(self) -> ComposeResult:
        """Lay the list over the score."""
        with Vertical(id="waiting"):
            yield Words(lambda: _("Your seat is waiting"), classes="title first")
            yield RowList(cursor_type="row", show_header=False, zebra_stripes=False)
        yield Words(self._evening, id="evening")

    def look(self) -> None:
        """Read the diary and show what it says now."""
        self.waiting = self._diary.waiting()
        results = self._diary.results
        self.has_results = bool(results.scores())
        evening = bool(results.evening())
        self.set_class(bool(self.waiting), "-waiting")
        self.set_class(evening, "-evening")
        self.set_class(bool(self.waiting) or evening, "-some")
        self.retell()

    def retell(self) -> None:
        """Say everything in the language in use now."""
        self.query_one("#evening", Words).retell()
        table: DataTable[Text] = self.query_one(DataTable)
        at = table.cursor_row
        table.clear(columns=True)
        if not self.waiting:
            return
        from cardtui_client.games.game_words import game_name  # where there is nothing, not loaded

        left = self.size.width - sum(_CELLS) - _PADDING * (len(_CELLS) + 1) - _BAR
        widths = (*_CELLS, max(left, _LEAST_PLACE))
        for width in widths:
            table.add_column("", width=width)
        for number, each in enumerate(self.waiting):
            place = _place(each, widths[-1])
            words = game_name(each.game), _how_far(each), each.against, place
            told = (fit(text, width) for text, width in zip(words, widths, strict=True))
            cells = (Text(text, look) for text, look in zip(told, _LOOKS, strict=True))
            table.add_row(*cells, key=str(number))
        table.move_cursor(row=min(at, max(0, len(self.waiting) - 1)), animate=False)

    def on_resize(self) -> None:
        """Give the place the room that is left."""
        self.retell()

    def _evening(self) -> str:
        """Return by game what was won and lost this evening."""
        scores = self._diary.results.evening()
        if not scores:
            return ""
        from cardtui_client.games.game_words import game_name

        told = " · ".join(
            _("{game} {won}–{lost}", game=game_name(game), won=score.won, lost=score.lost)
            for game, score in scores.items()
        )
        return _("This evening, won–lost: {scores}", scores=told)

    def go_on(self) -> None:
        """Go on with the match that was left last."""
        self.post_message(self.GoOn(self.waiting[0]))

    @on(Click, "#evening")
    async def _show_all(self) -> None:
        await self.run_action("app.open_results")

    @on(DataTable.RowSelected)
    def _choose(self, event: DataTable.RowSelected) -> None:
        event.stop()
        if event.row_key.value:
            self.post_message(self.GoOn(self.waiting[int(event.row_key.value)]))


def _how_far(match: OwnMatch) -> str:
    """Return the hand and the score, as far as they are known."""
    hand = _("hand {hand}", hand=match.hand) if match.hand else ""
    return " · ".join(words for words in (hand, match.score) if words)


def _place(match: OwnMatch, width: int) -> str:
    """Return the table's name, and where it is if that is another machine and has room."""
    whole = match.name if match.is_here else f"{match.name} · {match.address}"
    return whole if cell_width(whole) <= width else match.name
