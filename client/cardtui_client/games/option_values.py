"""Values of a game's options as people type them, checked as the server describes the option."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import _
from cardtui_client.limits import MOST_SEATS
from cardtui_client.model.cards import either_words
from cardtui_client.text import safe_text

MOST_CHOICES: Final = 40
"""More values than this of one option are not offered."""

_TEXT_CELLS: Final = 300

Kind = tables_pb2.OptionKind


class BadValue(ValueError):
    """What was typed is not a value of its option; the sentence says what would be."""


def value_of(spec: tables_pb2.OptionSpec, text: str, seats: int) -> tables_pb2.OptionValue:
    """Return the value that a text stands for; for a switch, ``""`` is off.

    Args:
        spec: the option.
        text: what was typed.
        seats: the number of seats at the table.

    Raises:
        BadValue: it is no value of the option.
    """
    text = text.strip()
    match spec.kind:
        case Kind.OPTION_KIND_FLAG:
            return tables_pb2.OptionValue(flag=bool(text))
        case Kind.OPTION_KIND_CHOICE:
            return tables_pb2.OptionValue(choice=text)
        case Kind.OPTION_KIND_NUMBER:
            return tables_pb2.OptionValue(number=_number(spec, text))
        case Kind.OPTION_KIND_NUMBER_BY_SEAT:
            parts = text.replace(",", " ").split()
            if len(parts) == 1:
                return tables_pb2.OptionValue(number=_number(spec, parts[0]))
            if len(parts) != seats:
                raise BadValue(
                    _("Enter one number for all, or {seats}: one for each seat.", seats=seats)
                )
            by_seat = tables_pb2.NumberBySeat(numbers=[_number(spec, part) for part in parts])
            return tables_pb2.OptionValue(by_seat=by_seat)
        case _:
            if spec.high and len(text) > spec.high:
                raise BadValue(_("That is too long: at most {high} letters.", high=spec.high))
            return tables_pb2.OptionValue(text=text)


def text_of(spec: tables_pb2.OptionSpec, value: tables_pb2.OptionValue) -> str:
    """Return the text that `value_of` takes for a value."""
    match value.WhichOneof("value"):
        case "flag":
            return "yes" if value.flag else ""
        case "number":
            return str(value.number)
        case "choice":
            known = spec.choices[:MOST_CHOICES]
            return value.choice if value.choice in known else next(iter(known), "")
        case "by_seat":
            return ", ".join(str(number) for number in value.by_seat.numbers[:MOST_SEATS])
        case _:
            return safe_text(value.text, _TEXT_CELLS)


def number_wanted(low: int, high: int) -> str:
    """Return what is wrong with a value that is no number, or one out of range."""
    return _("Enter a number from {low} to {high}.", low=low, high=high)


def _number(spec: tables_pb2.OptionSpec, text: str) -> int:
    numbers = range(spec.low, spec.high + 1, max(spec.step, 1))
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 12 and int(text) in numbers:
        return int(text)
    if spec.step > 1 and len(numbers) <= MOST_CHOICES:
        raise BadValue(_("One of: {values}", values=either_words([*map(str, numbers)])))
    raise BadValue(number_wanted(spec.low, spec.high))
