"""Plain data: turns the engine's NamedTuples into dicts and lists, and cards into codes.

Views, events and actions are NamedTuples whose annotations say which numbers are cards. This module
reads the annotations once for each class, so that scenarios can look for cards in a view, and
records and debuggers can print one.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from cardtui_engine.cards import UNKNOWN, Card, CardName, Deck

Told = Mapping[type, Callable[[Any, Deck], Any]]
"""By class, a function that turns its values into plain data other than field by field."""


def plain(value: Any, deck: Deck, told: Told | None = None) -> Any:
    """Return the NamedTuple as dicts and lists, with card codes (``"??"`` for an unknown card)."""
    return _plain(value, type(value), deck, told or {})


def from_plain(value: Any, hint: Any, deck: Deck) -> Any:
    """Return a value of that type of what `plain` made of it.

    Raises:
        KeyError: a code names no card.
        TypeError, ValueError: it is of another form.
    """
    if value is None:
        return None
    if hint is Card or hint is CardName:
        return deck.card(value)
    if is_record(hint):
        return hint(
            **{
                name: from_plain(value[name], each, deck)
                for name, each in field_types(hint).items()
                if name in value
            }
        )
    if get_origin(hint) is tuple:
        return tuple([from_plain(each, inner_type(hint), deck) for each in value])
    if is_union(hint):
        return from_plain(
            value, next(each for each in get_args(hint) if each is not type(None)), deck
        )
    return value


def cards_in(value: Any, deck: Deck) -> set[str]:
    """Return the codes of all known cards in the NamedTuple; a `CardName` does not count as one."""
    return set(map(deck.code, known_cards(value)))


def known_cards(value: Any) -> set[Card]:
    """Return all known cards in the NamedTuple; a `CardName` does not count as one."""
    found: set[Card] = set()
    _gather(value, type(value), found)
    found.discard(UNKNOWN)
    return found


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


@cache
def _fields(cls: type) -> tuple[tuple[str, Any], ...] | None:
    """Return names and types of the fields of a NamedTuple class, ``None`` for another class."""
    return tuple(field_types(cls).items()) if is_record(cls) else None


def _plain(value: Any, hint: Any, deck: Deck, told: Told) -> Any:
    if value is None:
        return None
    if hint is Card or hint is CardName:
        return deck.code(value)
    cls: Any = type(value)
    tell = told.get(cls)
    if tell is not None:
        return tell(value, deck)
    fields = _fields(cls)
    if fields is not None:
        return {name: _plain(getattr(value, name), each, deck, told) for name, each in fields}
    if isinstance(value, tuple | list):
        inner = inner_type(hint)
        return [_plain(each, inner, deck, told) for each in value]
    if is_union(hint):
        return _plain(value, inner_type(hint), deck, told)
    return value


@cache
def is_union(hint: Any) -> bool:
    """Return whether a type is one of several, such as ``X | None``."""
    return get_origin(hint) in (Union, types.UnionType)


@cache
def inner_type(hint: Any) -> Any:
    """Return the type inside ``tuple[X, ...]`` or ``X | None``; otherwise `Any`."""
    args = [arg for arg in get_args(hint) if arg not in (type(None), Ellipsis)]
    if not args:
        return Any
    if is_union(hint) and get_origin(args[0]) is tuple:
        return inner_type(args[0])
    return args[0]


_CARDLESS_TYPES = (int, str, bool, float, bytes, type(None), CardName, Ellipsis)


@cache
def may_hold_cards(hint: Any) -> bool:
    """Return whether values of a type can have cards in them; in doubt they can."""
    if hint in _CARDLESS_TYPES or (isinstance(hint, type) and issubclass(hint, Enum)):
        return False
    args = get_args(hint)
    return not args or any(map(may_hold_cards, args))


@cache
def _places(cls: type) -> tuple[tuple[int, Any], ...] | None:
    """Return where cards can be in a NamedTuple, and as what; ``None`` for another class."""
    fields = _fields(cls)
    if fields is None:
        return None
    return tuple((at, hint) for at, (_, hint) in enumerate(fields) if may_hold_cards(hint))


def _gather(value: Any, hint: Any, found: set[Card]) -> None:
    if value is None:
        return
    if hint is Card:
        found.add(value)
        return
    cls: Any = type(value)
    places = _places(cls)
    if places is not None:
        for at, each in places:
            _gather(value[at], each, found)
    elif isinstance(value, tuple | list):
        inner = inner_type(hint)
        for each in value:
            _gather(each, inner, found)
    elif is_union(hint):
        _gather(value, inner_type(hint), found)
