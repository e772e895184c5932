"""The form for a new table, made from the games and options that the server describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.games.characters import character_of
from cardtui_client.games.table_offers import OWN_RULES, Offers, level_of
from cardtui_client.games.terms import TERMS, request_for
from cardtui_client.games.typed import BadValue
from cardtui_client.i18n import _, mark
from cardtui_client.limits import NAME_CELLS
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text
from cardtui_client.tui.forms.form_field import Field
from cardtui_client.tui.forms.option_fields import OptionField, read_options
from cardtui_client.tui.forms.table_fields import table_fields
from cardtui_client.tui.localized import LocalizedScreen
from cardtui_client.tui.widgets.key_footer import KeyFooter
from cardtui_client.tui.widgets.place_line import PlaceLine
from cardtui_client.tui.widgets.words import WordButton, Words


class Made(NamedTuple):
    """A table that was made.

    Attributes:
        table: the table.
        seated: whether one sits there.
    """

    table: tables_pb2.Table
    seated: bool


class NewTable(LocalizedScreen[Made | None]):
    """Asks for game, seats and rules; makes the table; gives it back, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "make", mark("Create table"), id="new.make", priority=True),
        Binding("f2", "app.open_rules", mark("Rules"), id="new.rules"),
        Binding("escape", "dismiss(None)", mark("Cancel"), id="new.cancel"),
    ]

    DEFAULT_CSS = """
    NewTable {
        #form { height: 1fr; padding: 1 1 0 1; }
        .title { color: $primary; text-style: bold; padding: 0 1; margin: 1 0; }
        #options { height: auto; }
        #end { height: auto; padding: 0 2 1 2; }
        #wrong { height: auto; max-height: 3; color: $text-error; padding: 0 0 0 0; }
        #buttons { height: 3; }
        #buttons WordButton { margin-right: 1; }
    }
    """

    def __init__(
        self, connection: Connection, games: Sequence[tables_pb2.Game], game: str = ""
    ) -> None:
        super().__init__()
        self.connection = connection
        self._offers = Offers(games, game)
        self._making = False

    def compose(self) -> ComposeResult:
        """Lay the fields of the table over those of the rules."""
        yield PlaceLine(lambda: _("New table"), lambda: safe_text(self.connection.name, NAME_CELLS))
        with VerticalScroll(id="form", can_focus=False):
            yield from table_fields(self._offers)
            yield Words(lambda: _("Rules at this table"), classes="title")
            yield Vertical(*self._option_fields(), id="options")
        with Vertical(id="end"):
            yield Words(lambda: "", id="wrong")
            with Horizontal(id="buttons"):
                yield WordButton(lambda: _("Create table"), id="make", primary=True)
                yield WordButton(lambda: _("Cancel"), id="cancel")
        yield KeyFooter()

    def stood(self) -> None:
        """Show the fields that the game has a use for."""
        self._fit()

    @property
    def table(self) -> tables_pb2.Table:
        """The table as it would be, for the rules to look at."""
        options = {}
        for field in self._fields():
            try:
                options[field.spec.name] = field.value(self._seats())
            except BadValue:
                continue
        return tables_pb2.Table(game=self._offers.game.id, options=options)

    def request(self) -> lobby_service_pb2.CreateTableRequest | None:
        """Return what to ask for, or ``None`` after saying what is wrong and where."""
        options, wrong = read_options(self._fields(), self._seats())
        wishes = self._wishes(options)
        unread = self._mark_wrong(wishes)
        wrong = wrong or unread
        if wrong is not None:
            wrong.query("Input, Select").first().focus()
            self._say(_("Fix the marked fields."))
            return None
        request = request_for(self._offers, self._seats(), wishes)
        request.preset, differing = self._offers.told(options)
        for name, value in differing.items():
            request.options[name].CopyFrom(value)
        request.bots = level_of(self._field("bots").text)
        request.wanted_bots.extend(self._wanted_bots())
        return request

    def _mark_wrong(self, wishes: Mapping[str, str]) -> Field | None:
        """Say beside the fields of terms what is wrong with their values; return the first."""
        wrong: Field | None = None
        for term in TERMS:
            try:
                if term.name in wishes:
                    term.read(wishes[term.name])
            except BadValue as error:
                self._field(term.name).say_problem(str(error))
                wrong = wrong or self._field(term.name)
        return wrong

    def _wishes(self, options: Mapping[str, tables_pb2.OptionValue]) -> dict[str, str]:
        """Return the terms that are not as usual, as one would type them."""
        chosen = {term.name: self._shown(term.name) for term in TERMS}
        if chosen["buyins"]:
            usual = options[self._offers.chips].number if self._offers.chips in options else 0
            chosen["buyins"] = f"{max(usual // 2, 1)}-{usual * 2}" if usual else ""
        return {
            term.name: chosen[term.name]
            for term in TERMS
            if self._field(term.name).display and chosen[term.name] != term.usual
        }

    def _option_fields(self) -> list[OptionField]:
        offers = self._offers
        return [OptionField(offers.game.id, spec) for spec in offers.specs(offers.usual)]

    def _fields(self) -> list[OptionField]:
        return list(self.query(OptionField))

    def _field(self, name: str) -> Field:
        return self.query_one(f"#{name}", Field)

    def _shown(self, name: str) -> str:
        """Return what a field says; nothing where the game has no use for it."""
        field = self._field(name)
        return field.text if field.display else ""

    def _fit(self) -> None:
        """Show the fields that the game has a use for with that many seats."""
        for term in TERMS:
            self._field(term.name).display = term.fits(self._offers, self._seats())
        self._field("who").display = bool(level_of(self._field("bots").text))

    def _wanted_bots(self) -> list[lobby_service_pb2.WantedBot]:
        """Return the bot that is to be somebody, if there is one."""
        level, character = level_of(self._field("bots").text), character_of(self._shown("who"))
        if not level or not character:
            return []
        return [lobby_service_pb2.WantedBot(level=level, character=character)]

    def _seats(self) -> int:
        return int(self._field("seats").text)

    def _say(self, sentence: str) -> None:
        self.query_one("#wrong", Words).say(lambda: sentence)

    # --- what the person does ------------------------------------------------------------

    @on(Field.Changed, "#game")
    async def _change_game(self) -> None:
        offers = self._offers
        offers.choose(self._field("game").text)
        self._field("seats").offer(offers.seats, offers.fewest)
        self._field("dealer").put(offers.first_dealer)
        self._field("preset").offer(offers.presets, offers.usual)
        self._field("preset").say_problem("")
        self._fit()
        options = self.query_one("#options")
        await options.remove_children()
        await options.mount_all(self._option_fields())

    @on(Field.Changed, "#seats, #bots")
    def _change_seats(self) -> None:
        self._fit()

    @on(Field.Changed, "#preset")
    def _fill(self) -> None:
        chosen = self._field("preset").text
        if chosen != OWN_RULES:
            values = self._offers.values(chosen)
            for field in self._fields():
                field.put_value(values[field.spec.name])

    @on(Field.Changed, "OptionField")
    def _name_rules(self) -> None:
        """Name the preset that the rules are, or call them one's own."""
        options = self.table.options
        self._field("preset").put(self._offers.fitting(dict(options)) or OWN_RULES)
        self._say("")

    def action_make(self) -> None:
        """Make the table."""
        if not self._making and (request := self.request()) is not None:
            self._make(request)

    @work
    async def _make(self, request: lobby_service_pb2.CreateTableRequest) -> None:
        self._making = True
        self._say(_("Creating the table…"))
        try:
            answer = await self.connection.create_table(request)
        except (Refused, Unreachable) as error:
            self._say(str(error))
            return
        finally:
            self._making = False
        self.dismiss(Made(answer.table, request.HasField("seat")))

    @on(Button.Pressed, "#make")
    def _press_make(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_make()

    @on(Button.Pressed, "#cancel")
    def _press_cancel(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(None)
