"""Home's list of matches that you can continue (`OwnMatches`): its columns, and today's score.
Which columns are left out in a narrow window: `_widths`. For how long it is today is in
`history/results.py`; which matches wait, in `history/diary.py`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click
from textual.message import Message
from textual.widgets import DataTable

from cardtui_client.history.diary import Diary, OwnMatch
from cardtui_client.i18n import _, day
from cardtui_client.text import cell_width, fit
from cardtui_client.tui.widgets.row_list import RowList
from cardtui_client.tui.widgets.words import Words

_MOST_COLUMN_CELLS: Final = (19, 20, 18)
"""How wide columns are at most: the game, how far it is, against whom; the place has the rest."""
_COLUMN_PADDING: Final = 2
"""The blanks around the words of a column."""
_SCROLLBAR_COLUMNS: Final = 2
"""The columns of a bar at the side."""
_LEAST_PLACE: Final = 10
_MORE_KEY: Final = "more"
"""The key of the line that leads to all matches."""
_COLUMN_STYLES: Final = ("bold", "", "", "")


class OwnMatches(Vertical):
    """Matches that wait, newest first, and the score of the evening; nothing where there is none.

    Attributes:
        waiting: the matches that wait.
        rows: the lines for them; if they are too few, the last one leads to all matches.
        has_results: whether there are results of any match, or of a deal of the day.
    """

    DEFAULT_CSS = """
    OwnMatches {
        height: auto;
        display: none;
        &.-some { display: block; }
        .title { color: $primary; text-style: bold; padding: 0 1; }
        #waiting { height: auto; display: none; }
        DataTable { height: auto; }
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

    class Unfold(Message):
        """All matches that wait are wanted."""

    def __init__(self, diary: Diary) -> None:
        """Make it.

        Args:
            diary: tells of matches.
        """
        super().__init__()
        self._diary = diary
        self.waiting: list[OwnMatch] = []
        self.rows = 0
        self._unfolded = False
        self.has_results = False

    def compose(self) -> ComposeResult:
        with Vertical(id="waiting"):
            yield Words(lambda: _("Continue"), classes="title")
            yield RowList(cursor_type="row", show_header=False, zebra_stripes=False)
        yield Words(self._evening, id="evening")

    def look(self) -> None:
        """Read the diary and show what it says now."""
        self.waiting = self._diary.waiting()
        results = self._diary.results
        self.has_results = bool(results.latest() or self._diary.attempts.all())
        waits, evening = bool(self.waiting), bool(results.evening())
        self.update_classes({"-waiting": waits, "-evening": evening, "-some": waits or evening})
        self.retell()

    def retell(self) -> None:
        """Say everything in the language in use now."""
        self.query_one("#evening", Words).retell()
        table: DataTable[Text] = self.query_one(DataTable)
        at = table.cursor_row
        table.clear(columns=True)
        if not self.waiting:
            return
        from cardtui_client.faces.game_words import game_name  # where there is nothing, not loaded

        whole = self._unfolded or len(self.waiting) <= self.rows
        shown = self.waiting if whole else self.waiting[: self.rows - 1]
        told = [(game_name(each.game), how_far(each), each.against) for each in shown]
        widths = self._widths(told)
        for width in widths:
            table.add_column("", width=width)
        for number, each in enumerate(shown):
            place = _place(each, widths[-1]) if len(widths) > len(_MOST_COLUMN_CELLS) else ""
            parts = zip((*told[number], place), widths, _COLUMN_STYLES, strict=False)
            cells = (Text(fit(text, width), look) for text, width, look in parts)
            table.add_row(*cells, key=str(number))
        if more := len(self.waiting) - len(shown):
            table.add_row(Text(_("{n} more…", n=more)), key=_MORE_KEY)
        table.move_cursor(row=min(at, table.row_count - 1), animate=False)

    def _widths(self, told: Sequence[tuple[str, ...]]) -> list[int]:
        """Return the widths of as many columns as there is room for, none wider than its words."""
        left, widths = self.size.width - _SCROLLBAR_COLUMNS, list[int]()
        longest = (max(map(cell_width, column)) for column in zip(*told, strict=True))
        for width in (*map(min, longest, _MOST_COLUMN_CELLS), _LEAST_PLACE):
            left -= width + _COLUMN_PADDING
            if left >= 0 or not widths:
                widths.append(width)
        widths[-1] += max(left, 0)
        return widths

    def take(self, rows: int, *, unfolded: bool) -> None:
        """Have that many lines for matches.

        Args:
            rows: how many.
            unfolded: whether to show all matches there, to be scrolled if need be.
        """
        if (rows, unfolded) != (self.rows, self._unfolded):
            self.rows, self._unfolded = rows, unfolded
            self.query_one(RowList).styles.max_height = rows
            self.retell()

    def on_resize(self) -> None:
        """Give the place the room that is left."""
        self.retell()

    def focus_rows(self) -> None:
        """Go to the matches."""
        self.query_one(RowList).focus()

    def _evening(self) -> str:
        """Return what was won and lost this evening: by game, if that has room on a line."""
        scores = self._diary.results.evening()
        if not scores:
            return ""
        from cardtui_client.faces.game_words import game_name

        told = " · ".join(
            _("{game} {won}–{lost}", game=game_name(game), won=score.won, lost=score.lost)
            for game, score in scores.items()
        )
        line = _("Today, won–lost: {scores}", scores=told)
        if cell_width(line) <= self.size.width - _COLUMN_PADDING:
            return line
        won, lost = (sum(each) for each in zip(*scores.values(), strict=True))
        return _("Today: won {won}, lost {lost}", won=won, lost=lost)

    def go_on(self) -> None:
        """Go on with the match that was left last."""
        self.post_message(self.GoOn(self.waiting[0]))

    @on(Click, "#evening")
    async def _show_all(self) -> None:
        await self.run_action("app.open_results")

    @on(DataTable.RowSelected)
    def _choose(self, event: DataTable.RowSelected) -> None:
        event.stop()
        if event.row_key.value == _MORE_KEY:
            self.post_message(self.Unfold())
        elif event.row_key.value:
            self.post_message(self.GoOn(self.waiting[int(event.row_key.value)]))


def how_far(match: OwnMatch) -> str:
    """Return the hand and the score, as far as they are known, or that there are none yet."""
    if not match.has_begun:
        return _("not begun yet")
    hand = _("hand {hand}", hand=match.hand) if match.hand else ""
    return " · ".join(words for words in (hand, match.score) if words)


def _place(match: OwnMatch, width: int) -> str:
    """Return what it waits for, since when, and where if not here: as much as has room."""
    clock = _clock(match.at)
    since = _("since {time}", time=clock) if ":" in clock else _("since {day}", day=clock)
    if match.has_begun and not match.turn:
        since = _("last played {time}", time=clock)
    wanted = [_("your turn")] if match.turn else []
    wanted += [since] if clock else []
    wanted += [] if match.is_here else [*_table(match), match.address]
    told = ""
    for more in wanted:
        if cell_width(whole := f"{told} · {more}" if told else more) <= width:
            told = whole
    return told


def _table(match: OwnMatch) -> list[str]:
    """Return what its table is called; nothing if it is your own, or has no name.

    The number after a name that was taken tells nobody anything.
    """
    if match.name.rstrip(" 0123456789") in ("", match.player):
        return []
    is_theirs = match.name in match.against.split(", ")
    return [_("{name}’s table", name=match.name) if is_theirs else match.name]


def _clock(at: int) -> str:
    """Return the time of day, or the day unless that is today; ``""`` for no time."""
    if not at:
        return ""
    then, today = time.localtime(at), time.localtime()
    return time.strftime("%H:%M", then) if then[:3] == today[:3] else day(at)
