"""Fields for a game's options, made from how the server describes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from textual.content import Content

from cardtui.v1 import tables_pb2
from cardtui_client.games.game_words import choice_name, option_name
from cardtui_client.games.option_values import text_of, value_of
from cardtui_client.games.typed import MOST_CHOICES, BadValue
from cardtui_client.i18n import _
from cardtui_client.limits import CLAUSE_CELLS
from cardtui_client.text import safe_text
from cardtui_client.tui.forms.form_field import Choice, Control, Field
from cardtui_client.tui.forms.yes_no import YesNo
from cardtui_client.tui.widgets.text_field import TextField

_HELP_CELLS: Final = 300

Kind = tables_pb2.OptionKind


class OptionField(Field):
    """The field of one option: its name, its value, its help with the clause it changes.

    Attributes:
        spec: the option, as the server describes it.
    """

    def __init__(self, game: str, spec: tables_pb2.OptionSpec) -> None:
        self.spec = spec
        self._game = game
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
                return Choice(self._choice_names, text)
            case Kind.OPTION_KIND_NUMBER:
                return TextField(text, restrict=r"-?[0-9]*", max_length=11)
            case _:
                return TextField(text, max_length=_HELP_CELLS)

    def _choice_names(self) -> Sequence[tuple[str, str]]:
        names = self.spec.choices[:MOST_CHOICES]
        return [
            (choice_name(self._game, self.spec.name, each), each) for each in dict.fromkeys(names)
        ]

    def _help(self) -> Content:
        words = Content(safe_text(_(self.spec.help), _HELP_CELLS))
        clause = safe_text(self.spec.clause, CLAUSE_CELLS)
        return Content.assemble(words, " ", (clause, "$accent")) if clause else words


def read_options(
    fields: Iterable[OptionField], seats: int
) -> tuple[dict[str, tables_pb2.OptionValue], Field | None]:
    """Return what the fields say, and the first that says nothing good, after marking all those."""
    options: dict[str, tables_pb2.OptionValue] = {}
    wrong: Field | None = None
    for each in fields:
        try:
            options[each.spec.name] = each.value(seats)
        except BadValue as error:
            each.say_problem(str(error))
            wrong = wrong or each
    return options, wrong
