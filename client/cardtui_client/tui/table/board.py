"""The widgets of a table side by side, and the room each has: `own_lines`, `log_columns`.
From which width on the log stands beside the felt: `WIDE_WINDOW`; the score:
`LEAST_WIDTH_WITH_SCORE`; from which height on cards lift and buttons have air: `TALL_WINDOW`; the
widest log: `_WIDEST_LOG`; how large the page at a match's end is: `_pages`. A card that you drag to
the felt is played by `on_mouse_up`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from math import ceil
from typing import Final

from textual import events, getters
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Input

from cardtui_client.scene.commands import PressCard
from cardtui_client.scene.middle import (
    SMALLEST_LINE_CELLS,
    Finale,
    Line,
    Pack,
    Print,
)
from cardtui_client.scene.scene import Entry, Offers, Scene
from cardtui_client.settings import Settings
from cardtui_client.tui.lifecycle import Standing
from cardtui_client.tui.paint.cards import Extent, Size
from cardtui_client.tui.paint.fan import fan_size
from cardtui_client.tui.paint.hand import FEWEST_CARDS, hand_size, is_fan
from cardtui_client.tui.paint.layout import columns_above
from cardtui_client.tui.paint.paper import (
    CARDS_UNDER_NAME_LINE,
    LEAST_WIDTH_BESIDE_NAME,
    PAGE_EDGE,
    finale_fits,
    lines_below,
    paper_on_felt,
)
from cardtui_client.tui.protocols import HasAlerts
from cardtui_client.tui.table.picture import Picture
from cardtui_client.tui.table.ui_state import Panel
from cardtui_client.tui.widgets.log import (
    COACH_WIDTH,
    DIGIT_LIST_LINES,
    LOG_WIDTH,
    CoachView,
    LogView,
    SidePanel,
)
from cardtui_client.tui.widgets.painted import Painted, Pressed
from cardtui_client.tui.widgets.table_parts import (
    ActionBar,
    CutPack,
    Felt,
    FeltSight,
    Hand,
    HandSight,
    StatusLine,
    TopLine,
    bar_lines,
)

TALL_WINDOW: Final = 32
"""A window of so many lines has room for cards that lift, and for buttons with air."""

LEAST_WIDTH_WITH_SCORE: Final = 100
"""A table of so many columns has the score beside the felt, a narrower one in its top line."""
WIDE_WINDOW: Final = 110
"""From so many columns on the log lies beside the table."""
_LOG_COLUMNS: Final = 34
_LARGE_WINDOW: Final = 160
_WIDEST_LOG: Final = 50
"""Longer lines are hard to read."""
_BAR_LINES: Final = 2
_TALL_BAR_LINES: Final = 3
"""Those of the buttons where these have air."""
_OTHER_LINES: Final = _BAR_LINES + 2
"""The top line, the buttons, and the status line."""
_TALL_OTHER_LINES: Final = _TALL_BAR_LINES + 2
_OWN_LINES_AT_END: Final = 2
"""Under the page at the end of a match are your name, and the cards that you did not play."""
_LOW_PAGE_COLUMNS: Final = 60
"""The words of a page in a low window have so many columns: the fewer lines they need."""
_FOOT_LINES: Final = 2
"""What happened last stands under the last page, with the shadow of the page above it."""
_LARGE_DIGITS_WINDOW: Final = 50
"""From so many lines on the page at the end has its digits twice as large, if they fit."""
_FELT_LINES: Final = 11
"""The felt keeps so many lines before your own side has its usual ones."""
_PAIR: Final = 2
_FEW_SEATS: Final = 3
_FELT_LINES_OF_TWO: Final = 9
"""So many are enough for one other plate and a trick of two cards, no larger than your own.

So they are for two plates and piles between them: your own many cards need the lines.
"""
_FELT_LINES_BEHIND_PAPER: Final = 7
"""So many are enough for the names, while a paper tells how it went."""
_PAPER_EDGES: Final = 2
"""The lines above and under the words of a paper."""
_OWN_LINES: Final = range(5, 9 + 1)
_TALL_OWN_LINES: Final = 11
_LARGER_CARDS: Final = ((56, 110, Size.HUGE), (44, 92, Size.GRAND), (39, 85, Size.BROAD))
"""From so many lines and columns on three cards of that size have room on your own side."""
_LIFT_LINES: Final = 1
"""Over your cards a line is free, into which a picked one is lifted."""
_LINES_AROUND_FAN: Final = 4
"""Your name, what you have left and that line over many cards, and a line for melds under them."""
_UPRIGHT_OWN_LINES: Final = range(11, CARDS_UNDER_NAME_LINE + 11 + 1)
"""On a narrow table, where your cards lie under your name."""


def own_lines(height: int, width: int, scene: Scene) -> int:
    """Return how many lines your own side has in a table of that size.

    In a low window the cards of the hand are smaller, so that the seats keep their room. A
    paper that lies there instead of cards has the lines it needs.
    """
    if scene.finale is not None:
        return _OWN_LINES_AT_END
    pair = len(scene.seats) == _PAIR and isinstance(scene.middle, Print | Pack)
    few = is_fan(scene.hand) and len(scene.seats) <= _FEW_SEATS and not scene.paper
    felt = _FELT_LINES_OF_TWO if pair or few else _FELT_LINES
    most = _OWN_LINES[-1] + few
    lines = min(max(height - _OTHER_LINES - felt, _OWN_LINES[0]), most)
    if width < LEAST_WIDTH_BESIDE_NAME:
        lines = min(
            max(height - _TALL_OTHER_LINES - _FELT_LINES, _UPRIGHT_OWN_LINES[0]),
            _UPRIGHT_OWN_LINES[-1],
        )
    elif height >= TALL_WINDOW:
        lines = tall_own_lines(height, width, scene)
    if scene.paper and not paper_on_felt(scene, width):
        needed = max(lines_below(scene, width) + _PAPER_EDGES, _OWN_LINES[-1])
        lines = max(lines, min(needed, height - _OTHER_LINES - _FELT_LINES_BEHIND_PAPER))
    return lines


def tall_own_lines(height: int, width: int, scene: Scene) -> int:
    """Return how many lines your own side has in a tall window, if no paper lies there."""
    larger = (size for high, wide, size in _LARGER_CARDS if height >= high and width >= wide)
    most = next(larger, None)
    if most is None:
        return _TALL_OWN_LINES
    if not is_fan(scene.hand):
        return most.height + _LIFT_LINES
    size = fan_size(Extent(width, most.height + 2), 1, len(scene.hand.cards))
    return size.height + _LINES_AROUND_FAN


def largest_on_felt(own_side: Extent, scene: Scene) -> Size:
    """Return as large as what cards on the felt may be: as your own."""
    if is_fan(scene.hand):
        return fan_size(own_side, 1, len(scene.hand.cards))
    return hand_size(own_side.height, own_side.width, FEWEST_CARDS)


def with_score(scene: Scene, width: int) -> Scene:
    """Return what a table of so many columns shows: the score stands in one place."""
    if width >= LEAST_WIDTH_WITH_SCORE:
        return scene
    top = scene.top._replace(tallies=scene.tallies, beans=scene.bowl)
    return scene._replace(top=top, tallies=())


def with_finale(
    felt: Scene, own: Scene, finale: Finale, height: int, width: int, *, covered: int = 0
) -> tuple[Scene, Scene]:
    """Return what the felt and your own side show at the end of a match: a page, if it fits.

    It is the roomiest of those that do: without blank lines, without how the last hand was won
    between two sides or if the paper leaves that out too, without large digits, and without both.

    Args:
        own: what your own side shows.
        height: the lines of the window.
        width: the columns of the felt, and of your own side.
        covered: how many of the felt something else lies over.
    """
    others = max(len(felt.seats) - 1, 0)
    plates = ceil(others / columns_above(others, width - covered))
    beside = _TALL_OTHER_LINES if height >= TALL_WINDOW else _OTHER_LINES
    room = Extent(width - covered, height - beside - _OWN_LINES_AT_END - _FOOT_LINES - plates)
    cells = min(
        SMALLEST_LINE_CELLS if height >= TALL_WINDOW else _LOW_PAGE_COLUMNS, room.width - PAGE_EDGE
    )
    for page in _pages(finale._replace(cells=cells), own.paper, height):
        if finale_fits(page, *room):
            return _ended(felt, page), _ended(own, page)
    return felt, own


def _ended(scene: Scene, page: Finale) -> Scene:
    """Return the scene under the page: nobody deals or leads any more, and digits are the score."""
    seats = tuple(each._replace(dealer=False, mark="") for each in scene.seats)
    return scene._replace(finale=page, seats=seats, tallies=())


def _pages(finale: Finale, paper: tuple[Line, ...], height: int) -> Iterator[Finale]:
    """Return the pages that may lie on the felt of a window so high, the best one first."""
    if height >= _LARGE_DIGITS_WINDOW:
        yield finale._replace(scale=2)
    if height >= TALL_WINDOW:
        yield finale
    close = tuple(line for line in finale.lines if line != Line(""))
    table = next((at for at, line in enumerate(close) if line.columns), 0)
    for scores in dict.fromkeys((finale.scores, ())):
        page = finale._replace(scores=scores, close=True)
        yield page
        yield page._replace(lines=close)
        sides = len(scores) == _PAIR  # what comes later must not take their digits away
        if sides or not scores or not set(close[:table]) & set(paper):
            yield page._replace(lines=close[table:])


def log_columns(width: int) -> int:
    """Return how many columns the log has, a third of a large window."""
    if width >= _LARGE_WINDOW:
        return min(width // 3, _WIDEST_LOG)
    return _LOG_COLUMNS if width >= WIDE_WINDOW else LOG_WIDTH


class Board(Vertical, Standing):
    """Shows pictures of a table; what is clicked on it comes as `Pressed`.

    Attributes:
        coach: says in a lesson what there is to do; ``None`` at every other table.
    """

    log_view = getters.query_one(LogView)
    talk = getters.query_one(Input)
    body = getters.query_one("#body", Horizontal)
    cloth = getters.query_one("#cloth", Vertical)

    def __init__(
        self, coach: CoachView | None = None, *, talks: bool = True, bar: int = _BAR_LINES
    ) -> None:
        """Make the widgets.

        Args:
            coach: says in a lesson what there is to do.
            talks: whether you may say something at the table.
            bar: the lines of the buttons, but for a tall window.
        """
        super().__init__()
        self._bar = bar
        self.coach = coach
        self.top = TopLine(id="top")
        self.felt = Felt(id="felt")
        self.hand = Hand(id="hand")
        self.pack = CutPack(id="pack")
        self.actions = ActionBar(id="actions")
        self.status = StatusLine(id="status")
        self.side = SidePanel(coach, talks=talks, id="panel")
        self._picture: Picture | None = None
        self._side: int | None = None
        self._foot = bar

    def compose(self) -> ComposeResult:
        yield self.top
        with Horizontal(id="body"):
            with Vertical(id="table"):
                yield Vertical(self.felt, self.hand, self.pack, id="cloth")
                yield Vertical(self.actions, self.status, id="foot")
            yield self.side

    def take_settings(self, settings: Settings) -> None:
        """Draw cards as the person has chosen."""
        self.hand.wanted = settings.card_size
        for painted in self.query(Painted):
            painted.ascii_only = settings.card_codes
            painted.four_colours = settings.four_colours
            painted.restyle()

    def on_resize(self) -> None:
        """Make room for the seats."""
        self._share_room()

    def _share_room(self) -> None:
        """Give your own side its lines; the felt has what is left.

        What the foot says in more lines than usual lies over both: the cards stay as they are.
        """
        if not self.size.width:
            return
        if self._picture is not None:
            self._lay(self._picture)
        if self.status.size.width:
            usual = _TALL_BAR_LINES if self.size.height >= TALL_WINDOW else self._bar
            said, width = self.status.lines, self.status.size.width
            self.actions.styles.height = bar_lines(self.actions.bar, usual, said, width)
            if isinstance(self.actions.bar, Offers):  # what is asked meanwhile passes
                self._foot = bar_lines(self.actions.bar, usual, 1, width)
        self.cloth.styles.margin = (0, 0, self._foot + 1, 0)
        self.body.styles.margin = (self.top.banner_lines, 0, 0, 0)
        lines = own_lines(self._height, self.felt.size.width, self.hand.sight.scene)
        for own in (self.hand, self.pack):
            own.styles.height = lines
        self.side.styles.width = self._log_columns()

    @property
    def _height(self) -> int:
        """The lines of a table that has as much room beside its buttons, of which there are few."""
        height = self.size.height
        return height if height >= TALL_WINDOW else height + _BAR_LINES - self._bar

    def _log_columns(self) -> int:
        """Return how many columns the side panel has: over a narrow table a coach has more."""
        columns = log_columns(self.size.width)
        narrow = self.size.width < WIDE_WINDOW
        return COACH_WIDTH if self.coach is not None and narrow else columns

    def _lay(self, picture: Picture) -> None:
        """Show the felt and your own side; the last page is large where there is room."""
        felt, own = (with_score(each, self.size.width) for each in (picture.felt, picture.own))
        panel = picture.panel
        self.top.show(felt.top, picture.banner)
        covered = self._log_columns() if panel.over and not panel.wide else 0
        width, height = self.felt.size.width, self._height
        if picture.finale:
            felt, own = with_finale(felt, own, picture.finale, height, width, covered=covered)
        lines = own_lines(height, width, own)
        largest = largest_on_felt(Extent(width, lines), own)
        self.felt.sight = FeltSight(felt, picture.spoke, covered, largest)
        self.hand.sight = HandSight(own, picture.picked, own.viewpoint in picture.spoke)

    @property
    def moves(self) -> bool:
        """See `Display.moves`; as Textual's own animations, it heeds `TEXTUAL_ANIMATIONS`."""
        return self.app.animation_level != "none"

    def show(self, picture: Picture) -> None:
        """See `Display.show`; widgets draw only what is different."""
        if not self.stands:
            return
        panel = picture.panel
        self._picture = picture
        self._colour_sides(picture.own)
        self.actions.bar = picture.bar
        self.status.show(picture.sentence, picture.mood, picture.hints)
        self._share_room()
        self.felt.lit = self.felt.lit and self._takes(self.hand.held_up)
        self.pack.scene = picture.own
        # Your own side holds your cards, or the pack that lies there to be cut.
        self.pack.display = picture.own.own_pack is not None
        self.hand.display = not self.pack.display
        self.log_view.note(picture.notes)
        self.talk.placeholder = picture.invitation
        if self.coach is not None:
            self.coach.look(picture.bar)
        # A team hears texts alone, so a digit said to it is one of a text.
        self.side.offer(quick=panel.talking and not panel.team, reactions=panel.reactions)
        self._keep_own_side_in_sight()
        self.screen.update_classes({"-panel": panel.over, "-no-panel": not panel.beside})

    def _colour_sides(self, scene: Scene) -> None:
        """Give the team that plays below its colour, in all that stands on the screen."""
        side = next((seat.side for seat in scene.seats if seat.seat == scene.viewpoint), None)
        for painted in self.screen.query(Painted) if side != self._side else ():
            painted.below = side or 0
            painted.restyle()
        self._side = side

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Raise a card that is dragged, and light the felt while it may be dropped there."""
        self.hand.drag(event)
        self.felt.lit = self._is_over_felt(event) and self._takes(self.hand.held_up)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Play a card that was dragged from your hand to the felt; else put it back."""
        self.felt.lit = False
        dragged = self.hand.drop(event)
        if dragged is not None and self._is_over_felt(event):
            self.post_message(Pressed(PressCard(dragged, dragged=True)))

    def let_go(self) -> int | None:
        """Put the card back that the mouse holds, and return its place; ``None`` for none."""
        self.felt.lit = False
        return self.hand.let_go()

    def _is_over_felt(self, event: events.MouseEvent) -> bool:
        return self.felt.region.contains_point(event.screen_offset)

    def _takes(self, place: int | None) -> bool:
        cards = self.hand.sight.scene.hand.cards
        taken = () if self._picture is None else self._picture.takes
        return place is not None and cards[place] in taken

    def retell(self) -> None:
        """Say everything in the language in use now; the passing note is over."""
        self.top.tell("", 0)
        for painted in self.query(Painted):
            painted.restyle()

    def write_log(self, *entries: Entry) -> None:
        """See `Display.write_log`."""
        self.log_view.write(*entries)

    def rewrite_log(self, entries: Sequence[Entry]) -> None:
        """See `Display.rewrite_log`."""
        self.log_view.rewrite(entries)

    def ring(self) -> None:
        """See `Display.ring`."""
        self.app.bell()

    def alert(self, words: str) -> None:
        """See `Display.alert`."""
        if isinstance(self.app, HasAlerts):
            self.app.alerts.notify(words)

    def entitle(self, words: str) -> None:
        """See `Display.entitle`."""
        if isinstance(self.app, HasAlerts):
            self.app.alerts.entitle(words)

    def run(self, work: Coroutine[None, None, None]) -> None:
        """See `Display.run`."""
        self.run_worker(work, group="request")

    def soon(self, call: Callable[[], None]) -> None:
        """See `Display.soon`: a request that waits to be sent goes first."""
        asyncio.get_running_loop().call_soon(self.call_later, call)

    def after(self, seconds: float, call: Callable[[], None]) -> Timer:
        """See `Display.after`."""
        return self.set_timer(seconds, call)

    def scroll_log(self, pages: int) -> None:
        """Scroll the log by so many halves of what is in view."""
        if self.coach is not None:
            self.coach.scroll_pages(pages)
            return
        log = self.log_view
        log.scroll_lines(pages * max(log.size.height // 2, 1))

    def move_panel(self, before: Panel, now: Panel) -> None:
        """Let the side panel come and go, and the keys with the line to talk."""
        if now.shown and not before.shown:
            self.log_view.follow()
        if now.talking:
            self.talk.focus()
        elif before.talking:
            self.screen.set_focus(None)

    def on_felt_resized(self, event: Felt.Resized) -> None:
        """Have a panel that lies over the table end where your own side begins."""
        event.stop()
        self._share_room()  # a paper is wrapped to the width there is now
        self._keep_own_side_in_sight()

    def _keep_own_side_in_sight(self) -> None:
        wide = self.screen.has_class("-wide")
        # What digits say must be read before it is said: it may cover the top of your own side.
        least = DIGIT_LIST_LINES + 1 if self.side.quick.display else 2
        self.side.styles.height = "100%" if wide else max(self.felt.size.height, least)
