"""The rules: a game's sheet in the reader's language, with a way to any clause, and a search.
How it searches, for whole words, with accents or without: `_find_text`; how long they may be:
`_LONGEST_SEARCH`. Other words that lead to a clause are in `faces/clause_words.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Markdown, Select
from textual.widgets.markdown import MarkdownBlock

from cardtui.v1 import tables_pb2
from cardtui_client.faces.clause_words import clauses_meant
from cardtui_client.faces.game_words import changed_options, game_name, option_name, value_words
from cardtui_client.i18n import _, language, mark
from cardtui_client.limits import CLAUSE_CELLS
from cardtui_client.model.cards import in_codes, in_corners
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text, unaccented
from cardtui_client.tui.protocols import HasSettings
from cardtui_client.tui.screens import KeyFooter, LocalizedScreen
from cardtui_client.tui.widgets.text_field import TextField
from cardtui_client.tui.widgets.words import PlaceLine, Words

_LINE_CELLS: Final = 4000
_LONGEST_SEARCH: Final = 40


class RulesScreen(LocalizedScreen[None]):
    """A rule sheet from the server, with what is different at the table at hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", mark("Go to a clause"), id="rules.find"),
        Binding("n,enter", "again(1)", mark("Next hit"), id="rules.next"),
        Binding("N", "again(-1)", mark("Hit before"), id="rules.before", show=False),
        Binding("g", "game", mark("Another game"), id="rules.game"),
        Binding("escape,q", "leave", mark("Back"), id="rules.leave"),
    ]
    AUTO_FOCUS = "#sheet"

    DEFAULT_CSS = """
    RulesScreen {
        #bar { height: 4; padding: 1 2 0 2; }
        #bar Select { width: 34; max-width: 45%; }
        #bar Input { width: 1fr; max-width: 44; margin-left: 1; }
        #status { margin: 1 3; color: $text-muted; height: auto; }
        #status.wrong { color: $text-error; }
        #sheet { height: 1fr; padding: 0 2; align-horizontal: center; }
        Markdown { max-width: 100; background: $background; }
        MarkdownBlock.-found { background: $panel; }
    }
    """

    def __init__(
        self, connection: Connection, table: tables_pb2.Table | None = None, clause: str = ""
    ) -> None:
        super().__init__()
        self._connection = connection
        self._table = table
        self._clause = clause
        self._sought = ""
        self._games: Sequence[tables_pb2.Game] = ()
        self._game = table.game if table else ""

    def compose(self) -> ComposeResult:
        yield PlaceLine(lambda: _("Rules"), lambda: "")
        with Horizontal(id="bar"):
            yield Select[str]([], id="games", prompt="")
            yield TextField(id="clause", max_length=_LONGEST_SEARCH)
        yield Words(lambda: _("Loading the rules…"), id="status")
        with VerticalScroll(id="sheet"):
            yield Markdown(open_links=False)
        yield KeyFooter()

    def stood(self) -> None:
        self._say_placeholder()
        self._load()

    def say_anew(self) -> None:
        super().say_anew()
        self._say_placeholder()
        self._load()

    @work(exclusive=True, group="sheet")
    async def _load(self) -> None:
        status = self.query_one("#status", Words)
        try:
            if not self._games:
                self._games = (await self._connection.list_games()).games
            if self._game not in {game.id for game in self._games}:
                self._game = self._games[0].id if self._games else ""
            self._offer_games()
            sheet = (await self._connection.get_rules(self._game, language())).markdown
        except (Refused, Unreachable) as error:
            sentence = str(error)
            status.display = True
            status.set_class(True, "wrong")
            status.say(lambda: sentence)
            return
        status.display = False
        await self.query_one(Markdown).update(self._here() + self._with_cards(clean_sheet(sheet)))
        if self._clause:
            # Until it has been laid out, no clause has a place to go to.
            self.call_after_refresh(self._look_up, self._clause)

    def go_to(self, text: str, by: int = 0) -> bool:
        """Scroll to a clause or paragraph that has the text; tell whether there is one.

        A word of the table that the sheet does not have leads to the clause that it means.

        Args:
            text: as it is typed; accents need not be.
            by: how many hits on from the one that is marked; 0 for the first, or for the clause
                that is called so: where it stands comes before where it is only mentioned.
        """
        return any(self._find_text(each, by) for each in (text, *clauses_meant(text)))

    def _find_text(self, text: str, by: int) -> bool:
        wanted = unaccented(text.strip().casefold())
        pattern = re.compile(rf"(?<![\w-]){re.escape(wanted)}(?![\w-])")
        heading = re.compile(rf"[\s>+*-]*?\*\*{re.escape(wanted)}\*\*")
        hits: list[MarkdownBlock] = []
        at = titled = 0
        for block in self.query(MarkdownBlock):
            source = unaccented((block.source or "").strip().casefold())
            if wanted and not block.query(MarkdownBlock) and pattern.search(source):
                at = len(hits) if block.has_class("-found") else at
                titled = titled or (len(hits) if heading.match(source) else 0)
                hits.append(block)
            block.remove_class("-found")
        self._sought = text if hits else ""
        self.refresh_bindings()
        if not hits:
            return False
        at = (at + by) % len(hits) if by else titled
        hits[at].add_class("-found")
        hits[at].scroll_visible(top=True, animate=False)
        self.query_one("#clause", Input).border_subtitle = f"{at + 1}/{len(hits)}"
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        """Offer other hits where something was found."""
        return action != "again" or bool(self._sought)

    def action_again(self, by: int) -> None:
        """Go to the next hit, or to the one before."""
        self.go_to(self._sought, by)

    def action_find(self) -> None:
        """Go to the field for a clause."""
        self.query_one("#clause", Input).focus()

    def action_game(self) -> None:
        """Choose another game's rules."""
        self.query_one(Select).focus()
        self.query_one(Select).action_show_overlay()

    def action_leave(self) -> None:
        """Leave the field, or the rules."""
        if isinstance(self.focused, Input):
            self.query_one("#sheet").focus()
        else:
            self.dismiss()

    def _say_placeholder(self) -> None:
        self.query_one("#clause", Input).placeholder = _("Clause or word")

    def _offer_games(self) -> None:
        games = self.query_one(Select)
        with self.prevent(Select.Changed):
            games.set_options([(Text(game_name(game.id)), game.id) for game in self._games])
            if self._game:
                games.value = self._game

    def _with_cards(self, sheet: str) -> str:
        codes = isinstance(self.app, HasSettings) and self.app.settings.card_codes
        return in_codes(in_corners(sheet)) if codes else in_corners(sheet)

    def _here(self) -> str:
        """Say first what is different at this table."""
        game = next((game for game in self._games if game.id == self._game), None)
        if self._table is None or game is None or self._table.game != self._game:
            return ""
        changed = changed_options(game, self._table.options)
        if not changed:
            return "> " + _("This table plays by the rules, with no option changed.") + "\n\n"
        clauses = {spec.name: safe_text(spec.clause, CLAUSE_CELLS) for spec in game.options}
        lines = [
            f"> - **{option_name(game.id, name)}**: {value_words(game.id, name, value)}"
            + (f" ({clauses[name]})" if clauses[name] else "")
            for name, value in changed
        ]
        return "\n".join(["> " + _("At this table:"), ">", *lines]) + "\n\n"

    @on(Select.Changed, "#games")
    def _change_game(self, event: Select.Changed) -> None:
        event.stop()
        if isinstance(event.value, str) and event.value != self._game:
            self._game = event.value
            self._clause = self._sought = ""
            self.query_one("#sheet").scroll_home(animate=False)
            self._load()

    @on(Input.Submitted, "#clause")
    def _find(self, event: Input.Submitted) -> None:
        event.stop()
        again = int(event.value == self._sought)
        if not event.value.strip() or self._look_up(event.value, again):
            self.query_one("#sheet").focus()

    def _look_up(self, text: str, by: int = 0) -> bool:
        """Go there, or say that it is not in this sheet."""
        found = self.go_to(text, by)
        if not found:
            self.query_one("#clause", Input).border_subtitle = _("not in this sheet")
        return found


def clean_sheet(sheet: str) -> str:
    """Return a sheet that may be drawn, its indentation kept."""
    lines = sheet.splitlines()
    return "\n".join(
        " " * (len(line) - len(line.lstrip(" "))) + safe_text(line, _LINE_CELLS) for line in lines
    )
