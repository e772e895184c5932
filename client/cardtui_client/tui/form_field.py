"""A row of a form (`Field`): its name, its control, what it means or what is wrong with it.
Lines that are folded away: `Fold`; which options are asked first: `option_fields`; what stands
under a form: `FormScreen`. Which fields there are is in each form, such as `tui/new_table.py`.

In a `Form` a row is one line, except in a large window; `About` says under it what the field in
focus means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, Select, Static
from textual.widgets._select import SelectOverlay

from cardtui.v1 import tables_pb2
from cardtui_client.faces.game_words import (
    Menu,
    choice_name,
    contradictions,
    option_name,
    text_of,
    value_of,
)
from cardtui_client.faces.registry import face_of
from cardtui_client.faces.typed import MOST_CHOICES, BadValue
from cardtui_client.i18n import _, mark
from cardtui_client.limits import CLAUSE_CELLS, HELP_CELLS
from cardtui_client.text import safe_text
from cardtui_client.tui.screens import KeyFooter, LocalizedScreen
from cardtui_client.tui.widgets.text_field import TextField
from cardtui_client.tui.widgets.words import Say, WordButton, Words

Result = TypeVar("Result")


class YesNo(Widget, can_focus=True):
    """Yes or no; Enter, space, the arrows or a click choose the other.

    Attributes:
        value: whether it is yes.
    """

    DEFAULT_CSS = """
    YesNo {
        height: 3;
        width: 1fr;
        padding: 0 2;
        border: tall $field-edge;
        background: $field;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,left,right", "other", mark("Yes or no"), show=False),
    ]

    value: reactive[bool] = reactive(False, init=False)

    @dataclass
    class Changed(Message):
        """The value has changed.

        Attributes:
            value: the new one.
        """

        value: bool

    def __init__(self, value: bool) -> None:
        super().__init__()
        self.set_reactive(YesNo.value, value)

    def render(self) -> Content:
        on, off = "bold $primary", "$foreground-muted"
        return Content.assemble(
            (("● " if self.value else "○ ") + _("yes"), on if self.value else off),
            "   ",
            (("○ " if self.value else "● ") + _("no"), off if self.value else on),
        )

    def watch_value(self) -> None:
        """Tell what the value is now."""
        self.post_message(self.Changed(self.value))

    def action_other(self) -> None:
        """Choose the other answer."""
        self.value = not self.value

    def on_click(self, event: Click) -> None:
        """Choose the other answer."""
        event.stop()
        self.action_other()


Choices = Callable[[], Sequence[tuple[str, str]]]
"""Says the values of a choice: what each is called, and the value."""


class _Choices(SelectOverlay):
    """The values of a `Choice`; letters find one, but `?` asks for the keys."""

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        return character != "?" and super().check_consume_key(key, character)

    def on_key(self, event: events.Key) -> None:
        """Leave the key of the help to the screen."""
        if event.character == "?":
            event.prevent_default()


class Choice(Select[str]):
    """A control for one of a few values.

    Attributes:
        first: the value that it begins with; until it is on the screen, it has none.
    """

    def __init__(self, choices: Choices, value: str, *, compact: bool = False) -> None:
        """Begin with a value; a compact one takes a single line."""
        options = [(Text(label), each) for label, each in choices()]
        super().__init__(options, value=value, allow_blank=False, compact=compact)
        self.first = value

    def compose(self) -> ComposeResult:
        for each in super().compose():
            if isinstance(each, SelectOverlay):
                yield _Choices(type_to_search=True).data_bind(compact=Choice.compact)
            else:
                yield each

    def forget(self) -> None:
        """Have no value for a moment, so that the next one is drawn even if it is the same."""
        self.set_reactive(Choice.value, Select.NULL)  # type: ignore[misc]  # as Textual wants it


Control = Input | Choice | YesNo


class Field(Horizontal):
    """A row of a form.

    Attributes:
        problem: what is wrong with the value; ``""`` if it is good.
    """

    DEFAULT_CSS = """
    Field {
        height: auto;
        min-height: 3;
        .label { width: 22; height: auto; padding: 1 1 0 1; text-style: bold; }
        .control { width: 28; height: 3; }
        SelectCurrent Static#label { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
        .meaning {
            width: 1fr; height: auto; min-height: 3; padding: 1 1 0 1; color: $text-muted;
        }
        .meaning.wrong { color: $text-error; }
    }
    """

    @dataclass
    class Changed(Message):
        """The person changed the value.

        Attributes:
            field: the field.
        """

        field: Field

        @property
        def control(self) -> Field:
            """The field, for `on` to select by."""
            return self.field

    @dataclass
    class Told(Message):
        """What the field means, or what is wrong with it, has been told anew.

        Attributes:
            field: the field.
        """

        field: Field

    def __init__(
        self,
        label: Say,
        meaning: Callable[[], Content],
        control: Control,
        *,
        choices: Choices | None = None,
        id: str | None = None,  # noqa: A002 - Textual's name
    ) -> None:
        super().__init__(id=id)
        self.problem = ""
        self._label = label
        self._meaning = meaning
        self._control = control
        self._choices = choices
        self._told = self.text

    def asks_now(self) -> str:
        """Return what it asks for, and what that means."""
        return f"{self._label()}: {self.words.plain}"

    def compose(self) -> ComposeResult:
        yield Static(Content(self._label()), classes="label")
        with Vertical(classes="control"):
            yield self._control
        yield Static(self._meaning(), classes="meaning")

    @property
    def text(self) -> str:
        """The value as text; of a question, ``"yes"`` or nothing."""
        if isinstance(self._control, YesNo):
            return "yes" if self._control.value else ""
        if isinstance(self._control, Choice) and self._control.value is Select.NULL:
            return self._control.first
        return str(self._control.value)

    def put(self, text: str) -> None:
        """Put a value into the control, quietly."""
        with self.prevent(Input.Changed, Select.Changed, YesNo.Changed):
            if isinstance(self._control, YesNo):
                self._control.value = bool(text)
            else:
                self._control.value = text
        self._told = self.text
        self.say_problem("")

    def offer(self, choices: Choices, value: str) -> None:
        """Offer other values, one of them chosen, quietly."""
        self._choices = choices
        assert isinstance(self._control, Choice)
        with self.prevent(Select.Changed):
            self._control.set_options([(Text(label), each) for label, each in choices()])
            # The same value under another name must be drawn anew.
            self._control.forget()
            self._control.value = value
        self._told = self.text

    def retell(self) -> None:
        """Say everything in the language in use now."""
        self.query_one(".label", Static).update(Content(self._label()))
        self._control.refresh()
        if self._choices is not None:
            self.offer(self._choices, self.text)
        self._show_meaning()

    @property
    def words(self) -> Content:
        """What is wrong with the value, or else what it means."""
        return Content(self.problem) if self.problem else self._meaning()

    def say_problem(self, sentence: str) -> None:
        """Say what is wrong with the value, in place of what it means; or nothing."""
        self.problem = sentence
        self._show_meaning()

    def _show_meaning(self) -> None:
        words = self.query_one(".meaning", Static)
        words.set_class(bool(self.problem), "wrong")
        words.update(self.words)
        self.post_message(self.Told(self))

    @on(TextField.Unfit)
    def _say_unfit(self, event: TextField.Unfit) -> None:
        event.stop()
        self.say_problem(event.sentence)

    @on(Input.Changed)
    @on(Select.Changed)
    @on(YesNo.Changed)
    def _tell_changed(self, event: Message) -> None:
        event.stop()
        if self.text == self._told:
            return  # controls also report the value that they begin with
        self._told = self.text
        self.say_problem("")
        self.post_message(self.Changed(self))


Kind = tables_pb2.OptionKind


class OptionField(Field):
    """The field of one option: its name, its value, its help with the clause it changes.

    Attributes:
        spec: the option, as the server describes it.
        game: whose option it is.
    """

    def __init__(self, game: str, spec: tables_pb2.OptionSpec) -> None:
        self.spec = spec
        self.game = game
        choices = None
        if spec.kind == Kind.OPTION_KIND_CHOICE:
            choices = self._choice_names
        super().__init__(
            lambda: option_name(game, spec.name), self._help, self._new_control(), choices=choices
        )

    def value(self, seats: int) -> tables_pb2.OptionValue:
        """Return what the field says.

        Raises:
            BadValue: it is no value of the option.
        """
        return value_of(self.spec, self.text, seats)

    def put_value(self, value: tables_pb2.OptionValue) -> None:
        """Put a value of the option into the field."""
        self.put(text_of(self.spec, value))

    def _new_control(self) -> Control:
        spec = self.spec
        text = text_of(spec, spec.default)
        match spec.kind:
            case Kind.OPTION_KIND_FLAG:
                return YesNo(bool(text))
            case Kind.OPTION_KIND_CHOICE if spec.choices:
                return Choice(self._choice_names, text, compact=True)
            case Kind.OPTION_KIND_NUMBER:
                return TextField(text, restrict=r"-?[0-9]*", max_length=11)
            case _:
                return TextField(text, max_length=HELP_CELLS)

    def _choice_names(self) -> Sequence[tuple[str, str]]:
        names = self.spec.choices[:MOST_CHOICES]
        return [
            (choice_name(self.game, self.spec.name, each), each) for each in dict.fromkeys(names)
        ]

    def _help(self) -> Content:
        words = Content(safe_text(_(self.spec.help), HELP_CELLS))
        clause = safe_text(self.spec.clause, CLAUSE_CELLS)
        return Content.assemble(words, " ", (clause, "$accent")) if clause else words


def option_fields(menu: Menu, *, asked: bool) -> list[OptionField]:
    """Return the fields of the options that are asked first, or those of the others."""
    first = face_of(menu.game.id).asked_first
    specs = {spec.name: spec for spec in menu.specs(menu.usual)}
    others = [name for name in specs if name not in first]
    shown = [name for name in first if name in specs] if asked else others
    return [OptionField(menu.game.id, specs[name]) for name in shown]


def read_options(
    fields: Sequence[OptionField],
    seats: int,
    *,
    changed: Field | None = None,
    rest: Mapping[str, tables_pb2.OptionValue] = MappingProxyType({}),
) -> tuple[dict[str, tables_pb2.OptionValue], Field | None]:
    """Return what the fields say, and the first that says nothing good, after marking all those.

    Args:
        changed: the one that was changed last: of two that do not go together, it says so.
        rest: the options that have no field.
    """
    options: dict[str, tables_pb2.OptionValue] = {}
    problems: dict[OptionField, str] = {}
    for each in fields:
        try:
            options[each.spec.name] = each.value(seats)
        except BadValue as error:
            problems[each] = str(error)
    named = {each.spec.name: each for each in fields}
    game = fields[0].game if fields else ""
    for name, parts, sentence in contradictions(game, {**rest, **options}):
        several = [named[each] for each in (name, *parts) if each in named]
        for at in [each for each in several if each is changed] or several[:1]:
            problems.setdefault(at, sentence)
    for each in fields:
        if each.problem != problems.get(each, ""):
            each.say_problem(problems.get(each, ""))
    return options, next(iter(problems), None)


class Form(VerticalScroll, can_focus=False):
    """Fields, each in one line; what they mean stands beside them where there is room."""

    DEFAULT_CSS = """
    Form {
        height: 1fr;
        padding: 1 1 0 1;
        Field { min-height: 1; }
        Field .label { padding: 0 1; }
        Field .control { height: 1; }
        Field .meaning {
            height: 1; min-height: 1; padding: 0 1;
            text-wrap: nowrap; text-overflow: ellipsis;
        }
        .title { color: $primary; text-style: bold; padding: 0 1; margin-top: 1; }
    }
    """


class About(Static):
    """What the field in focus means, or what is wrong with it."""

    DEFAULT_CSS = """
    About { height: 2; color: $text-muted; padding: 0 2; }
    About.-wrong { height: auto; min-height: 2; color: $text-error; }
    """

    def tell(self) -> None:
        """Tell of the field that has the focus, if one has."""
        focused = self.screen.focused
        around = () if focused is None else focused.ancestors
        field = next((each for each in around if isinstance(each, Field)), None)
        self.set_class(field is not None and bool(field.problem), "-wrong")
        self.update(Content("") if field is None else field.words)


class Fold(Words, can_focus=True):
    """A line that shows or hides what is below it; Enter, space or a click does it.

    Attributes:
        open: whether it is shown.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "turn", mark("Show or hide"), show=False),
    ]
    DEFAULT_CSS = """
    Fold {
        height: 1; padding: 0 1; margin-top: 1; color: $primary; text-style: bold;
        pointer: pointer;
        &:hover { background: $panel; }
        &:focus { background: $primary; color: $background; }
    }
    """

    open: reactive[bool] = reactive(False, init=False)

    class Folded(Message):
        """It is open now, or closed."""

    def __init__(self, words: Say, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(lambda: f"▸ {words()}", id=id)
        self._words = words

    def watch_open(self) -> None:
        """Tell so."""
        self.say(lambda: f"{'▾' if self.open else '▸'} {self._words()}")
        self.post_message(self.Folded())

    def action_turn(self) -> None:
        """Open or close it."""
        self.open = not self.open

    def on_click(self) -> None:
        """Open or close it."""
        self.action_turn()


class FormScreen(LocalizedScreen[Result]):
    """A screen with a `Form`, what its fields mean, and what is to be done with it."""

    DEFAULT_CSS = """
    FormScreen {
        Form Field .label { width: 31; }
        Form Field .control { width: 37; }
        &.-narrow Form Field .control { width: 1fr; max-width: 37; }
        &.-upright Form Field .label { width: 28; }
        #end { height: auto; padding: 0 0 1 0; }
        #wrong { height: auto; color: $text-error; padding: 0 2; }
        #buttons { height: 1; padding: 0 2; }
        #buttons WordButton { margin-right: 1; }
    }
    """

    def ending(self, does: Say, cancel: Say) -> Iterator[Widget]:
        """Yield what stands under the form, with the buttons `#make` and `#cancel`."""
        buttons = [
            WordButton(does, id="make", primary=True),
            WordButton(cancel, id="cancel"),
        ]
        yield Vertical(
            About(id="about"),
            Words(lambda: "", id="wrong"),
            Horizontal(*buttons, id="buttons", classes="-line"),
            id="end",
        )
        yield KeyFooter()

    def tell(self, sentence: str) -> None:
        """Say what is being done, or what is wrong."""
        self.query_one("#wrong", Words).say(lambda: sentence)

    def on_descendant_focus(self) -> None:
        """Say what the field means."""
        self.query_one(About).tell()

    def on_field_told(self, event: Field.Told) -> None:
        """Say it again, if it is that of the field in focus."""
        event.stop()
        self.query_one(About).tell()
