"""The evenings of a club (`Evening`): which one is on or comes next, and how the settings write
them (`read_evenings`). How many there may be: `_MOST_EVENINGS`; how many hours each may last:
`_MOST_HOURS`. Clients say it in `client/cardtui_client/model/calendar.py`.

They begin by the clock of this machine, in summer and winter at the same hour, and last so many
hours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Final, NamedTuple

from cardtui_server.failures import StartError
from cardtui_server.safe_text import TABLE_NAME_CELLS, TALK_CELLS, safe_text

_WEEKDAYS: Final = "monday tuesday wednesday thursday friday saturday sunday".split()  # noqa: SIM905 - a line
_MOST_EVENINGS: Final = 50
_MOST_HOURS: Final = 24
_BEGIN_FORM: Final = re.compile(r"(\S+) +(\d\d?):(\d\d)")
_EVENING_KEYS: Final = ("name", "begins", "hours")
_MILLISECONDS: Final = 1000

_BAD_BEGIN: Final = (
    "{where}: begins takes a day and a time in quotes, such as “Friday 20:00” for every week, or"
    " “2026-12-31 20:00”."
)


class Occasion(NamedTuple):
    """An evening on one of its days; times are in seconds since 1970."""

    name: str
    begins: int
    ends: int


class Evening(NamedTuple):
    """An evening that a club has announced.

    Attributes:
        name: what it is called.
        day: a day of the week, from Monday, which is 0; or the only day on which it is.
        at: when it begins.
        hours: how long it lasts.
    """

    name: str
    day: int | date
    at: time
    hours: float

    def on(self, day: date) -> Occasion | None:
        """Return it as it begins on a day; ``None`` if it does not."""
        if self.day not in (day, day.weekday()):
            return None
        begins = int(datetime.combine(day, self.at).timestamp())
        return Occasion(self.name, begins, begins + round(self.hours * 3600))

    def near(self, now: float) -> Iterator[Occasion]:
        """Yield it on its only day, or on those from a week before now to a week after it."""
        today = datetime.fromtimestamp(now).date()  # noqa: DTZ006 - by the clock of this machine
        week = (today + timedelta(days) for days in range(-8, 9))
        days = [self.day] if isinstance(self.day, date) else week
        yield from (found for each in days if (found := self.on(each)) is not None)


def next_of(evenings: Sequence[Evening], now: float) -> Occasion | None:
    """Return the evening that is on, or else the next one."""
    coming = [found for each in evenings for found in each.near(now) if found.ends > now]
    return min(coming, key=lambda each: each.begins, default=None)


def last_of(evenings: Sequence[Evening], now: float) -> Occasion | None:
    """Return the evening that began last."""
    begun = [found for each in evenings for found in each.near(now) if found.begins <= now]
    return max(begun, key=lambda each: each.begins, default=None)


class Calendar:
    """The evenings of a server, which may change while it runs."""

    def __init__(self, wall: Callable[[], int], evenings: Sequence[Evening]) -> None:
        """Begin with some; `wall` returns the milliseconds since 1970."""
        self.evenings = evenings
        self._wall = wall

    def next(self) -> Occasion | None:
        """Return the evening that is on, or else the next one."""
        return next_of(self.evenings, self._wall() / _MILLISECONDS)


def read_evenings(given: Sequence[tuple[str, Mapping[str, Any]]]) -> tuple[Evening, ...]:
    """Return evenings as the settings have them, each with the place where it stands.

    Raises:
        StartError: one of them cannot be used, or there are too many.
    """
    if len(given) > _MOST_EVENINGS:
        raise StartError(
            "{where}: there are at most {most} evenings.",
            where=given[_MOST_EVENINGS][0],
            most=_MOST_EVENINGS,
        )
    return tuple(_read(where, values) for where, values in given)


def _read(where: str, values: Mapping[str, Any]) -> Evening:
    for each in values:
        if each not in _EVENING_KEYS:
            raise StartError(
                "{where}: an evening has a name, a time when it begins, and hours; “{name}” is none"
                " of these. Write name, begins and hours.",
                where=where,
                name=each,
            )
    given = values.get("name")
    name = safe_text(given, TALK_CELLS) if isinstance(given, str) else ""
    if not name or name != safe_text(name, TABLE_NAME_CELLS):
        raise StartError(
            "{where}: an evening has a name in quotes, of at most {most} letters.",
            where=where,
            most=TABLE_NAME_CELLS,
        )
    hours: Any = values.get("hours")
    if type(hours) not in (int, float) or not 0 < hours <= _MOST_HOURS:
        raise StartError(
            "{where}: hours takes a number up to {most}, which may have a point.",
            where=where,
            most=_MOST_HOURS,
        )
    day, at = _begins(values.get("begins"), where)
    return Evening(name, day, at, hours)


def _begins(given: object, where: str) -> tuple[int | date, time]:
    found = _BEGIN_FORM.fullmatch(given.strip()) if isinstance(given, str) else None
    if found is None:
        raise StartError(_BAD_BEGIN, where=where)
    try:
        at = time(int(found[2]), int(found[3]))
        if (word := found[1].lower()) in _WEEKDAYS:
            return _WEEKDAYS.index(word), at
        day = date.fromisoformat(word)
        datetime.combine(day, at).timestamp()
    except (ValueError, OverflowError, OSError):
        raise StartError(_BAD_BEGIN, where=where) from None
    return day, at
