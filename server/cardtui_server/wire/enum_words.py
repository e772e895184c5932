"""Closed sets as values of the protocol's enums: the engine's words and numbers, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import cache
from typing import Any, Final

from google.protobuf.descriptor import EnumDescriptor

from cardtui_server.match.refusals import Reason, Refused

Convert = Callable[[Any], Any]

_UNKNOWN: Final = "There is no such choice."


@cache
def words_of(kind: EnumDescriptor) -> Mapping[str, int]:
    """Return an enum's numbers by the engine's words; the empty word stands for not set."""
    prefix = kind.values_by_number[0].name.removesuffix("UNSPECIFIED")
    words = {value.name.removeprefix(prefix).lower(): value.number for value in kind.values}
    return words | {"": 0}


def word_reader(kind: EnumDescriptor) -> Convert:
    """Return a function from an enum's number to the engine's word, or ``None`` if not set."""
    words: dict[int, str | None] = {number: word for word, number in words_of(kind).items()}
    words[0] = None

    def read(number: int) -> str | None:
        try:
            return words[number]
        except KeyError:
            raise Refused(Reason.MALFORMED, _UNKNOWN) from None

    return read


def member_reader(kind: type[IntEnum]) -> Convert:
    """Return a function from an enum's number to the member of the engine's enum."""

    def read(number: int) -> IntEnum:
        try:
            return kind(number)
        except ValueError:
            raise Refused(Reason.MALFORMED, _UNKNOWN) from None

    return read
