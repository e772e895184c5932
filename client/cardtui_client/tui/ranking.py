"""The ranking: who is how strong on a server, by game and preset."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from cardtui_client.faces.person_words import rating_words, rules_words, unranked_words
from cardtui_client.i18n import _, mark
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.person import Ranking, read_rankings
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import cell_width
from cardtui_client.tui.localized import LocalizedScreen
from cardtui_client.tui.widgets.key_footer import KeyFooter
from cardtui_client.tui.widgets.place_line import PlaceLine


class RankingScreen(LocalizedScreen[None]):
    """Who is how strong on a server."""

    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", mark("Back"), id="ranking.leave"),
    ]

    DEFAULT_CSS = """
    RankingScreen {
        align: center top;
        #page { width: 100%; max-width: 100; height: 1fr; padding: 1 2 0 2; }
    }
    """

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
        self._rankings: list[Ranking] | None = None
        self._failed: Refused | Unreachable | None = None

    def compose(self) -> ComposeResult:
        """Leave room for what the server tells."""
        yield PlaceLine(lambda: _("Ranking"))
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

    @work(exclusive=True, group="ranking")
    async def _ask(self) -> None:
        self._tell()
        try:
            self._rankings = read_rankings(await self._connection.get_ranking())
        except (Refused, Unreachable) as error:
            self._failed = error
        self._tell()

    def _tell(self) -> None:
        if self.stands:
            self.query_one("#told", Static).update(self._words())

    def _words(self) -> Content:
        if self._failed is not None:
            return Content.styled(str(self._failed), "$text-error")
        if self._rankings is None:
            return Content(_("Asking the server…"))
        if not self._rankings:
            return Content(unranked_words())
        ordered = sorted(self._rankings, key=lambda each: each.game != self._first)
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
