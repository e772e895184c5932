"""The values of options as messages, and back."""

from __future__ import annotations

from cardtui.v1 import tables_pb2
from cardtui_engine.options import OptionKind, OptionValue
from cardtui_server.match.refusals import Reason, Refused


def write_option(value: OptionValue, kind: OptionKind = OptionKind.TEXT) -> tables_pb2.OptionValue:
    """Return the message of an option's value; ``kind`` tells a choice from a text."""
    match value:
        case bool():
            return tables_pb2.OptionValue(flag=value)
        case int():
            return tables_pb2.OptionValue(number=value)
        case str() if kind is OptionKind.CHOICE:
            return tables_pb2.OptionValue(choice=value)
        case str():
            return tables_pb2.OptionValue(text=value)
        case tuple():
            return tables_pb2.OptionValue(by_seat=tables_pb2.NumberBySeat(numbers=value))


def read_option(message: tables_pb2.OptionValue) -> OptionValue:
    """Return the value of an option.

    Raises:
        Refused: the message holds no value.
    """
    match message.WhichOneof("value"):
        case "flag":
            return message.flag
        case "number":
            return message.number
        case "choice":
            return message.choice
        case "text":
            return message.text
        case "by_seat":
            return tuple(message.by_seat.numbers)
        case None:
            raise Refused(Reason.BAD_OPTION, "An option is named but has no value.")
