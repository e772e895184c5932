"""A row of a form: what it is called, the control, and what it means or what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Select, Static

from cardtui_client.tui.forms.yes_no import YesNo
from cardtui_client.tui.widgets.words import Say

Choices = Callable[[], Sequence[tuple[str, str]]]
"""Says the values of a choice: what each is called, and the value."""


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

    def compose(self) -> ComposeResult:
        """Put the three parts in a row."""
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

    def say_problem(self, sentence: str) -> None:
        """Say what is wrong with the value, in place of what it means; or nothing."""
        self.problem = sentence
        self._show_meaning()

    def _show_meaning(self) -> None:
        words = self.query_one(".meaning", Static)
        words.set_class(bool(self.problem), "wrong")
        words.update(Content(self.problem) if self.problem else self._meaning())

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
