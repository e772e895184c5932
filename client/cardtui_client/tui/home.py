"""The home screen: its keys, and what waits for you, games, deal of the day, friends, learning.
How its lines are shared out: `share_out`; how many matches that wait it shows: `_FEWEST_MATCHES`,
`_MOST_MATCHES`; from which width on it is wider: `HORIZONTAL_BREAKPOINTS`. Which games in which
order is in `faces/tiles.py`, how they are drawn in `tui/widgets/tile_grid.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.css.query import NoMatches
from textual.events import Key, Paste
from textual.geometry import Size
from textual.message import Message
from textual.widget import MountError, Widget
from textual.widgets import Button

from cardtui_client.faces.tiles import TILES, first_truco, tile_of
from cardtui_client.history import daily_attempts as daily
from cardtui_client.i18n import _, language, mark, n_
from cardtui_client.net.address import (
    BadAddress,
    parse_join_line,
    split_code,
    table_code,
)
from cardtui_client.net.known_servers import Acquaintances
from cardtui_client.tui.protocols import HasSettings
from cardtui_client.tui.screens import KeyFooter, LocalizedScreen
from cardtui_client.tui.timers import UnderWay
from cardtui_client.tui.widgets.tile_grid import Tiles
from cardtui_client.tui.widgets.wordmark import Wordmark
from cardtui_client.tui.widgets.words import Say, Way, Words

if TYPE_CHECKING:
    from textual.widgets import Input

    from cardtui_client.history.diary import Diary
    from cardtui_client.history.lesson_progress import Progress
    from cardtui_client.history.results import Score
    from cardtui_client.net.discovery import Discovery, Running
    from cardtui_client.net.sessions import Probe
    from cardtui_client.tui.own_matches import OwnMatches
    from cardtui_client.tui.server_list import ServerList


_FEWEST_MATCHES: Final = 3
"""So many matches that wait are shown, with smaller games if need be."""
_MOST_MATCHES: Final = 6
"""More are not, even if there is room, until you ask for all of them."""
_TITLE_LINES: Final = 1
_SERVER_LINES: Final = 16
"""The lines of the servers in place of the games."""


class Shares(NamedTuple):
    """What has how many lines of the page.

    Attributes:
        head: the wordmark.
        tiles: the games.
        rows: the matches that wait, without their title.
        airy: whether blank lines are between the parts.
        fits: whether everything has room.
    """

    head: int
    tiles: int
    rows: int
    airy: bool
    fits: bool


def share_out(
    lines: int, heads: Sequence[int], tiles: Sequence[int], *, waiting: int, rest: int, air: int
) -> Shares:
    """Share out the lines of the page: the largest games that leave room for all else.

    Args:
        heads: how many the wordmark can take, the most first.
        tiles: how many the games can take, the most first.
        waiting: how many matches wait.
        rest: the lines of all else.
        air: the blank lines between the parts, if there is room for them.
    """
    few, many = min(waiting, _FEWEST_MATCHES), min(waiting, _MOST_MATCHES)
    for blanks in (air, 0):
        for high in tiles:
            left = lines - blanks - high - few - rest - heads[-1]
            if left >= 0:
                rows = min(many, few + left)
                left -= rows - few
                head = next(head for head in heads if head - heads[-1] <= left)
                return Shares(head, high, rows, blanks > 0, fits=True)
    return Shares(0, tiles[-1], min(few, 2), airy=False, fits=False)


class _Page(VerticalScroll, can_focus=False, inherit_bindings=False):
    """What there is on the screen; the arrows are for its widgets, and do not scroll it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]

    @dataclass
    class Resized(Message):
        """There is another amount of room."""

    def expected(self, window: Size) -> Size:
        """Return the room that there will be, before it is laid out."""
        most = self.styles.max_width
        width = window.width if most is None else min(window.width, int(most.value))
        return Size(width - 2, window.height - 2)

    def on_resize(self) -> None:
        """Say so."""
        self.post_message(self.Resized())


class HomeScreen(LocalizedScreen[None]):
    """Where you come from and go back to: the games, or the servers where your friends are."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "go_on", mark("Go on"), id="home.go_on"),
        *(
            Binding(str(number), f"deal({number - 1})", show=False, id=f"home.deal_{number}")
            for number in range(1, len(TILES) + 1)
        ),
        Binding("p", "play", mark("Play your way"), id="home.play", show=False),
        Binding(str(len(TILES) + 1), "play", show=False),
        Binding("d", "today", mark("The deal of the day"), id="home.today", show=False),
        Binding("f", "friends", mark("Friends"), id="home.friends", show=False),
        Binding("l", "learn", mark("Learn"), id="home.learn", show=False),
        Binding("o", "open_table", mark("Open a table"), id="home.open"),
        Binding("slash", "address", mark("Address"), id="home.address", show=False),
        Binding("escape", "remain", mark("Back to the games"), id="home.back"),
        Binding("e", "results", mark("Results"), id="home.results"),
        Binding("w", "replay", mark("Replay"), id="home.replay"),
        Binding("r", "app.open_rules", mark("Rules"), id="home.rules"),
        Binding("s", "app.open_settings", mark("Settings"), id="home.settings"),
        Binding("q", "app.quit", mark("Quit"), id="home.quit"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]
    SPARE_KEYS = ("keys",)
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual has it
        (0, "-narrow"),
        (110, "-wide"),
        (190, "-vast"),
    ]
    DEFAULT_CSS = """
    HomeScreen {
        align: center middle;
        #page, #status { width: 100%; max-width: 100; padding: 0 1; }
        #page { height: 1fr; }
        #page.-fits { align-vertical: middle; }
        #page.-airy Wordmark, #page.-airy OwnMatches { margin-bottom: 1; }
        #page.-airy #ways { margin-top: 1; }
        Wordmark { width: 100%; text-align: center; }
        #ways { height: auto; }
        #status { height: auto; min-height: 1; padding: 0 2; }
        #status { color: $accent; }
        #status.wrong { color: $text-error; }
        Places { display: none; }
        &.-friends Places { display: block; }
        &.-friends .games, &.-all .games { display: none; }
        &.-friends OwnMatches, &.-all #evening { display: none; }
        &.-all #page { overflow-y: hidden; }
        &.-opening #page { display: none; }
    }
    HomeScreen.-wide #page, HomeScreen.-wide #status { max-width: 108; }
    HomeScreen.-vast #page, HomeScreen.-vast #status { max-width: 196; }
    """

    @dataclass
    class Visit(Message):
        """The person wants to go to a server.

        Attributes:
            address: of the server.
            code: of the private table to sit down at, if you were invited there.
        """

        address: str
        code: str = ""

    class Learn(Message):
        """The person wants to learn a game."""

    @dataclass
    class OpenTable(Message):
        """The person wants a table to which friends come.

        Attributes:
            game: the one to propose.
        """

        game: str

    @dataclass
    class PlayNow(Message):
        """The person wants to play against bots.

        Attributes:
            game: which game; ``""`` to be asked.
            asks: whether to be asked how, too.
        """

        game: str
        asks: bool

    def __init__(
        self,
        probe: Probe,
        running: Running,
        discovery: Discovery | None = None,
        acquaintances: Callable[[], Acquaintances] = Acquaintances,
        *,
        diary: Diary,
        solo: bool,
        learning: Progress | None = None,
        attempts: daily.Attempts | None = None,
        elsewhere: bool = True,
        opens: bool = False,
        opening: bool = False,
    ) -> None:
        """Make the screen.

        Args:
            probe: asks a server what it is.
            running: finds the servers to list.
            discovery: finds those in the network; ``None`` not to look for them.
            acquaintances: returns those of them that the person knows.
            diary: tells of the matches that wait, and of this evening's.
            solo: whether you can play against bots.
            learning: tells which lesson was left; ``None`` where there are no lessons.
            attempts: tells how the deal of the day went; ``None`` where there is none.
            elsewhere: whether you can go to servers that are not listed.
            opens: whether you can open your own server to others.
            opening: whether another screen is being opened at once: until that has been left, or
                has failed, it has nothing but the line that says so.
        """
        super().__init__(classes="-opening" if opening else None)
        self._discovery = discovery
        self._acquaintances = acquaintances
        self._elsewhere = elsewhere
        self._opens_tables = opens
        self._learning = learning
        self._attempts = attempts
        self._probe = probe
        self._find_servers = running
        self._solo = solo
        self._diary = diary
        self._own_matches: OwnMatches | None = None
        self._servers: ServerList | None = None
        self._tiles = Tiles(id="tiles")
        self._tiles.add_class("games", update=False)
        self._tiles.mark_game(first_truco(language()))
        self._wordmark = Wordmark()
        self._status = Words(lambda: "", id="status")
        self._under_way = UnderWay(
            self.set_timer, self._tell_waiting, turns=lambda: self.app.animation_level != "none"
        )

    def compose(self) -> ComposeResult:
        yield _Page(*([] if self._opens else self._games()), id="page")
        yield self._status
        if not self._opens:
            yield KeyFooter()

    def _games(self) -> Iterator[Widget]:
        yield self._wordmark
        if self._solo:
            yield self._tiles
        ways: list[Way] = []
        if self._attempts is not None:
            ways.append(Way(self._today_words, "today", id="today"))
        if self._elsewhere:
            ways.append(Way(self._friends_words, "friends", id="friends"))
        if self._learning is not None:
            ways.append(Way(self._learn_words, "learn", id="learn"))
        yield Vertical(*ways, id="ways", classes="games")

    @property
    def _opens(self) -> bool:
        return self.has_class("-opening")

    def stand(self) -> None:
        """Have the first frame drawn before what waits and the servers are looked for."""
        self._arrange()
        self.call_after_refresh(self._furnish)

    async def _furnish(self) -> None:
        if self._servers is not None or self._opens or not self._is_seen:
            return
        from cardtui_client.tui.own_matches import OwnMatches
        from cardtui_client.tui.server_list import Places, ServerList

        self._own_matches = OwnMatches(self._diary)
        self._servers = ServerList(
            self._find_servers,
            self._probe,
            self._discovery,
            self._acquaintances,
            opens=self._opens_tables,
        )
        places = Places(self._servers, elsewhere=self._elsewhere, opens=self._opens_tables)
        with suppress(NoMatches, MountError):  # it was closed meanwhile
            page = self.query_one("#page")
            if not self.query(KeyFooter):
                await page.mount(*self._games())
                await self.mount(KeyFooter())
                self._tiles.focus()
            await page.mount(self._own_matches, after=0)
            await page.mount(places)
            super().stand()
            self.take_keys()

    def stood(self) -> None:
        self.set_class(not self._solo, "-friends")
        self.retell()
        self.look()
        if self._own_matches is not None and self._own_matches.waiting:
            self._own_matches.focus_rows()

    def on_screen_resume(self) -> None:
        """Show what has come of the matches that were played meanwhile."""
        super().on_screen_resume()
        if self.stands:
            self.look()
        elif self.query(KeyFooter):
            self.call_after_refresh(self._furnish)
        else:
            self.call_next(self._furnish)

    def look(self) -> None:
        """Read anew what waits and what was won."""
        if self._own_matches is not None:
            self._own_matches.look()
            if self.has_class("-all") and not self._own_matches.waiting:
                self._show("")
            scores = self._diary.results.scores()
            self._tiles.stand({game: partial(_score_words, each) for game, each in scores.items()})
            self._retell("#today")
            self._retell("#learn")
        self.refresh_bindings()

    # --- what has how much room ----------------------------------------------------------

    @on(_Page.Resized)
    def _arrange(self) -> None:
        """Give each part as much room as there is for it."""
        if self._opens or not self.query(_Page):
            return
        page = self.query_one(_Page)
        shares = self._shares(page.size or page.expected(self.app.size))
        self._wordmark.lines = shares.head
        self._tiles.room = shares.tiles
        if self._own_matches is not None and self.stands:
            self._own_matches.take(shares.rows, unfolded=self.has_class("-all"))
        page.update_classes({"-airy": shares.airy, "-fits": shares.fits})

    def _shares(self, room: Size) -> Shares:
        own = self._own_matches if self.stands else None
        waiting = 0 if own is None else len(own.waiting)
        heads = self._wordmark.heights()
        if self.has_class("-friends") or self.has_class("-all"):
            head = next(head for head in heads if head <= max(room.height - _SERVER_LINES, 1))
            rows = room.height - head - (head > 1) - _TITLE_LINES
            return Shares(head, 0, rows, airy=head > 1, fits=True)
        rest = sum(way.lines_in(room.width) for way in self.query(Way))
        blanks = 2
        if own is not None and own.has_class("-some"):
            rest += own.has_class("-waiting") + own.has_class("-evening")
            blanks = 3
        tiles = self._tiles.heights(room.width)
        return share_out(room.height, heads, tiles, waiting=waiting, rest=rest, air=blanks)

    def say_anew(self) -> None:
        """Have everything say its words anew, and share out the room: some may be longer."""
        super().say_anew()
        self._arrange()

    @property
    def _aside(self) -> bool:
        """Whether something else is shown in place of the games."""
        return self.has_class("-all") or (self._solo and self.has_class("-friends"))

    def say(self, sentence: Say, *, wrong: bool = False) -> None:
        """Say what is being done, or what went wrong."""
        self._status.set_class(wrong, "wrong")
        self._status.say(sentence)

    @contextmanager
    def waiting(self, sentence: Say) -> Generator[None]:
        """Say what is awaited, and nothing afterwards; as the program begins, show nothing else."""
        try:
            with self._under_way.waiting(sentence):
                yield
        finally:
            if self._opens:  # covered, it takes its styles when it is seen again
                self.remove_class("-opening", update=self._is_seen)
                self.call_after_refresh(self._furnish)

    def _tell_waiting(self) -> None:
        self.say(lambda: self._under_way.words)

    def _today_words(self) -> str:
        day = daily.today()
        game, known = tile_of(day), self._attempts
        line = None if known is None else known.line(day.isoformat(), game.game)
        is_open = not line and known is not None and known.is_open(game.game)
        row = 0 if known is None else known.streak().now
        how = _("you play it in another window") if is_open else _attempt_words(line, row)
        return _("Today: {game} · {how}", game=game.name, how=how)

    def _learn_words(self) -> str:
        left = "" if self._learning is None else self._learning.left()
        game = next((tile.name for tile in TILES if tile.game == left), "")
        if game:
            return _("Learn: go on with {game}, or another game", game=game)
        return _("Learn: a few hands of a game, with a coach")

    def _friends_words(self) -> str:
        where = _where_words(None if self._servers is None else self._servers.tables)
        if self._opens_tables:
            return _("Friends: {where} · open one, or join by code", where=where)
        return _("Friends: {where} · join by code", where=where)

    def on_server_list_looked(self) -> None:
        """Say how many tables were found; who has typed no address yet is led to them."""
        self._retell("#friends")
        opens = self._opens_tables and self.query_one("#open").has_focus
        if opens or (self._elsewhere and self._address().has_focus and not self._address().value):
            self._focus_friends()

    def _retell(self, selector: str) -> None:
        for way in self.query(selector).results(Way):
            way.retell()
        self._arrange()

    # --- what the person does ------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        """Offer what is possible here: a match that waits, playing alone, lessons, servers."""
        own = self._own_matches
        aside = self._aside
        offered = {
            "go_on": not self.has_class("-friends") and own is not None and bool(own.waiting),
            "deal": self._solo and not aside,
            "play": self._solo and not aside,
            "today": self._attempts is not None and not aside,
            "learn": self._learning is not None and not aside,
            "friends": self._elsewhere and self._solo,
            "address": self._elsewhere,
            "open_table": self._opens_tables and self.has_class("-friends"),
            "results": not aside and own is not None and own.has_results,
            "replay": not aside
            and own is not None
            and (own.has_results or self._diary.has_records)
            and bool(self.app.check_action("replay", ())),
            "remain": aside,
        }
        return offered.get(action, True)

    def action_go_on(self) -> None:
        """Go on with the match that was left last."""
        if self._own_matches is not None:
            self._own_matches.go_on()

    def action_deal(self, number: int) -> None:
        """Play the game of a tile against bots, as most tables play it."""
        self.post_message(self.PlayNow(TILES[number].game, asks=False))

    def action_play(self) -> None:
        """Play against bots as you choose, beginning with the game that is marked."""
        self.post_message(self.PlayNow(self._tiles.game, asks=True))

    def on_tiles_chosen(self, event: Tiles.Chosen) -> None:
        """Play the game that was chosen."""
        event.stop()
        self.post_message(self.PlayNow(event.game, asks=not event.game))

    async def action_today(self) -> None:
        """Play the deal of the day."""
        await self.run_action("app.play_today")

    def action_learn(self) -> None:
        """Learn a game."""
        self.post_message(self.Learn())

    async def action_results(self) -> None:
        """Show what was won and lost."""
        await self.run_action("app.open_results")

    async def action_replay(self) -> None:
        """Look at a match again."""
        await self.run_action("app.replay")

    def action_friends(self) -> None:
        """Show the servers, in place of the games."""
        self.show_friends()
        if self._servers is not None:
            self._focus_friends()

    def action_open_table(self) -> None:
        """Open a table to which friends come, with the game that is marked proposed."""
        self.post_message(self.OpenTable(self._tiles.game))

    def _focus_friends(self) -> None:
        """Go to the servers that were found; where there is none, to what else you can do."""
        listed = self.query_one("ServerList RowList")
        other = self.query_one("#open") if self._opens_tables else self._address()
        (listed if listed.display else other).focus()

    def action_address(self) -> None:
        """Go to the field for an address."""
        self.show_friends()
        self._address().focus()

    def show_friends(self, *, shown: bool = True) -> None:
        """Show the servers in place of the games, or the games again."""
        self._show("-friends" if shown or not self._solo else "")

    def _show(self, what: str) -> None:
        """Show something in place of the games, or the games if it is ``""``."""
        self.update_classes({each: each == what for each in ("-friends", "-all")})
        if not what:
            self._tiles.focus()  # what had the focus may be hidden now
        self.refresh_bindings()
        self._retell("#open")

    def on_own_matches_unfold(self, event: OwnMatches.Unfold) -> None:
        """Show all matches that wait, in place of the games."""
        event.stop()
        self._show("-all")

    def action_remain(self) -> None:
        """Go back to the games; there is nothing behind this screen."""
        unfolded = self.has_class("-all")
        self._show("")
        if unfolded and self._own_matches is not None:
            self._own_matches.focus_rows()
        self.say(lambda: "")

    def _address(self) -> Input:
        from textual.widgets import Input

        return self.query_one("#address", Input)

    def on_key(self, event: Key) -> None:
        """Type it into the field for an address; elsewhere say that it does nothing."""
        if not self.is_of_no_use(event):
            return
        if self._types_beside:
            event.stop()
            self.set_focus(self._address())  # at once: the next key comes to it
            self._address().post_message(event)
            return
        words = _("{key} does nothing now.", key=event.character)
        if not self._aside and event.key in self._results_keys():
            from cardtui_client.faces.person_words import no_match_words

            words = no_match_words()
        self.app.clear_notifications()
        self.notify(words)

    def _results_keys(self) -> list[str]:
        own = self.app.settings.keys if isinstance(self.app, HasSettings) else {}
        return own.get("home.results", "e").split(",")

    def on_paste(self, event: Paste) -> None:
        """Take a join line that is pasted beside the field for it."""
        if self._types_beside:
            self._address().focus()
            self._address().post_message(Paste(event.text))

    @property
    def _types_beside(self) -> bool:
        """Whether there is a field for an address, and something else has the focus."""
        return self.has_class("-friends") and self._elsewhere and not self._address().has_focus

    def on_input_submitted(self) -> None:
        """Go to the server whose address was typed."""
        self._visit_typed()

    @on(Button.Pressed, "#connect")
    def _visit_typed(self) -> None:
        text, code = split_code(self._address().value)
        try:
            address = str(parse_join_line(text))
        except BadAddress as error:
            sentence = str(error)
            self.say(lambda: sentence, wrong=True)
            self._address().focus()
            return
        self.post_message(self.Visit(address, table_code(code)))

    def on_server_list_chosen(self, event: ServerList.Chosen) -> None:
        """Go to the server that was chosen."""
        event.stop()
        self.post_message(self.Visit(event.address))


def _attempt_words(line: str | None, row: int) -> str:
    """Say how today's deal went, and how many were played day after day if those are several."""
    told = n_("{n} day in a row", "{n} days in a row", row) if row > 1 else ""
    if line is None:
        return told or _("the same cards for everybody")
    if not line:
        return _("you did not finish it")
    score, letters = line.split()[-2:]
    if told:
        return _("you played it: {score}", score=score) + f" · {told}"
    return _("you played it: {score}", score=f"{score} {letters}")


def _where_words(tables: int | None) -> str:
    if tables is None:
        return _("looking in your network…")
    found = n_("1 table in your network", "{n} tables in your network", tables)
    return found if tables else _("no table in your network")


def _score_words(score: Score) -> str:
    return _("won {won}, lost {lost}", won=score.won, lost=score.lost)
