"""Fields for a game's options, made from how the server describes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content
from textual.widgets import Input

from cardtui.v1 import tables_pb2
from cardtui_client.games.game_words import choice_name, option_name
from cardtui_client.i18n import _
from cardtui_client.limits import CLAUSE_CELLS, MOST_SEATS
from cardtui_client.text import safe_text
from cardtui_client.tui.forms.form_field import Choice, Control, Field, number_wanted
from cardtui_client.tui.forms.yes_no import YesNo

_MOST_CHOICES: Final = 40
_HELP_CELLS: Final = 300

Kind = tables_pb2.OptionKind


class BadValue(ValueError):
    """What stands in a field is not a value of its option; the sentence says what would be."""


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
        spec, text = self.spec, self.text.strip()
        match spec.kind:
            case Kind.OPTION_KIND_FLAG:
                return tables_pb2.OptionValue(flag=bool(text))
            case Kind.OPTION_KIND_CHOICE:
                return tables_pb2.OptionValue(choice=text)
            case Kind.OPTION_KIND_NUMBER:
                return tables_pb2.OptionValue(number=self._number(text))
            case Kind.OPTION_KIND_NUMBER_BY_SEAT:
                parts = text.replace(",", " ").split()
                if len(parts) == 1:
                    return tables_pb2.OptionValue(number=self._number(parts[0]))
                if len(parts) != seats:
                    raise BadValue(
                        _("Give one number for all, or {seats}: one for each seat.", seats=seats)
                    )
                numbers = [self._number(part) for part in parts]
                by_seat = tables_pb2.NumberBySeat(numbers=numbers)
                return tables_pb2.OptionValue(by_seat=by_seat)
            case _:
                if spec.high and len(text) > spec.high:
                    raise BadValue(_("That is too long: at most {high} letters.", high=spec.high))
                return tables_pb2.OptionValue(text=text)

    def put_value(self, value: tables_pb2.OptionValue) -> None:
        """Put a value of the option into the field."""
        self.put(self._as_text(value))

    def _number(self, text: str) -> int:
        low, high = self.spec.low, self.spec.high
        numbers = range(low, high + 1, max(self.spec.step, 1))
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) < 12 and int(text) in numbers:
            return int(text)
        if self.spec.step > 1 and len(numbers) <= _MOST_CHOICES:
            raise BadValue(_("One of: {values}", values=", ".join(map(str, numbers))))
        raise BadValue(number_wanted(low, high))

    def _as_text(self, value: tables_pb2.OptionValue) -> str:
        match value.WhichOneof("value"):
            case "flag":
                return "yes" if value.flag else ""
            case "number":
                return str(value.number)
            case "choice":
                known = self.spec.choices[:_MOST_CHOICES]
                return value.choice if value.choice in known else next(iter(known), "")
            case "by_seat":
                return ", ".join(str(number) for number in value.by_seat.numbers[:MOST_SEATS])
            case _:
                return safe_text(value.text, _HELP_CELLS)

    def _new_control(self) -> Control:
        spec = self.spec
        text = self._as_text(spec.default)
        match spec.kind:
            case Kind.OPTION_KIND_FLAG:
                return YesNo(bool(text))
            case Kind.OPTION_KIND_CHOICE if spec.choices:
                return Choice(self._choice_names, text)
            case Kind.OPTION_KIND_NUMBER:
                return Input(text, restrict=r"-?[0-9]*", max_length=11)
            case _:
                return Input(text, max_length=_HELP_CELLS)

    def _choice_names(self) -> Sequence[tuple[str, str]]:
        names = self.spec.choices[:_MOST_CHOICES]
        return [
            (choice_name(self._game, self.spec.name, each), each) for each in dict.fromkeys(names)
        ]

    def _help(self) -> Content:
        words = Content(safe_text(_(self.spec.help), _HELP_CELLS))
        clause = safe_text(self.spec.clause, CLAUSE_CELLS)
        return Content.assemble(words, " ", (clause, "$accent")) if clause else words
