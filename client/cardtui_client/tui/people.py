"""The page of a person, the ranking, your machines, and the ways to them from the palette."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from cardtui.v1 import tables_pb2
from cardtui_client.faces.person_words import (
    more_words,
    nothing_words,
    rating_words,
    rules_words,
    score_words,
    title,
    unranked_words,
)
from cardtui_client.i18n import _, mark
from cardtui_client.limits import MOST_SEATS, NAME_CELLS
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
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import cell_width, safe_text
from cardtui_client.tui.lifecycle import StandingScreen
from cardtui_client.tui.paint.plot import plot
from cardtui_client.tui.protocols import HasSettings
from cardtui_client.tui.screens import KeyFooter, LocalizedScreen
from cardtui_client.tui.widgets.words import PlaceLine

_WIDEST: Final = 60
_HEIGHT: Final = 4
_FEWEST: Final = 3
"""Of fewer matches nothing is to be seen in a plot."""


class AskedPage(LocalizedScreen[None]):
    """A page of what the server answers: what is told of it, that it is asked, or why not."""

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
    """What a player has won and lost on a server; the pages of others lie beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Before the page, which would scroll sideways.
        Binding("left", "turn(-1)", mark("The person before"), id="person.before", priority=True),
        Binding("right", "turn(1)", mark("The next person"), id="person.next", priority=True),
        Binding("escape,q", "dismiss", mark("Back"), id="person.leave"),
    ]

    def __init__(self, connection: Connection, people: Sequence[tuple[str, str]]) -> None:
        """Make the page of the first of some people.

        Args:
            connection: the session on the server.
            people: their ids and names; the id is ``""`` for you.
        """
        super().__init__()
        self.subject = (connection, people[0][0])
        self._connection = connection
        self._people = people
        self._at = 0

    def called(self) -> str:
        name, count = safe_text(self._people[self._at][1], NAME_CELLS), len(self._people)
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
        player, _name = self._people[self._at]
        return partial(self._words, read_person(await self._connection.get_person(player)))

    def _words(self, person: Person) -> Content:
        if not person.games:
            return Content(nothing_words(person))
        return Content("\n\n").join([self._about(game) for game in person.games])

    def _about(self, game: PersonGame) -> Content:
        lines = [
            Content.assemble(
                (title(game), "bold $primary"), "  ", score_words(game.won, game.lost)
            ),
            *map(Content, more_words(game)),
        ]
        rating = game.rating
        if rating is not None and len(rating.course) >= _FEWEST:
            whole = len(rating.course) == rating.matches
            lines += self._plot(((FIRST_POINTS,) if whole else ()) + rating.course, _("Rating"))
        if len(game.course) >= _FEWEST:
            lines += self._plot((0, *game.course), _("More matches won than lost"))
        if len(game.chips_course) >= _FEWEST:
            lines += self._plot((0, *game.chips_course), _("Chips won"))
        return Content("\n").join(lines)

    def _plot(self, course: Sequence[int], what: str) -> list[Content]:
        width = min(_WIDEST, max(10, self.size.width - 8))
        codes = isinstance(self.app, HasSettings) and self.app.settings.card_codes
        drawn = plot(course, width, _HEIGHT, ascii_only=codes)
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
        connection: the session on the server.
        table: the table at hand, if there is one.
        seat: whose page comes first; ``None`` for your own.
    """
    _open(screen, connection, _people_at(connection, table, seat))


def people_offered(
    screen: StandingScreen[None], connection: Connection, table: tables_pb2.Table | None
) -> list[tuple[str, str, Callable[[], object]]]:
    """Return what the palette offers: what to call it, what it is, and what it does.

    Args:
        screen: the screen over which pages are opened.
        connection: the session on the server.
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
        (_("About you"), about, partial(_open, screen, connection, [you, *others])),
        *(
            (_("About {name}", name=each[1]), about, partial(_open, screen, connection, [each]))
            for each in others
        ),
        (_("Ranking"), _("The ranking on this server"), ranking),
        (
            _("Your machines"),
            _("On which machines you are known on this server"),
            lambda: screen.run_worker(devices(), group="devices"),
        ),
    ]


def _open(
    screen: StandingScreen[None], connection: Connection, people: list[tuple[str, str]]
) -> None:
    screen.app.push_screen(PersonScreen(connection, people))


def _people_at(
    connection: Connection, table: tables_pb2.Table | None, first: int | None = None
) -> list[tuple[str, str]]:
    """Return ids and names: you, whose id need not be said, and the people at the table."""
    seats = [] if table is None else [*table.seats[:MOST_SEATS]]
    held = [each for each in seats if each.player and not each.bot]
    people = {each.player: safe_text(each.name, NAME_CELLS) for each in held}
    others = [each for each in people.items() if each[1] != connection.name]
    found = [("", connection.name), *others]
    wanted = next((people[each.player] for each in held if each.seat == first), connection.name)
    at = next((place for place, each in enumerate(found) if each[1] == wanted), 0)
    return [*found[at:], *found[:at]]


class RankingScreen(AskedPage):
    """Who is how strong on a server."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", mark("Back"), id="ranking.leave"),
    ]

    def __init__(self, connection: Connection, first: str = "") -> None:
        """Make the page.

        Args:
            connection: the session on the server.
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
