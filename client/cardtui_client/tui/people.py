"""The page of a person, the ranking, signing out a machine, and what the palette offers of them.
How high the curves are: `_CURVE_LINES`. The words are in `faces/person_words.py`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from cardtui.v1 import tables_pb2
from cardtui_client.faces.game_words import bot_words, game_name
from cardtui_client.faces.person_words import (
    MOST_LATEST_LINES,
    latest_words,
    match_words,
    more_words,
    not_met_words,
    nothing_words,
    rating_words,
    rules_words,
    score_words,
    title,
    unranked_words,
)
from cardtui_client.history.results import Results
from cardtui_client.i18n import _, mark
from cardtui_client.limits import MOST_SEATS, NAME_CELLS
from cardtui_client.model.own_results import games_against, own_games
from cardtui_client.model.person import (
    FIRST_POINTS,
    Person,
    PersonGame,
    Ranking,
    end_question,
    ended_words,
    read_devices,
    read_person,
    read_rankings,
)
from cardtui_client.model.sides import rivalry_words
from cardtui_client.model.table import Rivalry
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import cell_width, safe_text
from cardtui_client.tui.lifecycle import StandingScreen
from cardtui_client.tui.paint.plot import FEWEST_NUMBERS, plot
from cardtui_client.tui.protocols import HasSettings, PaletteCommand
from cardtui_client.tui.screens import KeyFooter, LocalizedScreen
from cardtui_client.tui.synonyms import SYNONYMS
from cardtui_client.tui.widgets.words import PlaceLine

_WIDEST_CURVE: Final = 60
_CURVE_LINES: Final = 4


class Somebody(NamedTuple):
    """You, or somebody at a table.

    Attributes:
        player: the id; `""` for you and for bots.
        name: what they are called.
        bot: the seat that a bot holds.
    """

    player: str
    name: str
    bot: tables_pb2.Seat | None = None

    @property
    def is_you(self) -> bool:
        """Whether it is you."""
        return not self.player and self.bot is None


class AskedPage(LocalizedScreen[None]):
    """A page of what the server answers: the answer, that it is awaited, or why there is none."""

    AUTO_FOCUS = "#page"

    DEFAULT_CSS = """
    AskedPage {
        align: center top;
        #page { width: 100%; max-width: 100; height: 1fr; padding: 1 2 0 2; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: Callable[[], Content] | None = None
        self._failed = ""

    def compose(self) -> ComposeResult:
        yield PlaceLine(self.called)
        with VerticalScroll(id="page"):
            yield Static(id="told")
        yield KeyFooter()

    @abstractmethod
    def called(self) -> str:
        """Return the title of the page."""

    @abstractmethod
    async def asked(self) -> Callable[[], Content]:
        """Ask the server; return what tells the answer."""

    def stood(self) -> None:
        self.ask()

    def say_anew(self) -> None:
        super().say_anew()
        self.tell()

    @work(exclusive=True, group="page")
    async def ask(self) -> None:
        """Tell what the server answers; until then, that it is asked."""
        self._told, self._failed = None, ""
        self.tell()
        try:
            self._told = await self.asked()
        except (Refused, Unreachable) as error:
            self._failed = str(error)
        self.tell()

    def tell(self) -> None:
        """Show what is known, in the language in use now."""
        if not self.stands:
            return
        words = Content(_("Asking the server…"))
        if self._failed:
            words = Content.styled(self._failed, "$text-error")
        elif self._told is not None:
            words = self._told()
        self.query_one("#told", Static).update(words)


class PersonScreen(AskedPage):
    """What a player has won and lost on a server, and how you stand with them.

    The pages of others lie beside it, those of bots too.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        # Before the page, which would scroll sideways.
        Binding("left", "turn(-1)", mark("The person before"), id="person.before", priority=True),
        Binding("right", "turn(1)", mark("The next person"), id="person.next", priority=True),
        Binding("escape,q", "dismiss", mark("Back"), id="person.leave"),
    ]

    def __init__(self, connection: Connection, people: Sequence[Somebody]) -> None:
        """Make the page of the first of some people."""
        super().__init__()
        self.subject = (connection, people[0].player)
        self._connection = connection
        self._people = people
        self._at = 0

    def called(self) -> str:
        name, count = safe_text(self._people[self._at].name, NAME_CELLS), len(self._people)
        return f"{name} {self._at + 1}/{count}" if count > 1 else name

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer other pages only where there are some."""
        if action == "turn":
            return len(self._people) > 1
        return super().check_action(action, parameters)

    def action_turn(self, by: int) -> None:
        """Turn to the page of another person."""
        self._at = (self._at + by) % len(self._people)
        self.query_one("#page").scroll_home(animate=False)
        self.query_one(PlaceLine).retell()
        self.ask()

    def on_resize(self) -> None:
        """Use what room there is."""
        self.tell()

    async def asked(self) -> Callable[[], Content]:
        somebody = self._people[self._at]
        if somebody.bot is not None:
            return partial(self._of_bot, somebody, somebody.bot)
        told = read_person(await self._connection.get_person(somebody.player))
        return partial(self._words, somebody, told)

    def _words(self, somebody: Somebody, person: Person) -> Content:
        told = [self._about(game, title(game)) for game in person.games]
        return Content("\n\n").join(
            [*(told or [Content(nothing_words(person))]), *self._known(somebody, told=bool(told))]
        )

    def _of_bot(self, somebody: Somebody, seat: tables_pb2.Seat) -> Content:
        named = Content.assemble((somebody.name, "bold"), " ", bot_words(seat))
        known = self._known(somebody) or [Content(not_met_words(somebody.name))]
        return Content("\n\n").join([named, *known])

    def _known(self, somebody: Somebody, *, told: bool = False) -> list[Content]:
        """Return what this machine knows: how you stand with somebody, or with everybody.

        Args:
            somebody: whose page it is.
            told: whether the server has told what they have won and lost.
        """
        if not isinstance(self.app, HasSettings):
            return []
        results, name = Results(self.app.settings), somebody.name
        if somebody.is_you:
            own = [] if told else [each.told for each in own_games(results, {})]
            games, latest = [(game, "") for game in own], results.latest()
        else:
            met = games_against(results, name)
            games = [(each, rivalry_words(Rivalry((name,), each.won, each.lost))) for each in met]
            latest = [each for each in results.latest() if name in each.against + each.partners]
        about = [self._about(game, game_name(game.game), score) for game, score in games]
        if latest:
            lines = map(match_words, latest[:MOST_LATEST_LINES])
            about.append(
                Content("\n").join([Content.styled(latest_words(), "bold"), *map(Content, lines)])
            )
        if about and somebody.is_you and not told:
            about.insert(0, Content.styled(_("On other servers:"), "bold"))
        return about

    def _about(self, game: PersonGame, heading: str, score: str = "") -> Content:
        lines = [
            Content.assemble(
                (heading, "bold $primary"), "  ", score or score_words(game.won, game.lost)
            ),
            *map(Content, more_words(game)),
        ]
        rating = game.rating
        if rating is not None and len(rating.course) >= FEWEST_NUMBERS:
            whole = len(rating.course) == rating.matches
            lines += self._plot(((FIRST_POINTS,) if whole else ()) + rating.course, _("Rating"))
        if len(game.course) >= FEWEST_NUMBERS:
            lines += self._plot((0, *game.course), _("More matches won than lost"))
        if len(game.chips_course) >= FEWEST_NUMBERS:
            lines += self._plot((0, *game.chips_course), _("Chips won"))
        return Content("\n").join(lines)

    def _plot(self, course: Sequence[int], what: str) -> list[Content]:
        width = min(_WIDEST_CURVE, max(10, self.size.width - 8))
        codes = isinstance(self.app, HasSettings) and self.app.settings.card_codes
        drawn = plot(course, width, _CURVE_LINES, ascii_only=codes)
        about = _(
            "{what}: {now} now, between {low} and {high} in the latest matches.",
            what=what,
            now=course[-1],
            low=min(course),
            high=max(course),
        )
        return [*(Content.styled(line, "$accent") for line in drawn), Content.styled(about, "dim")]


def show_people(
    screen: StandingScreen[None],
    connection: Connection,
    table: tables_pb2.Table | None,
    seat: int | None = None,
) -> None:
    """Open your page and those of the people at a table.

    Args:
        screen: the screen over which they are opened.
        table: the table at hand, if there is one.
        seat: whose page comes first; ``None`` for your own.
    """
    _open(screen, connection, _people_at(connection, table, seat))


def people_offered(
    screen: StandingScreen[None], connection: Connection, table: tables_pb2.Table | None
) -> list[PaletteCommand]:
    """Return what the palette offers.

    Args:
        screen: the screen over which pages are opened.
        table: the table at hand, if there is one.
    """

    def ranking() -> None:
        screen.app.push_screen(RankingScreen(connection, "" if table is None else table.game))

    async def devices() -> None:
        from cardtui_client.tui.dialogs import DeviceChoice, Question

        try:
            found = read_devices(await connection.list_devices())
            ended = await screen.app.push_screen_wait(DeviceChoice(found))
            if ended is None:
                return
            asked = Question(partial(end_question, ended), lambda: _("Yes"))
            if await screen.app.push_screen_wait(asked):
                await connection.end_device(ended.id)
                screen.notify(ended_words(ended.id))
        except (Refused, Unreachable) as error:
            screen.notify(str(error), severity="error")

    about = _("What was won and lost on this server")
    you, *others = _people_at(connection, table)
    return [
        PaletteCommand(
            _("About you"),
            about,
            partial(_open, screen, connection, [you, *others]),
            also=SYNONYMS["people"],
        ),
        *(
            PaletteCommand(
                _("About {name}", name=each.name),
                about,
                partial(_open, screen, connection, [each]),
            )
            for each in others
        ),
        PaletteCommand(
            _("Ranking"), _("The ranking on this server"), ranking, also=SYNONYMS["ranking"]
        ),
        PaletteCommand(
            _("Your machines"),
            _("On which machines you are known on this server"),
            lambda: screen.run_worker(devices(), group="devices"),
            also=SYNONYMS["devices"],
        ),
    ]


def _open(screen: StandingScreen[None], connection: Connection, people: list[Somebody]) -> None:
    screen.app.push_screen(PersonScreen(connection, people))


def _people_at(
    connection: Connection, table: tables_pb2.Table | None, first: int | None = None
) -> list[Somebody]:
    """Return you, and who else sits at the table."""
    seats = [] if table is None else [*table.seats[:MOST_SEATS]]
    held = [(each.seat, _sits_in(each)) for each in seats if each.bot or each.player]
    you = Somebody("", connection.name)
    found = {you.name: you} | {each.name: each for _seat, each in held if each.name != you.name}
    wanted = next((each.name for seat, each in held if seat == first), you.name)
    at = [*found].index(wanted)
    people = [*found.values()]
    return [*people[at:], *people[:at]]


def _sits_in(seat: tables_pb2.Seat) -> Somebody:
    name = safe_text(seat.name, NAME_CELLS)
    return Somebody("", name, seat) if seat.bot else Somebody(seat.player, name)


class RankingScreen(AskedPage):
    """Who is how strong on a server."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", mark("Back"), id="ranking.leave"),
    ]

    def __init__(self, connection: Connection, first: str = "") -> None:
        """Make the page.

        Args:
            first: the id of the game that comes first.
        """
        super().__init__()
        self.subject = connection
        self._connection = connection
        self._first = first

    def called(self) -> str:
        return _("Ranking")

    async def asked(self) -> Callable[[], Content]:
        return partial(self._words, read_rankings(await self._connection.get_ranking()))

    def _words(self, rankings: list[Ranking]) -> Content:
        if not rankings:
            return Content(unranked_words())
        ordered = sorted(rankings, key=lambda each: each.game != self._first)
        return Content("\n\n").join([_about(each) for each in ordered])


def _about(ranking: Ranking) -> Content:
    lines = [Content.styled(rules_words(ranking.game, ranking.preset), "bold $primary")]
    for place, (name, rating) in enumerate(ranking.players, 1):
        blanks = " " * (NAME_CELLS + 2 - cell_width(name))
        lines.append(
            Content.assemble(
                (f"{place:>3}  ", "$foreground-muted"), name, blanks, rating_words(rating)
            )
        )
    return Content("\n").join(lines)
