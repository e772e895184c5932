"""Values of a game's options, read from what people type as the server describes each option."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.faces.typed import MOST_CHOICES, BadValue, number, one_of, switch
from cardtui_client.i18n import mark
from cardtui_client.limits import MOST_SEATS
from cardtui_client.text import safe_text

_TEXT_CELLS: Final = 300

Kind = tables_pb2.OptionKind


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
            return tables_pb2.OptionValue(flag=switch(text))
        case Kind.OPTION_KIND_CHOICE:
            chosen = one_of(text, spec.choices) if spec.choices else text
            return tables_pb2.OptionValue(choice=chosen)
        case Kind.OPTION_KIND_NUMBER:
            return tables_pb2.OptionValue(number=number(text, _numbers(spec)))
        case Kind.OPTION_KIND_NUMBER_BY_SEAT:
            parts = text.replace(",", " ").split()
            if len(parts) == 1:
                return tables_pb2.OptionValue(number=number(parts[0], _numbers(spec)))
            if len(parts) != seats:
                raise BadValue(
                    mark("Enter one number for all, or {seats}: one for each seat."), seats=seats
                )
            by_seat = tables_pb2.NumberBySeat(
                numbers=[number(part, _numbers(spec)) for part in parts]
            )
            return tables_pb2.OptionValue(by_seat=by_seat)
        case _:
            if spec.high and len(text) > spec.high:
                raise BadValue(mark("That is too long: at most {high} letters."), high=spec.high)
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


def _numbers(spec: tables_pb2.OptionSpec) -> range:
    return range(spec.low, spec.high + 1, max(spec.step, 1))
