"""Plain data: turns the engine's NamedTuples into dicts and lists, and cards into codes.

Views, events and actions are NamedTuples whose annotations say which numbers are cards. This module
reads the annotations once for each class, so that scenarios can look for cards in a view, and
records and debuggers can print one.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from cardtui_engine.cards import UNKNOWN, Card, CardName, Deck

Told = Mapping[type, Callable[[Any, Deck], Any]]
"""By class, a function that turns its values into plain data other than field by field."""


def plain(value: Any, deck: Deck, told: Told | None = None) -> Any:
    """Return the NamedTuple as dicts and lists, with card codes (``"??"`` for an unknown card)."""
    return _plain(value, type(value), deck, told or {})


def cards_in(value: Any, deck: Deck) -> set[str]:
    """Return the codes of all known cards in the NamedTuple; a `CardName` does not count as one."""
    return {deck.code(card) for card in _walk(value, type(value)) if card != UNKNOWN}


_FIELD_TYPES: dict[Any, dict[str, Any]] = {}


def field_types(cls: Any) -> dict[str, Any]:
    """Return the annotated type of each field of a NamedTuple class."""
    if cls not in _FIELD_TYPES:
        hints = get_type_hints(cls)
        _FIELD_TYPES[cls] = {name: hints[name] for name in cls._fields}
    return _FIELD_TYPES[cls]


def is_record(hint: Any) -> bool:
    """Return whether a type is a NamedTuple class."""
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def _plain(value: Any, hint: Any, deck: Deck, told: Told) -> Any:
    if value is None:
        return None
    if hint in (Card, CardName):
        return deck.code(value)
    tell = told.get(type(value))
    if tell is not None:
        return tell(value, deck)
    if is_record(type(value)):
        return {
            name: _plain(getattr(value, name), each, deck, told)
            for name, each in field_types(type(value)).items()
        }
    inner = _inner(hint)
    if isinstance(value, tuple | list):
        return [_plain(each, inner, deck, told) for each in value]
    if get_origin(hint) in (Union, types.UnionType):
        return _plain(value, inner, deck, told)
    return value


@cache
def _inner(hint: Any) -> Any:
    """Return the type inside ``tuple[X, ...]`` or ``X | None``; otherwise `Any`."""
    args = [arg for arg in get_args(hint) if arg not in (type(None), Ellipsis)]
    if not args:
        return Any
    if get_origin(hint) in (Union, types.UnionType) and get_origin(args[0]) is tuple:
        return _inner(args[0])
    return args[0]


def _walk(value: Any, hint: Any) -> Iterator[Card]:
    if value is None:
        return
    if hint is Card:
        yield value
    elif is_record(type(value)):
        for name, each in field_types(type(value)).items():
            yield from _walk(getattr(value, name), each)
    elif isinstance(value, tuple | list):
        inner = _inner(hint)
        for each in value:
            yield from _walk(each, inner)
    elif get_origin(hint) in (Union, types.UnionType):
        yield from _walk(value, _inner(hint))
