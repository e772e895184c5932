"""The page of a tournament: standings, who meets whom, and keys to enter, sit out, leave or play.
Once your match is open, the page leads to its table by itself, once; the table leads back
`_LEAD_BACK_SECONDS` seconds after the match. The words are in `faces/tournament_words.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from cardtui.v1 import tournament_service_pb2
from cardtui_client.faces.tournament_words import (
    call_words,
    field_code_words,
    list_line,
    news_lines,
    next_words,
    packs_words,
    round_lines,
    standings_lines,
    waiting_words,
)
from cardtui_client.i18n import _, mark
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.tournament import News, Promise, TournamentModel
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.field_packs import FieldPacks
from cardtui_client.net.tournament_feed import followed
from cardtui_client.tui.dialogs import OneLine, Question
from cardtui_client.tui.people import AskedPage
from cardtui_client.tui.screens import LocalizedScreen
from cardtui_client.tui.widgets.words import PlaceLine

if TYPE_CHECKING:
    from cardtui_client.tui.protocols import HasSettings

_WIDEST_PAGE: Final = 100
_LEAD_BACK_SECONDS: Final = 20.0
"""Seconds for which you can look at the end of your match."""
_MARGIN_CELLS: Final = 6
"""The blanks at both sides, and the bar for scrolling."""


class TournamentScreen(AskedPage):
    """A tournament, to follow and to play."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "table", mark("To your table"), id="tournament.table"),
        Binding("e", "enter", mark("Enter"), id="tournament.enter"),
        Binding("s", "rest", mark("Sit out"), id="tournament.rest"),
        Binding("l", "leave", mark("Leave the tournament"), id="tournament.leave"),
        Binding("escape,q", "dismiss", mark("Back"), id="tournament.back"),
    ]

    @dataclass
    class Called(Message):
        """The person plays now.

        Attributes:
            page: the page of the tournament.
            connection: the session on its server.
            table: the id of the table.
            told: the sentence that says so.
        """

        page: LocalizedScreen[None]
        connection: Connection
        table: str
        told: str

    @dataclass
    class Done(Message):
        """The person has seen how their match ended.

        Attributes:
            table: its table, as the subject of a screen.
        """

        table: tuple[Connection, str]

    def __init__(self, connection: Connection, tournament: str) -> None:
        """Follow the tournament of that id."""
        super().__init__()
        self.subject = (connection, tournament)
        self._connection = connection
        self._tournament = tournament
        self._model = TournamentModel()
        self._news = News(connection.name)
        self._lost = ""
        self._held = Promise.UNKNOWN  # what a field had promised of its packs
        self._been = ""  # the table to which it led last

    def called(self) -> str:
        return self._model.name or _("Tournament")

    def draw(self) -> None:
        self.tell()
        self.query_one(PlaceLine).retell()
        self.refresh_bindings()

    def on_resize(self) -> None:
        """Use what room there is."""
        self.tell()

    async def asked(self) -> Callable[[], Content]:
        packs = FieldPacks(self._connection, cast("HasSettings", self.app).settings)
        async for model, lost in followed(self._connection, self._tournament):
            packs.look(model)
            news = news_lines(model, self._news.take(model), self._connection.name)
            if self._told is not None:  # at first all of it stands on the page
                for each in news:
                    self.app.notify(each)
            self._model, self._lost, self._told = model, lost, self._words
            table = self._table
            if table and table != self._been:
                self.action_table()
            elif not table and self._been:
                done = self.Done((self._connection, self._been))
                self._been = ""
                self.set_timer(_LEAD_BACK_SECONDS, partial(self.post_message, done))
            self.changed()
        self._held = await packs.held(self._model)
        return self._words

    # --- its words -------------------------------------------------------------------------

    def _words(self) -> Content:
        model, width = self._model, min(self.size.width, _WIDEST_PAGE) - _MARGIN_CELLS
        again = _("Trying again…")
        parts = [Content.styled(f"{self._lost} {again}", "$text-warning")]
        parts = [*(parts if self._lost else []), Content(list_line(model))]
        if waits := self._waits():
            parts.append(Content.styled(waits, "bold $accent"))
        if model.now.round and model.lines:
            parts += [Content(""), *self._standings(width)]
            if rounds := round_lines(model, model.now.round):
                title = _("Round {round}:", round=model.now.round)
                parts += [Content(""), Content.styled(title, "bold $primary")]
                parts += map(Content, rounds)
        elif model.players:
            parts.append(Content(_("Entered: {names}.", names=", ".join(model.players))))
        packs = [field_code_words(model), packs_words(self._held)]
        parts += map(Content, filter(None, packs))
        parts += [Content(_("Announced: {text}", text=each)) for each in model.announced]
        return Content("\n").join(parts)

    def _standings(self, width: int) -> list[Content]:
        """Return the standings; your own line stands out."""
        own = self._model.line_of(self._connection.name)
        heads, *lines = standings_lines(self._model, width) or [""]
        styles = ["bold $primary" if each == own else "" for each in self._model.lines]
        return [
            Content.styled(heads, "$foreground-muted"),
            *(Content.styled(*each) for each in zip(lines, styles, strict=True)),
        ]

    def _waits(self) -> str:
        """Return what happens next, for the person if they play."""
        if self._table:
            return call_words(self._model, self._connection.name)
        playing = self._player is not None and not self._model.is_over
        if playing:
            return waiting_words(self._model, self._connection.name)
        return next_words(self._model)

    @property
    def _player(self) -> tournament_service_pb2.TournamentPlayer | None:
        """The person, if they play on."""
        player = self._model.player(self._connection.name)
        return None if player is None or player.out else player

    @property
    def _table(self) -> str:
        return self._model.table_of(self._connection.name)

    # --- what you may do -------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what can be done now."""
        player, going = self._player, bool(self._model.now.id) and not self._model.is_over
        match action:
            case "table":
                return bool(self._table)
            case "enter":
                return going and (player is None or player.rests)
            case "rest":
                rests = player is not None and not player.rests
                return going and rests and not self._model.is_field
            case "leave":
                return going and player is not None
            case _:
                return super().check_action(action, parameters)

    def action_table(self) -> None:
        """Go to the table where the person is to play."""
        self._been = self._table
        told = call_words(self._model, self._connection.name)
        self.post_message(self.Called(self, self._connection, self._table, told))

    @work(exclusive=True, group="doing")
    async def action_enter(self) -> None:
        """Enter, or no longer sit out; where sides stay together, ask for the name of yours."""
        team = ""
        if self._model.sides == "kept" and self._player is None:
            dialog = OneLine(
                lambda: _("What is your side called? Partners give the same."), NAME_CELLS
            )
            team = await self.app.push_screen_wait(dialog)
            if not team:
                return
        await self._do(self._connection.enter_tournament(self._tournament, team))

    @work(exclusive=True, group="doing")
    async def action_rest(self) -> None:
        """Sit out from the next match on."""
        await self._do(self._connection.leave_tournament(self._tournament, rest=True))

    @work(exclusive=True, group="doing")
    async def action_leave(self) -> None:
        """Leave for good, once that is sure."""
        asked = Question(
            lambda: _("Leave the tournament for good? A bot plays a match that you are in."),
            lambda: _("Leave"),
        )
        if await self.app.push_screen_wait(asked):
            await self._do(self._connection.leave_tournament(self._tournament))

    async def _do(self, asked: Awaitable[object]) -> None:
        try:
            await asked
        except (Refused, Unreachable) as error:
            self.notify(str(error), severity="error")
