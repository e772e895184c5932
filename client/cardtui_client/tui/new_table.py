"""The form for a new table (`NewTable`) and that of its rules; which terms stand open:
`_UNFOLDED_TERMS`; the chips of “bring your own”, half to twice the usual: `_wishes`. Which
terms there are, with which values, is in `faces/terms.py`; a few questions: `tui/quick_play.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final, NamedTuple

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Button

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.faces.characters import character_choices, character_of
from cardtui_client.faces.game_words import (
    OWN_RULES,
    Menu,
    bot_choices,
    least_of,
    level_of,
    preset_meaning,
)
from cardtui_client.faces.terms import TERMS, Kind, Term, request_for
from cardtui_client.faces.typed import BadValue
from cardtui_client.i18n import _, mark
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.table_summary import title_of
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text
from cardtui_client.tui.form_field import (
    Choice,
    Choices,
    Field,
    Fold,
    Form,
    FormScreen,
    OptionField,
    YesNo,
    option_fields,
    read_options,
)
from cardtui_client.tui.widgets.text_field import TextField
from cardtui_client.tui.widgets.words import PlaceLine, Say, Words

_UNFOLDED_TERMS: Final = ("sit", "name", "private")
"""The terms that are not folded away."""


def _first_fields(menu: Menu) -> Iterator[Field]:
    """Yield the fields that follow what the tables of a game ask, in the order to show them."""
    yield _choice("seats", lambda: _("Seats"), _no_words, menu.seats, menu.fewest)
    yield _choice(
        "bots",
        lambda: _("The other seats"),
        lambda: _("People can replace bots later."),
        bot_choices,
        str(tables_pb2.BOT_LEVEL_UNSPECIFIED),
    )
    yield _choice(
        "who",
        lambda: _("Opponent"),
        lambda: _("This decides how it bluffs, not how strong it is."),
        character_choices,
        str(tables_pb2.CHARACTER_UNSPECIFIED),
    )
    yield from _term_fields(menu, first=True)


def _term_fields(menu: Menu, *, first: bool) -> Iterator[Field]:
    """Yield the fields of terms: of those that are not folded away, or of the others."""
    for term in TERMS:
        if (term.name in _UNFOLDED_TERMS) == first:
            yield _term_field(term, term.usual or menu.first_dealer)


def _term_field(term: Term, value: str) -> Field:
    """Return the field of a term, with a value to begin with."""

    def choices() -> list[tuple[str, str]]:
        return [(term.say(each), each) for each in term.values]

    def label() -> str:
        return _(term.label)

    def meaning() -> Content:
        return Content(_(term.about, most=term.most))

    match term.kind:
        case Kind.CHOICE:
            control = Choice(choices, value, compact=True)
            return Field(label, meaning, control, choices=choices, id=term.name)
        case Kind.SWITCH:
            return Field(label, meaning, YesNo(False), id=term.name)
        case Kind.NUMBER:
            digits = TextField(value, restrict=r"[0-9]*", max_length=len(str(term.most)))
            return Field(label, meaning, digits, id=term.name)
        case Kind.TEXT:
            return Field(label, meaning, TextField(max_length=term.most), id=term.name)


def preset_field(menu: Menu, value: str) -> Field:
    """Return the field for the set of rules to start from, which says how that plays."""
    field = Field(
        lambda: _("Rules"),
        lambda: Content(preset_meaning(menu.game.id, field.text)),
        Choice(menu.presets, value, compact=True),
        choices=menu.presets,
        id="preset",
    )
    return field


def _choice(name: str, label: Say, meaning: Say, choices: Choices, value: str) -> Field:
    control = Choice(choices, value, compact=True)
    return Field(label, lambda: Content(meaning()), control, choices=choices, id=name)


def _no_words() -> str:
    return ""


class Made(NamedTuple):
    """A table that was made.

    Attributes:
        table: the table.
        seated: whether you sit there.
    """

    table: tables_pb2.Table
    seated: bool


class NewTable(FormScreen[Made | None]):
    """Asks for game, seats and rules; makes the table; gives it back, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "make", mark("Create table"), id="new.make", priority=True),
        Binding("f2", "app.open_rules", mark("Rules"), id="new.rules"),
        Binding("escape", "dismiss(None)", mark("Cancel"), id="new.cancel"),
    ]

    DEFAULT_CSS = """
    NewTable {
        #asked, #options, #more { height: auto; }
        #more { display: none; }
        #more.-open { display: block; }
    }
    """

    def __init__(
        self, connection: Connection, games: Sequence[tables_pb2.Game], game: str = ""
    ) -> None:
        super().__init__()
        self.connection = connection
        self._menu = Menu(games, game)
        self._making = False

    def compose(self) -> ComposeResult:
        menu = self._menu
        yield PlaceLine(lambda: _("New table"), lambda: safe_text(self.connection.name, NAME_CELLS))
        with Form(id="form"):
            yield _choice("game", lambda: _("Game"), _no_words, menu.games, menu.game.id)
            yield preset_field(menu, menu.usual)
            yield Vertical(*self._option_fields(asked=True), id="asked")
            yield from _first_fields(menu)
            yield Fold(lambda: _("More rules…"), id="unfold")
            with Vertical(id="more"):
                yield Vertical(*self._option_fields(asked=False), id="options")
                yield Words(lambda: _("The table"), classes="title")
                yield from _term_fields(menu, first=False)
        yield from self.ending(lambda: _("Create table"), lambda: _("Cancel"))

    def stood(self) -> None:
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
        return tables_pb2.Table(game=self._menu.game.id, options=options)

    def request(self) -> lobby_service_pb2.CreateTableRequest | None:
        """Return what to ask for, or ``None`` after saying what is wrong and where."""
        options, wrong = read_options(self._fields(), self._seats())
        wishes = self._wishes(options)
        unread = self._mark_wrong(wishes)
        wrong = wrong or unread
        if wrong is not None:
            self._show(wrong)
            self.tell(_("Fix the marked fields."))
            return None
        request = request_for(self._menu, self._seats(), wishes)
        request.preset, differing = self._menu.told(options)
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
        """Return the terms that are not as usual, as you would type them."""
        chosen = {term.name: self._shown(term.name) for term in TERMS}
        if chosen["buyins"]:
            usual = options[self._menu.chips].number if self._menu.chips in options else 0
            least = max(usual // 2, least_of(self._menu.game.id, self._menu.chips, options), 1)
            chosen["buyins"] = f"{least}-{usual * 2}" if usual else ""
        return {
            term.name: chosen[term.name]
            for term in TERMS
            if self._field(term.name).display and chosen[term.name] != term.usual
        }

    def _show(self, field: Field) -> None:
        """Unfold what a field is in, and go there."""
        more = self.query_one("#more")
        fold = self.query_one(Fold)
        fold.open = fold.open or more in field.ancestors
        more.set_class(fold.open, "-open")
        field.query("Input, Select").first().focus()

    def _option_fields(self, *, asked: bool) -> list[OptionField]:
        return option_fields(self._menu, asked=asked)

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
            self._field(term.name).display = term.fits(self._menu, self._seats())
        self._field("who").display = bool(level_of(self._field("bots").text))

    def _wanted_bots(self) -> list[lobby_service_pb2.WantedBot]:
        """Return the bot that is to be somebody, if there is one."""
        level, character = level_of(self._field("bots").text), character_of(self._shown("who"))
        if not level or not character:
            return []
        return [lobby_service_pb2.WantedBot(level=level, character=character)]

    def _seats(self) -> int:
        return int(self._field("seats").text)

    # --- what the person does ------------------------------------------------------------

    @on(Field.Changed, "#game")
    async def _change_game(self) -> None:
        menu = self._menu
        menu.choose(self._field("game").text)
        self._field("seats").offer(menu.seats, menu.fewest)
        self._field("dealer").put(menu.first_dealer)
        self._field("preset").offer(menu.presets, menu.usual)
        self._field("preset").say_problem("")
        self._fit()
        for name, asked in (("#asked", True), ("#options", False)):
            options = self.query_one(name)
            await options.remove_children()
            await options.mount_all(self._option_fields(asked=asked))

    @on(Fold.Folded)
    def _unfold(self) -> None:
        fold = self.query_one(Fold)
        self.query_one("#more").set_class(fold.open, "-open")
        self.call_after_refresh(fold.scroll_visible, top=fold.open, animate=False)

    @on(Field.Changed, "#seats, #bots")
    def _change_seats(self) -> None:
        self._fit()

    @on(Field.Changed, "#preset")
    def _fill(self) -> None:
        chosen = self._field("preset").text
        if chosen != OWN_RULES:
            values = self._menu.values(chosen)
            for field in self._fields():
                field.put_value(values[field.spec.name])

    @on(Field.Changed, "OptionField")
    def _name_rules(self, event: Field.Changed) -> None:
        """Name the preset that the rules are, or call them your own."""
        options, _wrong = read_options(self._fields(), self._seats(), changed=event.field)
        self._field("preset").put(self._menu.fitting(options) or OWN_RULES)
        self.tell("")

    def action_make(self) -> None:
        """Make the table."""
        if not self._making and (request := self.request()) is not None:
            self._make(request)

    @work
    async def _make(self, request: lobby_service_pb2.CreateTableRequest) -> None:
        self._making = True
        self.tell(_("Creating the table…"))
        try:
            answer = await self.connection.create_table(request)
        except (Refused, Unreachable) as error:
            self.tell(str(error))
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


class TableRules(FormScreen[bool]):
    """Shows the rules of a table to its host, and changes them; tells whether it did."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "change", mark("Change the rules"), id="change.make", priority=True),
        Binding("f2", "app.open_rules", mark("Rules"), id="change.rules"),
        Binding("escape", "dismiss(False)", mark("Cancel"), id="change.cancel"),
    ]

    def __init__(
        self, connection: Connection, table: tables_pb2.Table, games: Sequence[tables_pb2.Game]
    ) -> None:
        super().__init__()
        self.subject = (connection, table.id)
        self.connection = connection
        self._table = table
        self._menu = Menu(games, table.game)
        self._asking = False

    def compose(self) -> ComposeResult:
        yield PlaceLine(lambda: _("Rules at this table"), lambda: title_of(self._table))
        with Form(id="form"):
            yield preset_field(self._menu, self._menu.fitting(self._now()) or OWN_RULES)
            for spec in self._menu.specs(OWN_RULES):
                if spec.name in self._table.options:
                    spec.default.CopyFrom(self._table.options[spec.name])
                yield OptionField(self._table.game, spec)
        yield from self.ending(lambda: _("Change the rules"), lambda: _("Cancel"))

    @property
    def table(self) -> tables_pb2.Table:
        """The table as it is, for the rules to look at."""
        return self._table

    def _now(self) -> dict[str, tables_pb2.OptionValue]:
        return self._menu.values(OWN_RULES) | dict(self._table.options)

    def _fields(self) -> list[OptionField]:
        return list(self.query(OptionField))

    @on(Field.Changed, "#preset")
    def _fill(self) -> None:
        chosen = self.query_one("#preset", Field).text
        if chosen != OWN_RULES:
            values = self._menu.values(chosen)
            for field in self._fields():
                field.put_value(values[field.spec.name])

    @on(Field.Changed, "OptionField")
    def _name_rules(self, event: Field.Changed) -> None:
        """Name the preset that the rules are, or call them your own."""
        seats = len(self._table.seats)
        options, _wrong = read_options(self._fields(), seats, changed=event.field)
        self.query_one("#preset", Field).put(self._menu.fitting(options) or OWN_RULES)
        self.tell("")

    def action_change(self) -> None:
        """Change the rules."""
        if self._asking:
            return
        options, wrong = read_options(self._fields(), len(self._table.seats))
        if wrong is not None:
            wrong.query("Input, Select").first().focus()
            self.tell(_("Fix the marked fields."))
            return
        self._change(*self._menu.told(options))

    @work
    async def _change(self, preset: str, options: dict[str, tables_pb2.OptionValue]) -> None:
        self._asking = True
        try:
            await self.connection.change_rules(self._table.id, preset, options)
        except (Refused, Unreachable) as error:
            self.tell(str(error))
            return
        finally:
            self._asking = False
        self.dismiss(True)

    @on(Button.Pressed, "#make")
    def _press_change(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_change()

    @on(Button.Pressed, "#cancel")
    def _press_cancel(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(False)
