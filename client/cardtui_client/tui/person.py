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

from cardtui_client.games.person_words import more_words, nothing_words, score_words, title
from cardtui_client.i18n import _, mark
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.person import Person, PersonGame, read_person
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
    """What a player has won and lost on a server."""

    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", mark("Back"), id="person.leave"),
    ]

    DEFAULT_CSS = """
    PersonScreen {
        align: center top;
        #page { width: 100%; max-width: 100; height: 1fr; padding: 1 2 0 2; }
    }
    """

    def __init__(self, connection: Connection, player: str, name: str) -> None:
        """Make the page.

        Args:
            connection: the session on the server.
            player: the player's id; ``""`` for oneself.
            name: the player's name.
        """
        super().__init__()
        self.subject = (connection, player)
        self._connection = connection
        self._player = player
        self._called = safe_text(name, NAME_CELLS)
        self._person: Person | None = None
        self._failed: Refused | Unreachable | None = None

    def compose(self) -> ComposeResult:
        """Leave room for what the server tells."""
        yield PlaceLine(lambda: self._called)
        with VerticalScroll(id="page"):
            yield Static(id="told")
        yield KeyFooter()

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
            self._person = read_person(await self._connection.get_person(self._player))
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
            Content.assemble((title(game), "bold $primary"), "  ", score_words(game)),
            *map(Content, more_words(game)),
        ]
        if len(game.course) >= _FEWEST:
            lines += self._plot(game.course, _("More matches won than lost"))
        if len(game.chips_course) >= _FEWEST:
            lines += self._plot(game.chips_course, _("Chips won"))
        return Content("\n").join(lines)

    def _plot(self, course: Sequence[int], what: str) -> list[Content]:
        width = min(_WIDEST, max(10, self.size.width - 8))
        codes = isinstance(self.app, HasSettings) and self.app.settings.card_codes
        drawn = plot((0, *course), width, _HEIGHT, ascii_only=codes)
        about = _(
            "{what}: {now} now, between {low} and {high} in the latest matches.",
            what=what,
            now=course[-1],
            low=min(0, *course),
            high=max(0, *course),
        )
        return [*(Content.styled(line, "$accent") for line in drawn), Content.styled(about, "dim")]
