"""The form for a new table, made from the games and options that the server describes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, NamedTuple

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Footer, Input

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.connection import Connection, Refused, Unreachable
from cardtui_client.game_words import game_name, preset_name
from cardtui_client.i18n import _, mark
from cardtui_client.model import NAME_CELLS
from cardtui_client.screens.form_field import Choice, Field
from cardtui_client.screens.localized import LocalizedScreen, Say, WordButton, Words
from cardtui_client.screens.option_fields import MOST_OPTIONS, BadValue, OptionField
from cardtui_client.screens.wordmark import PlaceLine
from cardtui_client.text import safe_text

_OWN_RULES: Final = ""
_TABLE_CELLS: Final = 40
_LONGEST_PAUSE: Final = 60


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
        Binding("ctrl+s", "make", mark("Make the table"), id="new.make", priority=True),
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
        #buttons Button { margin-right: 1; }
    }
    """

    def __init__(
        self, connection: Connection, games: Sequence[tables_pb2.Game], game: str = ""
    ) -> None:
        super().__init__()
        self.connection = connection
        self._games = {each.id: each for each in games}
        self._game = self._games.get(game, games[0])
        self._making = False

    def compose(self) -> ComposeResult:
        """Lay the fields of the table over those of the rules."""
        yield PlaceLine(lambda: _("New table"), lambda: safe_text(self.connection.name, NAME_CELLS))
        with VerticalScroll(id="form", can_focus=False):
            yield self._choice(
                "game", lambda: _("Game"), _no_words, self._game_choices, self._game.id
            )
            yield self._choice(
                "seats", lambda: _("Seats"), _no_words, self._seat_choices, self._fewest()
            )
            yield self._choice(
                "preset",
                lambda: _("Rules"),
                lambda: _("A set of rules to begin with; change what you like below."),
                self._preset_choices,
                self._first_preset(),
            )
            yield self._choice(
                "bots",
                lambda: _("The other seats"),
                lambda: _("Bots can make room for people later."),
                _bot_choices,
                str(tables_pb2.BOT_LEVEL_UNSPECIFIED),
            )
            yield self._choice("you", lambda: _("You"), _no_words, _own_choices, "sit")
            yield Field(
                lambda: _("Name"),
                lambda: Content(_("How the lobby shows it; empty for your name.")),
                Input(max_length=_TABLE_CELLS),
                id="name",
            )
            yield Field(
                lambda: _("Pause"),
                lambda: Content(
                    _(
                        "Seconds between one hand and the next, 0 to {most}; the table goes "
                        "on at once when all have seen it.",
                        most=_LONGEST_PAUSE,
                    )
                ),
                Input("4", restrict=r"[0-9]*", max_length=3),
                id="pause",
            )
            yield Words(lambda: _("Rules at this table"), classes="title")
            yield Vertical(*self._option_fields(), id="options")
        with Vertical(id="end"):
            yield Words(lambda: "", id="wrong")
            with Horizontal(id="buttons"):
                yield WordButton(lambda: _("Make the table"), id="make", primary=True)
                yield WordButton(lambda: _("Cancel"), id="cancel")
        yield Footer()

    @property
    def table(self) -> tables_pb2.Table:
        """The table as it would be, for the rules to look at."""
        options = {}
        for field in self._fields():
            try:
                options[field.spec.name] = field.value(self._seats())
            except BadValue:
                continue
        return tables_pb2.Table(game=self._game.id, options=options)

    def request(self) -> lobby_service_pb2.CreateTableRequest | None:
        """Return what to ask for, or ``None`` after saying what is wrong and where."""
        wrong: Field | None = None
        options: dict[str, tables_pb2.OptionValue] = {}
        for field in self._fields():
            try:
                options[field.spec.name] = field.value(self._seats())
            except BadValue as error:
                field.say_problem(str(error))
                wrong = wrong or field
        pause = self._field("pause")
        if not pause.text.isdigit() or int(pause.text) > _LONGEST_PAUSE:
            pause.say_problem(
                _("This takes a number from {low} to {high}.", low=0, high=_LONGEST_PAUSE)
            )
            wrong = pause
        if wrong is not None:
            wrong.query("Input, Select").first().focus()
            self._say(_("Something is not right yet; it is said beside the field."))
            return None
        preset = self._fitting_preset(options)
        base = self._values_of(preset or _OWN_RULES)
        return lobby_service_pb2.CreateTableRequest(
            game=self._game.id,
            seats=self._seats(),
            preset=preset or "",
            options={name: value for name, value in options.items() if base[name] != value},
            name=safe_text(self._field("name").text, _TABLE_CELLS),
            seat=0 if self._field("you").text == "sit" else None,
            bots=_level(self._field("bots").text),
            pause=int(pause.text),
        )

    # --- what the fields offer -----------------------------------------------------------

    def _choice(
        self,
        name: str,
        label: Say,
        meaning: Say,
        choices: Callable[[], Sequence[tuple[str, str]]],
        value: str,
    ) -> Field:
        return Field(
            label,
            lambda: Content(meaning()),
            Choice(choices, value),
            choices=choices,
            id=name,
        )

    def _option_fields(self) -> list[OptionField]:
        values = self._values_of(self._first_preset())
        fields = []
        for spec in self._game.options[:MOST_OPTIONS]:
            described = tables_pb2.OptionSpec()
            described.CopyFrom(spec)
            described.default.CopyFrom(values[spec.name])
            fields.append(OptionField(described))
        return fields

    def _game_choices(self) -> Sequence[tuple[str, str]]:
        return [(game_name(game), game) for game in self._games]

    def _seat_choices(self) -> Sequence[tuple[str, str]]:
        return [(str(n), str(n)) for n in self._game.seats[:12]]

    def _preset_choices(self) -> Sequence[tuple[str, str]]:
        names = [preset.name for preset in self._game.presets[:40]]
        return [(preset_name(name), name) for name in (*names, _OWN_RULES)]

    def _fewest(self) -> str:
        return str(self._game.seats[0])

    def _first_preset(self) -> str:
        return self._game.presets[0].name if self._game.presets else _OWN_RULES

    def _values_of(self, preset: str) -> dict[str, tables_pb2.OptionValue]:
        values = {spec.name: spec.default for spec in self._game.options[:MOST_OPTIONS]}
        for each in self._game.presets:
            if each.name == preset:
                values.update({k: v for k, v in each.options.items() if k in values})
        return values

    def _fitting_preset(self, options: dict[str, tables_pb2.OptionValue]) -> str | None:
        names = [preset.name for preset in self._game.presets]
        return next((name for name in names if self._values_of(name) == options), None)

    def _fields(self) -> list[OptionField]:
        return list(self.query(OptionField))

    def _field(self, name: str) -> Field:
        return self.query_one(f"#{name}", Field)

    def _seats(self) -> int:
        return int(self._field("seats").text)

    def _say(self, sentence: str) -> None:
        self.query_one("#wrong", Words).say(lambda: sentence)

    # --- what the person does ------------------------------------------------------------

    @on(Field.Changed, "#game")
    async def _change_game(self) -> None:
        self._game = self._games[self._field("game").text]
        self._field("seats").offer(self._seat_choices, self._fewest())
        self._field("preset").offer(self._preset_choices, self._first_preset())
        options = self.query_one("#options")
        await options.remove_children()
        await options.mount_all(self._option_fields())

    @on(Field.Changed, "#preset")
    def _fill(self) -> None:
        chosen = self._field("preset").text
        if chosen != _OWN_RULES:
            values = self._values_of(chosen)
            for field in self._fields():
                field.put_value(values[field.spec.name])

    @on(Field.Changed, "OptionField")
    def _name_rules(self) -> None:
        """Call the rules by the preset that they are, or one's own."""
        options = self.table.options
        self._field("preset").put(self._fitting_preset(dict(options)) or _OWN_RULES)
        self._say("")

    def action_make(self) -> None:
        """Make the table."""
        if not self._making and (request := self.request()) is not None:
            self._make(request)

    @work
    async def _make(self, request: lobby_service_pb2.CreateTableRequest) -> None:
        self._making = True
        self._say(_("Making the table…"))
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


def _no_words() -> str:
    return ""


def _own_choices() -> Sequence[tuple[str, str]]:
    return [(_("sit down"), "sit"), (_("watch"), "watch")]


def _bot_choices() -> Sequence[tuple[str, str]]:
    return [
        (_("free for people"), str(tables_pb2.BOT_LEVEL_UNSPECIFIED)),
        (_("easy bots"), str(tables_pb2.BOT_LEVEL_EASY)),
        (_("normal bots"), str(tables_pb2.BOT_LEVEL_NORMAL)),
        (_("hard bots"), str(tables_pb2.BOT_LEVEL_HARD)),
    ]


def _level(text: str) -> tables_pb2.BotLevel.ValueType:
    return next(level for level in tables_pb2.BotLevel.values() if str(level) == text)
