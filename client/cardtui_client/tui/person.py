"""A person's page: what somebody has won and lost on a server, and how that went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from cardtui_client.faces.person_words import more_words, nothing_words, title
from cardtui_client.faces.verdict_words import score_words
from cardtui_client.i18n import _, mark
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.person import FIRST_POINTS, Person, PersonGame, read_person
from cardtui_client.model.plot import plot
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text
from cardtui_client.tui.localized import LocalizedScreen
from cardtui_client.tui.protocols import HasSettings
from cardtui_client.tui.widgets.key_footer import KeyFooter
from cardtui_client.tui.widgets.place_line import PlaceLine

_WIDEST: Final = 60
_HEIGHT: Final = 4
_FEWEST: Final = 3
"""Of fewer matches nothing is to be seen in a plot."""


class PersonScreen(LocalizedScreen[None]):
    """What a player has won and lost on a server; the pages of others lie beside it."""

    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        # Before the page, which would scroll sideways.
        Binding("left", "turn(-1)", mark("The person before"), id="person.before", priority=True),
        Binding("right", "turn(1)", mark("The next person"), id="person.next", priority=True),
        Binding("escape,q", "dismiss", mark("Back"), id="person.leave"),
    ]

    DEFAULT_CSS = """
    PersonScreen {
        align: center top;
        #page { width: 100%; max-width: 100; height: 1fr; padding: 1 2 0 2; }
    }
    """

    def __init__(self, connection: Connection, people: Sequence[tuple[str, str]]) -> None:
        """Make the page of the first of some people.

        Args:
            connection: the session on the server.
            people: their ids and names; the id is ``""`` for oneself.
        """
        super().__init__()
        self.subject = (connection, people[0][0])
        self._connection = connection
        self._people = people
        self._at = 0
        self._person: Person | None = None
        self._failed: Refused | Unreachable | None = None

    def compose(self) -> ComposeResult:
        """Leave room for what the server tells."""
        yield PlaceLine(self._called)
        with VerticalScroll(id="page"):
            yield Static(id="told")
        yield KeyFooter()

    def _called(self) -> str:
        """Return whose page it is, and which of how many."""
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
        self._person = self._failed = None
        self.query_one("#page").scroll_home(animate=False)
        self.query_one(PlaceLine).retell()
        self._ask()

    def stood(self) -> None:
        """Ask the server."""
        self._ask()

    def say_anew(self) -> None:
        """Say all of it in the language in use now."""
        super().say_anew()
        self._tell()

    def on_resize(self) -> None:
        """Use what room there is."""
        self._tell()

    @work(exclusive=True, group="person")
    async def _ask(self) -> None:
        self._tell()
        try:
            player, _name = self._people[self._at]
            self._person = read_person(await self._connection.get_person(player))
        except (Refused, Unreachable) as error:
            self._failed = error
        self._tell()

    def _tell(self) -> None:
        if self.stands:
            self.query_one("#told", Static).update(self._words())

    def _words(self) -> Content:
        if self._failed is not None:
            return Content.styled(str(self._failed), "$text-error")
        person = self._person
        if person is None:
            return Content(_("Asking the server…"))
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
