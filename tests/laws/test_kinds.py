"""What may be of several classes tells them apart: events, and the entries of records and logs."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, get_args

import pytest

from cardtui_engine.events import Event
from cardtui_engine.library.records import Entry as RecordEntry
from cardtui_server.match.entries import Entry
from cardtui_server.match.table_events import TableEvent

UNIONS = [
    pytest.param(get_args(Event) + get_args(TableEvent), id="events"),
    pytest.param(get_args(RecordEntry), id="entries of records"),
    pytest.param(get_args(Entry), id="entries of logs"),
]


def made_of(cls: Callable[..., Any], items: tuple[object, ...]) -> Any:
    """A value with the first of those items in its fields, whatever their types."""
    return cls(*items[: len(signature(cls).parameters)])


@pytest.mark.parametrize("classes", UNIONS)
def test_values_of_different_classes_are_unequal_and_hash_apart(
    classes: tuple[Callable[..., Any], ...],
) -> None:
    items = tuple([object()] * 20)
    values = [made_of(cls, items) for cls in classes]
    assert len(set(values)) == len({hash(value) for value in values}) == len(classes)
    for at, value in enumerate(values):
        assert [other for other in values if value == other] == [value]
        assert [other for other in values if value != other] == [*values[:at], *values[at + 1 :]]
        assert value != tuple(value)
        assert tuple(value) != value


@pytest.mark.parametrize("classes", UNIONS)
def test_values_of_one_class_are_equal_if_their_fields_are(
    classes: tuple[Callable[..., Any], ...],
) -> None:
    items, others = tuple([object()] * 20), tuple([object()] * 20)
    for cls in classes:
        value, again = made_of(cls, items), made_of(cls, items)
        assert value == again
        assert not value != again  # noqa: SIM202 - tuples have a `!=` of their own
        assert hash(value) == hash(again)
        if value:
            assert value != made_of(cls, others)
